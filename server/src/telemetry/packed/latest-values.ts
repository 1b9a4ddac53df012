import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import { inTransaction } from '../../storage/transaction.ts';
import { ValueColumnsWriter } from '../value-columns.ts';
import type { IndexedSeries } from '../value-index/value-index.ts';
import { type RawValue, telemetryValueOf } from './points.ts';
import type { Series } from './series.ts';

/** Most rows of a statement. */
const ROWS = 2_000;
/** After a write the next one waits this many times as long as it took, its rests included, however many series change. */
const REST_FACTOR = 2;
/** Longest time a query waits for values to be in the table, in ms. */
const PATIENCE = 250;

/** A value that may become the latest one. */
export interface LatestPoint {
  ts: number;
  type: number;
  value: RawValue;
}

/** Latest values: updated in memory at once, and in their table, which entity queries read, a few times a second. */
export interface LatestValues {
  /** Offers a committed point. */
  offer(series: Series, ts: number, type: number, value: RawValue, sequence: number): void;
  /** Sets a different latest value, or none, after a deletion. */
  replace(series: Series, latest: LatestPoint | undefined, sequence: number): void;
  isDirty(series: Series): boolean;
  /** The table has everything that was committed up to this sequence. */
  readonly completeUpTo: number;
  /** Resolves when everything offered before the call is in the table. */
  flush(): Promise<void>;
  /**
   * Requests that everything offered before the call be written next; resolves when it is, or when that takes too long
   * because too much changes.
   */
  settle(): Promise<void>;
  /** Stops the timer and writes the rest. */
  close(): Promise<void>;
}

export interface LatestValuesParts {
  pool: pg.Pool;
  log: Logger;
  /** Whether the last received value wins instead of the newest. */
  byArrival: boolean;
  /** ms between two writes of the table. */
  interval: number;
  /** See BlockLedger. */
  horizon: () => number;
  /** Keys whose values are in an index as well. */
  indexed?: IndexedSeries | undefined;
}

export function createLatestValues({
  pool,
  log,
  byArrival,
  interval,
  horizon,
  indexed,
}: LatestValuesParts): LatestValues {
  let dirty = new Set<Series>();
  /** Series that are being written. */
  let writing = new Set<Series>();
  let queue: Promise<void> = Promise.resolve();
  /** Timer of the next write; undefined during a write. */
  let timer: NodeJS.Timeout | undefined;
  let isDue = false;
  /** epoch ms before which no write starts */
  let restUntil = 0;
  /** Queries that wait for values to reach the table. */
  const waiting: (() => void)[] = [];
  let completeUpTo = 0;
  let closed = false;

  function mark(series: Series): void {
    dirty.add(series);
    if (!timer && !isDue) schedule();
  }

  /** Schedules the next write: after the interval, or as soon as allowed when a query waits for it. */
  function schedule(): void {
    if (isDue || closed) return;
    clearTimeout(timer);
    const now = Date.now();
    const at = waiting.length > 0 ? restUntil : Math.max(restUntil, now + interval);
    timer = setTimeout(writeDue, Math.max(0, at - now));
    timer.unref();
  }

  function writeDue(): void {
    timer = undefined;
    isDue = true;
    const started = Date.now();
    flush(true)
      .catch((error: Error) => log.error({ err: error }, 'latest values could not be written; retrying'))
      .finally(() => {
        const ended = Date.now();
        restUntil = ended + (ended - started) * REST_FACTOR;
        isDue = false;
        if (dirty.size > 0) schedule();
      });
  }

  /** @param isGentle rests after each statement for as long as it took, as messages are processed on the same cores */
  function flush(isGentle = false): Promise<void> {
    const result = queue.then(async () => {
      const served = waiting.splice(0);
      const upTo = horizon();
      try {
        if (dirty.size > 0) {
          writing = dirty;
          dirty = new Set();
          await writeTable({ pool, log, indexed, horizon }, [...writing], isGentle);
        }
        completeUpTo = upTo;
      } catch (error) {
        for (const series of writing) dirty.add(series);
        throw error;
      } finally {
        writing = new Set();
        for (const go of served) go();
      }
    });
    queue = result.catch(() => undefined);
    return result;
  }

  return {
    offer(series, ts, type, value, sequence) {
      if (series.hasLatest) {
        const older = byArrival
          ? sequence < series.latestSequence
          : ts < series.latestTs || (ts === series.latestTs && sequence < series.latestSequence);
        if (older) return;
      }
      series.latestTs = ts;
      series.latestType = type;
      series.latestValue = value;
      series.latestSequence = sequence;
      mark(series);
    },
    replace(series, latest, sequence) {
      series.latestTs = latest ? latest.ts : Number.NaN;
      series.latestType = latest?.type ?? 0;
      series.latestValue = latest?.value ?? 0;
      series.latestSequence = sequence;
      mark(series);
    },
    isDirty: (series) => dirty.has(series) || writing.has(series),
    get completeUpTo() {
      return completeUpTo;
    },
    flush: () => flush(),
    settle() {
      if (dirty.size === 0 && writing.size === 0) return Promise.resolve();
      return new Promise((resolve) => {
        const impatience = setTimeout(resolve, PATIENCE);
        const go = (): void => {
          clearTimeout(impatience);
          resolve();
        };
        if (dirty.size === 0) {
          // Only the write in progress is left.
          void queue.then(go);
          return;
        }
        waiting.push(go);
        schedule();
      });
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      await flush();
    },
  };
}

