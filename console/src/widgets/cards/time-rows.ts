import type { DataRow } from '../model.ts';
import { byAnyName } from '../runtime/values.ts';
import type { TableSort } from './table-page.ts';

/** A line of the table of values over time. */
export interface TimeRow {
  time: number;
  /** By place of the key; absent where the key has no value at this time. */
  values: unknown[];
  plain: Record<string, unknown>;
}

/** The lines of the table of values over time in their order, put together only as far as they are shown. */
export interface TimeLines {
  count: number;
  slice: (from: number, to: number) => TimeRow[];
}

function compare(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a ?? '').localeCompare(String(b ?? ''));
}

/** The times of all values, each once and in order; undefined where a key has not all of its values in order. */
function timesOf(rows: readonly DataRow[]): readonly number[] | undefined {
  const lists = rows.map(({ data }) => data.map(([time]) => time));
  const isOrdered = (times: readonly number[]) =>
    times.every((time, at) => at === 0 || time > (times[at - 1] as number));
  if (!lists.every(isOrdered)) return undefined;
  const [first = [], ...others] = lists;
  // As a rule a device sends all keys together.
  if (others.every((times) => times.length === first.length && times.every((time, at) => time === first[at])))
    return first;
  return [...new Set(lists.flat())].sort((one, other) => one - other);
}

/** Of values in order of time, those from one time to another. */
function within({ data, ...row }: DataRow, from: number, to: number): DataRow {
  let [low, high] = [0, data.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((data[middle]?.[0] ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  let end = low;
  while (end < data.length && (data[end]?.[0] ?? 0) <= to) end++;
  return { ...row, data: data.slice(low, end) };
}

/**
 * All lines as a table shows them. In the order of time, which tables have all the while, only those are put together
 * that are asked for: a minute of values may be thousands of lines, of which ten are seen.
 */
export function timeLines(
  rows: readonly DataRow[],
  { hideEmpty, search, sort }: { hideEmpty: boolean; search: string; sort: TableSort },
): TimeLines {
  const sign = sort.direction === 'ASC' ? 1 : -1;
  const times = sort.column === 'time' && !hideEmpty && search.trim() === '' ? timesOf(rows) : undefined;
  if (times) {
    const { length } = times;
    return {
      count: length,
      slice(from, to) {
        const shown =
          sign > 0 ? times.slice(from, to) : times.slice(Math.max(0, length - to), Math.max(0, length - from));
        const [first, last] = [shown[0], shown.at(-1)];
        if (first === undefined || last === undefined) return [];
        const lines = timeRows(
          rows.map((row) => within(row, first, last)),
          false,
        );
        return lines.sort((one, other) => sign * (one.time - other.time));
      },
    };
  }
  const index = Number(sort.column.slice(4));
  const lines = matchingRows(timeRows(rows, hideEmpty), search).sort(
    (a, b) => sign * (sort.column === 'time' ? a.time - b.time : compare(a.values[index], b.values[index])),
  );
  return { count: lines.length, slice: (from, to) => lines.slice(from, to) };
}

/** Values of all keys of an entity brought together by time. */
export function timeRows(rows: readonly DataRow[], hideEmpty: boolean): TimeRow[] {
  const byTime = new Map<number, TimeRow>();
  rows.forEach((row, index) => {
    for (const [time, value] of row.data) {
      let line = byTime.get(time);
      if (!line) {
        line = { time, values: [], plain: byAnyName<unknown>({ Timestamp: time }) };
        for (const other of rows) line.plain[other.dataKey.label] = null;
        byTime.set(time, line);
      }
      line.values[index] = value;
      line.plain[row.dataKey.name] = value;
      line.plain[row.dataKey.label] = value;
    }
  });
  const lines = [...byTime.values()];
  return hideEmpty
    ? lines.filter((line) => line.values.some((value) => value !== '' && value !== null && value !== undefined))
    : lines;
}

/** The lines with a value that has `search` in it. */
export function matchingRows(lines: readonly TimeRow[], search: string): TimeRow[] {
  const wanted = search.trim().toLowerCase();
  return lines.filter(
    (line) =>
      wanted === '' ||
      line.values.some((value) =>
        String(value ?? '')
          .toLowerCase()
          .includes(wanted),
      ),
  );
}
