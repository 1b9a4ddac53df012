import { NULL_UUID } from '@signalbox/contract/id';
import type { PageLink } from '@signalbox/contract/page';
import type pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { insertTenants } from '../../../test/tenants.ts';
import { createEmbeddedLiveBus } from '../../bus/embedded-live-bus.ts';
import { newEntityId } from '../../storage/ids.ts';
import { createListPlaces } from '../../storage/list-places.ts';
import { createDeviceChanges } from './device-changes.ts';
import type { DeviceFilter } from './device-filter.ts';
import { createDeviceLists } from './device-list.ts';
import type { Place } from './device-list-order.ts';
import { foreseeLists } from './foreseen-lists.ts';

const log = pino({ level: 'silent' });
/** More than are read without knowing how many there are. */
const DEVICES = 2_300;
const PAGE = 100;
const FAR = { far: 40, step: 50 };
/** What the database says to one of two transactions that wait for each other. */
const DEADLOCK = '40P01';
/** Nothing is sorted, and everything is far. */
const MANY = { few: 0, fewByActivity: 0, nearActivity: 8 };

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query("INSERT INTO telemetry_key (name) VALUES ('active'), ('lastActivityTime')");
});

afterAll(async () => {
  await database.drop();
});

/** Numbers that look random and are the same in every run. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

/** A tenant with devices, two profiles and two customers, and its lists. */
async function createFleet() {
  const { pool } = database;
  const tenantId = newEntityId().id;
  const customers = [newEntityId().id, newEntityId().id, NULL_UUID];
  const profiles = [newEntityId().id, newEntityId().id];
  await insertTenants(pool, tenantId);
  for (const [at, id] of customers.slice(0, 2).entries()) {
    await pool.query('INSERT INTO customer (id, created_time, tenant_id, title) VALUES ($1, 1, $2, $3)', [
      id,
      tenantId,
      `Customer ${at}`,
    ]);
  }
  for (const [at, id] of profiles.entries()) {
    await pool.query(
      `INSERT INTO device_profile (id, created_time, tenant_id, name, is_default, type, transport_type, provision_type, profile_data)
       VALUES ($1, 1, $2, $3, false, 'DEFAULT', 'DEFAULT', 'DISABLED', '{}')`,
      [id, tenantId, `profile ${at}`],
    );
  }
  const liveBus = createEmbeddedLiveBus(log);
  const places = createListPlaces<Place>(pool, log, FAR);
  const lists = createDeviceLists(pool, liveBus, places, MANY, Number.POSITIVE_INFINITY);
  const random = createRandom(7);
  const anyOf = <T>(choices: readonly T[]): T => choices[random(choices.length)] as T;
  const anyName = (): string =>
    `${anyOf(['Unit', 'unit', 'Ärger', 'z', '~'])} ${random(2300)}-${newEntityId().id.slice(0, 6)}`;
  const anyLabel = (): string | null => anyOf([null, 'Alpha', 'beta', `label ${random(9)}`]);

  const insert = async (on: Pick<pg.ClientBase, 'query'>): Promise<void> => {
    const { id } = newEntityId();
    const profile = random(2);
    await on.query(
      `INSERT INTO device (id, created_time, tenant_id, customer_id, device_profile_id, name, type, label, device_data)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, '{}')`,
      [
        ...[id, 1_700_000_000_000 + random(900), tenantId, anyOf(customers), profiles[profile], anyName()],
        ...[`profile ${profile}`, anyLabel()],
      ],
    );
  };
  const some = `SELECT id FROM device WHERE tenant_id = $1 ORDER BY id OFFSET $2 LIMIT 1 FOR UPDATE SKIP LOCKED`;
  /** Changes one device, or creates or deletes one. */
  async function change(on: Pick<pg.ClientBase, 'query'>): Promise<void> {
    const one = [tenantId, random(DEVICES)];
    const set = (column: string, value: unknown) =>
      on.query(`UPDATE device SET ${column} = $3 WHERE id = (${some})`, [...one, value]);
    const what = random(8);
    if (what < 2) await insert(on);
    else if (what < 4) await on.query(`DELETE FROM device WHERE id = (${some})`, one);
    else if (what === 4) await set('name', anyName());
    else if (what === 5) await set('label', anyLabel());
    else if (what === 6) await set('customer_id', anyOf(customers));
    else await set('device_profile_id', anyOf(profiles));
  }
  await pool.query(
    `INSERT INTO device (id, created_time, tenant_id, customer_id, device_profile_id, name, type, label, device_data)
     SELECT gen_random_uuid(), 1700000000000 + number % 900, $1, ($2::uuid[])[1 + number % 3], ($3::uuid[])[1 + number % 2],
       (ARRAY['Unit', 'unit', 'Ärger', 'z', '~'])[1 + number % 5] || ' ' || number * 37 % 2300, 'profile',
       (ARRAY[NULL, 'Alpha', 'beta', 'label ' || number % 9])[1 + number % 4], '{}'
     FROM generate_series(1, ${DEVICES}) AS number`,
    [tenantId, customers, profiles],
  );

  const tell = (): void =>
    liveBus.publish({
      kind: 'entity',
      action: 'updated',
      tenantId,
      entityId: { entityType: 'DEVICE', id: newEntityId().id },
    });
  return { tenantId, customers, profiles, liveBus, places, lists, insert, change, tell, random };
}