type TableParts = Pick<LatestValuesParts, 'pool' | 'log' | 'indexed' | 'horizon'>;

/** Writes the series in the order of the table's key, so that two writers cannot deadlock. */
async function writeTable(parts: TableParts, series: Series[], isGentle: boolean): Promise<void> {
  const gone = series.filter((one) => !one.hasLatest);
  for (let from = 0; from < gone.length; from += ROWS) {
    await write(parts, gone.slice(from, from + ROWS), DELETE);
  }
  const present = series
    .filter((one) => one.hasLatest)
    .sort((a, b) => (a.entityId < b.entityId ? -1 : a.entityId > b.entityId ? 1 : a.keyId - b.keyId));
  for (let from = 0; from < present.length; from += ROWS) {
    const part = present.slice(from, from + ROWS);
    const started = performance.now();
    try {
      await write(parts, part, UPSERT);
    } catch (error) {
      // One value that the database refuses (class 22: data exception) must not hold back all others.
      if (!String((error as { code?: string }).code).startsWith('22')) throw error;
      for (const one of part) {
        await write(parts, [one], UPSERT).catch((failure: Error) =>
          parts.log.error(
            { err: failure, entityId: one.entityId, key: one.key },
            'a latest value could not be written',
          ),
        );
      }
    }
    if (isGentle && from + ROWS < present.length) await delay(performance.now() - started);
  }
}

/** Writes some series, and in the same transaction what the indexes of values have of them and which deletions show. */
async function write({ pool, indexed, horizon }: TableParts, series: Series[], write: Statement): Promise<void> {
  indexed?.written(series);
  const followed = indexed ? series.filter(({ keyId }) => indexed.has(keyId)) : [];
  const deleted = series.filter(({ deletions }) => deletions.length > 0);
  if (followed.length === 0 && deleted.length === 0) {
    await pool.query(write(series));
    return;
  }
  const upTo = horizon();
  const statement = write(series);
  await inTransaction(pool, async ({ client }) => {
    await client.query(statement);
    if (deleted.length > 0) {
      await client.query({
        name: 'latest-value-deletions',
        text: `UPDATE series_deletion SET in_latest = true
          WHERE series_id = ANY($1::bigint[]) AND sequence <= $2 AND NOT in_latest`,
        values: [deleted.map(({ id }) => id), upTo],
      });
    }
    if (followed.length === 0) return;
    await client.query({
      name: 'latest-value-index',
      text: 'SELECT index_values(true, $1::uuid[], $2::integer[])',
      values: [followed.map((one) => one.entityId), followed.map((one) => one.keyId)],
    });
  });
  indexed?.changed(new Set(followed.map(({ keyId }) => keyId)));
}

type Statement = (series: Series[]) => pg.QueryConfig;

const DELETE: Statement = (series) => ({
  text: `DELETE FROM latest_value l USING unnest($1::uuid[], $2::integer[]) AS gone (e, k)
     WHERE l.entity_id = gone.e AND l.key_id = gone.k`,
  values: [series.map((one) => one.entityId), series.map((one) => one.keyId)],
});

const UPSERT: Statement = (series) => {
  const values = new ValueColumnsWriter();
  for (const one of series) values.add(telemetryValueOf(one.latestType, one.latestValue));
  return {
    name: 'latest-value-upsert',
    text: `INSERT INTO latest_value (entity_id, key_id, ts, bool_value, long_value, double_value, string_value, json_value)
       SELECT * FROM unnest($1::uuid[], $2::integer[], $3::bigint[], $4::boolean[], $5::bigint[], $6::float8[],
         $7::text[], $8::json[])
       ON CONFLICT (entity_id, key_id) DO UPDATE SET ts = EXCLUDED.ts, bool_value = EXCLUDED.bool_value,
         long_value = EXCLUDED.long_value, double_value = EXCLUDED.double_value,
         string_value = EXCLUDED.string_value, json_value = EXCLUDED.json_value`,
    values: [
      series.map((one) => one.entityId),
      series.map((one) => one.keyId),
      series.map((one) => one.latestTs),
      values.bool,
      values.long,
      values.double,
      values.string,
      values.json,
    ],
  };
};
