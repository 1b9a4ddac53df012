import { memo, useId } from 'react';
import { faint } from '../drawing/ground.ts';
import { alongPath, type LinearLayout, type LinearModel } from './linear-model.ts';
import type { Paint } from './paint.tsx';

interface LinearBarProps {
  model: LinearModel;
  layout: LinearLayout;
  paint: Paint;
  /** Where the value is along the scale, px; null: there is none. */
  place: number | null;
  /** CSS: of a property as settings ask for. */
  moves: (property: string) => string | undefined;
}

/** The tube with its bulb, filled as far as the value, and the hand beside it. */
export const LinearBar = memo(function LinearBar({ model, layout, paint, place, moves }: LinearBarProps) {
  const id = useId();
  const { isUpright, bulb, from, to, middle, thickness, unit } = layout;
  const { bar } = model;
  const edge = Math.max(model.barEdgeWidth > 0 ? 1 : 0, model.barEdgeWidth * unit * 0.7);
  const [filled, filledEnd] = [bar.filled ?? paint.own, bar.filledEnd ?? bar.filled ?? faint(paint.own, 0.75)];
  const inner = thickness - 2 * edge;
  const end = to + (isUpright ? -1 : 1) * thickness * 0.1;
  const start = isUpright ? bulb.y : bulb.x;
  const tube = alongPath(layout, middle, start, end);
  const along = isUpright ? { x1: 0, y1: from, x2: 0, y2: to } : { x1: from, y1: 0, x2: to, y2: 0 };
  const reach = place === null ? 0 : Math.abs(place - start);
  const edgeColor = bar.edge ?? faint(paint.major, 0.35);
  const gradient = (name: string, first: string, second: string) => (
    <linearGradient id={`${id}${name}`} gradientUnits="userSpaceOnUse" {...along}>
      <stop offset="0" stopColor={first} />
      <stop offset="1" stopColor={second} />
    </linearGradient>
  );
  const [half, tip] = [4.5 * unit, 9 * unit];
  const shape = isUpright
    ? `M${middle - thickness / 2 - 1.5 * unit} 0l${-tip} ${-half}v${half * 2}Z`
    : `M0 ${middle - thickness / 2 - 1.5 * unit}l${-half} ${-tip}h${half * 2}Z`;
  const lit = isUpright
    ? `M${middle - thickness / 2 - 1.5 * unit} 0l${-tip} ${-half}v${half}Z`
    : `M0 ${middle - thickness / 2 - 1.5 * unit}l${-half} ${-tip}h${half}Z`;
  const moved = {
    transform: isUpright ? `translateY(${(place ?? 0).toFixed(2)}px)` : `translateX(${(place ?? 0).toFixed(2)}px)`,
    transition: moves('transform'),
  };
  return (
    <>
      {gradient('empty', paint.pale(bar.from), paint.pale(bar.to))}
      {gradient('filled', filled, filledEnd)}
      <path d={tube} stroke={edgeColor} strokeWidth={thickness} strokeLinecap="round" />
      <circle cx={bulb.x} cy={bulb.y} r={bulb.radius} fill={edgeColor} />
      <path d={tube} stroke={`url(#${id}empty)`} strokeWidth={inner} strokeLinecap="round" />
      <circle cx={bulb.x} cy={bulb.y} r={bulb.radius - edge} fill={filled} />
      <path
        d={tube}
        stroke={`url(#${id}filled)`}
        strokeWidth={inner}
        style={{ strokeDasharray: `${reach.toFixed(2)}px 10000px`, transition: moves('stroke-dasharray') }}
      />
      <circle
        cx={bulb.x - bulb.radius * 0.3}
        cy={bulb.y - bulb.radius * 0.3}
        r={bulb.radius * 0.22}
        fill="#fff"
        opacity="0.55"
      />
      {place !== null && (
        <>
          <g transform={`translate(${unit} ${1.2 * unit})`}>
            <path d={shape} fill={model.colors.needleShadow} style={moved} />
          </g>
          <g style={moved}>
            <path d={shape} fill={model.colors.needleEnd ? paint.needleEnd : paint.needle} />
            <path d={lit} fill={paint.needle} />
            <path d={lit} fill={model.colors.needleLight} />
          </g>
        </>
      )}
    </>
  );
});
