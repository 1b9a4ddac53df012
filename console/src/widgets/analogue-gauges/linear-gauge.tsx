import { useCallback, useId, useMemo } from 'react';
import { transition } from '../drawing/easing.ts';
import { GaugeText } from '../drawing/gauge-text.tsx';
import { useGaugeName } from '../drawing/use-gauge-name.ts';
import { settingsOf } from '../model.ts';
import { formatNumber, isNumeric } from '../runtime/values.ts';
import type { WidgetProps } from '../widget-type.ts';
import { boxDigits, dialFormat } from './dial-settings.ts';
import { LinearBar } from './linear-bar.tsx';
import { linearLayout, linearModel, placeOf } from './linear-model.ts';
import { LinearScale } from './linear-scale.tsx';
import { usePaint } from './paint.tsx';
import { ValueBox } from './value-box.tsx';

/** The latest value on a straight scale with the bar of a thermometer (widgets.md §4.2). */
export function LinearGauge({ widget, data, width, height }: WidgetProps) {
  const settings = settingsOf(widget);
  const model = useMemo(() => linearModel(settings), [settings]);
  const id = useId();
  const row = data.rows[0];
  const paint = usePaint(model, row?.dataKey.color ?? '#888888');
  const { decimals, units } = dialFormat(row?.dataKey ?? {}, settings, widget.config);
  const layout = useMemo(() => linearLayout(model, units.length, width, height), [model, units.length, width, height]);
  const moves = useCallback((property: string) => transition(property, settings, 'cycle'), [settings]);
  const label = row?.dataKey.label ?? '';
  const value = row?.data[0]?.[1];
  const known = isNumeric(value) ? Number(value) : undefined;
  const text = known === undefined ? undefined : formatNumber(known, decimals, null, true);
  const name = useGaugeName(label, text, units);
  if (!row) return null;
  const box = known === undefined ? { text: '–', padding: 0 } : boxDigits(known, decimals, model.wholeDigits);
  const title = model.unitTitle === undefined ? label : (model.unitTitle ?? '');
  return (
    <svg
      role="img"
      aria-label={name}
      width={width}
      height={height}
      fill="none"
      style={{ display: 'block', flex: 'none', fontVariantNumeric: 'tabular-nums' }}
    >
      <rect
        x="1.5"
        y="1.5"
        width={Math.max(0, width - 3)}
        height={Math.max(0, height - 3)}
        rx="6"
        fill={paint.plate}
        stroke={model.hasBorder ? '#b4bac2' : 'none'}
        strokeWidth="3"
      />
      <LinearScale model={model} layout={layout} paint={paint} />
      <LinearBar
        model={model}
        layout={layout}
        paint={paint}
        place={known === undefined ? null : placeOf(model, layout, known)}
        moves={moves}
      />
      {title && <GaugeText {...layout.title} text={title} font={model.fonts.title} color={paint.title} />}
      {model.hasValueBox ? (
        <ValueBox
          id={`${id}box`}
          dial={model}
          paint={paint}
          {...box}
          decimals={decimals}
          unit={units}
          {...layout.box}
          size={model.fonts.value.size * 0.55 * layout.unit}
        />
      ) : (
        units && <GaugeText {...layout.units} text={units} font={model.fonts.units} color={paint.units} />
      )}
    </svg>
  );
}
