import type { DataRow, LegendConfig, Point } from '../model.ts';
import { addTo, emptyTotal, meanOf } from './total.ts';
import { isNumeric } from './values.ts';

/** Figures of one series over what is shown; undefined where nothing numeric is there. */
export interface SeriesFigures {
  min: number | undefined;
  max: number | undefined;
  avg: number | undefined;
  total: number | undefined;
  /** The newest value, whatever it is. */
  last: unknown;
}

/** Smallest, largest, mean and sum of the numeric points. */
export function seriesFigures(points: readonly Point[]): SeriesFigures {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  const total = emptyTotal();
  for (const [, value] of points) {
    if (!isNumeric(value)) continue;
    const number = Number(value);
    if (number < min) min = number;
    if (number > max) max = number;
    addTo(total, number);
  }
  const last = points.at(-1)?.[1];
  if (total.count === 0) return { min: undefined, max: undefined, avg: undefined, total: undefined, last };
  return { min, max, avg: meanOf(total), total: total.sum, last };
}

/** One line of a legend. */
export interface LegendEntry {
  /** Place of the series among the rows of the widget. */
  index: number;
  row: DataRow;
  /** Whether a click may hide the series. */
  canHide: boolean;
}

/** The lines of a legend in their order; a place may be empty. */
export function legendEntries(rows: readonly (DataRow | undefined)[], config: LegendConfig): LegendEntry[] {
  const entries = rows
    .flatMap((row, index) => (row ? [{ index, row, canHide: row.dataKey.settings.disableDataHiding !== true }] : []))
    .filter(({ row }) => row.dataKey.settings.removeFromLegend !== true);
  if (config.sortDataKeys) entries.sort((a, b) => a.row.dataKey.label.localeCompare(b.row.dataKey.label));
  return entries;
}

/** A legend's settings with the defaults of the widget's kind. */
export function completeLegend(config: LegendConfig | undefined, timeseries: boolean): Required<LegendConfig> {
  const direction = config?.direction === 'row' ? 'row' : 'column';
  const wanted = config?.position ?? 'bottom';
  const position = direction === 'row' && wanted !== 'top' && wanted !== 'bottom' ? 'bottom' : wanted;
  return {
    direction,
    position,
    sortDataKeys: config?.sortDataKeys === true,
    showMin: config?.showMin === true,
    showMax: config?.showMax === true,
    showAvg: config?.showAvg ?? timeseries,
    showTotal: config?.showTotal === true,
  };
}

/** The same places, with one that was missing or without one that was there: an entry of the legend was pressed. */
export function withToggled(places: ReadonlySet<number>, place: number): ReadonlySet<number> {
  const next = new Set(places);
  if (!next.delete(place)) next.add(place);
  return next;
}
