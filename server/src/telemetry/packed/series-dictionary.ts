import type pg from 'pg';
import type { KeyDictionary } from '../key-dictionary.ts';
import type { LoadedKeys } from '../key-source.ts';
import { type ValueRow, valueOfRow } from '../value-columns.ts';
import { rawTypeOf, rawValueOf } from './points.ts';
import { Series } from './series.ts';

/** Positions of keys in a message that are remembered */
const MAX_POSITIONS = 64;

/** key → series */
export class EntitySeries extends Map<string, Series> implements LoadedKeys {
  /** Series by the position at which their keys came last: messages of a device mostly have the same keys in the same order. */
  private byPosition: (Series | undefined)[] = [];

  /** The series of a key that stands at a position of a message: get, but faster where it stood there before. */
  at(position: number, key: string): Series | undefined {
    const expected = this.byPosition[position];
    if (expected?.key === key) return expected;
    const series = this.get(key);
    if (series && position < MAX_POSITIONS) this.byPosition[position] = series;
    return series;
  }

  override delete(key: string): boolean {
    this.byPosition = [];
    return super.delete(key);
  }

  holds(key: string, position = MAX_POSITIONS): boolean {
    return this.at(position, key)?.hasLatest === true;
  }

  count(): number {
    let count = 0;
    for (const series of this.values()) if (series.hasLatest) count++;
    return count;
  }
}

/**
 * The series of entities with their latest values. An entity is in memory with all of its series or not at all, so a
 * key that is not found there does not exist. Entities without pending points are dropped when there are many.
 */
export interface SeriesDictionary {
  /** Series of a loaded entity. */
  entity(entityId: string): EntitySeries | undefined;
  /**
   * Loads those of the entities that are not loaded. When it resolves all of them are in memory, so whoever needs several
   * at once must name all of them, also those that are loaded.
   */
  load(entityIds: Iterable<string>): Promise<void>;
  /** Creates the series that do not exist yet. The entities must be loaded. */
  create(wanted: { entityId: string; key: string }[]): Promise<void>;
  /** Loads the entities of series and returns the series by id; ids that are gone are missing. */
  loadByIds(seriesIds: number[]): Promise<Map<number, Series>>;
  /**
   * Deletes series without points, except those in use again. Callers that need one of them meanwhile wait, and create
   * it again.
   */
  forget(series: readonly Series[]): Promise<void>;
}

/** Whether a series may not be dropped from memory. */
function isPending(series: Series, isDirty: (series: Series) => boolean): boolean {
  return series.pins > 0 || series.buffer.length > 0 || series.deletions.length > 0 || isDirty(series);
}

interface SeriesRow extends ValueRow {
  id: number;
  entity_id: string;
  key_id: number;
  name: string;
  ts: number | null;
}

const SELECT_SERIES = `
  SELECT s.id, s.entity_id, s.key_id, k.name, l.ts, l.bool_value, l.long_value, l.double_value, l.string_value,
    l.json_value::text AS json_value
  FROM series s JOIN telemetry_key k ON k.id = s.key_id
  LEFT JOIN latest_value l ON l.entity_id = s.entity_id AND l.key_id = s.key_id`;

export interface SeriesDictionaryParts {
  pool: pg.Pool;
  keys: KeyDictionary;
  /** Whether the latest value of a series is not in its table yet. */
  isDirty: (series: Series) => boolean;
  /** How many series have pending points. */
  pendingCount: () => number;
  /** Most series without pending points that are kept in memory. */
  maxSeries: number;
}

