import { entityId, NULL_UUID } from '@signalbox/contract/id';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { insertTenants } from '../../../test/tenants.ts';
import { createEmbeddedLiveBus } from '../../bus/embedded-live-bus.ts';
import { newEntityId } from '../../storage/ids.ts';
import type { NamedOrder } from './device-order-keys.ts';
import { createDeviceTotals, type RunStatement } from './device-totals.ts';

const DEVICES = 5_000;
const tenantId = newEntityId().id;
const BY_CREATION: NamedOrder = { by: 'created', isDescending: false, isNewestFirst: false };

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await insertTenants(database.pool, tenantId);
  const profileId = newEntityId().id;
  await database.pool.query(
    `INSERT INTO device_profile (id, created_time, tenant_id, name, is_default, type, transport_type, provision_type, profile_data)
     VALUES ($1, 1, $2, 'any', false, 'DEFAULT', 'DEFAULT', 'DISABLED', '{}')`,
    [profileId, tenantId],
  );
  await database.pool.query(
    `INSERT INTO device (id, created_time, tenant_id, customer_id, device_profile_id, name, type, label, device_data)
     SELECT gen_random_uuid(), 1000 + number, $1, '${NULL_UUID}', $2, 'pump ' || number * 7919 % 100000, 'any',
       CASE WHEN number % 2 = 0 THEN 'Hall ' || number % 40 END, '{}'
     FROM generate_series(1, $3::integer) AS number`,
    [tenantId, profileId, DEVICES],
  );
  await database.pool.query('VACUUM (ANALYZE) device, device_state, device_activity');
});
afterAll(() => database?.drop());

/** Devices in memory that are read step by step. */
function openSteps() {
  const rests: number[] = [];
  let goOn: () => void = () => undefined;
  /** Rows that the driver has read. */
  let [rows, statements] = [0, 0];
  const run: RunStatement = async (text, values) => {
    statements++;
    const result = await database.pool.query(text, values);
    rows += result.rows.length;
    return result;
  };
  const liveBus = createEmbeddedLiveBus(pino({ level: 'silent' }));
  const { names, named } = createDeviceTotals(liveBus, run, {
    ...{ from: 1, most: 100_000, changed: 5_000 },
    rest: (ms) => {
      rests.push(ms);
      return new Promise((resolve) => {
        goOn = resolve;
      });
    },
  });
  const count = ({ text, ...filter }: { text: string; active?: boolean }) =>
    named.count(tenantId, { ...filter, search: { text, among: ['name'] } });
  const changed = (id: string) =>
    liveBus.publish({ kind: 'entity', action: 'updated', tenantId, entityId: entityId('DEVICE', id) });
  const deleteTenant = () =>
    liveBus.publish({ kind: 'entity', action: 'deleted', tenantId, entityId: entityId('TENANT', tenantId) });
  const page = (order = BY_CREATION) => named.page(tenantId, {}, order, { offset: DEVICES / 2, rows: 1 });
  /** Goes on up to the next rest. @returns its ms; undefined: it was the last one */
  async function step(): Promise<number | undefined> {
    const before = rests.length;
    goOn();
    await Promise.race([vi.waitFor(() => expect(rests.length).toBe(before + 1), { timeout: 60_000 }), names.settle()]);
    return rests[before];
  }
  return { names, count, page, step, changed, deleteTenant, rows: () => rows, statements: () => statements };
}

it('rests while devices are read that nobody searches, whatever far pages are asked for', async () => {
  // Every read takes no time at all.
  const clock = vi.spyOn(performance, 'now').mockReturnValue(1_000);
  try {
    const { names, count, page, step } = openSteps();
    names.open();
    expect(await step()).toBeGreaterThan(0);
    expect(await page()).toBeUndefined();
    expect(await step()).toBeGreaterThan(0);
    expect(await count({ text: 'pump 77' })).toBeUndefined();
    expect(await step()).toBe(0);
    while ((await step()) !== undefined);
    expect(await count({ text: 'pump 77' })).toBeGreaterThan(0);
    await names.close();
  } finally {
    clock.mockRestore();
  }
});

it('rests for as long as a read took at least, also where somebody searches', async () => {
  let now = 1_000;
  // Each look at the clock takes a second.
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 1_000));
  try {
    const { names, count, step } = openSteps();
    names.open();
    expect(await step()).toBeGreaterThanOrEqual(1_000);
    await count({ text: 'pump 77' });
    for (let ms = await step(); ms !== undefined; ms = await step()) expect(ms).toBeGreaterThanOrEqual(1_000);
    await names.close();
  } finally {
    clock.mockRestore();
  }
});

it('reads devices without a row of the driver for each of them', async () => {
  const { names, page, step, rows } = openSteps();
  names.open();
  while ((await step()) !== undefined);
  expect(await page()).toBeDefined();
  expect(rows()).toBeLessThan(DEVICES / 10);
  await names.close();
});

it.each([1, 4, 6, 8])('reads nothing more of a tenant that is deleted after step %i', async (steps) => {
  const { names, step, deleteTenant, statements } = openSteps();
  names.open();
  for (let at = 0; at < steps; at++) expect(await step()).toBeDefined();
  deleteTenant();
  const before = statements();
  expect(await step()).toBeUndefined();
  expect(statements()).toBe(before);
  await names.close();
});

it('knows what is read already while the rest is being read, and what has changed meanwhile', async () => {
  const { names, count, page, step, changed } = openSteps();
  names.open();
  const pageBy = (by: NamedOrder['by']) => page({ ...BY_CREATION, by });
  while ((await count({ text: 'pump 77' })) === undefined) expect(await step()).toBeDefined();
  expect(await page()).toBeDefined();
  for (const by of ['name', 'label', 'active', 'last'] as const) expect(await pageBy(by)).toBeUndefined();
  expect(await count({ text: 'pump 77', active: false })).toBeUndefined();
  // Read as changed before it is known where the parts of the orders begin.
  const { rows } = await database.pool.query<{ id: string }>(
    "UPDATE device SET name = 'a first one ' || id WHERE tenant_id = $1 AND created_time % 5 = 0 RETURNING id",
    [tenantId],
  );
  for (const { id } of rows) changed(id);
  expect(await count({ text: 'first one' })).toBe(rows.length);

  while ((await pageBy('last')) === undefined) expect(await step()).toBeDefined();
  expect(await count({ text: 'first one', active: false })).toBe(rows.length);
  expect(await pageBy('name')).toBeUndefined();
  while ((await step()) !== undefined);
  for (const by of ['name', 'label', 'active'] as const) expect(await pageBy(by)).toBeDefined();
  // The row in the middle is among those that are told.
  const idAt = async (which: string, given: unknown, offset: number): Promise<string | undefined> =>
    (
      await database.pool.query<{ id: string }>(
        `SELECT id FROM device WHERE ${which} ORDER BY lower(name), created_time, id OFFSET $2 LIMIT 1`,
        [given, offset],
      )
    ).rows[0]?.id;
  const { ids = [], skip = 0 } = (await pageBy('name')) ?? {};
  expect(ids.length).toBeLessThan(DEVICES / 2);
  expect(await idAt('id = ANY($1)', ids, skip)).toBe(await idAt('tenant_id = $1', tenantId, DEVICES / 2));
  await names.close();
});
