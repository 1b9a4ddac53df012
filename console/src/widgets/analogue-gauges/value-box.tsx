import { memo } from 'react';
import { fittedSize, textWidth } from '../drawing/font.ts';
import { GaugeText } from '../drawing/gauge-text.tsx';
import { segmentedWidth } from '../drawing/seven-segments.ts';
import type { DialSettings } from './dial-settings.ts';
import { type Paint, ValueBoxGradient } from './paint.tsx';

interface ValueBoxProps {
  id: string;
  dial: DialSettings;
  paint: Paint;
  text: string;
  padding: number;
  decimals: number;
  unit?: string;
  /** The middle of its edge `anchor`. */
  x: number;
  y: number;
  anchor: 'middle' | 'end';
  /** Of the digits. */
  size: number;
  room: number;
}

/** The value in digits, in a sunken box as wide as the longest value. */
export const ValueBox = memo(function ValueBox({ id, dial, paint, decimals, unit = '', ...props }: ValueBoxProps) {
  const font = dial.fonts.value;
  const longest = '8'.repeat(dial.wholeDigits) + (decimals > 0 ? `.${'8'.repeat(decimals)}` : '');
  const measured = props.text.length > longest.length ? props.text : longest;
  const digits = font.isSegmented ? segmentedWidth(measured) * 0.78 : textWidth(measured);
  const relative = digits + (unit ? (textWidth(unit) + 0.3) * 0.5 : 0) + 0.7;
  const size = fittedSize(relative, props.room, props.size);
  const [width, height] = [relative * size, size * 1.3];
  const left = props.anchor === 'end' ? props.x - width : props.x - width / 2;
  return (
    <>
      <ValueBoxGradient id={id} colors={dial.colors} />
      <rect
        x={left}
        y={props.y - height / 2}
        width={width}
        height={height}
        rx={size * 0.12}
        fill={dial.colors.box}
        stroke={`url(#${id})`}
        strokeWidth={size * 0.07}
      />
      {/* The upper edge throws a shadow into the box. */}
      <rect
        x={left + size * 0.05}
        y={props.y - height / 2 + size * 0.04}
        width={width - size * 0.1}
        height={size * 0.14}
        fill={dial.colors.boxShadow}
        opacity="0.16"
      />
      <GaugeText
        text={props.text}
        unit={unit}
        padding={props.padding}
        x={left + width / 2}
        y={props.y + size * 0.03}
        size={size}
        room={width - size * 0.3}
        font={font}
        color={paint.value}
        showsUnlit
      />
    </>
  );
});