type Fleet = Awaited<ReturnType<typeof createFleet>>;

const ORDERS: { sortProperty: string; column: string; ties: [asc: string, desc: string] }[] = [
  { sortProperty: 'createdTime', column: '', ties: ['ASC', 'DESC'] },
  { sortProperty: 'name', column: 'lower(name)', ties: ['DESC', 'ASC'] },
  { sortProperty: 'label', column: 'lower(label)', ties: ['DESC', 'ASC'] },
];

/** All names of a list, the plain way. */
async function plainNames(
  { tenantId }: Fleet,
  { sortProperty, sortOrder, textSearch = '' }: Pick<PageLink, 'sortProperty' | 'sortOrder' | 'textSearch'>,
  { customerId, deviceProfileId }: DeviceFilter,
): Promise<string[]> {
  const order = ORDERS.find((one) => one.sortProperty === sortProperty) as (typeof ORDERS)[0];
  const tie = order.ties[sortOrder === 'DESC' ? 1 : 0];
  const { rows } = await database.pool.query<{ name: string }>(
    `SELECT name FROM device WHERE tenant_id = $1 AND lower(name) LIKE $2
       AND ($3::uuid IS NULL OR customer_id = $3) AND ($4::uuid IS NULL OR device_profile_id = $4)
     ORDER BY ${order.column ? `${order.column} ${sortOrder} NULLS LAST,` : ''} created_time ${tie}, id ${tie}`,
    [tenantId, `%${textSearch.toLowerCase()}%`, customerId ?? null, deviceProfileId ?? null],
  );
  return rows.map(({ name }) => name);
}

/** The lists of a fleet whose far pages are compared. */
const listsOf = ({ customers, profiles }: Fleet): { filter: DeviceFilter; textSearch?: string }[] => [
  { filter: {} },
  { filter: { deviceProfileId: profiles[0] } },
  { filter: { customerId: customers[0] } },
  { filter: {}, textSearch: 'UNIT' },
];

const linksOf = (textSearch: string | undefined): PageLink[] =>
  ORDERS.flatMap(({ sortProperty }) =>
    (['ASC', 'DESC'] as const).map((sortOrder) => ({
      ...{ sortProperty, sortOrder, pageSize: PAGE, page: 0 },
      ...(textSearch ? { textSearch } : {}),
    })),
  );

/** Compares every page of every list with what a plain query finds. */
async function comparePages(fleet: Fleet): Promise<void> {
  for (const { filter, textSearch } of listsOf(fleet)) {
    for (const link of linksOf(textSearch)) {
      const wanted = await plainNames(fleet, link, filter);
      for (let page = 0; page * PAGE <= wanted.length; page++) {
        const found = await fleet.lists.list(fleet.tenantId, { ...link, page }, filter);
        const names = found.data.map(({ name }) => name);
        expect({ link, filter, page, names, total: found.totalElements }).toEqual({
          ...{ link, filter, page, total: wanted.length },
          names: wanted.slice(page * PAGE, (page + 1) * PAGE),
        });
      }
    }
  }
}

