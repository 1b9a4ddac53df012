import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { insertTenants } from '../../../test/tenants.ts';
import { createEmbeddedLiveBus } from '../../bus/embedded-live-bus.ts';
import { openDatabase } from '../../storage/database.ts';
import { newEntityId } from '../../storage/ids.ts';
import { inTransaction } from '../../storage/transaction.ts';
import type { TelemetryValue } from '../../values/value.ts';
import { createPackedSeriesStore } from '../packed/packed-series-store.ts';
import { openValueIndex, type ValueIndex, type ValueIndexOptions } from './value-index.ts';
import type { ValueKey } from './value-tables.ts';

const HOUR = 3_600_000;
const log = pino({ level: 'silent' });
let database: TestDatabase;
let tenantId: string;
let assets: string[];
let index: ValueIndex;

beforeEach(async () => {
  database = await createTestDatabase();
  tenantId = newEntityId().id;
  await insertTenants(database.pool, tenantId);
  assets = Array.from({ length: 5 }, () => newEntityId().id).sort();
  await database.pool.query(
    `INSERT INTO asset (id, created_time, tenant_id, customer_id, name, type)
     SELECT id, number, $1, $1, 'Asset ' || number, 'room' FROM unnest($2::uuid[]) WITH ORDINALITY AS a (id, number)`,
    [tenantId, assets],
  );
  await database.pool.query(`INSERT INTO telemetry_key (name) SELECT 'key ' || n FROM generate_series(1, 5) AS n`);
});

afterEach(async () => {
  vi.useRealTimers();
  await index.close();
  await database.drop();
});

async function open(
  options: Partial<ValueIndexOptions> = {},
  flushLatest: () => Promise<void> = async () => undefined,
): Promise<ValueIndex> {
  index = await openValueIndex({
    pool: database.pool,
    liveBus: createEmbeddedLiveBus(log),
    log,
    flushLatest,
    options: { minEntities: 0, slow: 10, ...options },
  });
  return index;
}

async function keyOf(number: number, scope: ValueKey['scope'] = 'series'): Promise<ValueKey> {
  const { rows } = await database.pool.query('SELECT id FROM telemetry_key WHERE name = $1', [`key ${number}`]);
  return { tenantId, entityType: 'ASSET', keyId: rows[0].id, scope };
}

async function tables(): Promise<string[]> {
  const { rows } = await database.pool.query(
    `SELECT relname FROM pg_class WHERE relkind = 'r' AND relname ~ '^value_index_[0-9]+$' ORDER BY 1`,
  );
  return rows.map((row) => row.relname);
}

async function ask(key: ValueKey): Promise<void> {
  index.noteSlow([key], 100);
  await index.settle();
}

