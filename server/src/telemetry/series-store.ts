import type { EntityId } from '@signalbox/contract/id';
import type { CalendarInterval } from '@signalbox/contract/interval-type';
import type { UnitOfWork } from '../storage/transaction.ts';
import type { Point, TelemetryValue, TimedValues } from '../values/value.ts';
import type { KeySource } from './key-source.ts';

export type Aggregation = 'NONE' | 'MIN' | 'MAX' | 'AVG' | 'SUM' | 'COUNT';

/** Points of one entity that are stored together. */
export interface SeriesWrite {
  entityId: string;
  points: TimedValues[];
  /** Retention in seconds; 0 or absent: the default of the tenant. */
  ttlSeconds?: number;
}

/** A read of one key. */
export interface SeriesQuery {
  key: string;
  /** epoch ms, inclusive */
  startTs: number;
  /** epoch ms, exclusive */
  endTs: number;
  aggregation: Aggregation;
  /** Bucket width in ms; only with an aggregation. Buckets start at startTs. */
  interval: number;
  /** Buckets of the calendar of a zone; absent: plain intervals. */
  calendar?: { zone: string; interval: CalendarInterval };
  /** Maximum number of points; only with NONE. */
  limit: number;
  order: 'ASC' | 'DESC';
  /** epoch ms, exclusive: also the last bucket, which may reach past `endTs`, holds no point from here on. */
  cutAt?: number;
}

/** Points of a key that are going to be stored, ascending by ts, each ts once. */
export type UnstoredPoints = (entityId: string, key: string) => readonly SeriesPoint[];

/** Reads history of entities of any kind. */
export interface SeriesHistory {
  /** Executes a read, see SeriesStore.read; `unstored` is asked for the points of the entity whose history it is. */
  read(entityId: EntityId, query: SeriesQuery, unstored?: UnstoredPoints): Promise<SeriesPoint[]>;
}

/** A point of a read; the key is the query's. The ts of a bucket is the middle of the bucket, rounded down. */
export interface SeriesPoint {
  ts: number;
  value: TelemetryValue;
}

/**
 * The store of points. Embedded driver: packed blocks and chunks in PostgreSQL (see ARCHITECTURE.md). For equal `ts` of
 * a series the later write wins. Every driver passes the same test suite.
 */
export interface SeriesStore extends KeySource {
  /** Reloads points that are not in chunks yet and starts the background work. */
  open(): Promise<void>;
  /** Stops the background work; points in memory are already durable in blocks. */
  close(): Promise<void>;
  /** Adds points as part of `unit`; they are durable and readable once it is committed. */
  write(unit: UnitOfWork, writes: SeriesWrite[]): Promise<void>;
  /** Executes a read. @param unstored points that count as stored last, ascending by ts, each ts once */
  read(entityId: string, query: SeriesQuery, unstored?: readonly SeriesPoint[]): Promise<SeriesPoint[]>;
  /** Newest point of each of the keys (all keys when absent) that have one, in no particular order. */
  latest(entityId: string, keys?: readonly string[]): Promise<Point[]>;
  /** Newest points of several entities at once, keyed by entity id. */
  latestOf(entityIds: readonly string[], keys: readonly string[]): Promise<Map<string, Point[]>>;
  /**
   * Resolves when SQL can find the latest values written so far; after a few hundred ms in any case, since the table
   * lags when very many values change.
   */
  settleLatest(): Promise<void>;
  /** Keys that have a latest value, sorted. */
  keys(entityIds: readonly string[]): Promise<string[]>;
  /**
   * Deletes points with startTs <= ts < endTs. A latest value in the range goes too, or becomes the newest one left
   * when `rewriteLatest`.
   */
  delete(
    unit: UnitOfWork,
    entityId: string,
    keys: readonly string[],
    range: { startTs: number; endTs: number; rewriteLatest: boolean },
  ): Promise<void>;
  /** Drops everything of entities. */
  deleteEntities(unit: UnitOfWork, entityIds: readonly string[]): Promise<void>;
}
