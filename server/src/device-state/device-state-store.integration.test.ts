import { NULL_UUID } from '@signalbox/contract/id';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { numberedId } from '../../test/numbered-ids.ts';
import { insertTenants } from '../../test/tenants.ts';
import { unpackId } from '../storage/packed-columns.ts';
import { createDeviceStateStore } from './device-state-store.ts';

const HOUR = 3_600_000;
/** When this run began. */
const START = 1_800_000_000_000;
const TENANT = numberedId(100_000);
const PROFILE = numberedId(100_001);
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await insertTenants(database.pool, TENANT);
  await database.pool.query(
    `INSERT INTO device_profile (id, created_time, tenant_id, name, is_default, type, transport_type, provision_type, profile_data)
     VALUES ($1, 1, $2, 'sensor', true, 'DEFAULT', 'DEFAULT', 'DISABLED', '{}')`,
    [PROFILE, TENANT],
  );
});
afterAll(() => database.drop());

/** Adds a device that was made two hours ago, with attributes of the server. */
async function addDevice(number: number, attributes: Record<string, boolean | number>): Promise<string> {
  const id = numberedId(number);
  await database.pool.query(
    `INSERT INTO device (id, created_time, tenant_id, customer_id, device_profile_id, name, type, device_data)
     VALUES ($1, $2, $3, $4, $5, $6, 'sensor', '{}')`,
    [id, START - 2 * HOUR, TENANT, NULL_UUID, PROFILE, `device ${number}`],
  );
  await database.pool.query('INSERT INTO telemetry_key (name) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING', [
    Object.keys(attributes),
  ]);
  for (const [key, value] of Object.entries(attributes)) {
    await database.pool.query(
      `INSERT INTO attribute (entity_id, scope, key_id, last_update_ts, bool_value, long_value, double_value)
       SELECT $1, 3, id, 0, $3, $4, $5 FROM telemetry_key WHERE name = $2`,
      [
        id,
        key,
        typeof value === 'boolean' ? value : null,
        Number.isInteger(value) ? value : null,
        typeof value === 'number' && !Number.isInteger(value) ? value : null,
      ],
    );
  }
  return id;
}

async function left() {
  const store = createDeviceStateStore(database.pool);
  const watched: Record<string, { heardAt: number; timeout: number }> = {};
  const connected: string[] = [];
  for (let place: number | undefined = 0; place !== undefined; ) {
    const part = await store.left(START, place);
    for (const [at, heardAt] of part.heardAt.entries()) {
      watched[unpackId(part.ids, at)] = { heardAt, timeout: part.timeouts[at] as number };
    }
    connected.push(...part.connected);
    place = part.next;
  }
  return { watched, connected };
}

it('tells which devices are to be watched after a start, and which were connected', async () => {
  const seen = START - HOUR;
  const never = await addDevice(1, {});
  const active = await addDevice(2, { active: true, lastActivityTime: seen, inactivityAlarmTime: 1 });
  const patient = await addDevice(3, { active: true, lastActivityTime: seen, inactivityTimeout: HOUR });
  const halves = await addDevice(4, { active: true, lastActivityTime: seen, inactivityTimeout: 1500.5 });
  const senseless = await addDevice(5, { active: true, lastActivityTime: seen, inactivityTimeout: -1 });
  const cut = await addDevice(6, { active: true, lastActivityTime: seen, lastConnectTime: 2, lastDisconnectTime: 1 });
  const first = await addDevice(7, {
    active: false,
    lastActivityTime: seen,
    inactivityAlarmTime: START,
    lastConnectTime: 1,
  });
  await addDevice(8, { active: false, lastActivityTime: seen, inactivityAlarmTime: START, lastDisconnectTime: 3 });
  await addDevice(9, { active: false, inactivityAlarmTime: START, lastConnectTime: 2, lastDisconnectTime: 2 });
  await addDevice(10, { active: false, inactivityAlarmTime: START, lastConnectTime: START });
  const found = await left();
  expect(found.watched).toEqual({
    [never]: { heardAt: START - 2 * HOUR, timeout: 0 },
    [active]: { heardAt: seen, timeout: 0 },
    [patient]: { heardAt: seen, timeout: HOUR },
    [halves]: { heardAt: seen, timeout: 1500.5 },
    [senseless]: { heardAt: seen, timeout: 0 },
    [cut]: { heardAt: seen, timeout: 0 },
  });
  expect(found.connected.sort()).toEqual([cut, first]);
});

it('tells all of many, a part at a time', async () => {
  await database.pool.query(
    `INSERT INTO device (id, created_time, tenant_id, customer_id, device_profile_id, name, type, device_data)
     SELECT gen_random_uuid(), 1, $1, $2, $3, 'one of many ' || n, 'sensor', '{}' FROM generate_series(1, 10000) n`,
    [TENANT, NULL_UUID, PROFILE],
  );
  const store = createDeviceStateStore(database.pool);
  const { next, ids } = await store.left(START, 0);
  expect(next).toBeGreaterThan(0);
  expect(ids.length / 16).toBeLessThan(9_000);
  expect(Object.keys((await left()).watched).length).toBeGreaterThanOrEqual(10_000);
});