describe('an index of values', () => {
  it('is built for what took long, where there are many entities', async () => {
    await open({ minEntities: 5 });
    const key = await keyOf(1);
    index.noteSlow([key], 5);
    await index.settle();
    expect(index.find(key)).toBeUndefined();
    await ask(key);
    const { rows } = await database.pool.query(`SELECT entity_id, type FROM ${index.find(key)?.table} ORDER BY 1`);
    expect(rows).toEqual(assets.map((id) => ({ entity_id: id, type: 0 })));
    await index.close();
    await open({ minEntities: 6 });
    const other = await keyOf(2);
    await ask(other);
    expect(index.find(other)).toBeUndefined();
  });

  it('is filled with a plan for how many have the key now, though none had it lately', async () => {
    await open();
    const { pool } = database;
    const key = await keyOf(1, 'server');
    await pool.query('ANALYZE attribute');
    await pool.query(
      `INSERT INTO attribute (entity_id, scope, key_id, last_update_ts, long_value)
       SELECT id, 3, $2, 1, 1 FROM unnest($1::uuid[]) AS id`,
      [assets, key.keyId],
    );
    await ask(key);
    const { rows } = await pool.query(
      `SELECT most_common_vals::text AS keys FROM pg_stats WHERE tablename = 'attribute' AND attname = 'key_id'`,
    );
    expect(rows).toEqual([{ keys: `{${key.keyId}}` }]);
  });

  it('is there after a restart, unless it was being built when the server ended', async () => {
    await open();
    const [ready, building] = [await keyOf(1), await keyOf(2)];
    await ask(ready);
    await ask(building);
    await database.pool.query(`UPDATE value_index_key SET state = 'building' WHERE key_id = $1`, [building.keyId]);
    const table = index.find(ready)?.table;
    await index.close();
    await open();
    expect(index.find(ready)?.table).toBe(table);
    expect(index.find(building)).toBeUndefined();
    expect(await tables()).toEqual([table]);
  });

  it('is not waited for any more once it is closed', async () => {
    await open();
    const key = await keyOf(1);
    index.noteSlow([key], 100);
    const closed = index.close();
    await index.settle();
    await closed;
    expect(index.find(key)).toBeUndefined();
  });

  it('makes room when nobody has used it for an hour', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    await open({ maxKeysOfTenant: 2 });
    const [first, second, third, fourth] = [await keyOf(1), await keyOf(2), await keyOf(3), await keyOf(4)];
    await ask(first);
    await ask(second);
    await ask(third);
    expect(index.find(third)).toBeUndefined();
    vi.setSystemTime(Date.now() + 2 * HOUR);
    expect(index.find(second)).toBeDefined();
    await ask(fourth);
    expect(index.find(first)).toBeUndefined();
    expect(index.find(second)).toBeDefined();
    expect(index.find(fourth)).toBeDefined();
    expect(await tables()).toHaveLength(2);
  });

  it('goes when nobody has used it for a day, and with its tenant', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
    await open();
    const [used, unused] = [await keyOf(1), await keyOf(2)];
    await ask(used);
    await ask(unused);
    vi.setSystemTime(Date.now() + 25 * HOUR);
    const kept = index.find(used)?.table;
    vi.advanceTimersToNextTimer();
    await index.settle();
    expect(index.find(unused)).toBeUndefined();
    expect(await tables()).toEqual([kept]);
    for (const table of ['asset', 'api_usage_state', 'tenant']) await database.pool.query(`DELETE FROM ${table}`);
    vi.advanceTimersToNextTimer();
    await index.settle();
    expect(await tables()).toEqual([]);
    const functions = await database.pool.query(`SELECT proname FROM pg_proc WHERE proname ~ '^value_index_[0-9]+'`);
    expect(functions.rows).toEqual([]);
  });

  it('has what the writer of latest values writes, also while it is built, and loses what is deleted', async () => {
    const own = openDatabase(database.connection, 4);
    await open({}, () => store.flushLatest());
    const store = createPackedSeriesStore({
      pool: own.pool,
      log,
      indexed: index.series,
      options: { backgroundInterval: 0, latestInterval: HOUR },
    });
    await store.open();
    const write = (at: number, ts: number, value: TelemetryValue) =>
      inTransaction(database.pool, (unit) =>
        store.write(unit, [{ entityId: assets[at] as string, points: [{ ts, values: [{ key: 'key 1', value }] }] }]),
      );
    const key = await keyOf(1);
    const values = async () => {
      const { rows } = await database.pool.query(
        `SELECT number, type, text FROM ${index.find(key)?.table} ORDER BY entity_id`,
      );
      return rows.map((row) => [row.number, row.type, row.text]);
    };
    try {
      await write(0, 1, { type: 'LONG', value: 5 });
      index.noteSlow([key], 100);
      await write(1, 1, { type: 'DOUBLE', value: 2.5 });
      await index.settle();
      await store.flushLatest();
      expect(await values()).toEqual([
        [5, 1, ''],
        [2.5, 1, ''],
        [0, 0, ''],
        [0, 0, ''],
        [0, 0, ''],
      ]);
      const before = index.find(key)?.version;
      await write(0, 2, { type: 'STRING', value: 'text' });
      await write(2, 2, { type: 'BOOLEAN', value: true });
      await store.flushLatest();
      expect(await values()).toEqual([
        [0, 3, 'text'],
        [2.5, 1, ''],
        [1, 2, ''],
        [0, 0, ''],
        [0, 0, ''],
      ]);
      expect(index.find(key)?.version).not.toBe(before);
      await inTransaction(database.pool, (unit) => store.deleteEntities(unit, [assets[0] as string]));
      await store.flushLatest();
      expect((await values())[0]).toEqual([0, 0, '']);
    } finally {
      await store.close();
      await own.close();
    }
  });
});
