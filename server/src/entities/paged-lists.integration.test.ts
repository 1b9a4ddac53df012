import type { Asset } from '@signalbox/contract/asset';
import { entityId, NULL_UUID } from '@signalbox/contract/id';
import type { PageLink } from '@signalbox/contract/page';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { insertTenants } from '../../test/tenants.ts';
import { createEmbeddedLiveBus } from '../bus/embedded-live-bus.ts';
import type { LiveBus } from '../bus/live-bus.ts';
import { createDeletedTenants } from '../storage/deleted-tenants.ts';
import { newEntityId } from '../storage/ids.ts';
import { createListOrders } from '../storage/list-orders.ts';
import { createListPlaces } from '../storage/list-places.ts';
import { assetKind } from './asset/asset-kind.ts';
import { type AssetRow, toAsset } from './asset/assets.ts';
import { createCustomerStore } from './customer/customer-store.ts';
import type { RowPlace } from './paged-list-sql.ts';
import { createPagedLists, PAGED_LIST_SIZES, type PagedListSizes } from './paged-lists.ts';
import type { CustomerInfo, TypedFilter } from './typed/typed-entity.ts';
import { createTypedStore } from './typed/typed-store.ts';

const ASSETS = 60;
const PAGE_SIZE = 7;
const tenants = { own: newEntityId().id, other: newEntityId().id };
const customers = ['Beta', 'alpha', 'Gamma', 'beta'].map((title) => ({ id: newEntityId().id, title }));
const log = pino({ level: 'silent' });

let database: TestDatabase;
let liveBus: LiveBus;

beforeAll(async () => {
  database = await createTestDatabase();
  liveBus = createEmbeddedLiveBus(log);
  const { pool } = database;
  await insertTenants(pool, tenants.own, tenants.other);
  for (const [at, { id, title }] of customers.entries()) {
    await pool.query('INSERT INTO customer (id, created_time, tenant_id, title, city) VALUES ($1, $2, $3, $4, $5)', [
      id,
      Math.floor(at / 2),
      tenants.own,
      title,
      at % 3 === 1 ? null : `City ${at % 2}`,
    ]);
  }
  // Of another tenant, with a title between those of the first.
  await pool.query("INSERT INTO customer (id, created_time, tenant_id, title) VALUES ($1, 1, $2, 'Delta')", [
    newEntityId().id,
    tenants.other,
  ]);
  for (let at = 0; at < ASSETS; at++) {
    await insertAsset(`${at % 2 ? 'Unit' : 'unit'} ${(at * 37) % ASSETS}`, at);
    if (at % 3 === 0) await insertAsset(`Unit ${at}`, at, tenants.other);
  }
});

afterAll(async () => {
  await database.drop();
});

async function insertAsset(name: string, at: number, tenantId = tenants.own): Promise<string> {
  const { id } = newEntityId();
  const customer = tenantId === tenants.own ? customers[at % 6]?.id : undefined;
  await database.pool.query(
    'INSERT INTO asset (id, created_time, tenant_id, customer_id, name, type, label) VALUES ($1, $2, $3, $4, $5, $6, $7)',
    [
      id,
      // Some share their time.
      1_700_000_000_000 + Math.floor(at / 2),
      tenantId,
      customer ?? NULL_UUID,
      name,
      ['valve', 'Meter', 'pump'][at % 3],
      at % 4 === 0 ? null : `Site ${at % 7}`,
    ],
  );
  return id;
}

function openLists(farPages: { far: number; step: number } | undefined, sizes: PagedListSizes = PAGED_LIST_SIZES) {
  const { db, pool } = database;
  const places = createListPlaces<RowPlace>({ pool, log, deletedTenants: createDeletedTenants() }, farPages);
  const lists = createPagedLists({ db, liveBus, places, orders: createListOrders(createDeletedTenants(), 0), sizes }, [
    'ASSET',
    'CUSTOMER',
  ]);
  const assets = createTypedStore<Asset, AssetRow>({
    db,
    lists,
    kind: assetKind,
    toEntity: toAsset,
    ownValues: ({ label }) => ({ label }),
    ownOrders: { label: sql`lower(e.label)` },
  });
  return { places, assets, customers: createCustomerStore(db, lists) };
}