export function createSeriesDictionary(parts: SeriesDictionaryParts): SeriesDictionary {
  const { pool, keys, isDirty, pendingCount, maxSeries } = parts;
  /** entity id → its series; the entity loaded longest ago first */
  const entities = new Map<string, EntitySeries>();
  let seriesCount = 0;
  /** Loads run one after the other, so that a series never has two objects */
  let queue: Promise<unknown> = Promise.resolve();

  function inOrder<T>(work: () => Promise<T>): Promise<T> {
    const result = queue.then(work);
    queue = result.catch(() => undefined);
    return result;
  }

  function take(row: SeriesRow): Series {
    const series = new Series(row.id, row.entity_id, row.name, row.key_id);
    if (row.ts !== null) {
      const value = valueOfRow(row);
      series.latestTs = row.ts;
      series.latestType = rawTypeOf(value);
      series.latestValue = rawValueOf(value);
    }
    return series;
  }

  function add(entity: EntitySeries, series: Series): void {
    entity.set(series.key, series);
    seriesCount++;
  }

  /** Makes room for others, but not by dropping what they are wanted with. */
  function dropSome(wanted: ReadonlySet<string>): void {
    const idleCount = () => seriesCount - pendingCount();
    if (idleCount() <= maxSeries) return;
    for (const [entityId, entity] of entities) {
      let pending = wanted.has(entityId);
      for (const series of entity.values()) pending ||= isPending(series, isDirty);
      if (pending) continue;
      entities.delete(entityId);
      seriesCount -= entity.size;
      // Drop several at once, so that not every load has to.
      if (idleCount() <= maxSeries * 0.9) return;
    }
  }

  async function loadNow(entityIds: Iterable<string>): Promise<void> {
    const wanted = new Set(entityIds);
    const missing = [...wanted].filter((entityId) => !entities.has(entityId));
    if (missing.length === 0) return;
    const result = await pool.query<SeriesRow>(`${SELECT_SERIES} WHERE s.entity_id = ANY($1::uuid[])`, [missing]);
    dropSome(wanted);
    for (const entityId of missing) entities.set(entityId, new EntitySeries());
    for (const row of result.rows) {
      const entity = entities.get(row.entity_id);
      if (entity) add(entity, take(row));
    }
  }

  return {
    entity: (entityId) => entities.get(entityId),
    load: (entityIds) => inOrder(() => loadNow(entityIds)),
    create: (wanted) =>
      inOrder(async () => {
        await loadNow(wanted.map(({ entityId }) => entityId));
        const missing = wanted.filter(({ entityId, key }) => !entities.get(entityId)?.has(key));
        if (missing.length === 0) return;
        const keyIds = await keys.idsOf(missing.map(({ key }) => key));
        const columns = [
          missing.map(({ entityId }) => entityId),
          missing.map(({ key }) => keyIds.get(key) as number),
        ] as const;
        await pool.query(
          `INSERT INTO series (entity_id, key_id)
           SELECT DISTINCT e, k FROM unnest($1::uuid[], $2::integer[]) AS wanted (e, k) ORDER BY e, k
           ON CONFLICT (entity_id, key_id) DO NOTHING`,
          [...columns],
        );
        const result = await pool.query<SeriesRow>(
          `${SELECT_SERIES} JOIN unnest($1::uuid[], $2::integer[]) AS wanted (e, k)
             ON s.entity_id = wanted.e AND s.key_id = wanted.k`,
          [...columns],
        );
        for (const row of result.rows) {
          const entity = entities.get(row.entity_id);
          if (entity && !entity.has(row.name)) add(entity, take(row));
        }
      }),
    loadByIds: (seriesIds) =>
      inOrder(async () => {
        const found = new Map<number, Series>();
        const rows = await pool.query<{ id: number; entity_id: string; name: string }>(
          `SELECT s.id, s.entity_id, k.name FROM series s JOIN telemetry_key k ON k.id = s.key_id
           WHERE s.id = ANY($1::bigint[])`,
          [seriesIds],
        );
        await loadNow(rows.rows.map((row) => row.entity_id));
        for (const row of rows.rows) {
          const series = entities.get(row.entity_id)?.get(row.name);
          if (series) found.set(row.id, series);
        }
        return found;
      }),
    forget: (series) =>
      inOrder(async () => {
        // Remove them from memory before the first await, so that nobody can get one whose row is about to be deleted.
        const gone = series.filter((one) => {
          const entity = entities.get(one.entityId);
          if (isPending(one, isDirty) || entity?.get(one.key) !== one) return false;
          entity.delete(one.key);
          seriesCount--;
          return true;
        });
        if (gone.length > 0)
          await pool.query('DELETE FROM series WHERE id = ANY($1::bigint[])', [gone.map(({ id }) => id)]);
      }),
  };
}
