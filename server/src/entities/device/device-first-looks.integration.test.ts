import { entityId, NULL_UUID } from '@signalbox/contract/id';
import type { PageLink } from '@signalbox/contract/page';
import type pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { blocksOf } from '../../../test/read-blocks.ts';
import { insertTenants } from '../../../test/tenants.ts';
import { createEmbeddedLiveBus } from '../../bus/embedded-live-bus.ts';
import { createDeletedTenants } from '../../storage/deleted-tenants.ts';
import { newEntityId } from '../../storage/ids.ts';
import { createListPlaces } from '../../storage/list-places.ts';
import type { DeviceFilter } from './device-filter.ts';
import { createDeviceLists, type FewDevices } from './device-list.ts';
import type { Place } from './device-list-order.ts';

const DEVICES = 6_000;
const tenantId = newEntityId().id;
const [customerId, otherCustomer] = [newEntityId().id, newEntityId().id];
const profiles = ['valve', 'Meter', 'pump'].map((name) => ({ id: newEntityId().id, name }));
const log = pino({ level: 'silent' });
const PAGE = 10;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  const { pool } = database;
  await insertTenants(pool, tenantId);
  for (const [at, id] of [customerId, otherCustomer].entries()) {
    await pool.query('INSERT INTO customer (id, created_time, tenant_id, title) VALUES ($1, 1, $2, $3)', [
      id,
      tenantId,
      `Customer ${at}`,
    ]);
  }
  for (const { id, name } of profiles) {
    await pool.query(
      `INSERT INTO device_profile (id, created_time, tenant_id, name, is_default, type, transport_type, provision_type, profile_data)
       VALUES ($1, 1, $2, $3, false, 'DEFAULT', 'DEFAULT', 'DISABLED', '{}')`,
      [id, tenantId, name],
    );
  }
  await pool.query("INSERT INTO telemetry_key (name) VALUES ('active'), ('lastActivityTime') ON CONFLICT DO NOTHING");
  await insert(0, DEVICES);
  await report('number % 3 = 0', true, 'number * 7 % 4001');
  await pool.query('VACUUM (ANALYZE) device, device_state, device_activity');
});
afterAll(() => database?.drop());

/** Names and labels in another order than creations, a label in common for many, and one for half of them. */
async function insert(first: number, end: number): Promise<string[]> {
  const { rows } = await database.pool.query<{ id: string }>(
    `INSERT INTO device (id, created_time, tenant_id, customer_id, device_profile_id, name, type, label, device_data)
     SELECT gen_random_uuid(), 1000 + number / 3, $1, ($2::uuid[])[1 + number % 3], ($3::uuid[])[1 + number % 7 % 3],
       (ARRAY['Pumpe ', 'zähler ', 'Ventil '])[1 + number * 31 % 3] || number * 7919 % 100000, 'any',
       CASE WHEN number % 2 = 0 THEN 'Hall ' || number % 40 END, '{}'
     FROM generate_series($4::integer, $5::integer - 1) AS number RETURNING id`,
    [tenantId, [NULL_UUID, customerId, otherCustomer], profiles.map(({ id }) => id), first, end],
  );
  return rows.map(({ id }) => id);
}

/** Stores that devices are active, and their last data. @returns their ids */
async function report(which: string, active: boolean, last: string): Promise<{ id: string; last: number }[]> {
  const { rows } = await database.pool.query<{ id: string; last: number }>(
    `WITH numbered AS (
       SELECT id, ${last} AS last FROM (SELECT id, row_number() OVER (ORDER BY created_time, id) AS number FROM device
         WHERE tenant_id = $1) AS all_devices WHERE ${which}
     ), written AS (
       INSERT INTO attribute (entity_id, scope, key_id, last_update_ts, bool_value, long_value)
       SELECT numbered.id, 3, telemetry_key.id, 1, CASE WHEN name = 'active' THEN $2::boolean END,
         CASE WHEN name <> 'active' THEN last END
       FROM numbered, telemetry_key WHERE name IN ('active', 'lastActivityTime')
       ON CONFLICT (entity_id, scope, key_id) DO UPDATE
         SET bool_value = excluded.bool_value, long_value = excluded.long_value
     )
     SELECT id, last FROM numbered`,
    [tenantId, active],
  );
  return rows;
}

const LIMITS = { few: 100, fewByActivity: 100, nearActivity: 20, walked: 1e6 };

