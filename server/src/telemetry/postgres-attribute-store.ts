import type pg from 'pg';
import { createBatchLoader } from '../storage/batch-loader.ts';
import type { UnitOfWork } from '../storage/transaction.ts';
import type { AttributeEntry, AttributeScope } from '../values/attribute.ts';
import type { KeyValue } from '../values/value.ts';
import { type AttributeStore, attributePlace, SCOPE_NUMBER } from './attribute-store.ts';
import type { KeyDictionary } from './key-dictionary.ts';
import type { LoadedKeys } from './key-source.ts';
import { ValueColumnsWriter, type ValueRow, valueOfRow } from './value-columns.ts';

/** Numbers of the scopes in the table, in the order of replies. */
const SCOPES: readonly AttributeScope[] = ['CLIENT_SCOPE', 'SHARED_SCOPE', 'SERVER_SCOPE'];

/** Entities whose attributes are cached */
const MAX_ENTITIES = 20_000;

interface CachedAttribute {
  entry: AttributeEntry;
  /** Number of the statement that wrote it; 0 when it was read. */
  order: number;
}

/** Attributes of an entity by attributePlace. */
class CachedEntity extends Map<string, CachedAttribute | { deleted: true; order: number }> implements LoadedKeys {
  holds(place: string): boolean {
    const attribute = this.get(place);
    return attribute !== undefined && !('deleted' in attribute);
  }

  count(): number {
    let count = 0;
    for (const attribute of this.values()) if (!('deleted' in attribute)) count++;
    return count;
  }
}

interface Write {
  entityId: string;
  scope: AttributeScope;
  entry: KeyValue;
  ts: number;
}

interface AttributeRow extends ValueRow {
  entity_id: string;
  scope: number;
  name: string;
  last_update_ts: number;
}

export interface AttributeStoreParts {
  /** Connections separate from those of units of work. */
  pool: pg.Pool;
  keys: KeyDictionary;
}

/**
 * AttributeStore on the table `attribute`. What callers save in one unit of work is written in one statement before its
 * commit, in the order of the table's key, so that units cannot deadlock. An entity is cached with all of its
 * attributes or not at all.
 */
