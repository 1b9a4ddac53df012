import type { DeviceInfo } from '@signalbox/contract/device';
import { entityId, NULL_UUID } from '@signalbox/contract/id';
import type { PageLink } from '@signalbox/contract/page';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { insertTenants } from '../../../test/tenants.ts';
import { createEmbeddedLiveBus } from '../../bus/embedded-live-bus.ts';
import type { LiveBus } from '../../bus/live-bus.ts';
import { createDeletedTenants } from '../../storage/deleted-tenants.ts';
import { newEntityId } from '../../storage/ids.ts';
import { createListPlaces } from '../../storage/list-places.ts';
import type { DeviceFilter } from './device-filter.ts';
import { createDeviceLists } from './device-list.ts';
import type { Place } from './device-list-order.ts';

const DEVICES = 60;
const tenantId = newEntityId().id;
const customers = ['Beta', 'alpha', 'Gamma'].map((title) => ({ id: newEntityId().id, title }));
const profiles = ['valve', 'Meter', 'pump'].map((name) => ({ id: newEntityId().id, name }));

const log = pino({ level: 'silent' });
const FEW = { far: 1000, step: 1000 };
const FAR = { far: 4, step: 5 };

let database: TestDatabase;
let liveBus: LiveBus;
/** All devices as they were created. */
let all: DeviceInfo[];

beforeAll(async () => {
  database = await createTestDatabase();
  liveBus = createEmbeddedLiveBus(log);
  await insertTenants(database.pool, tenantId);
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
  await database.pool.query("INSERT INTO telemetry_key (name) VALUES ('active'), ('lastActivityTime')");
  for (let at = 0; at < DEVICES; at++) {
    const profile = profiles[at % 3] as (typeof profiles)[0];
    const { id } = newEntityId();
    await database.pool.query(
      `INSERT INTO device (id, created_time, tenant_id, customer_id, device_profile_id, name, type, label, device_data)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, '{}')`,
      [
        id,
        // Some share their time.
        1_700_000_000_000 + Math.floor(at / 2),
        tenantId,
        customers[at % 5]?.id ?? NULL_UUID,
        profile.id,
        `${at % 2 ? 'Unit' : 'unit'} ${(at * 37) % DEVICES}`,
        profile.name,
        at % 4 === 0 ? null : `Site ${at % 7}`,
      ],
    );
    if (at % 4 !== 1) {
      await database.pool.query(
        `INSERT INTO attribute (entity_id, scope, key_id, last_update_ts, long_value)
         SELECT $1, 3, id, 1, $2 FROM telemetry_key WHERE name = 'lastActivityTime'`,
        [id, 1_700_000_000_000 + (at % 9) * 1000],
      );
    }
    if (at % 3 !== 1) {
      await database.pool.query(
        `INSERT INTO attribute (entity_id, scope, key_id, last_update_ts, bool_value)
         SELECT $1, 3, id, 1, $2 FROM telemetry_key WHERE name = 'active'`,
        [id, at % 3 === 0],
      );
    }
  }
  const lists = createDeviceLists(
    database.pool,
    liveBus,
    createListPlaces({ pool: database.pool, log, deletedTenants: createDeletedTenants() }),
  );
  all = (await lists.listInfos(tenantId, { pageSize: DEVICES, page: 0 }, {})).data;
});

afterAll(async () => {
  await database.drop();
});

const PROPERTIES: Record<string, (device: DeviceInfo) => string | number | null> = {
  createdTime: () => null,
  name: (device) => device.name.toLowerCase(),
  type: (device) => device.type.toLowerCase(),
  label: (device) => device.label?.toLowerCase() ?? null,
  deviceProfileName: (device) => device.deviceProfileName.toLowerCase(),
  customerTitle: (device) => device.customerTitle?.toLowerCase() ?? null,
  active: (device) => Number(device.active),
  lastActivityTime: (device) => device.lastActivityTime ?? 0,
};

/** What a list must show, the plain way. */
function expected(link: PageLink, filter: DeviceFilter): DeviceInfo[] {
  const property = PROPERTIES[link.sortProperty ?? 'createdTime'] as (device: DeviceInfo) => string | number | null;
  const sign = link.sortOrder === 'DESC' ? -1 : 1;
  // Without a property, or sorted by one upwards, the newest come first; sorted by time upwards the oldest do.
  const newestFirst = link.sortProperty === 'createdTime' || !link.sortProperty ? sign === -1 : sign === 1;
  const tie = (a: DeviceInfo, b: DeviceInfo): number =>
    (a.createdTime - b.createdTime || (a.id.id < b.id.id ? -1 : 1)) * (newestFirst ? -1 : 1);
  return all
    .filter(
      (device) =>
        device.name.toLowerCase().includes(link.textSearch?.toLowerCase() ?? '') &&
        (!filter.customerId || device.customerId.id === filter.customerId) &&
        (!filter.deviceProfileId || device.deviceProfileId.id === filter.deviceProfileId) &&
        (!filter.type || device.type === filter.type) &&
        (filter.active === undefined || device.active === filter.active),
    )
    .sort((a, b) => {
      const [left, right] = [property(a), property(b)];
      if (left === right) return tie(a, b);
      if (left === null || right === null) return left === null ? 1 : -1;
      return left < right ? -sign : sign;
    });
}

