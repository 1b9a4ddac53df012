import { useMemo } from 'react';
import type { Font } from '../drawing/font.ts';
import { GaugeText } from '../drawing/gauge-text.tsx';
import { colorOn, faint, groundOfWidget, paleOn } from '../drawing/ground.ts';
import { useChartColors } from '../drawing/theme-colors.ts';
import { useGaugeName } from '../drawing/use-gauge-name.ts';
import { useTimePattern } from '../drawing/use-time-pattern.ts';
import { settingsOf } from '../model.ts';
import { formatNumber, isNumeric, keyFormat } from '../runtime/values.ts';
import { useSourcedValues } from '../use-sourced-values.ts';
import type { WidgetProps } from '../widget-type.ts';
import { GaugeBar } from './gauge-bar.tsx';
import { type GaugeTextName, gaugeLayout } from './gauge-layout.ts';
import { gaugeColor, gaugeModel, shareOf } from './gauge-model.ts';

/** The latest value on an arc, a ring or a bar, plain, glowing or as on a display (widgets.md §4.3). */
export function DigitalGauge({ widget, width, height, ...props }: WidgetProps<{ attributes: 'latest' }>) {
  const theme = useChartColors();
  const { config, data } = useSourcedValues(widget.config, props.data, props.followed);
  const settings = settingsOf({ config });
  const model = useMemo(() => gaugeModel(settings), [settings]);
  const ground = useMemo(() => groundOfWidget(config, theme), [config, theme]);
  const row = data.rows[0];
  const { decimals, units } = keyFormat(row?.dataKey ?? {}, {
    decimals: typeof settings.decimals === 'number' ? settings.decimals : config.decimals,
    units: typeof settings.units === 'string' && settings.units ? settings.units : config.units,
  });
  const label = row?.dataKey.label ?? '';
  const title = model.title === undefined ? label : (model.title ?? '');
  const unitTitle = model.unitTitle === undefined ? label : (model.unitTitle ?? '');
  const layout = useMemo(
    () => gaugeLayout(model, { title: title !== '', label: unitTitle !== '', units }, width, height),
    [model, title, unitTitle, units, width, height],
  );
  const own = model.colors.own ?? row?.dataKey.color ?? theme.accent;
  const colors = useMemo(() => {
    const seen = (color: string) => colorOn(ground, color, color);
    const { levels, fixed } = model.colors;
    return {
      ...model.colors,
      levels: levels.map(seen),
      fixed: fixed?.map((level) => ({ ...level, color: seen(level.color) })) ?? null,
    };
  }, [model, ground]);
  const [time, value] = row?.data[0] ?? [0, undefined];
  const isKnown = isNumeric(value);
  const text = isKnown ? formatNumber(value, decimals ?? 2, units, decimals !== undefined) : '–';
  const written = useTimePattern(model.timeFormat);
  const name = useGaugeName(label, isKnown ? text : undefined, units);
  if (!row) return null;

  const share = isKnown ? shareOf(model, Number(value)) : 0;
  const plain = colorOn(ground, model.colors.own, own);
  const color = gaugeColor(colors, share, plain);
  const track = model.colors.track ? paleOn(ground, model.colors.track, theme) : faint(plain, 0.2);
  const isDisplay = model.fonts.value.isSegmented;
  const unitBeside = layout.isUnitBeside ? units : '';
  const end = (edge: number) => formatNumber(edge, decimals ?? 2);

  const line = (part: GaugeTextName, content: string, font: Font, unit = '') => {
    const place = layout.texts[part];
    return (
      place &&
      content !== '' && (
        <GaugeText
          {...place}
          text={content}
          unit={unit}
          font={font}
          color={colorOn(ground, font.color, own)}
          showsUnlit={part === 'value' && isDisplay && model.glow === 0}
        />
      )
    );
  };
  const caption = [unitTitle, layout.isUnitBeside ? '' : units].filter(Boolean).join(', ');
  return (
    <svg
      role="img"
      aria-label={name}
      width={width}
      height={height}
      style={{ display: 'block', flex: 'none', fontVariantNumeric: 'tabular-nums', direction: 'ltr' }}
    >
      <GaugeBar
        layout={layout}
        model={model}
        settings={settings}
        share={share}
        color={color}
        track={track}
        ticks={colorOn(ground, model.ticks.color, own)}
      />
      {line('title', title, model.fonts.title)}
      {model.showValue && line('value', text, model.fonts.value, unitBeside)}
      {line('label', caption, model.fonts.label)}
      {model.showMinMax && line('min', end(model.min), model.fonts.minMax)}
      {model.showMinMax && line('max', end(model.max), model.fonts.minMax)}
      {model.timeFormat && time > 0 && line('time', written(time), model.fonts.label)}
    </svg>
  );
}
