import { useId, useMemo } from 'react';
import { transition } from '../drawing/easing.ts';
import { useGaugeName } from '../drawing/use-gauge-name.ts';
import { settingsOf } from '../model.ts';
import { formatNumber, isNumeric } from '../runtime/values.ts';
import type { WidgetProps } from '../widget-type.ts';
import { Dial } from './dial.tsx';
import { boxDigits, dialFormat } from './dial-settings.ts';
import { Needle } from './needle.tsx';
import { usePaint } from './paint.tsx';
import { angleOf, FONT_SCALE, radialModel } from './radial-model.ts';
import { ValueBox } from './value-box.tsx';

/** The latest value on a round dial with a needle (widgets.md §4.2). */
export function RadialGauge({ widget, data, width, height }: WidgetProps) {
  const settings = settingsOf(widget);
  const model = useMemo(() => radialModel(settings), [settings]);
  const id = useId();
  const row = data.rows[0];
  const paint = usePaint(model, row?.dataKey.color ?? '#888888');
  const label = row?.dataKey.label ?? '';
  const { decimals, units } = dialFormat(row?.dataKey ?? {}, settings, widget.config);
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
      viewBox="-101 -101 202 202"
      width={width}
      height={height}
      style={{ display: 'block', flex: 'none', fontVariantNumeric: 'tabular-nums' }}
    >
      <Dial model={model} paint={paint} title={title} units={units} />
      {model.hasValueBox && (
        <ValueBox
          id={`${id}box`}
          dial={model}
          paint={paint}
          {...box}
          decimals={decimals}
          x={0}
          y={model.plate * 0.62}
          anchor="middle"
          size={model.fonts.value.size * FONT_SCALE * 0.85}
          room={model.plate * 0.95}
        />
      )}
      <Needle
        angle={angleOf(model, known ?? model.min)}
        length={model.rim - Math.max(12, model.bandWidth) + 3}
        hubSize={model.hubSize}
        color={paint.needle}
        endColor={paint.needleEnd}
        light={model.colors.needleLight}
        shadow={model.colors.needleShadow}
        transition={transition('transform', settings, 'cycle')}
      />
    </svg>
  );
}
