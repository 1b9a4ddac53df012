import { setTimeout as delay } from 'node:timers/promises';
import type { EntityType } from '@signalbox/contract/id';
import type pg from 'pg';
import { inTransaction } from '../../storage/transaction.ts';

/** Kinds of entities whose values can have an index, and their tables. */
export const TABLES = { DEVICE: 'device', ASSET: 'asset', ENTITY_VIEW: 'entity_view' } as const;
export type IndexedType = keyof typeof TABLES;
export const isIndexedType = (entityType: EntityType): entityType is IndexedType => Object.hasOwn(TABLES, entityType);

/** The latest value of a series, or an attribute in a scope. */
export type ValueScope = 'series' | 'client' | 'shared' | 'server' | 'newest';
/** As stored; `newest` is the attribute that was updated last of all scopes. */
const SCOPE_NUMBERS: Record<ValueScope, number> = { series: 0, client: 1, shared: 2, server: 3, newest: 4 };

/** A key of a kind of entities of a tenant. */
export interface ValueKey {
  tenantId: string;
  entityType: IndexedType;
  keyId: number;
  scope: ValueScope;
}

interface KeyRow {
  id: number;
  tenant_id: string;
  entity_type: IndexedType;
  key_id: number;
  scope: number;
  name: string;
  used_time: number;
  entities: number;
}

/** A key with a table. */
export interface StoredKey extends ValueKey {
  id: number;
  name: string;
  /** epoch ms; 0: nobody has asked for it */
  usedTime: number;
  /** How many its table has, about. */
  entities: number;
}

/** Entities that are added to a table at a time. */
const STEP = 5_000;
/** ms between two looks whether older transactions have ended */
const PAUSE = 20;
/** ms after which older transactions are not waited for any longer */
const PATIENCE = 60_000;

export const tableOf = (id: number): string => `value_index_${id}`;

/** The keys that are ready for queries. What was being built or dropped when a server ended is dropped. */
export async function openTables(pool: pg.Pool): Promise<StoredKey[]> {
  await pool.query(`DELETE FROM value_index_key WHERE state <> 'ready'`);
  await dropLostTables(pool);
  const { rows } = await pool.query<KeyRow>(
    `SELECT known.*, name, (SELECT reltuples FROM pg_class
         WHERE relname = 'value_index_' || known.id AND relnamespace = current_schema()::regnamespace) AS entities
     FROM value_index_key AS known JOIN telemetry_key ON telemetry_key.id = known.key_id ORDER BY known.id`,
  );
  const scopes = Object.keys(SCOPE_NUMBERS) as ValueScope[];
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    usedTime: row.used_time,
    entities: Math.max(0, row.entities),
    tenantId: row.tenant_id,
    entityType: row.entity_type,
    keyId: row.key_id,
    scope: scopes[row.scope] as ValueScope,
  }));
}

/** With the functions that write to the table. */
const dropStatement = (table: string): string =>
  `DROP TABLE IF EXISTS ${table}; DROP FUNCTION IF EXISTS ${table}_new, ${table}_add, ${table}_refresh;`;

