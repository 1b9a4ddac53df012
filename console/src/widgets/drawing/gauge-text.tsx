import { memo } from 'react';
import { type Font, fittedSize, fontStyle, textWidth } from './font.ts';
import { canBeSegmented, segmentedText, segmentedWidth } from './seven-segments.ts';

interface GaugeTextProps {
  text: string;
  /** A quieter part behind the text, as its unit. */
  unit?: string;
  x: number;
  /** The middle of the line. */
  y: number;
  size: number;
  font: Font;
  color: string;
  anchor?: 'start' | 'middle' | 'end';
  /** The text gets smaller until it is not wider. */
  room: number;
  /** Segments that are not lit are seen faintly. */
  showsUnlit?: boolean;
  /** Zeros at the beginning that only fill up are faint: how many. */
  padding?: number;
}

const DIGIT = 0.78;
const UNIT = 0.5;

/** A line of text in the font of the settings; a number as segments, if that is the font. */
export const GaugeText = memo(function GaugeText(props: GaugeTextProps) {
  const { text, unit = '', x, y, font, color, anchor = 'middle', room } = props;
  if (font.isSegmented && canBeSegmented(text)) return <Segments {...props} />;
  const width = textWidth(text) + (unit ? (textWidth(unit) + 0.3) * UNIT : 0);
  const size = fittedSize(width, room, props.size);
  const padding = props.padding ?? 0;
  return (
    <text
      x={x}
      y={y}
      textAnchor={anchor}
      dominantBaseline="central"
      style={{
        ...fontStyle(font),
        fontSize: size,
        fill: color,
        ...(font.shadowColor && { textShadow: `0 ${size * 0.04}px ${size * 0.12}px ${font.shadowColor}` }),
      }}
    >
      {padding > 0 && <tspan fillOpacity="0.3">{text.slice(0, padding)}</tspan>}
      {padding > 0 ? text.slice(padding) : text}
      {unit && (
        <tspan dx={size * 0.12} fontSize={size * UNIT} fillOpacity="0.8">
          {unit}
        </tspan>
      )}
    </text>
  );
});

function Segments({
  text,
  unit = '',
  x,
  y,
  font,
  color,
  anchor = 'middle',
  room,
  showsUnlit,
  ...props
}: GaugeTextProps) {
  const unitWidth = unit ? textWidth(unit) * UNIT + 0.25 : 0;
  const height = fittedSize(segmentedWidth(text) + unitWidth, room, props.size * DIGIT);
  const digits = segmentedText(text, height);
  const width = digits.width + unitWidth * height;
  const left = anchor === 'start' ? x : anchor === 'end' ? x - width : x - width / 2;
  return (
    <g transform={`translate(${left.toFixed(2)} ${y.toFixed(2)})`} fill={color}>
      {showsUnlit && <path d={digits.all} opacity="0.1" />}
      <path d={digits.lit} />
      {unit && (
        <text
          x={digits.width + height * 0.15}
          y={height / 2}
          style={{ fontSize: height * UNIT, fontWeight: font.weight, fontStyle: font.style }}
        >
          {unit}
        </text>
      )}
    </g>
  );
}
