import { memo, useId } from 'react';

interface NeedleProps {
  /** Degrees, 0 to the right, clockwise. */
  angle: number;
  length: number;
  hubSize: number;
  color: string;
  endColor: string;
  light: string;
  shadow: string;
  /** CSS */
  transition: string | undefined;
}

/** A tapering hand with a lit side and a shadow, and its hub, around 0 0. */
export const Needle = memo(function Needle({ angle, length, hubSize, ...props }: NeedleProps) {
  const id = useId();
  const tail = -length * 0.22;
  const hand = `M${tail} -2.6L${length} -0.5V0.5L${tail} 2.6Z`;
  const turned = { transform: `rotate(${angle.toFixed(2)}deg)`, transition: props.transition };
  return (
    <>
      <linearGradient id={`${id}hand`} gradientUnits="userSpaceOnUse" x1="0" y1="0" x2={length} y2="0">
        <stop offset="0" stopColor={props.color} />
        <stop offset="1" stopColor={props.endColor} />
      </linearGradient>
      <radialGradient id={`${id}hub`} cx="0.4" cy="0.3" r="0.8">
        <stop offset="0" stopColor="#fff" />
        <stop offset="1" stopColor="#b9bfc7" />
      </radialGradient>
      <g transform="translate(1.2 2.2)">
        <path d={hand} fill={props.shadow} style={turned} />
      </g>
      <g style={turned}>
        <path d={hand} fill={`url(#${id}hand)`} />
        <path d={`M${tail} -2.6L${length} -0.5V0H${tail}Z`} fill={props.light} />
      </g>
      {hubSize > 0 && (
        <>
          <circle r={hubSize * 0.9} cy="1" fill={props.shadow} />
          <circle r={hubSize * 0.85} fill={`url(#${id}hub)`} stroke="rgba(0,0,0,0.3)" strokeWidth="0.6" />
          <circle r={hubSize * 0.4} fill="#8a919b" />
        </>
      )}
    </>
  );
});
