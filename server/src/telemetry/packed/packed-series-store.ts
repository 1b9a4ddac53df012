import type pg from 'pg';
import type { Logger } from 'pino';
import { createBatchLoader } from '../../storage/batch-loader.ts';
import type { UnitOfWork } from '../../storage/transaction.ts';
import type { Point } from '../../values/value.ts';
import { MAX_KEY_LENGTH } from '../../values/value-rules.ts';
import { createKeyDictionary, type KeyDictionary } from '../key-dictionary.ts';
import type { SeriesStore, SeriesWrite } from '../series-store.ts';
import { createBackground } from './background.ts';
import { encodeBlock, isStorableTs } from './block-codec.ts';
import { type BlockLedger, createBlockLedger } from './block-ledger.ts';
import { createChunkPartitions } from './chunk-table.ts';
import { createLatestValues } from './latest-values.ts';
import { DEFAULT_OPTIONS, type PackedSeriesStoreOptions } from './options.ts';
import { kindOf, type Points, type RawValue, rawTypeOf, rawValueOf, telemetryValueOf, typeOf } from './points.ts';
import { reload } from './reload.ts';
import { retentionClassOfTtl } from './retention.ts';
import type { Series } from './series.ts';
import { createSeriesDictionary } from './series-dictionary.ts';
import { readPoints, readSeries } from './series-reader.ts';

export interface PackedSeriesStoreParts {
  /**
   * Connections of the store's own (at least 3). Not those that units of work run on: a unit that waits for the store
   * while all connections are with such units would wait for ever.
   */
  pool: pg.Pool;
  log: Logger;
  keys?: KeyDictionary;
  options?: Partial<PackedSeriesStoreOptions>;
}

/** The embedded driver, with what only it has. */
export interface PackedSeriesStore extends SeriesStore {
  /** Writes the table of latest values, which otherwise is up to some hundred ms behind. */
  flushLatest(): Promise<void>;
  /** Moves everything in memory into chunks. */
  flushChunks(): Promise<void>;
  /** Drops what has expired at a time, by default now. */
  expire(now?: number): Promise<void>;
  /** What it holds, for metrics. */
  figures(): { pointsInMemory: number; blocks: number };
}

/** What one unit of work adds and deletes. */
interface UnitEffects {
  /** Not written to a block yet. */
  writes: SeriesWrite[];
  /** What becomes visible with the commit, in order. */
  commits: (() => void)[];
  /** Sequences the unit has taken. */
  sequences: number[];
  /** Series that must stay in memory until the unit has ended. */
  pinned: Series[];
}

/**
 * SeriesStore in PostgreSQL (ARCHITECTURE.md, "Storage"): points are durable in the block of their unit of work, readable
 * from memory, and move to chunks in the background. One server at a time may have a database open.
 */
