import { entityId, NULL_UUID } from '@signalbox/contract/id';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { insertTenants } from '../../../test/tenants.ts';
import { createEmbeddedLiveBus } from '../../bus/embedded-live-bus.ts';
import { newEntityId } from '../../storage/ids.ts';
import type { ListFilter } from './device-filter.ts';
import type { DeviceNamesSizes } from './device-names.ts';
import { createDeviceTotals, type RunStatement } from './device-totals.ts';

const DEVICES = 5_200;
const [tenantId, otherTenant] = [newEntityId().id, newEntityId().id];
const customers = ['Beta', 'alpha'].map((title) => ({ id: newEntityId().id, title }));
const profiles = ['valve', 'Meter', 'pump'].map((name) => ({ id: newEntityId().id, name }));
const SIZES: DeviceNamesSizes = { from: 1, most: 100_000, changed: 100 };

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await insertTenants(database.pool, tenantId);
  await insertTenants(database.pool, otherTenant);
  for (const { id, title } of customers) {
    await database.pool.query('INSERT INTO customer (id, created_time, tenant_id, title) VALUES ($1, 1, $2, $3)', [
      id,
      tenantId,
      title,
    ]);
  }
  for (const { id, name } of profiles) {
    await database.pool.query(
      `INSERT INTO device_profile (id, created_time, tenant_id, name, is_default, type, transport_type, provision_type, profile_data)
       VALUES ($1, 1, $2, $3, false, 'DEFAULT', 'DEFAULT', 'DISABLED', '{}')`,
      [id, tenantId, name],
    );
  }
  await insert(0, DEVICES);
});
afterAll(() => database?.drop());

async function insert(first: number, end: number): Promise<void> {
  await database.pool.query(
    `INSERT INTO device (id, created_time, tenant_id, customer_id, device_profile_id, name, type, device_data)
     SELECT gen_random_uuid(), 1000 + number / 3, $1, ($2::uuid[])[1 + number % 3], ($3::uuid[])[1 + number % 7 % 3],
       (ARRAY['Pumpe ', 'Zähler ', 'Ventil '])[1 + number % 3] || number, 'any', '{}'
     FROM generate_series($4::integer, $5::integer - 1) AS number`,
    [tenantId, [NULL_UUID, ...customers.map(({ id }) => id)], profiles.map(({ id }) => id), first, end],
  );
}

function openTotals(sizes: DeviceNamesSizes) {
  const liveBus = createEmbeddedLiveBus(pino({ level: 'silent' }));
  const searches = vi.fn();
  const run: RunStatement = (text, values, isSearch) => {
    if (isSearch) searches(text);
    return database.pool.query(text, values);
  };
  const changed = (id: string, tenant = tenantId) =>
    liveBus.publish({ kind: 'entity', action: 'updated', tenantId: tenant, entityId: entityId('DEVICE', id) });
  return { totals: createDeviceTotals(liveBus, run, sizes), searches, changed, liveBus };
}

const TEXTS = ['e', 'ZÄHLER', 'pumpe 1', '77', 'e 1', '%', 'nothing', 'ventil 5199', 'pumpe 0'];
const FILTERS: ListFilter[] = [
  {},
  { customerId: customers[0]?.id },
  { deviceProfileId: profiles[1]?.id },
  { customerId: customers[1]?.id, deviceProfileId: profiles[2]?.id },
];

/** Asks for everything, and compares with what the database says. @returns whether it was asked of the database again */
async function check({ totals, searches }: ReturnType<typeof openTotals>): Promise<boolean> {
  const plain = openTotals({ ...SIZES, from: 1_000_000 });
  searches.mockClear();
  for (const textSearch of TEXTS) {
    for (const filter of FILTERS) {
      for (const group of ['profile', 'customer'] as const) {
        for (const direction of ['ASC', 'DESC'] as const) {
          const link = { pageSize: 10, page: 0, textSearch };
          const wanted = await plain.totals.searchGroups(tenantId, link, filter, { group, direction });
          const found = await totals.searchGroups(tenantId, link, filter, { group, direction });
          expect(found, `${textSearch} ${JSON.stringify(filter)}`).toEqual(wanted);
        }
      }
    }
  }
  return searches.mock.calls.length > 0;
}

const search = ({ totals }: ReturnType<typeof openTotals>, textSearch: string) =>
  totals.searchGroups(tenantId, { pageSize: 10, page: 0, textSearch }, {}, { group: 'profile', direction: 'ASC' });

