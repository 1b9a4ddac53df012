import type { DataRow, Settings, WidgetConfig, WidgetData } from '../model.ts';
import { formatValue, isNumeric, keyFormat } from '../runtime/values.ts';
import type { Scripts } from '../sandbox/scripts.ts';
import { textFunction } from './chart-functions.ts';
import { visibleColor, withOpacity } from './colors.ts';
import type { ChartColors } from './theme-colors.ts';

export type ChartKind = 'line' | 'bar' | 'state';

/** What a chart is drawn from. */
export interface ChartInput {
  kind: ChartKind;
  data: WidgetData;
  config: WidgetConfig;
  colors: ChartColors;
  /** Indexes of rows that the person has switched off. */
  hidden: ReadonlySet<number>;
  locale: string;
  /** px, decide how many labels fit. */
  width: number;
  height: number;
  /** Present when settings have functions that write ticks or values. */
  scripts?: Scripts | undefined;
  /** The same keys over the time that this one is compared with. */
  comparison?: WidgetData | undefined;
  texts: {
    /** Label of a key's values over the compared time, where its settings give none. */
    compared: (label: string) => string;
  };
}

type Option = Record<string, unknown>;

function section(settings: Settings, name: string): Settings {
  const value = settings[name];
  return typeof value === 'object' && value !== null ? (value as Settings) : {};
}

function numberOrUndefined(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

interface Axis {
  /** Two series share an axis when this is equal. */
  id: string;
  unit: string;
  settings: Settings | undefined;
}

function axisOf(row: DataRow, index: number, config: WidgetConfig): Axis {
  const { settings } = row.dataKey;
  const unit = keyFormat(row.dataKey, config).units;
  return settings.showSeparateAxis === true
    ? { id: `series ${index}`, unit, settings }
    : { id: `unit ${unit}`, unit, settings: undefined };
}

/** Text on a y axis: as many places as the ticks need, then the unit. */
function tickText(value: number, unit: string, decimals: number | undefined): string {
  const text = decimals === undefined ? String(Number(value.toPrecision(6))) : value.toFixed(decimals);
  return unit ? `${text} ${unit}` : text;
}

/** The ECharts option of a chart over time. */
export function chartOption(input: ChartInput): Option {
  const { kind, data, config, colors } = input;
  const settings = config.settings ?? {};
  const yaxis = section(settings, 'yaxis');
  const xaxis = section(settings, 'xaxis');
  const grid = section(settings, 'grid');
  const axes: Axis[] = [];
  const series: Option[] = [];
  data.rows.forEach((row, index) => {
    const axis = axisOf(row, index, config);
    let axisIndex = axes.findIndex(({ id }) => id === axis.id);
    if (axisIndex < 0) axisIndex = axes.push(axis) - 1;
    series.push(seriesOption(input, row, index, axisIndex, settings));
    const compared = comparedRow(input, index);
    if (compared) series.push(comparedOption(input, compared, index, axisIndex, settings));
  });
  const comparesWith = input.comparison?.range;
  if (axes.length === 0) axes.push({ id: 'unit', unit: '', settings: undefined });
  const label = { color: colors.text3, fontSize: 11, fontFamily: 'inherit' };
  return {
    animation: false,
    textStyle: { fontFamily: getFont() },
    grid: { left: 4, right: 10, top: 10, bottom: 2, containLabel: true },
    xAxis: [
      {
        type: 'time',
        min: data.range?.minTime ?? null,
        max: data.range?.maxTime ?? null,
        splitNumber: Math.max(2, Math.floor(input.width / 110)),
        axisLine: { show: false },
        axisTick: { show: false },
        axisLabel: {
          ...label,
          show: xaxis.showLabels !== false,
          hideOverlap: true,
          showMinLabel: false,
          showMaxLabel: false,
        },
        splitLine: {
          show: grid.verticalLines === true && grid.horizontalLines === false,
          lineStyle: { color: colors.line2 },
        },
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
      },
      ...(comparesWith ? [comparedAxis(input, comparesWith, label)] : []),
    ],
    yAxis: axes.map((axis, index) => {
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
        splitLine: { show: index === 0 && grid.horizontalLines !== false, lineStyle: { color: colors.line2 } },
        name: (own?.axisTitle as string) || (typeof yaxis.title === 'string' ? yaxis.title : undefined),
        nameTextStyle: label,
      };
    }),
    tooltip: tooltipOption(input),
    series,
  };
}