export function createPostgresAttributeStore({ pool, keys }: AttributeStoreParts): AttributeStore {
  /** entity id → its attributes, the least recently used first */
  const cache = new Map<string, CachedEntity>();
  /** entity id → the read in progress, which also receives what is committed meanwhile */
  const loading = new Map<string, { entity: CachedEntity; done: Promise<CachedEntity> }>();
  const units = new WeakMap<UnitOfWork, { writes: Write[]; commits: (() => void)[] }>();
  /** Numbers the statements in the order in which they locked their rows. */
  let order = 0;

  function of(unit: UnitOfWork): { writes: Write[]; commits: (() => void)[] } {
    let own = units.get(unit);
    if (own) return own;
    const created = { writes: [] as Write[], commits: [] as (() => void)[] };
    own = created;
    units.set(unit, created);
    unit.beforeCommit(() => flush(unit, created.writes, created.commits));
    unit.afterCommit(() => {
      for (const commit of created.commits) commit();
    });
    return created;
  }

  function apply(entityId: string, place: string, value: CachedAttribute | { deleted: true; order: number }): void {
    for (const entity of [cache.get(entityId), loading.get(entityId)?.entity]) {
      if (!entity) continue;
      const present = entity.get(place);
      if (!present || present.order <= value.order) entity.set(place, value);
    }
  }

  async function flush(unit: UnitOfWork, writes: Write[], commits: (() => void)[]): Promise<void> {
    if (writes.length === 0) return;
    /** place of the attribute → its last write */
    const last = new Map<string, Write>();
    for (const write of writes.splice(0)) {
      last.set(`${write.entityId}:${SCOPE_NUMBER[write.scope]}:${write.entry.key}`, write);
    }
    const list = [...last.values()];
    const ids = await keys.idsOf(list.map(({ entry }) => entry.key));
    const rows = list.map((write) => ({ ...write, keyId: ids.get(write.entry.key) as number }));
    rows.sort((a, b) =>
      a.entityId !== b.entityId
        ? a.entityId < b.entityId
          ? -1
          : 1
        : SCOPE_NUMBER[a.scope] - SCOPE_NUMBER[b.scope] || a.keyId - b.keyId,
    );
    const values = new ValueColumnsWriter();
    for (const { entry } of rows) values.add(entry.value);
    await unit.client.query({
      name: 'attribute-upsert',
      text: `INSERT INTO attribute (entity_id, scope, key_id, last_update_ts, bool_value, long_value, double_value,
         string_value, json_value)
       SELECT * FROM unnest($1::uuid[], $2::smallint[], $3::integer[], $4::bigint[], $5::boolean[], $6::bigint[],
         $7::float8[], $8::text[], $9::json[])
       ON CONFLICT (entity_id, scope, key_id) DO UPDATE SET last_update_ts = EXCLUDED.last_update_ts,
         bool_value = EXCLUDED.bool_value, long_value = EXCLUDED.long_value, double_value = EXCLUDED.double_value,
         string_value = EXCLUDED.string_value, json_value = EXCLUDED.json_value`,
      values: [
        rows.map((row) => row.entityId),
        rows.map((row) => SCOPE_NUMBER[row.scope]),
        rows.map((row) => row.keyId),
        rows.map((row) => row.ts),
        values.bool,
        values.long,
        values.double,
        values.string,
        values.json,
      ],
    });
    const at = ++order;
    commits.push(() => {
      for (const { entityId, scope, entry, ts } of rows) {
        apply(entityId, attributePlace(scope, entry.key), {
          entry: { key: entry.key, value: entry.value, scope, lastUpdateTs: ts },
          order: at,
        });
      }
    });
  }

  /** Rows of attributes; reads in one turn of the event loop share a query. */
  const readRows = createBatchLoader<AttributeRow[]>(async (entityIds) => {
    const result = await pool.query<AttributeRow>({
      name: 'attributes-of-entities',
      text: `SELECT a.entity_id, a.scope, k.name, a.last_update_ts, a.bool_value, a.long_value, a.double_value,
         a.string_value, a.json_value::text AS json_value
       FROM attribute a JOIN telemetry_key k ON k.id = a.key_id WHERE a.entity_id = ANY($1::uuid[])`,
      values: [entityIds],
    });
    const byEntity = new Map<string, AttributeRow[]>();
    for (const row of result.rows) {
      const rows = byEntity.get(row.entity_id);
      if (rows) rows.push(row);
      else byEntity.set(row.entity_id, [row]);
    }
    return byEntity;
  });

  async function readAll(entityId: string, into: CachedEntity): Promise<CachedEntity> {
    for (const row of (await readRows(entityId)) ?? []) {
      const place = `${row.scope}:${row.name}`;
      // What was committed during the read is newer or equal.
      if (into.has(place)) continue;
      const scope = SCOPES[row.scope - 1] as AttributeScope;
      into.set(place, {
        entry: { key: row.name, value: valueOfRow(row), scope, lastUpdateTs: row.last_update_ts },
        order: 0,
      });
    }
    return into;
  }

  async function entityOf(entityId: string): Promise<CachedEntity> {
    const cached = cache.get(entityId);
    if (cached) {
      cache.delete(entityId);
      cache.set(entityId, cached);
      return cached;
    }
    let read = loading.get(entityId);
    if (!read) {
      const entity = new CachedEntity();
      const isCurrent = () => loading.get(entityId)?.entity === entity;
      const done = readAll(entityId, entity)
        .then(() => {
          if (!isCurrent()) return entity;
          cache.set(entityId, entity);
          if (cache.size > MAX_ENTITIES) cache.delete(cache.keys().next().value as string);
          return entity;
        })
        .finally(() => isCurrent() && loading.delete(entityId));
      read = { entity, done };
      loading.set(entityId, read);
    }
    return read.done;
  }

  return {
    loadedKeys: (entityId) => cache.get(entityId),
    loadKeys: entityOf,

    async save(unit, entityId, scope, entries, ts) {
      const { writes } = of(unit);
      for (const entry of entries) writes.push({ entityId, scope, entry, ts });
    },

    async delete(unit, entityId, scope, wanted) {
      const own = of(unit);
      await flush(unit, own.writes, own.commits);
      const result = await unit.client.query<{ name: string }>(
        `DELETE FROM attribute a USING telemetry_key k
         WHERE k.id = a.key_id AND a.entity_id = $1 AND a.scope = $2 AND k.name = ANY($3::text[]) RETURNING k.name`,
        [entityId, SCOPE_NUMBER[scope], wanted],
      );
      const names = result.rows.map(({ name }) => name);
      const at = ++order;
      own.commits.push(() => {
        for (const name of names) apply(entityId, attributePlace(scope, name), { deleted: true, order: at });
      });
      return names;
    },

    async find(entityId, scope, wanted) {
      const entity = await entityOf(entityId);
      const found: AttributeEntry[] = [];
      const only = wanted && new Set(wanted);
      for (const attribute of entity.values()) {
        if ('deleted' in attribute) continue;
        const { entry } = attribute;
        if ((scope && entry.scope !== scope) || (only && !only.has(entry.key))) continue;
        found.push(entry);
      }
      return found.sort((a, b) =>
        a.scope !== b.scope
          ? SCOPE_NUMBER[a.scope] - SCOPE_NUMBER[b.scope]
          : a.key < b.key
            ? -1
            : a.key > b.key
              ? 1
              : 0,
      );
    },

    async keys(entityIds, scope) {
      const result = await pool.query<{ name: string }>(
        `SELECT DISTINCT k.name FROM attribute a JOIN telemetry_key k ON k.id = a.key_id
         WHERE a.entity_id = ANY($1::uuid[]) AND ($2::smallint IS NULL OR a.scope = $2)`,
        [entityIds, scope ? SCOPE_NUMBER[scope] : null],
      );
      return result.rows.map(({ name }) => name).sort();
    },

    async deleteEntities(unit, entityIds) {
      const own = of(unit);
      await flush(unit, own.writes, own.commits);
      // In the order of the writes.
      await unit.client.query(
        `WITH gone AS MATERIALIZED (
           SELECT entity_id, scope, key_id FROM attribute WHERE entity_id = ANY($1::uuid[])
           ORDER BY entity_id, scope, key_id FOR UPDATE
         )
         DELETE FROM attribute USING gone WHERE attribute.entity_id = gone.entity_id
           AND attribute.scope = gone.scope AND attribute.key_id = gone.key_id`,
        [entityIds],
      );
      own.commits.push(() => {
        for (const entityId of entityIds) {
          cache.delete(entityId);
          // A read in progress may have seen deleted rows, so the next call reads again.
          loading.delete(entityId);
        }
      });
    },
  };
}
