import { NULL_UUID } from '@signalbox/contract/id';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { insertTenants } from '../../../test/tenants.ts';
import { createEmbeddedLiveBus } from '../../bus/embedded-live-bus.ts';
import { newEntityId } from '../../storage/ids.ts';
import type { NamedOrder } from './device-name-places.ts';
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
  let rows = 0;
  const run: RunStatement = async (text, values) => {
    const result = await database.pool.query(text, values);
    rows += result.rows.length;
    return result;
  };
  const liveBus = createEmbeddedLiveBus(pino({ level: 'silent' }));
  const { names, named } = createDeviceTotals(liveBus, run, {
    ...{ from: 1, most: 100_000, changed: 100 },
    rest: (ms) => {
      rests.push(ms);
      return new Promise((resolve) => {
        goOn = resolve;
      });
    },
  });
  const count = (text: string) => named.count(tenantId, { search: { text, among: ['name'] } });
  const place = (order = BY_CREATION) => named.place(tenantId, {}, order, DEVICES / 2);
  /** Goes on up to the next rest. @returns its ms; undefined: it was the last one */
  async function step(): Promise<number | undefined> {
    const before = rests.length;
    goOn();
    await Promise.race([vi.waitFor(() => expect(rests.length).toBe(before + 1), { timeout: 60_000 }), names.settle()]);
    return rests[before];
  }
  return { names, count, place, step, rows: () => rows };
}

it('rests while devices are read that nobody searches, whatever far pages are asked for', async () => {
  // Every read takes no time at all.
  const clock = vi.spyOn(performance, 'now').mockReturnValue(1_000);
  try {
    const { names, count, place, step } = openSteps();
    names.open();
    expect(await step()).toBeGreaterThan(0);
    expect(await place()).toBeUndefined();
    expect(await step()).toBeGreaterThan(0);
    expect(await count('pump 77')).toBeUndefined();
    expect(await step()).toBe(0);
    while ((await step()) !== undefined);
    expect(await count('pump 77')).toBeGreaterThan(0);
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
    await count('pump 77');
    expect(await step()).toBeGreaterThanOrEqual(1_000);
    while ((await step()) !== undefined);
    await names.close();
  } finally {
    clock.mockRestore();
  }
});

it('reads devices without a row of the driver for each of them', async () => {
  const { names, place, step, rows } = openSteps();
  names.open();
  while ((await step()) !== undefined);
  expect(await place()).toBeDefined();
  expect(rows()).toBeLessThan(DEVICES / 10);
  await names.close();
});

it('counts what a text finds as soon as devices are read, and knows pages by name once their parts of the order are', async () => {
  const { names, count, place, step } = openSteps();
  names.open();
  const byName = { ...BY_CREATION, by: 'name' as const };
  while ((await count('pump 77')) === undefined) expect(await step()).toBeDefined();
  expect(await place()).toBeDefined();
  expect(await place(byName)).toBeUndefined();
  while ((await step()) !== undefined);
  expect(await place(byName)).toBeDefined();
  await names.close();
});