function getFont(): string {
  return '"Inter Variable", Inter, system-ui, sans-serif';
}

/** Shapes of points by their names in settings. */
const POINT_SHAPES: Readonly<Record<string, string>> = {
  circle: 'emptyCircle',
  square: 'emptyRect',
  diamond: 'emptyDiamond',
  triangle: 'emptyTriangle',
  cross: 'path://M0,0L10,10M10,0L0,10',
};

/** The row that row `index` is compared with, when its key wants to be compared. */
function comparedRow(input: ChartInput, index: number): DataRow | undefined {
  const comparison = section(input.data.rows[index]?.dataKey.settings ?? {}, 'comparisonSettings');
  if (comparison.showValuesForComparison === false || input.hidden.has(index)) return undefined;
  return input.comparison?.rows[index];
}

/** Values of the compared time: on the second time axis, dashed and paler. */
function comparedOption(
  input: ChartInput,
  row: DataRow,
  index: number,
  yAxisIndex: number,
  settings: Settings,
): Option {
  const own = section(row.dataKey.settings, 'comparisonSettings');
  const asked = typeof own.color === 'string' && own.color !== '' ? own.color : row.dataKey.color;
  const color = visibleColor(asked, input.colors.surface);
  const base = seriesOption(input, row, index, yAxisIndex, settings);
  const paler = { color: withOpacity(color, 0.6) };
  return {
    ...base,
    id: `compared ${index}`,
    name: comparedLabel(input, row),
    xAxisIndex: 1,
    markLine: undefined,
    areaStyle: undefined,
    itemStyle: { ...(base.itemStyle as object), ...paler },
    ...(base.type === 'line' ? { lineStyle: { ...(base.lineStyle as object), ...paler, type: 'dashed' } } : {}),
  };
}

function comparedLabel(input: ChartInput, row: DataRow): string {
  const own = section(row.dataKey.settings, 'comparisonSettings');
  return typeof own.comparisonValuesLabel === 'string' && own.comparisonValuesLabel !== ''
    ? own.comparisonValuesLabel
    : input.texts.compared(row.dataKey.label);
}

/** The axis of the compared time, so that both stand one over the other. */
function comparedAxis(input: ChartInput, range: { minTime: number; maxTime: number }, label: Option): Option {
  const settings = section(input.config.settings ?? {}, 'xaxisSecond');
  return {
    type: 'time',
    position: settings.axisPosition === 'bottom' ? 'bottom' : 'top',
    min: range.minTime,
    max: range.maxTime,
    splitNumber: Math.max(2, Math.floor(input.width / 110)),
    axisLine: { show: false },
    axisTick: { show: false },
    splitLine: { show: false },
    axisLabel: { ...label, show: settings.showLabels !== false, hideOverlap: true },
    name: typeof settings.title === 'string' ? settings.title : undefined,
    nameLocation: 'middle',
    nameTextStyle: label,
  };
}