/** Lists whose places are never found by going through them. @param from devices from which on they are in memory */
function openLists(from: number, far = 100, limits: FewDevices = LIMITS) {
  const liveBus = createEmbeddedLiveBus(log);
  let blocks: number | undefined;
  const counting = Object.create(database.pool) as pg.Pool;
  counting.query = (async (requested: { text: string; values: unknown[] }) => {
    if (blocks !== undefined && requested.text)
      blocks += await blocksOf(database.pool, requested.text, requested.values);
    return database.pool.query(requested);
  }) as unknown as typeof counting.query;
  const connect = vi.fn(() => Promise.reject(new Error('No order is gone through.')));
  const walking = { connect, options: { max: 4 } } as unknown as pg.Pool;
  const places = createListPlaces<Place>(
    { pool: walking, log, deletedTenants: createDeletedTenants() },
    { far, step: 50 },
  );
  const sizes = { from, most: 100_000, changed: 5_000 };
  const lists = createDeviceLists(counting, liveBus, places, limits, Number.POSITIVE_INFINITY, sizes);
  return {
    lists,
    liveBus,
    /** How often somebody wanted to go through an order. */
    walks: () => connect.mock.calls.length,
    changed: (id: string, action: 'created' | 'updated' | 'deleted' = 'updated') =>
      liveBus.publish({ kind: 'entity', action, tenantId, entityId: entityId('DEVICE', id) }),
    /** Blocks of a page that is read for the first time. */
    async blocksOf(link: PageLink, filter: DeviceFilter): Promise<number> {
      blocks = 0;
      await lists.listInfos(tenantId, link, filter);
      const read = blocks;
      blocks = undefined;
      return read;
    },
  };
}
type Opened = ReturnType<typeof openLists>;

async function openInMemory(limits?: FewDevices): Promise<Opened> {
  const opened = openLists(1, 100, limits);
  opened.lists.names.open();
  await opened.lists.names.settle();
  return opened;
}

const SORTS = ['createdTime', 'name', 'label', 'lastActivityTime', 'active', 'type', 'customerTitle'];
const WANTED: (DeviceFilter & { textSearch?: string })[] = [
  {},
  { textSearch: 'E' },
  { textSearch: 'ZÄHLER' },
  { active: false },
  { active: false, textSearch: 'e' },
  { active: true, deviceProfileId: profiles[1]?.id as string },
  { customerId, textSearch: '1' },
];

/** Reads pages of all lists in all orders, and compares with what is read from the beginning of each. */
async function check({ lists }: Opened): Promise<void> {
  const plain = openLists(1e6, 1e9).lists;
  for (const { textSearch, ...filter } of WANTED) {
    for (const sortProperty of SORTS) {
      for (const sortOrder of ['ASC', 'DESC'] as const) {
        const link = { pageSize: PAGE, sortProperty, sortOrder, ...(textSearch ? { textSearch } : {}) };
        const { totalElements } = await plain.listInfos(tenantId, { ...link, page: 0 }, filter);
        for (const share of [0, 0.45, 0.98]) {
          const page = Math.floor((totalElements * share) / PAGE);
          const wanted = await plain.listInfos(tenantId, { ...link, page }, filter);
          const found = await lists.listInfos(tenantId, { ...link, page }, filter);
          const what = `${textSearch} ${JSON.stringify(filter)} by ${sortProperty} ${sortOrder}, page ${page}`;
          expect(found.totalElements, what).toBe(totalElements);
          expect(
            found.data.map(({ name }) => name),
            what,
          ).toEqual(wanted.data.map(({ name }) => name));
        }
      }
    }
  }
}

it('finds pages of all lists in all orders by what is in memory, whatever has changed', {
  timeout: 120_000,
}, async () => {
  const opened = await openInMemory();
  await check(opened);
  const { pool } = database;
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM device WHERE tenant_id = $1 ORDER BY id', [
    tenantId,
  ]);
  const ids = rows.map(({ id }) => id);
  await pool.query("UPDATE device SET name = 'ZÄHLER e 1 ' || id, label = NULL WHERE id = ANY($1)", [ids.slice(0, 30)]);
  await pool.query("UPDATE device SET label = 'Hall 7', customer_id = $2 WHERE id = ANY($1)", [
    ids.slice(30, 60),
    customerId,
  ]);
  for (const id of ids.slice(0, 60)) opened.changed(id);
  await pool.query('DELETE FROM device WHERE id = ANY($1)', [ids.slice(60, 90)]);
  for (const id of ids.slice(60, 90)) opened.changed(id, 'deleted');
  for (const id of await insert(DEVICES, DEVICES + 50)) opened.changed(id, 'created');
  // Of devices that have changed, and of others; the last of them have not been read since.
  for (const { id, last } of await report('number % 7 = 0 OR number > 5900', true, 'number * 13 % 5003')) {
    opened.liveBus.publish({
      ...{ kind: 'attributes', tenantId, entityId: entityId('DEVICE', id), scope: 'SERVER_SCOPE', notifyDevice: false },
      entries: [
        { key: 'active', scope: 'SERVER_SCOPE', lastUpdateTs: 1, value: { type: 'BOOLEAN', value: true } },
        { key: 'lastActivityTime', scope: 'SERVER_SCOPE', lastUpdateTs: 1, value: { type: 'LONG', value: last } },
      ],
    });
  }
  await check(opened);
});