/** Drops tables of keys that are gone, for instance with their tenant. */
export async function dropLostTables(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace
       AND relname ~ '^value_index_[0-9]+$'
       AND substr(relname, 13)::integer NOT IN (SELECT id FROM value_index_key)`,
  );
  if (rows.length === 0) return;
  await waitForOlderWrites(pool, () => false);
  for (const { name } of rows) await pool.query(dropStatement(name));
}

/** How many entities of the kind the tenant has, counted no further than `most`. */
export async function countEntities(pool: pg.Pool, { tenantId, entityType }: ValueKey, most: number): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `SELECT count(*)::integer AS count FROM (SELECT FROM ${TABLES[entityType]} WHERE tenant_id = $1 LIMIT $2) AS counted`,
    [tenantId, most],
  );
  return rows[0]?.count ?? 0;
}

/** Creates the table of a key, empty; from then on it follows changes. Undefined: there is one already. */
export function createTable(pool: pg.Pool, key: ValueKey, usedTime: number): Promise<number | undefined> {
  return inTransaction(pool, async ({ client }) => {
    const { rows } = await client.query<{ id: number }>(
      `INSERT INTO value_index_key (tenant_id, entity_type, key_id, scope, used_time) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT DO NOTHING RETURNING id`,
      [key.tenantId, key.entityType, key.keyId, SCOPE_NUMBERS[key.scope], usedTime],
    );
    const id = rows[0]?.id;
    if (id === undefined) return undefined;
    const table = tableOf(id);
    await client.query(
      `CREATE TABLE ${table} (
         entity_id uuid PRIMARY KEY,
         created_time bigint NOT NULL,
         -- what rows are sorted by: text and nothing count as 0
         number double precision NOT NULL,
         -- 0 nothing, 1 number, 2 boolean, 3 text, 4 JSON
         type smallint NOT NULL,
         -- an attribute that the entity has in several scopes
         several boolean NOT NULL,
         -- of text and JSON
         text text NOT NULL
       ) WITH (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.05,
         autovacuum_analyze_scale_factor = 0.05);
       CREATE INDEX ${table}_order ON ${table} (number, text, entity_id) INCLUDE (type, created_time);
       -- Parts of texts; numbers are not in it.
       CREATE INDEX ${table}_text ON ${table} USING gin (lower(text) gin_trgm_ops) WHERE type = 3;
       -- What is written with letters and is no text: a text search looks for it.
       CREATE INDEX ${table}_other ON ${table} (type, number, entity_id) WHERE type IN (2, 4);`,
    );
    await client.query('SELECT make_value_index_functions(known) FROM value_index_key AS known WHERE id = $1', [id]);
    return id;
  });
}

/**
 * Adds all entities to a table, the newest first, in parts that rest afterwards. Whoever changes values meanwhile adds
 * what it changes.
 * @param rest how many times as long as a part took
 * @returns the number of entities
 */
export async function fillTable(
  pool: pg.Pool,
  id: number,
  key: ValueKey,
  isClosed: () => boolean,
  rest: () => number,
): Promise<number> {
  let from = { time: String(2n ** 63n - 1n), id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };
  let total = 0;
  while (!isClosed()) {
    const started = performance.now();
    const { rows } = await pool.query<{ id: string; created_time: string | number }>(
      `SELECT id, created_time FROM ${TABLES[key.entityType]} WHERE tenant_id = $1
         AND (created_time, id) < ($2::bigint, $3::uuid) ORDER BY created_time DESC, id DESC LIMIT ${STEP}`,
      [key.tenantId, from.time, from.id],
    );
    const last = rows.at(-1);
    if (!last) break;
    from = { time: String(last.created_time), id: last.id };
    total += rows.length;
    const sorted = rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    await pool.query(
      'SELECT add_indexed(known, $2::uuid[], $3::bigint[]) FROM value_index_key AS known WHERE known.id = $1',
      [id, sorted.map((row) => row.id), sorted.map((row) => row.created_time)],
    );
    await delay((performance.now() - started) * rest());
  }
  return total;
}

/**
 * Has the database look at the values of a kind of scope again. Of a key that many entities have lately got it believes that
 * hardly any has it, and would look through all values of the key for each entity that is added.
 */
export async function analyzeValues(pool: pg.Pool, { scope }: Pick<ValueKey, 'scope'>): Promise<void> {
  await pool.query(`ANALYZE ${scope === 'series' ? 'latest_value' : 'attribute'}`);
}

/**
 * Lets queries use a table that has everything, once the transactions have ended that ran while it was filled; false
 * when it cannot hold a text.
 */
export async function finishTable(pool: pg.Pool, id: number, { entityType }: ValueKey): Promise<boolean> {
  // Entities that were being deleted while they were added.
  await pool.query(
    `DELETE FROM ${tableOf(id)} AS known WHERE NOT EXISTS (SELECT FROM ${TABLES[entityType]} WHERE id = known.entity_id)`,
  );
  // Its pages count as visible to all from now on, so that the index answers alone.
  await pool.query(`VACUUM (ANALYZE) ${tableOf(id)}`);
  const { rowCount } = await pool.query(
    `UPDATE value_index_key SET state = 'ready' WHERE id = $1 AND state = 'building'`,
    [id],
  );
  return rowCount === 1;
}

/** Drops the table of a key that queries do not use any longer. */
export async function dropTable(pool: pg.Pool, id: number, isClosed: () => boolean): Promise<void> {
  await pool.query('DELETE FROM value_index_key WHERE id = $1', [id]);
  // Writers that found the key still write to its table. What is left by a server that ends goes at the next start.
  await waitForOlderWrites(pool, isClosed);
  if (isClosed()) return;
  await pool.query(dropStatement(tableOf(id)));
}

export async function storeUse(pool: pg.Pool, used: readonly { id: number; usedTime: number }[]): Promise<void> {
  await pool.query(
    `UPDATE value_index_key AS known SET used_time = used.time FROM unnest($1::integer[], $2::bigint[]) AS used (id, time)
     WHERE known.id = used.id`,
    [used.map(({ id }) => id), used.map(({ usedTime }) => usedTime)],
  );
}

/** Of the tables, those that queries may use. */
export async function readyTables(
  pool: pg.Pool,
  ids: readonly number[],
): Promise<{ id: number; hasSeveral: boolean }[]> {
  const { rows } = await pool.query<{ id: number; has_several: boolean }>(
    `SELECT id, has_several FROM value_index_key WHERE id = ANY($1::integer[]) AND state = 'ready'`,
    [ids],
  );
  return rows.map((row) => ({ id: row.id, hasSeveral: row.has_several }));
}

/** Whether a transaction of this database has written something that is older than another one. */
const HAS_OLDER = `SELECT EXISTS (
    SELECT FROM pg_stat_activity WHERE datname = current_database() AND backend_xid IS NOT NULL AND age(backend_xid) > age($1::xid)
    UNION ALL
    SELECT FROM pg_prepared_xacts WHERE database = current_database() AND age(transaction) > age($1::xid)
  ) AS is`;

/**
 * Resolves when every transaction of this database that wrote something before the call has ended. Others of the same
 * PostgreSQL may last for hours.
 * @throws Error when one lasts too long
 */
export async function waitForOlderWrites(pool: pg.Pool, isClosed: () => boolean): Promise<void> {
  const own = await pool.query<{ id: string }>('SELECT pg_current_xact_id()::xid::text AS id');
  for (const until = Date.now() + PATIENCE; !isClosed(); await delay(PAUSE)) {
    const { rows } = await pool.query<{ is: boolean }>(HAS_OLDER, [own.rows[0]?.id]);
    if (!rows[0]?.is) return;
    if (Date.now() > until) throw new Error('A transaction lasts too long for an index of values to begin or end.');
  }
}
