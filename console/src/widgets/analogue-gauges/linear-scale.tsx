import { memo } from 'react';
import { GaugeText } from '../drawing/gauge-text.tsx';
import { acrossPath, alongPath, type LinearLayout, type LinearModel, placeOf } from './linear-model.ts';
import type { Paint } from './paint.tsx';

interface LinearScaleProps {
  model: LinearModel;
  layout: LinearLayout;
  paint: Paint;
}

/** Bands, marks and numbers beside the bar of a straight gauge. */
export const LinearScale = memo(function LinearScale({ model, layout, paint }: LinearScaleProps) {
  const { unit, marks, isUpright } = layout;
  const band = (model.bandWidth * unit) / 2;
  const paths = (isLarge: boolean, length: number) =>
    model.marks
      .filter(({ text }) => (text !== null) === isLarge)
      .map(({ value }) => acrossPath(layout, placeOf(model, layout, value), marks, marks + length))
      .join('');
  return (
    <>
      {model.bands.map(({ from, to, color }) => (
        <path
          key={`${from} ${to}`}
          d={alongPath(layout, marks + band / 2, placeOf(model, layout, from), placeOf(model, layout, to))}
          stroke={color}
          strokeWidth={band}
        />
      ))}
      <path
        d={paths(false, band + 3 * unit)}
        stroke={paint.minor}
        strokeWidth={Math.max(0.6, unit * 0.6)}
        opacity="0.8"
      />
      <path d={paths(true, band + 8 * unit)} stroke={paint.major} strokeWidth={Math.max(1, unit * 1.4)} />
      {model.marks.map(({ value, text }) => {
        if (text === null) return null;
        const along = placeOf(model, layout, value);
        const { across, size, room } = layout.numbers;
        return (
          <GaugeText
            key={value}
            text={text}
            x={isUpright ? across : along}
            y={isUpright ? along : across}
            anchor={isUpright ? 'start' : 'middle'}
            {...{ size, room }}
            font={model.fonts.numbers}
            color={paint.numbers}
          />
        );
      })}
    </>
  );
});
