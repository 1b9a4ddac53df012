import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { insertTenants } from '../../../test/tenants.ts';
import { createEmbeddedLiveBus } from '../../bus/embedded-live-bus.ts';
import { newEntityId } from '../../storage/ids.ts';
import { openValueIndex, type ValueIndex, type ValueIndexOptions } from './value-index.ts';
import type { ValueKey } from './value-tables.ts';

const log = pino({ level: 'silent' });
const COUNT = 40;
let database: TestDatabase;
let tenantId: string;
let index: ValueIndex;
/** name → number */
let keys: Map<string, number>;

beforeEach(async () => {
  database = await createTestDatabase();
  const { pool } = database;
  tenantId = newEntityId().id;
  const other = newEntityId().id;
  await insertTenants(pool, tenantId, other);
  // Those of the other tenant are too few.
  await pool.query(
    `INSERT INTO asset (id, created_time, tenant_id, customer_id, name, type)
     SELECT gen_random_uuid(), n, tenant, tenant, 'Asset ' || n, 'room'
     FROM (VALUES ($1::uuid, $2::integer), ($3, 10)) AS wanted (tenant, count), generate_series(1, count) AS n`,
    [tenantId, COUNT, other],
  );
  const { rows } = await pool.query(
    `INSERT INTO telemetry_key (name) VALUES ('model'), ('note'), ('rare'), ('level') RETURNING id, name`,
  );
  keys = new Map(rows.map((row) => [row.name, row.id]));
  await pool.query(
    `INSERT INTO attribute (entity_id, scope, key_id, last_update_ts, string_value)
     SELECT asset.id, 3, telemetry_key.id, 1, CASE telemetry_key.name WHEN 'note' THEN repeat('x', 600) ELSE 'text' END
     FROM asset, telemetry_key WHERE telemetry_key.name IN ('model', 'note') OR (telemetry_key.name = 'rare' AND asset.created_time = 1)`,
  );
  await pool.query(
    `INSERT INTO latest_value (entity_id, key_id, ts, long_value) SELECT id, $1, 1, created_time FROM asset`,
    [keys.get('level')],
  );
});

afterEach(async () => {
  vi.useRealTimers();
  await index.close();
  await database.drop();
});

async function open(options: Partial<ValueIndexOptions> = {}): Promise<void> {
  index = await openValueIndex({
    pool: database.pool,
    liveBus: createEmbeddedLiveBus(log),
    log,
    flushLatest: async () => undefined,
    options: { minEntities: 20, slow: 10, foreseeAfter: 0, ...options },
  });
}

const keyOf = (name: string, scope: ValueKey['scope']): ValueKey => ({
  tenantId,
  entityType: 'ASSET',
  keyId: keys.get(name) as number,
  scope,
});

/** Which keys queries may use, and whether somebody has. */
async function ready(): Promise<string[]> {
  const { rows } = await database.pool.query(
    `SELECT name || ' ' || scope || CASE used_time WHEN 0 THEN '' ELSE ' used' END AS key
     FROM value_index_key AS known JOIN telemetry_key ON telemetry_key.id = known.key_id
     WHERE state = 'ready' ORDER BY 1`,
  );
  return rows.map((row) => row.key);
}

async function tables(): Promise<number> {
  const { rowCount } = await database.pool.query(
    `SELECT FROM pg_class WHERE relkind = 'r' AND relname ~ '^value_index_[0-9]+$'`,
  );
  return rowCount ?? 0;
}

const FORESEEN = ['level 0', 'model 4'];

it('keys that most entities of a large kind have get an index before anybody asks, and keep it', async () => {
  await open();
  await expect.poll(ready).toEqual(FORESEEN);
  await index.close();
  await open();
  await index.settle();
  expect(index.find(keyOf('model', 'newest'))).toBeDefined();
  await index.close();
  expect(await ready()).toEqual(['level 0', 'model 4 used']);
  const { rows } = await database.pool.query('SELECT count(*)::integer AS count FROM value_index_key');
  expect(rows).toEqual([{ count: 2 }]);
});

it('they make room for keys that somebody asks for, at once', async () => {
  await open({ maxKeysOfTenant: 2 });
  await expect.poll(ready).toEqual(FORESEEN);
  index.noteSlow([keyOf('rare', 'newest')], 100);
  await index.settle();
  expect(index.find(keyOf('rare', 'newest'))).toBeDefined();
  expect(await tables()).toBe(2);
});

it('a key that somebody asks for is built first', async () => {
  await open({ foreseeAfter: undefined });
  index.noteSlow([keyOf('rare', 'newest')], 100);
  await index.settle();
  expect(await ready()).toEqual(['rare 4 used']);
});

it('they go when more is written of them than they are worth, and those that were asked for stay', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  await open({ foreseenWrites: 5 });
  await expect.poll(ready).toEqual(FORESEEN);
  await index.settle();
  const level = { keyId: keys.get('level') as number };
  const write = () => {
    index.series.written(Array.from({ length: 200 }, () => level));
    vi.advanceTimersByTime(21_000);
    index.series.written([]);
  };
  write();
  await index.settle();
  expect(await ready()).toEqual(['model 4']);
  expect(await tables()).toBe(1);
  index.noteSlow([keyOf('level', 'series')], 100);
  await index.settle();
  write();
  await index.settle();
  expect(index.find(keyOf('level', 'series'))).toBeDefined();
});

it('what most entities lost, or a tenant that is deleted, has none any longer', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  await open();
  await expect.poll(ready).toEqual(FORESEEN);
  await database.pool.query('DELETE FROM latest_value');
  vi.advanceTimersToNextTimer();
  await index.settle();
  expect(await ready()).toEqual(['model 4']);
  for (const table of ['asset', 'api_usage_state', 'tenant']) await database.pool.query(`DELETE FROM ${table}`);
  vi.advanceTimersToNextTimer();
  await index.settle();
  expect(await tables()).toBe(0);
});
