import { NULL_UUID } from '@signalbox/contract/id';
import type { PageLink } from '@signalbox/contract/page';
import type pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { blocksOf } from '../../../test/read-blocks.ts';
import { insertTenants } from '../../../test/tenants.ts';
import { createEmbeddedLiveBus } from '../../bus/embedded-live-bus.ts';
import { createDeletedTenants } from '../../storage/deleted-tenants.ts';
import { newEntityId } from '../../storage/ids.ts';
import { createListPlaces } from '../../storage/list-places.ts';
import type { DeviceFilter } from './device-filter.ts';
import { createDeviceLists } from './device-list.ts';
import type { Place } from './device-list-order.ts';
import { createDeviceTotals, type RunStatement } from './device-totals.ts';

const tenantId = newEntityId().id;
const customerId = newEntityId().id;
const profiles = { sensor: newEntityId().id, valve: newEntityId().id };
const log = pino({ level: 'silent' });
/** Devices of the profile that most have, all before the others in every order, and of the other one. */
const SENSORS = 8_000;
const VALVES = 400;
/** Whoever looks at devices of others as well needs 230 or more, a page from an index alone up to 80. */
const FEW_BLOCKS = 150;

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  const { pool } = database;
  await insertTenants(pool, tenantId);
  await pool.query('INSERT INTO customer (id, created_time, tenant_id, title) VALUES ($1, 1, $2, $3)', [
    customerId,
    tenantId,
    'Somebody',
  ]);
  for (const [name, id] of Object.entries(profiles)) {
    await pool.query(
      `INSERT INTO device_profile (id, created_time, tenant_id, name, is_default, type, transport_type, provision_type, profile_data)
       VALUES ($1, 1, $2, $3, false, 'DEFAULT', 'DEFAULT', 'DISABLED', '{}')`,
      [id, tenantId, name],
    );
  }
  const insert = `INSERT INTO device (id, created_time, tenant_id, customer_id, device_profile_id, name, type, label, device_data)
    SELECT gen_random_uuid(), number, $1, CASE WHEN number % 2 = 0 THEN $2::uuid ELSE '${NULL_UUID}' END, $3,
      $4 || number || CASE WHEN number % 10 = 0 THEN ' spare' ELSE '' END, $4, $5,
      jsonb_build_object('padding', repeat(md5(number::text), 12))
    FROM generate_series($6::integer, $7::integer) AS number`;
  await pool.query(insert, [tenantId, customerId, profiles.sensor, 'sensor', 'Hall', 1, SENSORS]);
  await pool.query(insert, [tenantId, customerId, profiles.valve, 'valve', null, SENSORS + 1, SENSORS + VALVES]);
  await pool.query('VACUUM (ANALYZE) device, device_state, device_activity');
});

afterAll(() => database.drop());

/** Blocks that a page of devices is read from. */
async function blocksOfPage(link: PageLink, filter: DeviceFilter, few: number, total = VALVES): Promise<number> {
  let blocks = 0;
  const counting = Object.create(database.pool) as pg.Pool;
  counting.query = (async (requested: { text: string; values: unknown[] }) => {
    blocks += await blocksOf(database.pool, requested.text, requested.values);
    return database.pool.query(requested.text, requested.values);
  }) as unknown as typeof counting.query;
  const places = createListPlaces<Place>(
    { pool: database.pool, log, deletedTenants: createDeletedTenants() },
    { far: 1e6, step: 1e6 },
  );
  const limits = { few, fewByActivity: 0, nearActivity: 0, walked: 1e6 };
  const lists = createDeviceLists(counting, createEmbeddedLiveBus(log), places, limits, Number.POSITIVE_INFINITY);
  // Totals are counted once.
  await lists.listInfos(tenantId, link, filter);
  blocks = 0;
  const { totalElements, data } = await lists.listInfos(tenantId, link, filter);
  expect(totalElements).toBe(total);
  expect(data.length).toBe(link.pageSize);
  return blocks;
}

const sorts = ['createdTime', 'name', 'label', 'lastActivityTime'];

it.each(sorts)('reads a page of the devices of a type by %s without those of others', async (sortProperty) => {
  for (const sortOrder of ['ASC', 'DESC'] as const) {
    for (const page of [0, 5, VALVES / 10 - 1]) {
      for (const active of [undefined, false]) {
        const link = { sortProperty, sortOrder, page, pageSize: 10 };
        const blocks = await blocksOfPage(link, { type: 'valve', active }, 0);
        expect(blocks, `${sortOrder}, page ${page}, active ${active}`).toBeLessThan(FEW_BLOCKS);
      }
    }
  }
});