/** Has all places found that pages ask for. */
async function learnAll(fleet: Fleet): Promise<void> {
  for (const { filter, textSearch } of listsOf(fleet)) {
    for (const link of linksOf(textSearch)) {
      await fleet.lists.list(fleet.tenantId, { ...link, page: 21 }, filter);
      await fleet.lists.list(fleet.tenantId, { ...link, page: 3 }, filter);
      await fleet.places.settle();
    }
  }
}

describe('far pages of lists', () => {
  it('are those of a plain query while devices are created, renamed, moved and deleted', async () => {
    const fleet = await createFleet();
    let isChanging = true;
    // Some change much in one transaction, which ends later, or not at all; their changes come out of order.
    const writers = [0, 1, 2].map(async (writer) => {
      const client = await database.pool.connect();
      try {
        for (let at = 0; isChanging; at++) {
          await client.query('BEGIN');
          try {
            for (let changes = 0; changes <= writer * 3; changes++) await fleet.change(client);
            await client.query(at % 5 === 4 ? 'ROLLBACK' : 'COMMIT');
          } catch (error) {
            await client.query('ROLLBACK');
            if ((error as { code?: string }).code !== DEADLOCK) throw error;
          }
          fleet.tell();
        }
      } finally {
        client.release();
      }
    });
    // Places are found, and corrected, in the midst of this.
    await learnAll(fleet);
    for (let round = 0; round < 3; round++) {
      for (const { filter, textSearch } of listsOf(fleet)) {
        for (const link of linksOf(textSearch)) {
          const { data } = await fleet.lists.list(fleet.tenantId, { ...link, page: 20 + round }, filter);
          expect(new Set(data.map(({ id }) => id.id)).size).toBe(data.length);
        }
      }
      await fleet.places.keepCorrect();
    }
    isChanging = false;
    await Promise.all(writers);
    fleet.tell();
    await fleet.places.settle();
    await comparePages(fleet);
    await fleet.places.settle();
    for (let changes = 0; changes < 40; changes++) await fleet.change(database.pool);
    fleet.tell();
    const placeNow = vi.spyOn(fleet.places, 'placeNow');
    await comparePages(fleet);
    // They were read from places that have been corrected.
    const used = await Promise.all(placeNow.mock.results.map(({ value }) => value));
    expect(used.length).toBeGreaterThan(50);
    expect(used.filter((place) => place === undefined).length).toBeLessThan(used.length / 10);
  });

  it('are read from places in all orders after a start, before anybody has asked', async () => {
    const fleet = await createFleet();
    const foreseen = foreseeLists(database.pool, fleet.lists.learn, log, DEVICES);
    foreseen.open();
    await foreseen.settle();
    await foreseen.close();
    const known = vi.spyOn(fleet.places, 'isKnown');
    for (const link of linksOf(undefined)) {
      const wanted = await plainNames(fleet, link, {});
      const { data } = await fleet.lists.list(fleet.tenantId, { ...link, page: 21 }, {});
      expect(data.map(({ name }) => name)).toEqual(wanted.slice(21 * PAGE, 22 * PAGE));
    }
    expect(known.mock.results.map(({ value }) => value)).toEqual(linksOf(undefined).map(() => true));
  });

  it('are right after changes that are too many to be told one by one, and after these have been removed', async () => {
    const fleet = await createFleet();
    const changes = createDeviceChanges({
      ...{ pool: database.pool, liveBus: fleet.liveBus, log, round: 1, kept: 0 },
      places: { keepCorrect: async () => undefined, renewOne: async () => 0 },
    });
    await learnAll(fleet);
    await comparePages(fleet);
    await fleet.change(database.pool);
    fleet.tell();
    changes.open();
    try {
      await expect
        .poll(async () => (await database.pool.query('SELECT FROM device_change')).rowCount, { timeout: 60_000 })
        .toBe(0);
    } finally {
      await changes.close();
    }
    await comparePages(fleet);
    await database.pool.query('DELETE FROM device WHERE tenant_id = $1 AND name LIKE $2', [fleet.tenantId, 'U%']);
    await database.pool.query('INSERT INTO device_change (step, tenant_id) VALUES (0, $1)', [fleet.tenantId]);
    fleet.tell();
    await comparePages(fleet);
  });
});