type Info = Asset & CustomerInfo;
type Sorted = { createdTime: number; id: { id: string } };

const PROPERTIES: Record<string, (asset: Info) => string | null> = {
  createdTime: () => null,
  name: ({ name }) => name.toLowerCase(),
  type: ({ type }) => type.toLowerCase(),
  label: ({ label }) => label?.toLowerCase() ?? null,
  customerTitle: ({ customerTitle }) => customerTitle?.toLowerCase() ?? null,
};

/** Sorts as a list must, the plain way. @param groupOf what is kept together among equals */
function sorted<Row extends Sorted>(
  rows: readonly Row[],
  { sortProperty, sortOrder }: PageLink,
  propertyOf: (row: Row) => string | null,
  groupOf: (row: Row) => string,
): Row[] {
  const sign = sortOrder === 'DESC' ? -1 : 1;
  const isNewestFirst = (sortProperty ?? 'createdTime') === 'createdTime' ? sign === -1 : sign === 1;
  const compare = (a: Row, b: Row): number => {
    const [left, right] = [propertyOf(a), propertyOf(b)];
    if (left !== right) {
      if (left === null || right === null) return left === null ? 1 : -1;
      return left < right ? -sign : sign;
    }
    if (groupOf(a) !== groupOf(b)) return groupOf(a) < groupOf(b) ? -sign : sign;
    return (a.createdTime - b.createdTime || (a.id.id < b.id.id ? -1 : 1)) * (isNewestFirst ? -1 : 1);
  };
  return rows.toSorted(compare);
}

/** What a list of assets must show. */
function expected(all: readonly Info[], link: PageLink, { customerId, type }: TypedFilter): Info[] {
  const found = all.filter(
    (asset) =>
      asset.name.toLowerCase().includes(link.textSearch?.toLowerCase() ?? '') &&
      (!customerId || asset.customerId.id === customerId) &&
      (!type || asset.type === type),
  );
  const propertyOf = PROPERTIES[link.sortProperty ?? 'createdTime'] as (asset: Info) => string | null;
  return sorted(found, link, propertyOf, ({ customerId: { id } }) => (link.sortProperty === 'customerTitle' ? id : ''));
}

const filters: [string, TypedFilter][] = [
  ['all assets', {}],
  ['assets of a customer', { customerId: customers[1]?.id }],
  ['assets of a type', { type: 'Meter' }],
];

