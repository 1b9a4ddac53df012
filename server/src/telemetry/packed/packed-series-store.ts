import { isStorableText } from '@signalbox/contract/text';
import type pg from 'pg';
import type { Logger } from 'pino';
import { createBatchLoader } from '../../storage/batch-loader.ts';
import type { Point } from '../../values/value.ts';
import { MAX_KEY_LENGTH } from '../../values/value-rules.ts';
import { createKeyDictionary, type KeyDictionary } from '../key-dictionary.ts';
import type { SeriesStore } from '../series-store.ts';
import type { IndexedSeries } from '../value-index/value-index.ts';
import { createBackground } from './background.ts';
import { isStorableTs } from './block-codec.ts';
import { createBlockLedger } from './block-ledger.ts';
import { createChunkReads } from './chunk-reads.ts';
import { createChunkPartitions } from './chunk-table.ts';
import { createLatestValues } from './latest-values.ts';
import { DEFAULT_OPTIONS, type PackedSeriesStoreOptions } from './options.ts';
import { telemetryValueOf } from './points.ts';
import { reload } from './reload.ts';
import type { Series } from './series.ts';
import { createSeriesDictionary } from './series-dictionary.ts';
import type { SeriesMemory } from './series-memory.ts';
import { readSeries, readUnstored } from './series-reader.ts';
import { createSeriesWrites } from './series-writes.ts';

export interface PackedSeriesStoreParts {
  /**
   * The store's own connections (at least 3). They must be separate from those of units of work: a unit that waits for
   * the store while such units hold all connections would wait for ever.
   */
  pool: pg.Pool;
  log: Logger;
  keys?: KeyDictionary;
  /** Keys whose latest values are in an index as well. */
  indexed?: IndexedSeries;
  options?: Partial<PackedSeriesStoreOptions>;
}

/** The embedded driver, with members that only it has. */
export interface PackedSeriesStore extends SeriesStore {
  /** Writes the table of latest values, which otherwise lags by up to a few hundred ms. */
  flushLatest(): Promise<void>;
  /** Moves all points in memory to chunks. */
  flushChunks(): Promise<void>;
  /** Drops points that have expired at a given time, by default now. */
  expire(now?: number): Promise<void>;
  /** Figures for metrics. */
  figures(): { pointsInMemory: number; seriesInMemory: number; blocks: number };
}

/**
 * SeriesStore in PostgreSQL (ARCHITECTURE.md, "Packed points"; glossary in the README.md here): points are durable in
 * the block of their unit of work, readable from memory, and move to chunks in the background. One server at a time may
 * have a database open.
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
    horizon: () => memory.ledger.horizon(),
    indexed: parts.indexed,
  });
  const dictionary = createSeriesDictionary({
    pool,
    keys,
    isDirty: latest.isDirty,
    pendingCount: () => memory.pending.size,
    maxSeries: options.maxSeries,
  });
  const memory: SeriesMemory = { ledger: createBlockLedger(0), pending: new Set(), full: new Set() };
  const background = createBackground({
    pool,
    log,
    options,
    memory,
    latest,
    partitions: createChunkPartitions(pool),
    forget: dictionary.forget,
  });

  const writes = createSeriesWrites({ pool, options, memory, dictionary, latest, background });

  /** Entities requested in one turn of the event loop are loaded together. */
  const loadKeys = createBatchLoader<true>(async (entityIds) => {
    await dictionary.load(entityIds);
    return new Map(entityIds.map((entityId) => [entityId, true as const]));
  });

  const chunkReads = createChunkReads(pool);

  /** @returns whether all of them are in memory at once; others may have made room by now */
  async function loadTogether(entityIds: readonly string[]): Promise<boolean> {
    const areLoaded = () => entityIds.every((entityId) => dictionary.entity(entityId));
    if (!areLoaded()) await dictionary.load(entityIds);
    return areLoaded();
  }

  async function seriesOf(entityId: string): Promise<Map<string, Series>> {
    for (;;) {
      const entity = dictionary.entity(entityId);
      if (entity) return entity;
      await loadKeys(entityId);
    }
  }

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

  return {
    async open() {
      const state = await reload({ pool, log, dictionary, latest });
      memory.ledger = state.ledger;
      for (const series of state.pending) {
        memory.pending.add(series);
        if (series.buffer.length >= options.chunkPoints) memory.full.add(series);
      }
      background.start();
    },

    async close() {
      await background.stop();
      await latest.close();
    },

    async write(unit, given) {
      for (const { points } of given) {
        for (const { ts, values } of points) {
          if (!isStorableTs(ts)) throw new RangeError(`The time ${ts} is out of range`);
          for (const { key } of values) {
            if (key.length > MAX_KEY_LENGTH || !isStorableText(key)) {
              throw new RangeError(`The key ${key.slice(0, 40)} is longer than ${MAX_KEY_LENGTH} or cannot be stored`);
            }
          }
        }
      }
      writes.add(unit, given);
    },

    async read(entityId, query, unstored = []) {
      const series = (await seriesOf(entityId)).get(query.key);
      if (series) return readSeries(chunkReads, series, query, unstored);
      return unstored.length > 0 ? readUnstored(query, unstored) : [];
    },

    async latest(entityId, keys) {
      return latestPoints(await seriesOf(entityId), keys);
    },

    async latestOf(entityIds, keys) {
      const result = new Map<string, Point[]>();
      await loadTogether(entityIds);
      for (const entityId of entityIds) result.set(entityId, latestPoints(await seriesOf(entityId), keys));
      return result;
    },

    async keys(entityIds) {
      const names = new Set<string>();
      await loadTogether(entityIds);
      for (const entityId of entityIds) {
        for (const series of (await seriesOf(entityId)).values()) if (series.hasLatest) names.add(series.key);
      }
      return [...names].sort();
    },

    async delete(unit, entityId, wanted, range) {
      if (range.endTs <= range.startTs) return;
      // Series that the unit creates exist from here on.
      await writes.flush(unit);
      const entity = await seriesOf(entityId);
      const list = [...new Set(wanted)].map((key) => entity.get(key)).filter((series) => series !== undefined);
      await writes.delete(unit, list, { ...range, forget: false });
    },

    async deleteEntities(unit, entityIds) {
      await writes.flush(unit);
      while (!(await loadTogether(entityIds)));
      // No await from here until the series are pinned.
      const list = entityIds.flatMap((entityId) => [...(dictionary.entity(entityId)?.values() ?? [])]);
      await writes.delete(unit, list, {
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
    figures: () => ({
      pointsInMemory: memory.ledger.points(),
      seriesInMemory: memory.pending.size,
      blocks: memory.ledger.blocks(),
    }),
  };
}
