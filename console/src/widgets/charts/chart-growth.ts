import type { DataRow, WidgetData } from '../model.ts';
import { type ChartInput, numberOrUndefined, type Option } from './chart-input.ts';
import { chartLook } from './chart-look.ts';
import { lineOf } from './chart-series.ts';
import type { ChartGrowth, SeriesGrowth } from './grown-lines.ts';
import { stackedGrowth } from './stacked-growth.ts';

/** Whether a row is about the same as before, so that its legend, its colour and its axis stay. */
function isSameRow(before: DataRow, { dataKey, entity, isForbidden }: DataRow): boolean {
  return (
    dataKey.label === before.dataKey.label &&
    dataKey.color === before.dataKey.color &&
    entity.id === before.entity.id &&
    isForbidden === before.isForbidden
  );
}

/** Whether a row is drawn with points, and not only as dots where it has gaps on both sides. */
const hasPoints = ({ type, showSymbol, symbol }: Option): boolean =>
  type === 'line' && showSymbol === true && typeof symbol !== 'function';

/** ms that a bar is beside its time. */
function shiftOf({ data }: Option): number {
  const [bar] = data as readonly (readonly number[])[];
  return bar?.length === 3 ? (bar[0] as number) - (bar[2] as number) : 0;
}

/** Whether nothing stands still between the axes but what looks the same at all times: lines from side to side. */
function movesAsWhole({ config, colors }: ChartInput, series: readonly Option[]): boolean {
  if (chartLook(config, colors).frame) return false;
  // The dashes of thresholds stand where they are, and so do values of another time.
  return series.every(({ markLine, xAxisIndex }) => markLine === undefined && xAxisIndex === undefined);
}

const NO_GAPS = { limit: Number.POSITIVE_INFINITY };

/** What changes of a row with others of its stack, or alone. */
interface GrowingRow {
  one: Option;
  before: DataRow;
  after: DataRow;
}

/**
 * By which ends the rows of a chart differ from what it was drawn from: `option` was made from `input`. Undefined where
 * more is different than these and the time.
 */
export function chartGrowth(input: ChartInput, option: Option, next: WidgetData): ChartGrowth | undefined {
  const { data, hidden } = input;
  const series = option.series as readonly Option[];
  const axes = option.yAxis as readonly Option[];
  if (next.status !== 'ready' || data.status !== 'ready' || !next.range || !data.range || data.calendar)
    return undefined;
  const elapsed = next.range.minTime - data.range.minTime;
  if (next.range.maxTime - data.range.maxTime !== elapsed) return undefined;
  // Lines across the chart stand on dots of the screen, and do not move by parts of them.
  if (elapsed !== 0 && chartLook(input.config, input.colors).vertical) return undefined;
  if (next.rows.length !== data.rows.length) return undefined;
  /** Rows that are stacked on each other, and each of the others alone. */
  const groups = new Map<string, GrowingRow[]>();
  for (const [index, row] of next.rows.entries()) {
    const before = data.rows[index] as DataRow;
    if (row !== before && !isSameRow(before, row)) return undefined;
    if (hidden.has(index) || (before.data.length === 0 && row.data.length === 0)) continue;
    const one = series.find(({ id }) => id === `${index}`);
    if (!one) return undefined;
    const group = one.stack === undefined ? `${index}` : String(one.stack);
    groups.set(group, [...(groups.get(group) ?? []), { one, before, after: row }]);
  }
  const lines: SeriesGrowth[] = [];
  for (const rows of groups.values()) {
    if (rows.every(({ before, after }) => before.data === after.data)) continue;
    // Bars and lines of one axis stand on each other.
    if (rows.some(({ one }) => one.type !== rows[0]?.one.type)) return undefined;
    const members = rows.map(({ one, before, after }) => ({
      ...{ before: before.data, after: after.data },
      shape: one.type === 'bar' ? NO_GAPS : lineOf(input, before, one.stack !== undefined),
    }));
    const growths = stackedGrowth(members, input.kind);
    if (!growths) return undefined;
    for (const [at, growth] of growths.entries()) {
      const { one } = rows[at] as GrowingRow;
      const { min, max } = axes[one.yAxisIndex as number] ?? {};
      lines.push({
        ...growth,
        seriesId: one.id as string,
        isBar: one.type === 'bar',
        shift: one.type === 'bar' ? shiftOf(one) : 0,
        isAxisFixed: numberOrUndefined(min) !== undefined && numberOrUndefined(max) !== undefined,
        isSmooth: one.type === 'line' && one.smooth !== false,
        hasPoints: hasPoints(one),
      });
    }
  }
  return { lines, elapsed, movesAsWhole: movesAsWhole(input, series) };
}