const filters: [string, DeviceFilter][] = [
  ['all', {}],
  ['of a customer', { customerId: customers[1]?.id }],
  ['of a profile', { deviceProfileId: profiles[0]?.id }],
  ['of a type', { type: 'Meter' }],
  ['active', { active: true }],
  ['active ones of a profile', { active: true, deviceProfileId: profiles[0]?.id }],
  ['inactive', { active: false }],
  ['of a customer and a profile', { customerId: customers[1]?.id, deviceProfileId: profiles[1]?.id }],
  ['inactive ones of a customer', { active: false, customerId: customers[0]?.id }],
];

describe.each([
  ['few devices', { few: 1000, fewByActivity: 1000, nearActivity: 0, walked: 1000 }, FEW],
  ['many devices', { few: 0, fewByActivity: 0, nearActivity: 8, walked: 1000 }, FEW],
  ['devices that are sorted rather than walked', { few: 0, fewByActivity: 1000, nearActivity: 8, walked: 0 }, FEW],
  [
    'devices whose far pages are read from known places',
    { few: 0, fewByActivity: 0, nearActivity: 8, walked: 1000 },
    FAR,
  ],
])('lists of %s', (_size, limits, farPages) => {
  it.each(filters)('show every page of devices %s in every order, with and without a search', async (_what, filter) => {
    const places = createListPlaces<Place>(
      { pool: database.pool, log, deletedTenants: createDeletedTenants() },
      farPages,
    );
    const placeBefore = vi.spyOn(places, 'placeBefore');
    // Pages near the ends are read from known places, too, where walking there took long.
    const lists = createDeviceLists(
      database.pool,
      liveBus,
      places,
      limits,
      farPages === FAR ? 0 : Number.POSITIVE_INFINITY,
    );
    const searches = farPages === FAR ? [undefined, 'UNIT'] : [undefined, 'UNIT', 'UNIT 1', 'nothing'];
    for (const sortProperty of Object.keys(PROPERTIES)) {
      for (const sortOrder of ['ASC', 'DESC'] as const) {
        for (const textSearch of searches) {
          const link = { sortProperty, sortOrder, textSearch, pageSize: 7, page: 0 };
          const wanted = expected(link, filter).map(({ name }) => name);
          for (let page = 0; page * 7 <= wanted.length; page++) {
            const found = await lists.listInfos(tenantId, { ...link, page }, filter);
            expect(found.data.map(({ name }) => name)).toEqual(wanted.slice(page * 7, page * 7 + 7));
            expect(found.totalElements).toBe(wanted.length);
            if (farPages !== FAR) continue;
            await places.settle();
            const again = await lists.listInfos(tenantId, { ...link, page }, filter);
            expect(again).toEqual(found);
          }
        }
      }
    }
    const known = placeBefore.mock.results.filter(({ value }) => value !== undefined);
    const hasFar = expected({ pageSize: 7, page: 0 }, filter).length > 7;
    // Where every walk counts as long, short lists may have places, too.
    if (hasFar || farPages !== FAR) expect(known.length > 0).toBe(farPages === FAR);
  });
});

describe('known places of a list', () => {
  const far: PageLink = { pageSize: 7, page: 4, sortProperty: 'name', sortOrder: 'ASC' };

  it('are not believed once a device has come or gone', async () => {
    const places = createListPlaces<Place>({ pool: database.pool, log, deletedTenants: createDeletedTenants() }, FAR);
    const lists = createDeviceLists(database.pool, liveBus, places);
    const names = async () => (await lists.list(tenantId, far, {})).data.map(({ name }) => name);
    const before = await names();
    await places.settle();
    expect(await names()).toEqual(before);
    const id = newEntityId().id;
    await database.pool.query(
      `INSERT INTO device (id, created_time, tenant_id, customer_id, device_profile_id, name, type, device_data)
       SELECT $1, 1, tenant_id, customer_id, device_profile_id, 'A first', type, '{}' FROM device WHERE id = $2`,
      [id, all[0]?.id.id],
    );
    const changed = { kind: 'entity', tenantId, entityId: entityId('DEVICE', id) } as const;
    liveBus.publish({ ...changed, action: 'created' });
    const after = await names();
    expect(after).not.toEqual(before);
    expect(after.slice(1)).toEqual(before.slice(0, -1));
    await database.pool.query('DELETE FROM device WHERE id = $1', [id]);
    liveBus.publish({ ...changed, action: 'deleted' });
    expect(await names()).toEqual(before);
  });
});