it('counts what texts find without reading devices, whatever was renamed, moved, added or deleted', async () => {
  const opened = openTotals(SIZES);
  await search(opened, 'before');
  await opened.totals.names.settle();
  expect(await check(opened)).toBe(false);

  const { pool } = database;
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM device WHERE tenant_id = $1 ORDER BY id', [
    tenantId,
  ]);
  const [renamed, given, gone, moved, again] = [0, 99, 2500, 4999, 5199].map((at) => rows[at]?.id) as string[];
  await pool.query("UPDATE device SET name = 'Pumpe 77 ZÄHLER e 1' WHERE id = $1", [renamed]);
  await pool.query('UPDATE device SET customer_id = $2, device_profile_id = $3 WHERE id = $1', [
    given,
    customers[0]?.id,
    profiles[2]?.id,
  ]);
  await pool.query('DELETE FROM device WHERE id = $1', [gone]);
  await pool.query('UPDATE device SET tenant_id = $2 WHERE id = $1', [moved, otherTenant]);
  for (const name of ['first', 'ventil 5199 e']) {
    await pool.query('UPDATE device SET name = $2 WHERE id = $1', [again, name]);
    opened.changed(again as string);
  }
  for (const id of [renamed, given, gone, moved]) opened.changed(id as string);
  await insert(DEVICES, DEVICES + 20);
  const added = await pool.query<{ id: string }>(
    "SELECT id FROM device WHERE substring(name FROM '[0-9]+')::integer >= $1 AND name ~ ' [0-9]+$'",
    [DEVICES],
  );
  expect(added.rowCount).toBe(20);
  for (const { id } of added.rows) opened.changed(id);
  expect(await check(opened)).toBe(false);
});

it('asks the database where it was not told of something, and reads the names again', async () => {
  const opened = openTotals(SIZES);
  await search(opened, 'before');
  await opened.totals.names.settle();
  await database.pool.query("DELETE FROM device WHERE tenant_id = $1 AND name LIKE '%9'", [tenantId]);
  // Another tenant's device says that nothing of this one is remembered.
  opened.liveBus.publish({
    ...{ kind: 'entity', action: 'created', tenantId, entityId: entityId('CUSTOMER', newEntityId().id) },
  });
  expect(await check(opened)).toBe(true);
  await opened.totals.names.settle();
  opened.liveBus.publish({
    ...{ kind: 'entity', action: 'created', tenantId, entityId: entityId('CUSTOMER', newEntityId().id) },
  });
  expect(await check(opened)).toBe(false);
});

it('counts what was counted in the database no second time, but adds what has changed since', async () => {
  const { pool } = database;
  const opened = openTotals({ ...SIZES, from: 1_000_000 });
  const countings = () => opened.searches.mock.calls.filter(([text]) => String(text).includes('AS kinds')).length;
  await check(opened);
  // One for each text and filter, whatever it is sorted by.
  expect(countings()).toBe(TEXTS.length * FILTERS.length);
  const ids = async (where: string) =>
    (await pool.query<{ id: string }>(`SELECT id FROM device WHERE tenant_id = $1 AND ${where}`, [tenantId])).rows;
  for (let round = 0; round < 3; round++) {
    const [renamed, given, gone, moved] = (await ids(`name LIKE '%7' LIMIT 4`)).map(({ id }) => id);
    await pool.query("UPDATE device SET name = 'Pumpe 1 ZÄHLER 77 ' || id WHERE id = $1", [renamed]);
    await pool.query('UPDATE device SET customer_id = $2, device_profile_id = $3 WHERE id = $1', [
      given,
      customers[round % 2]?.id,
      profiles[round]?.id,
    ]);
    await pool.query('DELETE FROM device WHERE id = $1', [gone]);
    await pool.query('UPDATE device SET tenant_id = $2 WHERE id = $1', [moved, otherTenant]);
    await insert(8_000 + round * 10, 8_010 + round * 10);
    opened.changed(renamed as string);
    await check(opened);
    expect(countings()).toBe(0);
  }
  // What has changed before is no longer known.
  await pool.query('SELECT pg_current_xact_id()');
  const { rows: starts } = await pool.query<{ xid: string }>('SELECT xid::text FROM device_change_start');
  await pool.query('UPDATE device_change_start SET xid = pg_current_xact_id()');
  opened.changed(newEntityId().id);
  await check(opened);
  expect(countings()).toBe(TEXTS.length * FILTERS.length);
  // Tests of other files may have transactions that are older, behind which the next one would know nothing.
  await pool.query('UPDATE device_change_start SET xid = $1::xid8', [starts[0]?.xid]);
});

it('asks the database for small tenants, for large ones while their names are read, and when too much has changed', async () => {
  const small = openTotals({ ...SIZES, from: 1_000_000 });
  expect(await check(small)).toBe(true);
  const opened = openTotals(SIZES);
  expect((await search(opened, '7')).length).toBe(3);
  expect(opened.searches).toHaveBeenCalledOnce();
  await opened.totals.names.settle();
  const { rows } = await database.pool.query<{ id: string }>('SELECT id FROM device WHERE tenant_id = $1 LIMIT 101', [
    tenantId,
  ]);
  for (const { id } of rows) opened.changed(id);
  await search(opened, '7');
  expect(opened.searches).toHaveBeenCalledTimes(2);
  await opened.totals.names.settle();
  await search(opened, '8');
  expect(opened.searches).toHaveBeenCalledTimes(2);
});

