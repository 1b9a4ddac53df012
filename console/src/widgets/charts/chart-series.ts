import { withGaps } from '../../controls/gaps.ts';
import { visibleColor, withOpacity } from '../drawing/colors.ts';
import { objectsOf, textOf } from '../drawing/setting-values.ts';
import type { DataRow } from '../model.ts';
import { type ChartInput, numberOrUndefined, type Option, section } from './chart-input.ts';

/** Shapes of points by their names in settings. */
const POINT_SHAPES: Readonly<Record<string, string>> = {
  circle: 'emptyCircle',
  square: 'emptyRect',
  diamond: 'emptyDiamond',
  triangle: 'emptyTriangle',
  cross: 'path://M0,0L10,10M10,0L0,10',
};

/** The row that row `index` is compared with, when its key wants to be compared. */
export function comparedRow(input: ChartInput, index: number): DataRow | undefined {
  const comparison = section(input.data.rows[index]?.dataKey.settings ?? {}, 'comparisonSettings');
  if (comparison.showValuesForComparison === false || input.hidden.has(index)) return undefined;
  return input.comparison?.rows[index];
}

/** Values of the compared time: on the second time axis, dashed and paler. */
export function comparedOption(input: ChartInput, row: DataRow, index: number, yAxisIndex: number): Option {
  const own = section(row.dataKey.settings, 'comparisonSettings');
  const wanted = typeof own.color === 'string' && own.color !== '' ? own.color : row.dataKey.color;
  const color = visibleColor(wanted, input.colors.surface);
  const base = seriesOption(input, row, index, yAxisIndex);
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

/** What the values of the compared time are called. */
export function comparedLabel(input: ChartInput, row: DataRow): string {
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
  const points = hidden ? [] : numericPoints(row, settings.hideZeros === true);
  // Two times beside each other are not stacked.
  const stacks = settings.stack === true && settings.comparisonEnabled !== true;
  const stack = stacks && key.excludeFromStacking !== true ? `stack ${yAxisIndex}` : undefined;
  const thresholds = objectsOf(key.thresholds).flatMap((threshold) =>
    typeof threshold.thresholdValue === 'number'
      ? [
          {
            yAxis: threshold.thresholdValue,
            lineStyle: {
              color: textOf(threshold.color) ?? color,
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
  const shape = POINT_SHAPES[String(key.showPointShape)] ?? 'circle';
  // A state holds until the next one; everything else is unknown where nothing came.
  const { points: drawn, alone } = kind === 'state' ? { points, alone: NONE } : withGaps(points, spacingOf(input));
  return {
    ...common,
    type: 'line',
    data: drawn,
    connectNulls: false,
    step: kind === 'state' ? 'end' : false,
    smooth: settings.smoothLines === true && kind === 'line' ? 0.25 : false,
    smoothMonotone: 'x',
    showSymbol: showPoints || alone.size > 0,
    // A point between two gaps has no line: it is drawn as a dot.
    symbol: showPoints || alone.size === 0 ? shape : ([time]: [number]) => (alone.has(time) ? 'circle' : 'none'),
    symbolSize: showPoints ? Math.max(4, (numberOrUndefined(key.showPointsRadius) ?? 3) * 2) : 4,
    // Never more points than can be told apart; stacked ones must keep their partners.
    sampling: stack || points.length < 2 * input.width ? undefined : 'lttb',
    lineStyle: { color, width: key.showLines === false ? 0 : (numberOrUndefined(key.lineWidth) ?? 1.8) },
    areaStyle: key.fillLines === true ? { color: withOpacity(color, 0.14), origin: 'start' } : undefined,
    emphasis: { disabled: true },
  };
}

const NONE: ReadonlySet<number> = new Set();

/** Width of the buckets that points stand for, ms; 0 for points as they were measured. */
function spacingOf({ data }: ChartInput): number {
  return data.aggregation === 'NONE' ? 0 : (data.interval ?? 0);
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