describe.each([
  ['few rows', { near: 1000, few: 1000, fewTogether: 1000, many: 1000 }, { far: 1000, step: 1000 }],
  [
    'few rows of which every page took long',
    { near: 1000, few: 1000, fewTogether: 1000, many: 1000, slow: 0 },
    { far: 1000, step: 1000 },
  ],
  [
    'rows that are sorted where they are together',
    { near: 10, few: 0, fewTogether: 1000, many: 0 },
    { far: 1000, step: 1000 },
  ],
  ['rows whose middle pages are sorted', { near: 5, few: 0, fewTogether: 0, many: 1000 }, { far: 1000, step: 1000 }],
  ['many rows', { near: 0, few: 0, fewTogether: 0, many: 0 }, { far: 1000, step: 1000 }],
  [
    'rows whose far pages are read from known places',
    { near: 0, few: 0, fewTogether: 0, many: 0 },
    { far: 4, step: 5 },
  ],
])('lists of %s', (_size, sizes, farPages) => {
  it.each(filters)('show every page of %s in every order, with and without a search', async (_what, filter) => {
    const { places, assets } = openLists(farPages, sizes);
    const placeBefore = vi.spyOn(places, 'placeBefore');
    const all = (await openLists(undefined).assets.listInfos(tenants.own, { pageSize: 1000, page: 0 }, {})).data;
    expect(all).toHaveLength(ASSETS);
    for (const sortProperty of Object.keys(PROPERTIES)) {
      for (const sortOrder of ['ASC', 'DESC'] as const) {
        for (const textSearch of [undefined, 'UNIT 1', 'nothing']) {
          const link = { sortProperty, sortOrder, textSearch, pageSize: PAGE_SIZE, page: 0 };
          const wanted = expected(all, link, filter).map(({ name }) => name);
          for (let page = 0; page * PAGE_SIZE <= wanted.length; page++) {
            const found = await assets.listInfos(tenants.own, { ...link, page }, filter);
            expect(found.data.map(({ name }) => name)).toEqual(wanted.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE));
            expect(found.totalElements).toBe(wanted.length);
            await places.settle();
            expect(await assets.listInfos(tenants.own, { ...link, page }, filter)).toEqual(found);
          }
        }
      }
    }
    const known = placeBefore.mock.results.filter(({ value }) => value !== undefined);
    // No page of the ten assets of a customer is far from both ends.
    expect(known.length > 0).toBe(farPages.far === 4 && filter.customerId === undefined);
  });

  it('show every page of customers, also by fields that some do not have', async () => {
    const { places, customers: store } = openLists(farPages, sizes);
    const all = (await store.list(tenants.own, { pageSize: 100, page: 0 })).data;
    expect(all).toHaveLength(customers.length);
    for (const sortProperty of ['createdTime', 'title', 'city', 'email']) {
      for (const sortOrder of ['ASC', 'DESC'] as const) {
        const link = { sortProperty, sortOrder, pageSize: 1, page: 0 };
        const propertyOf = (customer: (typeof all)[0]): string | null =>
          ({ title: customer.title, city: customer.city, email: customer.email })[sortProperty]?.toLowerCase() ?? null;
        const wanted = sorted(all, link, propertyOf, () => '');
        for (const [page, customer] of wanted.entries()) {
          expect((await store.list(tenants.own, { ...link, page })).data).toEqual([customer]);
          await places.settle();
          expect((await store.list(tenants.own, { ...link, page })).data).toEqual([customer]);
        }
      }
    }
  });
});

describe('what is remembered of a list', () => {
  it('is not believed once a row has come or gone, or a customer has another title', async () => {
    const { places, assets } = openLists({ far: 4, step: 5 }, { near: 0, few: 0, fewTogether: 0, many: 0 });
    const link: PageLink = { pageSize: PAGE_SIZE, page: 4, sortProperty: 'customerTitle', sortOrder: 'ASC' };
    const page = async () => {
      const { data, totalElements } = await assets.listInfos(tenants.own, link, {});
      return { names: data.map(({ name }) => name), totalElements };
    };
    const before = await page();
    await places.settle();
    expect(await page()).toEqual(before);

    const [first] = (await assets.listInfos(tenants.own, { ...link, page: 0 }, {})).data as [Info];
    await database.pool.query('DELETE FROM asset WHERE id = $1', [first.id.id]);
    const changed = { kind: 'entity', tenantId: tenants.own } as const;
    liveBus.publish({ ...changed, entityId: first.id, action: 'deleted' });
    const after = await page();
    expect(after.totalElements).toBe(before.totalElements - 1);
    expect(after.names.slice(0, -1)).toEqual(before.names.slice(1));

    await places.settle();
    const alpha = customers[1] as (typeof customers)[0];
    await database.pool.query("UPDATE customer SET title = 'zeta' WHERE id = $1", [alpha.id]);
    liveBus.publish({ ...changed, entityId: entityId('CUSTOMER', alpha.id), action: 'updated' });
    expect((await page()).names).not.toEqual(after.names);
    await database.pool.query('UPDATE customer SET title = $2 WHERE id = $1', [alpha.id, alpha.title]);
    await assets.insert(first);
    liveBus.publish({ ...changed, entityId: first.id, action: 'created' });
    liveBus.publish({ ...changed, entityId: entityId('CUSTOMER', alpha.id), action: 'updated' });
    expect(await page()).toEqual(before);
  });
});