function seriesOption(input: ChartInput, row: DataRow, index: number, yAxisIndex: number, settings: Settings): Option {
  const { kind, colors } = input;
  const key = row.dataKey.settings;
  const color = visibleColor(row.dataKey.color, colors.surface);
  const hidden = input.hidden.has(index);
  const points = hidden ? [] : numericPoints(row, settings.hideZeros === true);
  // Two times beside each other are not stacked.
  const stacks = settings.stack === true && settings.comparisonEnabled !== true;
  const stack = stacks && key.excludeFromStacking !== true ? `stack ${yAxisIndex}` : undefined;
  const thresholds = (Array.isArray(key.thresholds) ? (key.thresholds as Settings[]) : []).flatMap((threshold) =>
    typeof threshold.thresholdValue === 'number'
      ? [
          {
            yAxis: threshold.thresholdValue,
            lineStyle: {
              color: String(threshold.color || color),
              width: numberOrUndefined(threshold.lineWidth) ?? 1,
              type: 'dashed',
            },
          },
        ]
      : [],
  );
  const common: Option = {
    id: `${index}`,
    name: row.dataKey.label,
    yAxisIndex,
    data: points,
    stack,
    itemStyle: { color },
    markLine:
      thresholds.length > 0 ? { silent: true, symbol: 'none', label: { show: false }, data: thresholds } : undefined,
  };
  const asBars = kind === 'bar' && key.showLines !== true;
  if (asBars) {
    return {
      ...common,
      type: 'bar',
      large: true,
      barMaxWidth: 28,
      itemStyle: { color, borderRadius: stack ? 0 : [3, 3, 0, 0] },
    };
  }
  const showPoints = key.showPoints === true || points.length === 1;
  return {
    ...common,
    type: 'line',
    step: kind === 'state' ? 'end' : false,
    smooth: settings.smoothLines === true && kind === 'line' ? 0.25 : false,
    smoothMonotone: 'x',
    showSymbol: showPoints,
    symbol: POINT_SHAPES[String(key.showPointShape)] ?? 'circle',
    symbolSize: showPoints ? Math.max(4, (numberOrUndefined(key.showPointsRadius) ?? 3) * 2) : 4,
    // Never more points than can be told apart; stacked ones must keep their partners.
    sampling: stack || points.length < 2 * input.width ? undefined : 'lttb',
    lineStyle: { color, width: key.showLines === false ? 0 : (numberOrUndefined(key.lineWidth) ?? 1.8) },
    areaStyle: key.fillLines === true ? { color: withOpacity(color, 0.14), origin: 'start' } : undefined,
    emphasis: { disabled: true },
  };
}

/** Points that can be drawn; true and false are drawn as 1 and 0. */
function numericPoints(row: DataRow, hideZeros: boolean): (readonly [number, number])[] {
  const points: (readonly [number, number])[] = [];
  for (const [time, value] of row.data) {
    const number = value === true || value === 'true' ? 1 : value === false || value === 'false' ? 0 : Number(value);
    if (value === '' || value === null || !Number.isFinite(number)) continue;
    if (hideZeros && number === 0) continue;
    points.push([time, number]);
  }
  return points;
}

interface TooltipItem {
  seriesId?: string;
  value?: [number, number];
}

