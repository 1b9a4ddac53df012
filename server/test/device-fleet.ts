import { NULL_UUID } from '@signalbox/contract/id';
import type { PageLink } from '@signalbox/contract/page';
import type pg from 'pg';
import { pino } from 'pino';
import { expect } from 'vitest';
import { createEmbeddedLiveBus } from '../src/bus/embedded-live-bus.ts';
import type { LiveBus } from '../src/bus/live-bus.ts';
import type { DeviceFilter } from '../src/entities/device/device-filter.ts';
import { createDeviceLists } from '../src/entities/device/device-list.ts';
import type { Place } from '../src/entities/device/device-list-order.ts';
import type { DeviceNamesSizes } from '../src/entities/device/device-names.ts';
import { createDeletedTenants } from '../src/storage/deleted-tenants.ts';
import { newEntityId } from '../src/storage/ids.ts';
import { createListPlaces, type ListPlaces } from '../src/storage/list-places.ts';
import { insertTenants } from './tenants.ts';

export const log = pino({ level: 'silent' });
/** More than are read without knowing how many there are. */
export const DEVICES = 2_300;
export const PAGE = 100;
export const FAR = { far: 40, step: 50, quiet: 0 };
/** Nothing is sorted, and everything is far. */
const MANY = { few: 0, fewByActivity: 0, nearActivity: 8, walked: 1000 };

/** Numbers that look random and are the same in every run. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

/** A tenant with devices, two profiles and two customers, and its lists. */
export async function createFleet(pool: pg.Pool) {
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
  return {
    ...{ pool, tenantId, customers, profiles, liveBus, insert, change, tell, random },
    ...listsWith(pool, liveBus, createListPlaces<Place>({ pool, log, deletedTenants: createDeletedTenants() }, FAR)),
  };
}

/**
 * Lists as a run of the server has them.
 * @param slow ms from which on pages near an end are read from places, too
 * @param names which devices are in memory
 */
export const listsWith = (
  pool: pg.Pool,
  liveBus: LiveBus,
  places: ListPlaces<Place>,
  slow = Number.POSITIVE_INFINITY,
  names?: DeviceNamesSizes,
) => ({ places, lists: createDeviceLists(pool, liveBus, places, MANY, slow, names) });

export type Fleet = Awaited<ReturnType<typeof createFleet>>;

const ORDERS: { sortProperty: string; column: string; ties: [asc: string, desc: string] }[] = [
  { sortProperty: 'createdTime', column: '', ties: ['ASC', 'DESC'] },
  { sortProperty: 'name', column: 'lower(name)', ties: ['DESC', 'ASC'] },
  { sortProperty: 'label', column: 'lower(label)', ties: ['DESC', 'ASC'] },
];

/** All names of a list, the plain way. */
export async function plainNames(
  { pool, tenantId }: Fleet,
  { sortProperty, sortOrder, textSearch = '' }: Pick<PageLink, 'sortProperty' | 'sortOrder' | 'textSearch'>,
  { customerId, deviceProfileId }: DeviceFilter,
): Promise<string[]> {
  const order = ORDERS.find((one) => one.sortProperty === sortProperty) as (typeof ORDERS)[0];
  const tie = order.ties[sortOrder === 'DESC' ? 1 : 0];
  const { rows } = await pool.query<{ name: string }>(
    `SELECT name FROM device WHERE tenant_id = $1 AND lower(name) LIKE $2
       AND ($3::uuid IS NULL OR customer_id = $3) AND ($4::uuid IS NULL OR device_profile_id = $4)
     ORDER BY ${order.column ? `${order.column} ${sortOrder} NULLS LAST,` : ''} created_time ${tie}, id ${tie}`,
    [tenantId, `%${textSearch.toLowerCase()}%`, customerId ?? null, deviceProfileId ?? null],
  );
  return rows.map(({ name }) => name);
}

/** The lists of a fleet whose far pages are compared. */
export const listsOf = ({ customers, profiles }: Fleet): { filter: DeviceFilter; textSearch?: string }[] => [
  { filter: {} },
  { filter: { deviceProfileId: profiles[0] } },
  { filter: { customerId: customers[0] } },
  { filter: {}, textSearch: 'UNIT' },
];

export const linksOf = (textSearch: string | undefined): PageLink[] =>
  ORDERS.flatMap(({ sortProperty }) =>
    (['ASC', 'DESC'] as const).map((sortOrder) => ({
      ...{ sortProperty, sortOrder, pageSize: PAGE, page: 0 },
      ...(textSearch ? { textSearch } : {}),
    })),
  );

/** Compares every page of every list with what a plain query finds. */
export async function comparePages(fleet: Fleet): Promise<void> {
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
export async function learnAll(fleet: Fleet): Promise<void> {
  for (const { filter, textSearch } of listsOf(fleet)) {
    for (const link of linksOf(textSearch)) {
      await fleet.lists.list(fleet.tenantId, { ...link, page: 21 }, filter);
      await fleet.lists.list(fleet.tenantId, { ...link, page: 3 }, filter);
      await fleet.places.settle();
    }
  }
}
