import { visibleColor, withOpacity } from '../drawing/colors.ts';
import { numberOf, objectsOf, optionalNumber, textOf } from '../drawing/setting-values.ts';
import type { DataRow, Settings, WidgetData } from '../model.ts';
import { seriesColor } from '../runtime/palette.ts';
import { type ChartInput, numberOrUndefined, type Option, section } from './chart-input.ts';
import { type LinePoints, linePoints, numericPoints } from './drawn-points.ts';
import { pointOption } from './point-shapes.ts';

/** The row that row `index` is compared with, when its key wants to be compared. */
export function comparedRow(input: Pick<ChartInput, 'data' | 'comparison'>, index: number): DataRow | undefined {
  const comparison = section(input.data.rows[index]?.dataKey.settings ?? {}, 'comparisonSettings');
  return comparison.showValuesForComparison === false ? undefined : input.comparison?.rows[index];
}

/** The place of a compared row among all that can be hidden: after the rows of the shown time. */
function comparedPlace(input: Pick<ChartInput, 'data'>, index: number): number {
  return input.data.rows.length + index;
}

/** The rows that a legend names: those of the shown time, and after them those that are compared with, by their places. */
export function legendRows(
  data: WidgetData,
  comparison: WidgetData | undefined,
  texts: ChartInput['texts'],
): (DataRow | undefined)[] {
  const input = { data, comparison, texts };
  const named = (row: DataRow, index: number) => {
    const dataKey = { ...row.dataKey, label: comparedLabel(input, row), color: comparedColor(input, row, index) };
    return { ...row, dataKey };
  };
  const compared = comparison ? data.rows.map((_, index) => comparedRow(input, index)) : [];
  return [...data.rows, ...compared.map((row, index) => row && named(row, index))];
}

/** The colour of values of the compared time: their own, else the one that follows those of all rows before. */
export function comparedColor(
  input: Pick<ChartInput, 'data' | 'comparison'>,
  { dataKey }: DataRow,
  index: number,
): string {
  const own = textOf(section(dataKey.settings, 'comparisonSettings').color);
  if (own) return own;
  const { rows } = input.data;
  const before = rows.slice(0, index).filter((_, place) => comparedRow(input, place));
  return seriesColor(rows.length + before.length);
}

/** Values of the compared time: on the second time axis, dashed and paler. */
export function comparedOption(input: ChartInput, row: DataRow, index: number, yAxisIndex: number): Option {
  const color = visibleColor(comparedColor(input, row, index), input.colors.surface);
  const base = seriesOption(input, row, comparedPlace(input, index), yAxisIndex);
  const itemStyle = base.itemStyle as object;
  const paler = { color: withOpacity(color, 0.6) };
  return {
    ...base,
    id: `compared ${index}`,
    name: comparedLabel(input, row),
    xAxisIndex: 1,
    markLine: undefined,
    areaStyle: undefined,
    itemStyle: { ...itemStyle, ...('borderColor' in itemStyle ? { borderColor: paler.color } : paler) },
    ...(base.type === 'line' ? { lineStyle: { ...(base.lineStyle as object), ...paler, type: 'dashed' } } : {}),
  };
}

/** What the values of the compared time are called. */
export function comparedLabel(input: Pick<ChartInput, 'texts'>, row: DataRow): string {
  const own = section(row.dataKey.settings, 'comparisonSettings');
  return typeof own.comparisonValuesLabel === 'string' && own.comparisonValuesLabel !== ''
    ? own.comparisonValuesLabel
    : input.texts.compared(row.dataKey.label);
}

