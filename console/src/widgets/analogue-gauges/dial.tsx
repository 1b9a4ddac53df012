import { memo, useId } from 'react';
import { arcPath } from '../drawing/arc.ts';
import { GaugeText } from '../drawing/gauge-text.tsx';
import { RoundBorder } from './border.tsx';
import type { Paint } from './paint.tsx';
import { angleOf, FONT_SCALE, pointAt, type RadialModel, raysPath } from './radial-model.ts';

/** What of a round gauge does not move: plate, border, bands, marks, numbers and names. */
export const Dial = memo(function Dial(props: { model: RadialModel; paint: Paint; title: string; units: string }) {
  const { model, paint, title, units } = props;
  const border = useId();
  const large = model.marks.filter(({ text }) => text !== null).map(({ value }) => angleOf(model, value));
  const small = model.marks.filter(({ text }) => text === null).map(({ value }) => angleOf(model, value));
  const band = model.rim - model.bandWidth / 2;
  const markLength = Math.max(10, model.bandWidth);
  return (
    <>
      <circle r={model.plate} fill={paint.plate} />
      {model.hasBorder && <RoundBorder id={border} inner={model.plate} outer={99} />}
      {model.bands.map(({ from, to, color }) => (
        <path
          key={`${from} ${to}`}
          d={arcPath(0, 0, band, angleOf(model, from), angleOf(model, to))}
          fill="none"
          stroke={color}
          strokeWidth={model.bandWidth}
        />
      ))}
      <path
        d={raysPath(small, model.rim, model.rim - markLength * 0.5)}
        stroke={paint.minor}
        strokeWidth="0.6"
        fill="none"
      />
      <path d={raysPath(large, model.rim, model.rim - markLength)} stroke={paint.major} strokeWidth="1.3" fill="none" />
      {model.marks.map(({ value, text }) => {
        if (text === null) return null;
        const { x, y } = pointAt(angleOf(model, value), model.numbersRadius);
        return (
          <GaugeText
            key={value}
            {...{ text, x, y }}
            size={model.numbersSize}
            room={60}
            font={model.fonts.numbers}
            color={paint.numbers}
          />
        );
      })}
      {title && (
        <GaugeText
          text={title}
          x={0}
          y={-29}
          size={model.fonts.title.size * FONT_SCALE}
          room={model.numbersRadius * 1.15}
          font={model.fonts.title}
          color={paint.title}
        />
      )}
      {units && (
        <GaugeText
          text={units}
          x={0}
          y={29}
          size={model.fonts.units.size * FONT_SCALE}
          room={model.numbersRadius}
          font={model.fonts.units}
          color={paint.units}
        />
      )}
    </>
  );
});