describe('totals of lists', () => {
  it('follow devices that become active', async () => {
    const lists = createDeviceLists(
      database.pool,
      liveBus,
      createListPlaces({ pool: database.pool, log, deletedTenants: createDeletedTenants() }),
    );
    const count = async (active: boolean): Promise<number> =>
      (await lists.listInfos(tenantId, { pageSize: 1, page: 0 }, { active })).totalElements;
    expect([await count(true), await count(false)]).toEqual([20, 40]);
    const device = all.find(({ active }) => !active) as DeviceInfo;
    await database.pool.query(
      `INSERT INTO attribute (entity_id, scope, key_id, last_update_ts, bool_value)
       SELECT $1, 3, id, 2, true FROM telemetry_key WHERE name = 'active'
       ON CONFLICT (entity_id, scope, key_id) DO UPDATE SET bool_value = true`,
      [device.id.id],
    );
    liveBus.publish({
      kind: 'attributes',
      tenantId,
      entityId: entityId('DEVICE', device.id.id),
      scope: 'SERVER_SCOPE',
      entries: [{ scope: 'SERVER_SCOPE', key: 'active', lastUpdateTs: 2, value: { type: 'BOOLEAN', value: true } }],
      notifyDevice: false,
    });
    expect([await count(true), await count(false)]).toEqual([21, 39]);
  });
});

describe('the active devices by customer', () => {
  it('follow devices that change their state, customer, type or label, or are deleted', async () => {
    const lists = createDeviceLists(
      database.pool,
      liveBus,
      createListPlaces({ pool: database.pool, log, deletedTenants: createDeletedTenants() }),
    );
    const listed = async (filter: DeviceFilter, sortProperty = 'customerTitle') => {
      const link: PageLink = { pageSize: 100, page: 0, sortProperty, sortOrder: 'ASC' };
      const { data, totalElements } = await lists.listInfos(tenantId, link, filter);
      expect(totalElements).toBe(data.length);
      return data.map(({ id }) => id.id);
    };
    const [alpha, beta] = customers.map(({ id }) => id).sort() as [string, string];
    const id = newEntityId().id;
    const published = () => {
      const changed = { kind: 'entity', action: 'updated', tenantId, entityId: entityId('DEVICE', id) } as const;
      liveBus.publish(changed);
    };
    const change = async (columns: string, ...values: unknown[]) => {
      await database.pool.query(`UPDATE device SET ${columns} WHERE id = $1`, [id, ...values]);
      published();
    };
    const setActive = async (active: boolean) => {
      await database.pool.query(
        `INSERT INTO attribute (entity_id, scope, key_id, last_update_ts, bool_value)
         SELECT $1, 3, id, 2, $2 FROM telemetry_key WHERE name = 'active'
         ON CONFLICT (entity_id, scope, key_id) DO UPDATE SET bool_value = excluded.bool_value`,
        [id, active],
      );
      published();
    };
    await database.pool.query(
      `INSERT INTO device (id, created_time, tenant_id, customer_id, device_profile_id, name, type, device_data)
       SELECT $1, 5, tenant_id, $3, device_profile_id, 'Moves', type, '{}' FROM device WHERE id = $2`,
      [id, all[0]?.id.id, alpha],
    );
    published();
    const profileId = all[0]?.deviceProfileId.id as string;
    const other = profiles.find((profile) => profile.id !== profileId) as (typeof profiles)[0];
    expect(await listed({ active: false })).toContain(id);
    expect(await listed({ active: true, customerId: alpha })).not.toContain(id);
    await setActive(true);
    await setActive(true);
    expect(await listed({ active: false })).not.toContain(id);
    expect(await listed({ active: true, customerId: alpha })).toContain(id);
    await change('customer_id = $2', beta);
    expect(await listed({ active: true, customerId: alpha })).not.toContain(id);
    expect(await listed({ active: true, customerId: beta }, 'lastActivityTime')).toContain(id);
    await change('device_profile_id = $2, type = $3', other.id, other.name);
    expect(await listed({ active: true, deviceProfileId: profileId })).not.toContain(id);
    expect(await listed({ active: true, deviceProfileId: other.id }, 'type')).toContain(id);
    await change("label = 'A first'");
    expect((await listed({ active: true }, 'label'))[0]).toBe(id);
    await database.pool.query('DELETE FROM attribute WHERE entity_id = $1', [id]);
    published();
    expect(await listed({ active: false, customerId: beta })).toContain(id);
    expect(await listed({ active: true })).not.toContain(id);
    await setActive(true);
    expect(await listed({ active: true })).toContain(id);
    await database.pool.query('DELETE FROM device WHERE id = $1', [id]);
    published();
    for (const active of [true, false]) expect(await listed({ active })).not.toContain(id);
    const left = await database.pool.query('SELECT FROM device_state WHERE id = $1', [id]);
    expect(left.rowCount).toBe(0);
  });
});

