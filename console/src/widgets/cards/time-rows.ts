import type { DataRow } from '../model.ts';
import { byAnyName } from '../runtime/values.ts';

/** A line of the table of values over time. */
export interface TimeRow {
  time: number;
  /** By place of the key; absent where the key has no value at this time. */
  values: unknown[];
  plain: Record<string, unknown>;
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
