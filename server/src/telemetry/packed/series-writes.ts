import type pg from 'pg';
import type { UnitOfWork } from '../../storage/transaction.ts';
import type { KeyValue } from '../../values/value.ts';
import type { SeriesWrite } from '../series-store.ts';
import type { Background } from './background.ts';
import { encodeBlock } from './block-codec.ts';
import type { LatestPoint, LatestValues } from './latest-values.ts';
import type { PackedSeriesStoreOptions } from './options.ts';
import { kindOf, type RawValue, rawTypeOf, rawValueOf, typeOf } from './points.ts';
import { retentionClassOfTtl } from './retention.ts';
import type { Series } from './series.ts';
import type { EntitySeries, SeriesDictionary } from './series-dictionary.ts';
import type { SeriesMemory } from './series-memory.ts';
import { newestInMemoryOutside, newestOutside } from './series-reader.ts';

/** Writes and deletions of units of work: durable with their commit, visible right after it. */
export interface SeriesWrites {
  /** Gathers points, which become one block when the unit is committed or `flush` is called. */
  add(unit: UnitOfWork, writes: readonly SeriesWrite[]): void;
  /** Writes what the unit has gathered so far; series that it creates exist from then on. */
  flush(unit: UnitOfWork): Promise<void>;
  /** Deletes points of some series, including those that the unit itself has written before. */
  delete(unit: UnitOfWork, list: readonly Series[], range: DeletionRange): Promise<void>;
}

export interface SeriesWritesParts {
  pool: pg.Pool;
  options: PackedSeriesStoreOptions;
  memory: SeriesMemory;
  dictionary: SeriesDictionary;
  latest: LatestValues;
  background: Background;
}

/** Points with startTs <= ts < endTs. */
export interface DeletionRange {
  startTs: number;
  endTs: number;
  /** Whether a deleted latest value is replaced by the newest remaining one. */
  rewriteLatest: boolean;
  /** Whether the entity was deleted: then the series goes too, once nothing of it is on disk. */
  forget: boolean;
}

/** Writes and deletions of one unit of work. */
interface UnitEffects {
  /** Not written to a block yet. */
  writes: SeriesWrite[];
  /** Changes that become visible with the commit, in order. */
  commits: (() => void)[];
  /** Sequences the unit has taken. */
  sequences: number[];
  /** Series that must stay in memory until the unit has ended. */
  pinned: Series[];
}

export function createSeriesWrites(parts: SeriesWritesParts): SeriesWrites {
  const { pool, options, memory, dictionary, latest, background } = parts;
  const effects = new WeakMap<UnitOfWork, UnitEffects>();

  function insert(series: Series, ts: number, kind: number, value: RawValue, sequence: number): void {
    if (series.deletions.length > 0 && series.isDeleted(ts, sequence)) {
      memory.ledger.release(sequence);
      return;
    }
    const unneeded = series.buffer.insert(ts, kind, value, sequence);
    if (unneeded !== 0) memory.ledger.release(unneeded);
    latest.offer(series, ts, typeOf(kind), value, sequence);
    memory.pending.add(series);
    if (series.buffer.length >= Math.max(options.chunkPoints, series.flushAt)) memory.full.add(series);
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
    for (const sequence of sequences) memory.ledger.settle(sequence);
    for (const series of pinned) series.pins--;
  }

  /** Loads or creates the series of all writes. */
  async function prepare(writes: SeriesWrite[]): Promise<void> {
    for (;;) {
      if (!writes.every(({ entityId }) => dictionary.entity(entityId)))
        await dictionary.load(writes.map(({ entityId }) => entityId));
      const wanted: { entityId: string; key: string }[] = [];
      let complete = true;
      for (const { entityId, points } of writes) {
        const entity = dictionary.entity(entityId);
        if (!entity) {
          complete = false;
          continue;
        }
        for (const { values } of points) {
          for (let i = 0; i < values.length; i++) {
            const { key } = values[i] as KeyValue;
            if (!entity.at(i, key)) wanted.push({ entityId, key });
          }
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
    await background.room();
    await prepare(writes);
    // No await from here to the numbering; pinned series stay in memory.
    const list: Series[] = [];
    const columns = { seriesId: [] as number[], ts: [] as number[], kind: [] as number[], value: [] as RawValue[] };
    for (const { entityId, points, ttlSeconds } of writes) {
      const entity = dictionary.entity(entityId) as EntitySeries;
      const retentionClass = retentionClassOfTtl(ttlSeconds);
      for (const { ts, values } of points) {
        for (let i = 0; i < values.length; i++) {
          const { key, value } = values[i] as KeyValue;
          const series = entity.at(i, key) as Series;
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
    const sequence = memory.ledger.next();
    own.sequences.push(sequence);
    const createdTime = options.now();
    own.commits.push(() => {
      memory.ledger.add(sequence, list.length, createdTime);
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

  async function deletePoints(unit: UnitOfWork, list: readonly Series[], range: DeletionRange): Promise<void> {
    if (list.length === 0) return;
    const own = effectsOf(unit);
    for (const series of list) {
      series.pins++;
      own.pinned.push(series);
    }
    // Earlier writes of the unit come first.
    await writeBlock(unit, own);
    const { startTs, endTs, rewriteLatest, forget } = range;
    /** series → its new latest value */
    const left = new Map<Series, LatestPoint | undefined>();
    if (rewriteLatest) for (const series of list) left.set(series, await newestOutside(pool, series, startTs, endTs));
    /** What the unit wrote itself came to memory with its commit only. */
    const newestLeft = (series: Series): LatestPoint | undefined => {
      const [read, written] = [left.get(series), newestInMemoryOutside(series, startTs, endTs)];
      return read && written ? (read.ts > written.ts ? read : written) : (read ?? written);
    };
    const sequence = memory.ledger.next();
    own.sequences.push(sequence);
    own.commits.push(() => {
      for (const series of list) {
        series.deletions = [...series.deletions, { sequence, startTs, endTs, forget }];
        series.buffer.remove((ts, at) => at < sequence && ts >= startTs && ts < endTs, memory.ledger.release);
        memory.pending.add(series);
        const { latestTs } = series;
        if (!(latestTs >= startTs && latestTs < endTs) || series.latestSequence > sequence) continue;
        latest.replace(series, rewriteLatest ? newestLeft(series) : undefined, sequence);
      }
    });
    await unit.client.query(
      `INSERT INTO series_deletion (sequence, series_id, start_ts, end_ts, rewrite_latest, forget)
       SELECT $1, unnest($2::bigint[]), $3, $4, $5, $6`,
      [sequence, list.map(({ id }) => id), startTs, endTs, rewriteLatest, forget],
    );
  }

  return {
    add(unit, writes) {
      const own = effectsOf(unit);
      for (const write of writes) own.writes.push(write);
    },
    flush: (unit) => writeBlock(unit, effectsOf(unit)),
    delete: deletePoints,
  };
}