describe('the active devices by name', () => {
  it('follow their names', async () => {
    const lists = createDeviceLists(
      database.pool,
      liveBus,
      createListPlaces({ pool: database.pool, log, deletedTenants: createDeletedTenants() }),
    );
    const link: PageLink = { pageSize: 100, page: 0, sortProperty: 'name', sortOrder: 'DESC' };
    const active = async () => (await lists.listInfos(tenantId, link, { active: true })).data;
    const last = (await active()).at(-1) as DeviceInfo;
    await database.pool.query("UPDATE device SET name = 'Zulu' WHERE id = $1", [last.id.id]);
    expect((await active())[0]).toMatchObject({ id: last.id, name: 'Zulu' });
    await database.pool.query('UPDATE device SET name = $2 WHERE id = $1', [last.id.id, last.name]);
    expect((await active()).at(-1)).toEqual(last);
  });
});

describe('the devices of a profile by last data', () => {
  it('follow a device that gets another profile', async () => {
    const lists = createDeviceLists(
      database.pool,
      liveBus,
      createListPlaces({ pool: database.pool, log, deletedTenants: createDeletedTenants() }),
    );
    const link: PageLink = { pageSize: 100, page: 0, sortProperty: 'lastActivityTime', sortOrder: 'DESC' };
    const [from, to] = profiles as [(typeof profiles)[0], (typeof profiles)[0], (typeof profiles)[0]];
    const ofProfile = async (deviceProfileId: string) =>
      (await lists.listInfos(tenantId, link, { deviceProfileId })).data.map(({ id }) => id.id);
    const [first] = (await ofProfile(from.id)) as [string];
    const change = async (profileId: string) => {
      await database.pool.query('UPDATE device SET device_profile_id = $2 WHERE id = $1', [first, profileId]);
      liveBus.publish({ kind: 'entity', action: 'updated', tenantId, entityId: entityId('DEVICE', first) });
    };
    await change(to.id);
    expect(await ofProfile(from.id)).not.toContain(first);
    expect(await ofProfile(to.id)).toContain(first);
    await change(from.id);
    expect((await ofProfile(from.id))[0]).toBe(first);
  });
});

describe('the order by last data', () => {
  it('follows what is written, changed and deleted, and forgets what is gone', async () => {
    const lists = createDeviceLists(
      database.pool,
      liveBus,
      createListPlaces({ pool: database.pool, log, deletedTenants: createDeletedTenants() }),
    );
    const latestHeard = async (): Promise<string | undefined> => {
      const link: PageLink = { pageSize: 1, page: 0, sortProperty: 'lastActivityTime', sortOrder: 'DESC' };
      return (await lists.listInfos(tenantId, link, {})).data[0]?.name;
    };
    const [one, other] = all as [DeviceInfo, DeviceInfo];
    const write = (device: DeviceInfo, time: number) =>
      database.pool.query(
        `INSERT INTO attribute (entity_id, scope, key_id, last_update_ts, long_value)
         SELECT $1, 3, id, 1, $2 FROM telemetry_key WHERE name = 'lastActivityTime'
         ON CONFLICT (entity_id, scope, key_id) DO UPDATE SET long_value = excluded.long_value`,
        [device.id.id, time],
      );
    await write(one, 1_800_000_000_000);
    expect(await latestHeard()).toBe(one.name);
    await write(other, 1_900_000_000_000);
    expect(await latestHeard()).toBe(other.name);
    await database.pool.query('DELETE FROM attribute WHERE entity_id = $1', [other.id.id]);
    expect(await latestHeard()).toBe(one.name);
    const rows = async (): Promise<number | null> =>
      (await database.pool.query('SELECT FROM device_activity WHERE device_id = $1', [one.id.id])).rowCount;
    expect(await rows()).toBe(1);
    await database.pool.query('DELETE FROM device WHERE id = $1', [one.id.id]);
    expect(await rows()).toBe(0);
  });
});
