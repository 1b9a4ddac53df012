import type { SeriesPoint, SeriesQuery } from '../../telemetry/series-store.ts';
import type { TelemetryValue } from '../../values/value.ts';

/** Points that wait in memory, of all series of an entity together. */
const MAX_WAITING = 60_000;
/** Points, or buckets, of one read. */
const READ = { least: 250, most: 5000 };

/** Which points of a series. */
export type SeriesRange = Pick<SeriesQuery, 'startTs' | 'endTs' | 'aggregation' | 'interval' | 'calendar'>;

/** What series have at a time, by their place. */
export interface MergedRow {
  /** epoch ms */
  ts: number;
  values: (TelemetryValue | undefined)[];
}

interface Cursor {
  points: readonly SeriesPoint[];
  /** The next of them. */
  at: number;
  /** From where the next read begins, epoch ms. */
  from: number;
  isAtEnd: boolean;
}

/** Reads some points of one key. */
export type ReadSeries = (query: SeriesQuery) => Promise<readonly SeriesPoint[]>;

/** The points of several series of an entity side by side, from old to new, a part of each in memory. */
export async function* mergedSeries(
  read: ReadSeries,
  keys: readonly string[],
  range: SeriesRange,
): AsyncGenerator<MergedRow> {
  const size = Math.max(READ.least, Math.min(READ.most, Math.floor(MAX_WAITING / Math.max(1, keys.length))));
  const isRaw = range.aggregation === 'NONE';
  const cursors = keys.map((): Cursor => ({ points: [], at: 0, from: range.startTs, isAtEnd: false }));

  /** Reads on, until there are points or there is nothing left. */
  async function fill(key: string, cursor: Cursor): Promise<void> {
    while (cursor.at >= cursor.points.length && !cursor.isAtEnd) {
      // Days and longer are few.
      const isWhole = isRaw || range.calendar !== undefined;
      const endTs = isWhole ? range.endTs : Math.min(range.endTs, cursor.from + size * range.interval);
      cursor.points =
        cursor.from >= range.endTs
          ? []
          : await read({ ...range, key, startTs: cursor.from, endTs, limit: size, order: 'ASC' });
      cursor.at = 0;
      const last = cursor.points.at(-1);
      cursor.from = isRaw && last ? last.ts + 1 : endTs;
      cursor.isAtEnd = isRaw ? cursor.points.length < size : endTs >= range.endTs;
    }
  }

  for (;;) {
    let ts = Number.POSITIVE_INFINITY;
    for (const [index, cursor] of cursors.entries()) {
      if (cursor.at >= cursor.points.length) await fill(keys[index] as string, cursor);
      ts = Math.min(ts, cursor.points[cursor.at]?.ts ?? Number.POSITIVE_INFINITY);
    }
    if (ts === Number.POSITIVE_INFINITY) return;
    const values = cursors.map((cursor) => {
      const point = cursor.points[cursor.at];
      if (point?.ts !== ts) return undefined;
      cursor.at++;
      return point.value;
    });
    yield { ts, values };
  }
}