function tooltipOption(input: ChartInput): Option {
  const { data, config, colors } = input;
  const settings = config.settings ?? {};
  if (settings.showTooltip === false) return { show: false };
  const time = new Intl.DateTimeFormat(input.locale, { dateStyle: 'medium', timeStyle: 'medium' });
  return {
    trigger: settings.tooltipIndividual === true ? 'item' : 'axis',
    confine: true,
    transitionDuration: 0,
    backgroundColor: colors.surface,
    borderColor: colors.line,
    padding: [8, 12],
    textStyle: { color: colors.text, fontSize: 12 },
    // Built from elements, so that names and values are never read as markup.
    formatter(params: TooltipItem | TooltipItem[]) {
      const items = (Array.isArray(params) ? params : [params]).filter((item) => item.value);
      const box = document.createElement('div');
      const head = box.appendChild(document.createElement('div'));
      head.textContent = items[0]?.value ? time.format(items[0].value[0]) : '';
      Object.assign(head.style, { color: colors.text3, marginBottom: '4px' });
      for (const item of items.slice(0, 20)) {
        const compared = item.seriesId?.startsWith('compared ') === true;
        const index = Number(item.seriesId?.replace('compared ', ''));
        const row = compared ? input.comparison?.rows[index] : data.rows[index];
        if (!row || !item.value) continue;
        const { decimals, units } = keyFormat(row.dataKey, config);
        const line = box.appendChild(document.createElement('div'));
        Object.assign(line.style, { display: 'flex', gap: '8px', alignItems: 'center', lineHeight: '20px' });
        const mark = line.appendChild(document.createElement('i'));
        const background = visibleColor(row.dataKey.color, colors.surface);
        Object.assign(mark.style, { width: '10px', height: '3px', borderRadius: '2px', background });
        line.appendChild(document.createElement('span')).textContent = compared
          ? `${comparedLabel(input, row)} · ${time.format(item.value[0])}`
          : row.dataKey.label;
        const value = line.appendChild(document.createElement('b'));
        const written = textFunction(
          input.scripts,
          row.dataKey.settings.tooltipValueFormatter || settings.tooltipValueFormatter,
        );
        value.textContent = written(item.value[1]) ?? formatValue(item.value[1], decimals ?? 2, units);
        Object.assign(value.style, {
          marginInlineStart: 'auto',
          fontWeight: '600',
          fontVariantNumeric: 'tabular-nums',
        });
      }
      if (settings.tooltipCumulative === true && items.length > 1) {
        const total = items.reduce((sum, item) => sum + (item.value?.[1] ?? 0), 0);
        const line = box.appendChild(document.createElement('div'));
        line.textContent = `Σ ${formatValue(total, config.decimals ?? 2, config.units)}`;
        Object.assign(line.style, { textAlign: 'end', color: colors.text2 });
      }
      return box;
    },
  };
}

/** The option of the bar chart of latest values: one bar a key. */
export function latestBarsOption(input: Omit<ChartInput, 'kind' | 'hidden' | 'texts'>): Option {
  const { data, config, colors } = input;
  const rows = data.rows.filter((row) => isNumeric(row.data[0]?.[1]));
  const label = { color: colors.text3, fontSize: 11 };
  const units = new Set(rows.map((row) => keyFormat(row.dataKey, config).units));
  // One unit for all bars stands on the axis.
  const unit = units.size === 1 ? ([...units][0] ?? '') : '';
  return {
    animation: false,
    textStyle: { fontFamily: getFont() },
    grid: { left: 4, right: 10, top: 10, bottom: 2, containLabel: true },
    xAxis: {
      type: 'category',
      data: rows.map((row) => row.dataKey.label),
      axisLine: { lineStyle: { color: colors.line } },
      axisTick: { show: false },
      axisLabel: {
        ...label,
        interval: 0,
        width: Math.max(30, input.width / Math.max(1, rows.length) - 6),
        overflow: 'truncate',
      },
    },
    yAxis: {
      type: 'value',
      axisLabel: { ...label, formatter: (value: number) => tickText(value, unit, undefined) },
      splitNumber: 4,
      splitLine: { lineStyle: { color: colors.line2 } },
    },
    tooltip: {
      trigger: 'item',
      confine: true,
      show: config.settings?.showTooltip !== false,
      backgroundColor: colors.surface,
      borderColor: colors.line,
      textStyle: { color: colors.text, fontSize: 12 },
      formatter(item: { dataIndex: number }) {
        const box = document.createElement('div');
        const row = rows[item.dataIndex];
        const format = row ? keyFormat(row.dataKey, config) : undefined;
        box.textContent = row
          ? `${row.dataKey.label}: ${formatValue(row.data[0]?.[1], format?.decimals ?? 2, format?.units)}`
          : '';
        return box;
      },
    },
    series: [
      {
        type: 'bar',
        barMaxWidth: 48,
        data: rows.map((row) => ({
          value: Number(row.data[0]?.[1]),
          itemStyle: { color: visibleColor(row.dataKey.color, colors.surface), borderRadius: [3, 3, 0, 0] },
        })),
      },
    ],
  };
}