it('goes on counting while very many devices are renamed, created and deleted, also at that moment', async () => {
  const opened = openTotals({ ...SIZES, changed: 10_000 });
  await search(opened, 'before');
  await opened.totals.names.settle();
  const { pool } = database;
  for (let round = 0; round < 3; round++) {
    const renamed = await pool.query<{ id: string }>(
      `UPDATE device SET name = name || $2 WHERE id IN (SELECT id FROM device WHERE tenant_id = $1 ORDER BY id LIMIT 2600)
       RETURNING id`,
      [tenantId, ` ${round}`],
    );
    const gone = await pool.query<{ id: string }>(
      'DELETE FROM device WHERE id IN (SELECT id FROM device WHERE tenant_id = $1 ORDER BY id DESC LIMIT 5) RETURNING id',
      [tenantId],
    );
    const first = 7_000 + round * 10;
    await insert(first, first + 10);
    const added = await pool.query<{ id: string }>(
      "SELECT id FROM device WHERE tenant_id = $1 AND substring(name FROM '[0-9]+')::integer >= $2",
      [tenantId, first],
    );
    for (const { id } of [...renamed.rows, ...gone.rows, ...added.rows]) opened.changed(id);
    expect(await check(opened)).toBe(false);
  }
  opened.searches.mockClear();
  const counting = search(opened, `at this moment`);
  opened.changed(newEntityId().id);
  expect(await counting).toEqual([]);
  expect(opened.searches).not.toHaveBeenCalled();
});

it('lets others have a turn again and again while it reads what many devices are called now', async () => {
  const opened = openTotals({ ...SIZES, changed: 10_000 });
  await search(opened, 'before');
  await opened.totals.names.settle();
  const { rows } = await database.pool.query<{ id: string }>('SELECT id FROM device WHERE tenant_id = $1', [tenantId]);
  for (const { id } of rows) opened.changed(id);
  // Each look at the clock takes a millisecond, on every machine.
  let now = performance.now();
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now++);
  const turns = vi.spyOn(globalThis, 'setImmediate');
  try {
    opened.searches.mockClear();
    const found = await search(opened, 'e');
    expect(found.reduce((sum, { total }) => sum + total, 0)).toBeGreaterThan(0);
    // None holds the thread for longer than ten.
    expect(turns.mock.calls.length).toBeGreaterThan(rows.length / 10);
    expect(opened.searches).not.toHaveBeenCalled();
  } finally {
    clock.mockRestore();
    turns.mockRestore();
  }
});

it('knows them before anybody searches once it is open, for large tenants only, and stops when it is closed', async () => {
  const opened = openTotals(SIZES);
  opened.totals.names.open();
  await opened.totals.names.settle();
  expect(await check(opened)).toBe(false);
  await opened.totals.names.close();
  await search(opened, 'closed');
  expect(opened.searches).toHaveBeenCalledOnce();

  const small = openTotals({ ...SIZES, from: 1_000_000 });
  small.totals.names.open();
  await small.totals.names.settle();
  await search(small, 'e');
  expect(small.searches).toHaveBeenCalledOnce();

  const early = openTotals(SIZES);
  early.totals.names.open();
  await early.totals.names.close();
  await search(early, 'e');
  expect(early.searches).toHaveBeenCalledOnce();
});

it('reads the devices of a fleet once it has come, and of a tenant that was let go of, before anybody searches', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const { rows } = await database.pool.query<{ id: string }>('SELECT id FROM device WHERE tenant_id = $1', [
      tenantId,
    ]);
    const opened = openTotals({ ...SIZES, from: rows.length + 1 });
    const { names } = opened.totals;
    const pass = async (minutes: number): Promise<void> => {
      for (let minute = 0; minute < minutes; minute++) {
        await vi.advanceTimersByTimeAsync(60_000);
        await names.settle();
      }
    };
    names.open();
    await names.settle();
    await insert(20_000, 20_300);
    // It is seen to have come, and to have stayed as it is.
    await pass(2);
    await search(opened, 'e');
    expect(opened.searches).not.toHaveBeenCalled();

    const renameMany = () => {
      for (const { id } of rows.slice(0, 101)) opened.changed(id);
    };
    renameMany();
    await pass(1);
    renameMany();
    await pass(1);
    await search(opened, 'zähler');
    expect(opened.searches).toHaveBeenCalledOnce();
    await names.settle();
    renameMany();
    await pass(2);
    await search(opened, 'ventil');
    expect(opened.searches).toHaveBeenCalledOnce();
    await names.close();
  } finally {
    vi.useRealTimers();
  }
});