export function createPackedSeriesStore(parts: PackedSeriesStoreParts): PackedSeriesStore {
  const { pool, log } = parts;
  const options = { ...DEFAULT_OPTIONS, ...parts.options };
  const keys = parts.keys ?? createKeyDictionary(pool);
  const latest = createLatestValues({
    pool,
    log,
    byArrival: options.latestByArrival,
    interval: options.latestInterval,
  });
  const dictionary = createSeriesDictionary({
    pool,
    keys,
    isDirty: latest.isDirty,
    maxSeries: options.maxSeries,
  });
  let ledger: BlockLedger = createBlockLedger(0);
  /** Series with points in memory or deletions that chunks do not show. */
  const pending = new Set<Series>();
  /** Series with enough points for a chunk. */
  const full = new Set<Series>();
  const effects = new WeakMap<UnitOfWork, UnitEffects>();
  const background = createBackground({
    pool,
    log,
    options,
    ledger: () => ledger,
    latest,
    partitions: createChunkPartitions(pool),
    pending,
    full,
    forget: dictionary.forget,
  });

  function insert(series: Series, ts: number, kind: number, value: RawValue, sequence: number): void {
    if (series.deletions.length > 0 && series.isDeleted(ts, sequence)) {
      ledger.release(sequence);
      return;
    }
    const unneeded = series.buffer.insert(ts, kind, value, sequence);
    if (unneeded !== 0) ledger.release(unneeded);
    latest.offer(series, ts, typeOf(kind), value, sequence);
    pending.add(series);
    if (series.buffer.length >= Math.max(options.chunkPoints, series.flushAt)) full.add(series);
  }

  function effectsOf(unit: UnitOfWork): UnitEffects {
    let own = effects.get(unit);
    if (own) return own;
    const created: UnitEffects = { writes: [], commits: [], sequences: [], pinned: [] };
    own = created;
    effects.set(unit, created);
    unit.beforeCommit(() => writeBlock(unit, created));
    unit.afterCommit(() => {
      for (const commit of created.commits) commit();
      release(created);
      background.wake();
    });
    unit.afterRollback(() => release(created));
    return created;
  }

  function release({ sequences, pinned }: UnitEffects): void {
    for (const sequence of sequences) ledger.settle(sequence);
    for (const series of pinned) series.pins--;
  }

  /** Loads or makes the series of all the writes. */
  async function prepare(writes: SeriesWrite[]): Promise<void> {
    for (;;) {
      const missing = writes.filter(({ entityId }) => !dictionary.entity(entityId));
      if (missing.length > 0) await dictionary.load(missing.map(({ entityId }) => entityId));
      const wanted: { entityId: string; key: string }[] = [];
      let complete = true;
      for (const { entityId, points } of writes) {
        const entity = dictionary.entity(entityId);
        if (!entity) {
          complete = false;
          continue;
        }
        for (const { values } of points) {
          for (const { key } of values) if (!entity.has(key)) wanted.push({ entityId, key });
        }
      }
      if (complete && wanted.length === 0) return;
      if (wanted.length > 0) await dictionary.create(wanted);
    }
  }

  /** Writes what the unit has gathered as one block. */
  async function writeBlock(unit: UnitOfWork, own: UnitEffects): Promise<void> {
    const writes = own.writes.splice(0);
    if (writes.length === 0) return;
    if (ledger.points() > options.maxPoints * 2) await background.relieved();
    await prepare(writes);
    // No waiting from here to the numbering: the series stay in memory because they are pinned.
    const list: Series[] = [];
    const columns = { seriesId: [] as number[], ts: [] as number[], kind: [] as number[], value: [] as RawValue[] };
    for (const { entityId, points, ttlSeconds } of writes) {
      const entity = dictionary.entity(entityId) as Map<string, Series>;
      const retentionClass = retentionClassOfTtl(ttlSeconds);
      for (const { ts, values } of points) {
        for (const { key, value } of values) {
          const series = entity.get(key) as Series;
          series.pins++;
          list.push(series);
          columns.seriesId.push(series.id);
          columns.ts.push(ts);
          columns.kind.push(kindOf(rawTypeOf(value), retentionClass));
          columns.value.push(rawValueOf(value));
        }
      }
    }
    for (const series of list) own.pinned.push(series);
    const sequence = ledger.next();
    own.sequences.push(sequence);
    const createdTime = options.now();
    own.commits.push(() => {
      ledger.add(sequence, list.length, createdTime);
      for (let i = 0; i < list.length; i++) {
        insert(
          list[i] as Series,
          columns.ts[i] as number,
          columns.kind[i] as number,
          columns.value[i] as RawValue,
          sequence,
        );
      }
    });
    await unit.client.query({
      name: 'series-block-insert',
      text: 'INSERT INTO series_block (sequence, created_time, body) VALUES ($1, $2, $3)',
      values: [sequence, createdTime, encodeBlock(columns)],
    });
  }

  async function seriesOf(entityId: string): Promise<Map<string, Series>> {
    for (;;) {
      const entity = dictionary.entity(entityId);
      if (entity) return entity;
      await dictionary.load([entityId]);
    }
  }

  /** Entities of one turn are loaded together. */
  const loadKeys = createBatchLoader<true>(async (entityIds) => {
    await dictionary.load(entityIds);
    return new Map(entityIds.map((entityId) => [entityId, true as const]));
  });

  function latestPoint(series: Series): Point | undefined {
    if (!series.hasLatest) return undefined;
    return { key: series.key, ts: series.latestTs, value: telemetryValueOf(series.latestType, series.latestValue) };
  }

  function latestPoints(entity: Map<string, Series>, keys?: readonly string[]): Point[] {
    const points: Point[] = [];
    const wanted = keys ? keys.map((key) => entity.get(key)) : entity.values();
    for (const series of wanted) {
      const point = series && latestPoint(series);
      if (point) points.push(point);
    }
    return points;
  }

  /** Newest point outside of a stretch. */
  async function newestOutside(series: Series, startTs: number, endTs: number): Promise<Points> {
    const newest = { limit: 1, order: 'DESC' as const };
    const after = await readPoints(pool, series, { startTs: endTs, endTs: Number.MAX_SAFE_INTEGER, ...newest });
    if (after.ts.length > 0) return after;
    return readPoints(pool, series, { startTs: Number.MIN_SAFE_INTEGER, endTs: startTs, ...newest });
  }

  interface DeletionRange {
    startTs: number;
    endTs: number;
    rewriteLatest: boolean;
    forget: boolean;
  }

  async function deletePoints(unit: UnitOfWork, list: Series[], range: DeletionRange): Promise<void> {
    if (list.length === 0) return;
    const own = effectsOf(unit);
    for (const series of list) series.pins++;
    own.pinned.push(...list);
    // What the unit wrote before comes first.
    await writeBlock(unit, own);
    const { startTs, endTs, rewriteLatest, forget } = range;
    /** series → what its latest value becomes */
    const left = new Map<Series, Points>();
    if (rewriteLatest) for (const series of list) left.set(series, await newestOutside(series, startTs, endTs));
    const sequence = ledger.next();
    own.sequences.push(sequence);
    own.commits.push(() => {
      for (const series of list) {
        series.deletions = [...series.deletions, { sequence, startTs, endTs, forget }];
        series.buffer.remove((ts, at) => at < sequence && ts >= startTs && ts < endTs, ledger.release);
        pending.add(series);
        const { latestTs } = series;
        if (!(latestTs >= startTs && latestTs < endTs) || series.latestSequence > sequence) continue;
        const points = left.get(series);
        const next =
          points && points.ts.length > 0
            ? {
                ts: points.ts[0] as number,
                type: typeOf(points.kind[0] as number),
                value: points.value[0] as RawValue,
              }
            : undefined;
        latest.replace(series, next, sequence);
      }
    });
    await unit.client.query(
      `INSERT INTO series_deletion (sequence, series_id, start_ts, end_ts, rewrite_latest, forget)
       SELECT $1, unnest($2::bigint[]), $3, $4, $5, $6`,
      [sequence, list.map(({ id }) => id), startTs, endTs, rewriteLatest, forget],
    );
  }

  return {
    async open() {
      const state = await reload({ pool, log, dictionary, latest });
      ledger = state.ledger;
      for (const series of state.pending) {
        pending.add(series);
        if (series.buffer.length >= options.chunkPoints) full.add(series);
      }
      for (const { series, startTs, endTs, sequence } of state.rewrites) {
        const points = await newestOutside(series, startTs, endTs);
        if (series.hasLatest || points.ts.length === 0) continue;
        const [ts, kind, value] = [points.ts[0] as number, points.kind[0] as number, points.value[0] as RawValue];
        latest.replace(series, { ts, type: typeOf(kind), value }, sequence);
      }
      background.start();
    },

    async close() {
      await background.stop();
      await latest.close();
    },

    async write(unit, writes) {
      for (const { points } of writes) {
        for (const { ts, values } of points) {
          if (!isStorableTs(ts)) throw new RangeError(`The time ${ts} is out of range`);
          for (const { key } of values) {
            if (key.length > MAX_KEY_LENGTH || key.includes('\0')) {
              throw new RangeError(`The key ${key.slice(0, 40)} is longer than ${MAX_KEY_LENGTH} or has a U+0000`);
            }
          }
        }
      }
      const own = effectsOf(unit);
      for (const write of writes) own.writes.push(write);
    },

    async read(entityId, query) {
      const series = (await seriesOf(entityId)).get(query.key);
      return series ? readSeries(pool, series, query) : [];
    },

    async latest(entityId, keys) {
      return latestPoints(await seriesOf(entityId), keys);
    },

    async latestOf(entityIds, keys) {
      const result = new Map<string, Point[]>();
      const missing = entityIds.filter((entityId) => !dictionary.entity(entityId));
      if (missing.length > 0) await dictionary.load(missing);
      for (const entityId of entityIds) result.set(entityId, latestPoints(await seriesOf(entityId), keys));
      return result;
    },

    async keys(entityIds) {
      const names = new Set<string>();
      const missing = entityIds.filter((entityId) => !dictionary.entity(entityId));
      if (missing.length > 0) await dictionary.load(missing);
      for (const entityId of entityIds) {
        for (const series of (await seriesOf(entityId)).values()) if (series.hasLatest) names.add(series.key);
      }
      return [...names].sort();
    },

    async delete(unit, entityId, wanted, range) {
      if (range.endTs <= range.startTs) return;
      // Series that the unit itself makes exist from here on.
      await writeBlock(unit, effectsOf(unit));
      const entity = await seriesOf(entityId);
      const list = [...new Set(wanted)].map((key) => entity.get(key)).filter((series) => series !== undefined);
      await deletePoints(unit, list, { ...range, forget: false });
    },

    async deleteEntity(unit, entityId) {
      await writeBlock(unit, effectsOf(unit));
      const entity = await seriesOf(entityId);
      await deletePoints(unit, [...entity.values()], {
        startTs: Number.MIN_SAFE_INTEGER,
        endTs: Number.MAX_SAFE_INTEGER,
        rewriteLatest: false,
        forget: true,
      });
    },

    loadedKeys: dictionary.entity,
    loadKeys,

    settleLatest: latest.settle,
    flushLatest: latest.flush,
    flushChunks: background.flushAll,
    expire: background.expire,
    figures: () => ({ pointsInMemory: ledger.points(), blocks: ledger.blocks() }),
  };
}
