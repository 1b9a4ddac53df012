import type { DataRow, WidgetData } from '../model.ts';
import { type ChartInput, numberOrUndefined, type Option } from './chart-input.ts';
import { chartLook } from './chart-look.ts';
import { lineOf } from './chart-series.ts';
import type { ChartGrowth, SeriesGrowth } from './grown-lines.ts';
import { lineGrowth } from './line-growth.ts';

/** Whether a row is about the same as before, so that its legend, its colour and its axis stay. */
function isSameRow(before: DataRow, { dataKey, entity, isForbidden }: DataRow): boolean {
  return (
    dataKey.label === before.dataKey.label &&
    dataKey.color === before.dataKey.color &&
    entity.id === before.entity.id &&
    isForbidden === before.isForbidden
  );
}

/** A line that nothing is stacked on, and whose points are not drawn, but for single dots. */
function canGrow({ type, stack, showSymbol, symbol }: Option): boolean {
  return type === 'line' && stack === undefined && (showSymbol !== true || typeof symbol === 'function');
}

/**
 * By which ends the lines of a chart differ from what it was drawn from: `option` was made from `input`. Undefined
 * where more is different than these and the time, or what is drawn are not lines.
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
  if (next.rows.length !== data.rows.length || !series.every(canGrow)) return undefined;
  const lines: SeriesGrowth[] = [];
  for (const [index, row] of next.rows.entries()) {
    const before = data.rows[index] as DataRow;
    if (row === before) continue;
    if (!isSameRow(before, row)) return undefined;
    if (row.data === before.data || hidden.has(index)) continue;
    const one = series.find(({ id }) => id === `${index}`);
    const growth = one && lineGrowth(before.data, row.data, { ...lineOf(input, before, false), kind: input.kind });
    if (!growth) return undefined;
    const { min, max } = axes[one.yAxisIndex as number] ?? {};
    lines.push({
      ...growth,
      seriesId: `${index}`,
      isAxisFixed: numberOrUndefined(min) !== undefined && numberOrUndefined(max) !== undefined,
      isSmooth: one.smooth !== false,
    });
  }
  return { lines, elapsed };
}