/** One series as its key and the chart's settings say. */
export function seriesOption(input: ChartInput, row: DataRow, index: number, yAxisIndex: number): Option {
  const { kind, colors } = input;
  const settings = input.config.settings ?? {};
  const key = row.dataKey.settings;
  const color = visibleColor(row.dataKey.color, colors.surface);
  const hidden = input.hidden.has(index);
  // Two times beside each other are not stacked.
  const stacks = settings.stack === true && settings.comparisonEnabled !== true;
  const stack = stacks && key.excludeFromStacking !== true ? `stack ${yAxisIndex}` : undefined;
  const thresholds = hidden ? [] : thresholdsOf(key, settings, color);
  const common: Option = {
    id: `${index}`,
    name: row.dataKey.label,
    yAxisIndex,
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
      data: hidden ? [] : numericPoints(row.data),
      large: true,
      itemStyle: { color, borderRadius: stack ? 0 : [3, 3, 0, 0] },
    };
  }
  const isWhole = stack !== undefined;
  const { points, alone, count } = lineOf(input, hidden ? { data: NOTHING } : row, isWhole);
  const showPoints = key.showPoints === true || count === 1;
  const shape = pointOption(key, color, colors.surface, input);
  return {
    ...common,
    type: 'line',
    data: points,
    connectNulls: false,
    step: kind === 'state' ? 'end' : false,
    smooth: settings.smoothLines === true && kind === 'line' ? 0.25 : false,
    smoothMonotone: 'x',
    showSymbol: showPoints || alone.size > 0,
    // A point between two gaps has no line: it is drawn as a dot.
    ...(showPoints
      ? shape
      : {
          symbol: alone.size > 0 ? ([time]: [number]) => (alone.has(time) ? 'circle' : 'none') : 'circle',
          symbolSize: 4,
        }),
    // Never more points than can be told apart; stacked ones must keep their partners.
    sampling: isWhole || points.length < 2 * input.width ? undefined : 'lttb',
    lineStyle: {
      color,
      width: key.showLines === false ? 0 : (numberOrUndefined(key.lineWidth) ?? lineWidth(input)),
      ...shadowOf(settings),
    },
    areaStyle: key.fillLines === true ? { color: withOpacity(color, 0.14), origin: 'start' } : undefined,
    emphasis: { disabled: true },
  };
}

/** What is drawn of a row as a line. */
export function lineOf(input: ChartInput, { data }: Pick<DataRow, 'data'>, isWhole: boolean): LinePoints {
  return linePoints(data, { kind: input.kind, bucket: spacingOf(input), isWhole, width: input.width });
}

/** px of lines that settings give no width. */
const LINE_WIDTH = 1.8;
/** px of those of a chart with many points: browsers draw such lines several times as fast as any wider ones. */
const FINE_LINE_WIDTH = 1;
/** Points of all series, as far as they can be told apart, above which lines are fine. */
const MANY_POINTS = 8_000;

function lineWidth({ data, width }: ChartInput): number {
  // Hidden ones count, so that lines stay as they are when some are hidden.
  const points = data.rows.reduce((sum, row) => sum + Math.min(row.data.length, width), 0);
  return points > MANY_POINTS ? FINE_LINE_WIDTH : LINE_WIDTH;
}

const NOTHING: DataRow['data'] = [];

/** Lines of the thresholds of a key: attributes of entities have been written in as numbers. */
function thresholdsOf(key: Settings, settings: Settings, color: string): Option[] {
  return objectsOf(key.thresholds).flatMap((threshold) => {
    const yAxis = optionalNumber(threshold.thresholdValue);
    const width = numberOf(threshold.lineWidth, numberOf(settings.thresholdsLineWidth, 1));
    const own = textOf(threshold.color) ?? color;
    return yAxis === undefined
      ? []
      : [{ yAxis, lineStyle: { color: own, width: Math.min(20, Math.max(0, width)), type: 'dashed' } }];
  });
}

/** px of the shadow that every new chart is given; left to the theme, which has none. */
const GIVEN_SHADOW = 4;

function shadowOf(settings: Settings): Option {
  const size = Math.min(20, Math.max(0, numberOf(settings.shadowSize, GIVEN_SHADOW)));
  return size === GIVEN_SHADOW || size === 0
    ? {}
    : { shadowBlur: size, shadowOffsetY: size / 2, shadowColor: 'rgba(0, 0, 0, 0.35)' };
}

/** Width of the buckets that points stand for, ms; 0 for points as they were measured. */
function spacingOf({ data }: ChartInput): number {
  return data.aggregation === 'NONE' ? 0 : (data.interval ?? 0);
}