it.each(sorts)('knows by %s which devices of a customer are of a type', async (sortProperty) => {
  for (const sortOrder of ['ASC', 'DESC'] as const) {
    for (const active of [undefined, false]) {
      const link = { sortProperty, sortOrder, page: 0, pageSize: 10 };
      const blocks = await blocksOfPage(link, { type: 'valve', customerId, active }, 10_000, VALVES / 2);
      expect(blocks, `${sortOrder}, active ${active}`).toBeLessThan(FEW_BLOCKS);
    }
  }
});

it.each(['createdTime', 'name'])('goes through the devices by %s to what a common text finds', async (sortProperty) => {
  for (const sortOrder of ['ASC', 'DESC'] as const) {
    const link = { sortProperty, sortOrder, page: 15, pageSize: 10, textSearch: 'spare' };
    expect(await blocksOfPage(link, {}, 100, (SENSORS + VALVES) / 10), sortOrder).toBeLessThan(FEW_BLOCKS);
  }
});

it.each(['createdTime', 'name'])('reads by %s what a text finds of one state without others', async (sortProperty) => {
  for (const sortOrder of ['ASC', 'DESC'] as const) {
    const link = { sortProperty, sortOrder, page: 1, pageSize: 10, textSearch: 'valve' };
    const blocks = await blocksOfPage(link, { active: false }, 100);
    expect(blocks, sortOrder).toBeLessThan(FEW_BLOCKS);
  }
});

it('counts what a text finds among the devices of a type and a state without looking at others', async () => {
  let blocks = 0;
  const run: RunStatement = async (text, values) => {
    blocks += await blocksOf(database.pool, text, values);
    return database.pool.query(text, values);
  };
  const { searchTotal } = createDeviceTotals(createEmbeddedLiveBus(log), run);
  const filter = { deviceProfileId: profiles.valve, active: false };
  const link = { page: 0, pageSize: 10, textSearch: 'spare' };
  expect(await searchTotal(tenantId, link, filter)).toBe(VALVES / 10);
  expect(blocks).toBeGreaterThan(0);
  expect(blocks).toBeLessThan(FEW_BLOCKS / 2);
});

it('reads what a text finds by state, and its places, without looking at each device by itself that has changed', async () => {
  const { pool } = database;
  await pool.query('UPDATE device_state SET active = active WHERE tenant_id = $1', [tenantId]);
  await pool.query('ANALYZE device_state');
  let blocks = 0;
  const counting = Object.create(pool) as pg.Pool;
  counting.query = (async (requested: { text: string; values: unknown[] }) => {
    blocks += await blocksOf(pool, requested.text, requested.values);
    return pool.query(requested.text, requested.values);
  }) as unknown as typeof counting.query;
  counting.connect = (async () => {
    const client = await pool.connect();
    const query = client.query.bind(client);
    return Object.assign(Object.create(client), {
      query: async (requested: string, values?: unknown[]) => {
        if (values) blocks += await blocksOf({ query } as unknown as pg.Pool, requested, values);
        return query(requested, values);
      },
    });
  }) as unknown as typeof counting.connect;
  const places = createListPlaces<Place>(
    { pool: counting, log, deletedTenants: createDeletedTenants() },
    { far: 100, step: 100 },
  );
  const limits = { few: 100, fewByActivity: 0, nearActivity: 0, walked: 1000 };
  const lists = createDeviceLists(counting, createEmbeddedLiveBus(log), places, limits, Number.POSITIVE_INFINITY);
  // How many a text finds is counted once.
  await lists.listInfos(tenantId, { page: 0, pageSize: 1, textSearch: 'sensor' }, {});
  blocks = 0;
  const link = { sortProperty: 'active', sortOrder: 'DESC' as const, page: 400, pageSize: 10, textSearch: 'sensor' };
  const { data, totalElements } = await lists.listInfos(tenantId, link, {});
  await places.settle();
  expect({ rows: data.length, totalElements }).toEqual({ rows: 10, totalElements: SENSORS });
  expect(blocks).toBeGreaterThan(0);
  expect(blocks).toBeLessThan(SENSORS / 4);
});

it('reads by activity what a text finds of all devices of one profile and of few of another', async () => {
  const { pool } = database;
  await pool.query(
    `UPDATE device SET name = 'valve of ' || name WHERE id IN (
       SELECT id FROM device WHERE device_profile_id = $1 ORDER BY created_time LIMIT 3)`,
    [profiles.sensor],
  );
  await pool.query('UPDATE device_activity SET last_activity_time = last_activity_time WHERE tenant_id = $1', [
    tenantId,
  ]);
  for (const sortOrder of ['ASC', 'DESC'] as const) {
    const link = { sortProperty: 'lastActivityTime', sortOrder, page: 0, pageSize: 10, textSearch: 'valve' };
    expect(await blocksOfPage(link, {}, 100, VALVES + 3), sortOrder).toBeLessThan(2 * FEW_BLOCKS);
  }
});