it('reads the first page that anybody asks for without going through what is before it', async () => {
  const opened = await openInMemory();
  const before = 900;
  for (const filter of [{}, { active: false }] as DeviceFilter[]) {
    for (const sortProperty of ['name', 'label']) {
      const page = before / PAGE;
      const link = { pageSize: PAGE, page, sortProperty, sortOrder: 'ASC' as const, textSearch: 'zähler' };
      // Whoever goes through the order looks at each row that the text finds, and at others.
      expect(await opened.blocksOf(link, filter), `${JSON.stringify(filter)} by ${sortProperty}`).toBeLessThan(before);
    }
  }
  expect(opened.walks()).toBe(0);
});

it('reads first pages of what a text finds without going through others, or through all that it finds', async () => {
  const opened = await openInMemory();
  for (const filter of [{}, { active: false }] as DeviceFilter[]) {
    for (const sortProperty of SORTS) {
      for (const sortOrder of ['ASC', 'DESC'] as const) {
        const link = { pageSize: PAGE, page: 0, sortProperty, sortOrder, textSearch: 'zähler' };
        const what = `${JSON.stringify(filter)} by ${sortProperty} ${sortOrder}`;
        // The text finds 2,000 devices, and there are twice as many others.
        expect(await opened.blocksOf(link, filter), what).toBeLessThan(1_000);
      }
    }
  }
});

it('reads pages of the devices of a customer in an order that no index has without sorting all of them', async () => {
  const opened = await openInMemory({ ...LIMITS, few: 5_000, sorted: 500 });
  const plain = openLists(1e6, 1e9, { ...LIMITS, few: 5_000 });
  for (const sortProperty of ['name', 'label']) {
    for (const sortOrder of ['ASC', 'DESC'] as const) {
      for (const page of [0, 100, 190]) {
        const link = { pageSize: PAGE, page, sortProperty, sortOrder };
        const what = `by ${sortProperty} ${sortOrder}, page ${page}`;
        const wanted = await plain.lists.listInfos(tenantId, link, { customerId });
        expect(await opened.lists.listInfos(tenantId, link, { customerId }), what).toEqual(wanted);
        const known = await opened.blocksOf(link, { customerId });
        expect(known, what).toBeLessThan(200);
        expect(await plain.blocksOf(link, { customerId }), what).toBeGreaterThan(known);
      }
    }
  }
});

it('counts the devices of one state that a text finds without reading them', async () => {
  const opened = await openInMemory();
  const plain = openLists(1e6);
  const link = { pageSize: 1, page: 0, textSearch: 'zähler ' };
  for (const active of [true, false]) {
    const known = await opened.blocksOf(link, { active });
    expect(known).toBeLessThan(await plain.blocksOf(link, { active }));
  }
});

it('knows nothing any longer of a tenant that is deleted, and reads again what has changed too often', async () => {
  const opened = await openInMemory();
  const order = { by: 'name', isDescending: false, isNewestFirst: true } as const;
  const page = (named: Opened['lists']['named']) => named.page(tenantId, {}, order, { offset: 3_000, rows: 1 });
  expect(await page(opened.lists.named)).toEqual({ ids: [expect.any(String)], skip: 0 });
  for (let at = 0; at <= 5_000; at++) opened.changed(newEntityId().id);
  expect(await page(opened.lists.named)).toBeUndefined();
  await opened.lists.names.settle();
  expect(await page(opened.lists.named)).toBeDefined();
  opened.liveBus.publish({ kind: 'entity', action: 'deleted', tenantId, entityId: entityId('TENANT', tenantId) });
  expect(await page(opened.lists.named)).toBeUndefined();
});

it('reads a page with the few that a text finds of one group, and some of the many of another, without going through either', async () => {
  const { pool } = database;
  const [valve, , pump] = profiles.map(({ id }) => id);
  const rename = `UPDATE device SET name = 'xenon ' || id WHERE id IN (
    SELECT id FROM device WHERE tenant_id = $1 AND device_profile_id = $2 ORDER BY created_time, id LIMIT $3 OFFSET $4)`;
  await pool.query(rename, [tenantId, valve, 3, 1_250]);
  await pool.query(rename, [tenantId, pump, 1_000, 0]);
  await pool.query('VACUUM (ANALYZE) device');
  const opened = await openInMemory();
  const link = { pageSize: PAGE, page: 0, sortProperty: 'type', sortOrder: 'DESC', textSearch: 'xenon' } as const;
  const { data, totalElements } = await opened.lists.listInfos(tenantId, link, {});
  expect(totalElements).toBe(1_003);
  expect(data.map(({ deviceProfileId }) => deviceProfileId.id)).toEqual([
    ...Array.from({ length: 3 }, () => valve),
    ...Array.from({ length: PAGE - 3 }, () => pump),
  ]);
  expect(data).toEqual((await openLists(1e6, 1e9).lists.listInfos(tenantId, link, {})).data);
  expect(await opened.blocksOf(link, {})).toBeLessThan(180);
});
