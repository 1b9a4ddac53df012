import type { DataRow, Settings, WidgetConfig } from '../model.ts';
import { keyFormat } from '../runtime/values.ts';
import { calendarAxis } from './calendar-axis.ts';
import { textFunction } from './chart-functions.ts';
import { CHART_FONT, type ChartInput, numberOrUndefined, type Option, section } from './chart-input.ts';
import { type ChartLook, lookOfText } from './chart-look.ts';

/** An axis of values; several series may share it. */
export interface ValueAxis {
  /** Two series share an axis when this is equal. */
  id: string;
  unit: string;
  settings: Settings | undefined;
}

/** The axis of the series at `index`: that of its unit, unless it wants its own. */
export function axisOf(row: DataRow, index: number, config: WidgetConfig): ValueAxis {
  const { settings } = row.dataKey;
  const unit = keyFormat(row.dataKey, config).units;
  return settings.showSeparateAxis === true
    ? { id: `series ${index}`, unit, settings }
    : { id: `unit ${unit}`, unit, settings: undefined };
}

const MAX_DECIMALS = 15;

/** Text on a y axis: as many places as the ticks need, then the unit. */
export function tickText(value: number, unit: string, decimals: number | undefined): string {
  const text =
    decimals === undefined
      ? String(Number(value.toPrecision(6)))
      : value.toFixed(Math.min(MAX_DECIMALS, Math.max(0, Math.round(decimals))));
  return unit ? `${text} ${unit}` : text;
}

/** How the texts of an axis look; `asked`: the colour that its settings give them. */
function labelStyle({ config, colors }: ChartInput, look: ChartLook, requested?: unknown): Option {
  return { color: lookOfText(requested, config, colors) ?? look.text, fontSize: look.size, fontFamily: CHART_FONT };
}

/** The time axis, and that of the compared time where there is one. */
export function timeAxes(input: ChartInput, look: ChartLook): Option[] {
  const { config, data, colors } = input;
  const settings = config.settings ?? {};
  const xaxis = section(settings, 'xaxis');
  const label = labelStyle(input, look, xaxis.color);
  const compared = input.comparison?.range;
  const calendar = data.calendar && data.range && calendarAxis(data.calendar, data.range, input.width, input.locale);
  const own: Option = {
    type: 'time',
    min: data.range?.minTime ?? null,
    max: data.range?.maxTime ?? null,
    splitNumber: Math.max(2, Math.floor(input.width / 110)),
    axisLine: { show: false },
    axisTick: { show: false, ...calendar?.axisTick },
    axisLabel: {
      ...label,
      show: xaxis.showLabels !== false,
      hideOverlap: true,
      showMinLabel: false,
      showMaxLabel: false,
      ...calendar?.axisLabel,
    },
    splitLine: { show: look.vertical, lineStyle: { color: look.line } },
    name: typeof xaxis.title === 'string' ? xaxis.title : undefined,
    nameLocation: 'middle',
    nameGap: 26,
    nameTextStyle: label,
    axisPointer: {
      show: true,
      type: 'line',
      lineStyle: { color: colors.line, type: 'solid' },
      label: { show: false },
    },
  };
  return compared ? [own, comparedAxis(input, compared, label)] : [own];
}

/** The value axes, in the order in which series refer to them. */
export function valueAxes(input: ChartInput, axes: readonly ValueAxis[], look: ChartLook): Option[] {
  const { kind } = input;
  const settings = input.config.settings ?? {};
  const yaxis = section(settings, 'yaxis');
  const label = labelStyle(input, look, yaxis.color);
  return axes.map((axis, index) => {
    const own = axis.settings;
    const ticks = textFunction(input.scripts, own?.axisTicksFormatter || yaxis.ticksFormatter);
    const position = own?.axisPosition ?? (index % 2 === 0 ? 'left' : 'right');
    return {
      type: 'value',
      position,
      offset: Math.floor(index / 2) * 48,
      min: numberOrUndefined(own?.axisMin) ?? numberOrUndefined(yaxis.min) ?? null,
      max: numberOrUndefined(own?.axisMax) ?? numberOrUndefined(yaxis.max) ?? null,
      interval: numberOrUndefined(own?.axisTickSize) ?? numberOrUndefined(yaxis.tickSize),
      // Values far from zero use the height; bars begin at zero.
      scale: kind !== 'bar',
      axisLine: { show: false },
      axisTick: { show: false },
      axisLabel: {
        ...label,
        show: yaxis.showLabels !== false,
        formatter: (value: number) =>
          ticks(value) ??
          tickText(
            value,
            axis.unit,
            numberOrUndefined(own?.axisTickDecimals) ?? (numberOrUndefined(yaxis.tickDecimals) || undefined),
          ),
      },
      splitNumber: Math.min(5, Math.max(1, Math.floor(input.height / 55))),
      splitLine: { show: index === 0 && look.horizontal, lineStyle: { color: look.line } },
      name: (own?.axisTitle as string) || (typeof yaxis.title === 'string' ? yaxis.title : undefined),
      nameTextStyle: label,
    };
  });
}

/** The axis of the compared time, so that both stand one over the other. */
function comparedAxis(input: ChartInput, range: { minTime: number; maxTime: number }, label: Option): Option {
  const settings = section(input.config.settings ?? {}, 'xaxisSecond');
  const unit = input.comparison?.calendar;
  const calendar = unit && calendarAxis(unit, range, input.width, input.locale);
  return {
    type: 'time',
    position: settings.axisPosition === 'bottom' ? 'bottom' : 'top',
    min: range.minTime,
    max: range.maxTime,
    splitNumber: Math.max(2, Math.floor(input.width / 110)),
    axisLine: { show: false },
    axisTick: { show: false, ...calendar?.axisTick },
    splitLine: { show: false },
    axisLabel: { ...label, show: settings.showLabels !== false, hideOverlap: true, ...calendar?.axisLabel },
    name: typeof settings.title === 'string' ? settings.title : undefined,
    nameLocation: 'middle',
    nameTextStyle: label,
  };
}
