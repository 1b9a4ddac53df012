import type pg from 'pg';
import type { Logger } from 'pino';
import { holdConnection } from '../../storage/held-connection.ts';
import { decodeBlock } from './block-codec.ts';
import { type BlockLedger, createBlockLedger } from './block-ledger.ts';
import { cellsQuery } from './cells-query.ts';
import type { LatestValues } from './latest-values.ts';
import { type RawValue, typeOf } from './points.ts';
import type { Series } from './series.ts';
import type { SeriesDictionary } from './series-dictionary.ts';
import { newestOutside } from './series-reader.ts';

const DEADLOCK = '40P01';
const LOCK_ATTEMPTS = 10;
/** Blocks read at a time. */
const BLOCKS = 200;

export interface ReloadParts {
  pool: pg.Pool;
  log: Logger;
  dictionary: SeriesDictionary;
  latest: LatestValues;
}

export interface Reloaded {
  ledger: BlockLedger;
  pending: Set<Series>;
}

interface DeletionRow {
  sequence: number;
  seriesId: number;
  startTs: number;
  endTs: number;
  rewriteLatest: boolean;
  forget: boolean;
  /** Whether the table of latest values shows it, and with it everything of the series before it. */
  inLatest: boolean;
}

/**
 * Reloads what is not in chunks: replays blocks and deletions in the order of their sequences, for each series from its
 * watermark on. Also updates latest values, since their table may lag.
 */
export async function reload({ pool, log, dictionary, latest }: ReloadParts): Promise<Reloaded> {
  const started = Date.now();
  const { client, release } = await holdConnection(pool);
  try {
    await beginWithLock(client);
    const [last] = (await cellsQuery(
      client,
      `SELECT greatest((SELECT max(sequence) FROM series_block), (SELECT max(sequence) FROM series_deletion),
        (SELECT max(sequence) FROM series_horizon), 0::bigint)`,
      [],
    )) as [number][];
    const ledger = createBlockLedger(last?.[0] ?? 0);
    const deletions = await readDeletions(client);
    const replay = createReplay({ pool, ledger, latest, deletions });
    let after = 0;
    for (;;) {
      const rows = (await cellsQuery(
        client,
        'SELECT sequence, created_time, body FROM series_block WHERE sequence > $1 ORDER BY sequence LIMIT $2',
        [after, BLOCKS],
      )) as [number, number, Buffer][];
      const upTo = rows.length < BLOCKS ? Number.POSITIVE_INFINITY : (rows[rows.length - 1]?.[0] as number);
      const dueDeletions = deletions.filter(({ sequence }) => sequence > after && sequence <= upTo);
      await replayPart(client, dictionary, ledger, replay, rows, dueDeletions);
      if (rows.length < BLOCKS) break;
      after = upTo;
    }
    await client.query('COMMIT');
    if (ledger.points() > 0) {
      log.info({ points: ledger.points(), ms: Date.now() - started }, 'reloaded the points that are not in chunks yet');
    }
    return { ledger, pending: replay.pending };
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    release();
  }
}

/**
 * Begins a transaction once no other one writes: a killed server may have left running transactions. Where the two wait
 * for each other, the database ends one of them, which may be this one.
 */
async function beginWithLock(client: pg.ClientBase): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    await client.query('BEGIN');
    try {
      await client.query('LOCK TABLE series_block, series_deletion, series_chunk, series_horizon IN SHARE MODE');
      return;
    } catch (error) {
      await client.query('ROLLBACK');
      if ((error as { code?: string }).code !== DEADLOCK || attempt === LOCK_ATTEMPTS) throw error;
    }
  }
}

async function readDeletions(client: pg.ClientBase): Promise<DeletionRow[]> {
  const result = await client.query<{
    sequence: number;
    series_id: number;
    start_ts: number;
    end_ts: number;
    rewrite_latest: boolean;
    forget: boolean;
    in_latest: boolean;
  }>('SELECT * FROM series_deletion ORDER BY sequence');
  return result.rows.map((row) => ({
    sequence: row.sequence,
    seriesId: row.series_id,
    startTs: row.start_ts,
    endTs: row.end_ts,
    rewriteLatest: row.rewrite_latest,
    forget: row.forget,
    inLatest: row.in_latest,
  }));
}

interface Replay {
  pending: Set<Series>;
  point(series: Series, ts: number, kind: number, value: RawValue, sequence: number): void;
  deletion(series: Series, row: DeletionRow): Promise<void>;
}

interface ReplayParts {
  pool: pg.Pool;
  ledger: BlockLedger;
  latest: LatestValues;
  deletions: readonly DeletionRow[];
}

function createReplay({ pool, ledger, latest, deletions }: ReplayParts): Replay {
  const pending = new Set<Series>();
  /** series id → sequence up to which the table of latest values is not behind */
  const shownUpTo = new Map<number, number>();
  for (const { seriesId, sequence, inLatest } of deletions) if (inLatest) shownUpTo.set(seriesId, sequence);
  const isShown = (series: Series, sequence: number): boolean => sequence <= (shownUpTo.get(series.id) ?? 0);
  return {
    pending,
    point(series, ts, kind, value, sequence) {
      const unneeded = series.buffer.insert(ts, kind, value, sequence);
      if (unneeded !== 0) ledger.release(unneeded);
      if (!isShown(series, sequence)) latest.offer(series, ts, typeOf(kind), value, sequence);
      pending.add(series);
    },
    async deletion(series, { sequence, startTs, endTs, rewriteLatest, forget }) {
      series.deletions = [...series.deletions, { sequence, startTs, endTs, forget }];
      series.buffer.remove((ts) => ts >= startTs && ts < endTs, ledger.release);
      pending.add(series);
      if (isShown(series, sequence) || !(series.latestTs >= startTs && series.latestTs < endTs)) return;
      const left = rewriteLatest ? await newestOutside(pool, series, startTs, endTs) : undefined;
      latest.replace(series, left, sequence);
    },
  };
}

/** Replays blocks and the deletions between them. */
async function replayPart(
  client: pg.ClientBase,
  dictionary: SeriesDictionary,
  ledger: BlockLedger,
  replay: Replay,
  rows: [number, number, Buffer][],
  deletions: DeletionRow[],
): Promise<void> {
  const ids = new Set(deletions.map(({ seriesId }) => seriesId));
  for (const [, , body] of rows) decodeBlock(body, (seriesId) => ids.add(seriesId));
  const seriesById = await dictionary.loadByIds([...ids]);
  const watermarks = new Map(
    (await cellsQuery(client, 'SELECT id, watermark FROM series WHERE id = ANY($1::bigint[])', [[...ids]])) as [
      number,
      number,
    ][],
  );
  let next = 0;
  const deleteUpTo = async (sequence: number): Promise<void> => {
    for (; next < deletions.length && (deletions[next] as DeletionRow).sequence <= sequence; next++) {
      const row = deletions[next] as DeletionRow;
      const series = seriesById.get(row.seriesId);
      if (series) await replay.deletion(series, row);
    }
  };
  for (const [sequence, createdTime, body] of rows) {
    await deleteUpTo(sequence);
    const points: { series: Series; ts: number; kind: number; value: RawValue }[] = [];
    decodeBlock(body, (seriesId, ts, kind, value) => {
      const series = seriesById.get(seriesId);
      if (series && sequence > (watermarks.get(seriesId) ?? 0)) points.push({ series, ts, kind, value });
    });
    ledger.add(sequence, points.length, createdTime);
    for (const { series, ts, kind, value } of points) replay.point(series, ts, kind, value, sequence);
  }
  await deleteUpTo(Number.POSITIVE_INFINITY);
}
