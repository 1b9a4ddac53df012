import type { Asset } from '@signalbox/contract/asset';
import { NULL_UUID } from '@signalbox/contract/id';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { blocksOf } from '../../test/read-blocks.ts';
import { insertTenants } from '../../test/tenants.ts';
import { createEmbeddedLiveBus } from '../bus/embedded-live-bus.ts';
import { createDeletedTenants } from '../storage/deleted-tenants.ts';
import { newEntityId } from '../storage/ids.ts';
import { createListOrders } from '../storage/list-orders.ts';
import { createListPlaces } from '../storage/list-places.ts';
import { numberedPlaces, placesAround } from '../storage/numbered-places.ts';
import type { Schema } from '../storage/schema.ts';
import { assetKind } from './asset/asset-kind.ts';
import { type AssetRow, toAsset } from './asset/assets.ts';
import { type ListedRows, numberedRows, type RowPlace, rowIds } from './paged-list-sql.ts';
import { createPagedLists, PAGED_LIST_SIZES } from './paged-lists.ts';
import { createTypedStore } from './typed/typed-store.ts';

const tenantId = newEntityId().id;
const customerId = newEntityId().id;
/** Assets of nobody, and those of the customer, which come before or after them in every order. */
const OTHERS = 9_000;
const OWN = 400;
const log = pino({ level: 'silent' });

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await insertTenants(database.pool, tenantId);
  const customer = 'INSERT INTO customer (id, created_time, tenant_id, title) VALUES ($1, 1, $2, $3)';
  await database.pool.query(customer, [customerId, tenantId, 'Somebody']);
  const insert = `INSERT INTO asset (id, created_time, tenant_id, customer_id, name, type, label, additional_info)
    SELECT gen_random_uuid(), number, $1, $2, $3 || number, $3, $4, json_build_object('description', repeat('x', 300))
    FROM generate_series($5::integer, $6::integer) AS number`;
  await database.pool.query(insert, [tenantId, NULL_UUID, 'hall', 'A', 1, OTHERS]);
  await database.pool.query(insert, [tenantId, customerId, 'site', null, OTHERS + 1, OTHERS + OWN]);
  await database.pool.query('VACUUM (ANALYZE) asset');
});

afterAll(() => database.drop());

it.each(['createdTime', 'name', 'type', 'label'])(
  'reads a page of the assets of a customer by %s without those of others',
  async (sortProperty) => {
    const requested: { text: string; values: readonly unknown[] }[] = [];
    const db = new Kysely<Schema>({
      dialect: new PostgresDialect({ pool: database.pool }),
      log: ({ query }) => {
        requested.push({ text: query.sql, values: query.parameters });
      },
    });
    const sizes = { near: 1_000, few: 0, fewTogether: 1_000, many: 1_000 };
    const places = createListPlaces<RowPlace>(
      { pool: database.pool, log, deletedTenants: createDeletedTenants() },
      { far: 1e6, step: 1e6 },
    );
    const lists = createPagedLists(
      { db, liveBus: createEmbeddedLiveBus(log), places, orders: createListOrders(createDeletedTenants()), sizes },
      ['ASSET'],
    );
    const assets = createTypedStore<Asset, AssetRow>({
      ...{ db, lists, kind: assetKind, toEntity: toAsset },
      ownValues: ({ label }) => ({ label }),
      ownOrders: { label: sql`lower(e.label)` },
    });
    for (const sortOrder of ['ASC', 'DESC'] as const) {
      for (const page of [0, OWN / 20 - 1]) {
        requested.length = 0;
        const link = { sortProperty, sortOrder, page, pageSize: 20 };
        const { data, totalElements } = await assets.listInfos(tenantId, link, { customerId });
        expect(totalElements).toBe(OWN);
        expect(data).toHaveLength(20);
        let blocks = 0;
        for (const { text, values } of requested) blocks += await blocksOf(database.pool, text, values);
        expect(blocks, `${sortOrder}, page ${page}`).toBeLessThan(300);
      }
    }
  },
);

it.each([
  ['together with their number', 1_000, 2],
  ['apart from it where they are too many', OWN - 1, 4],
])('finds rows that lie anywhere %s', async (_how, many, statements) => {
  const requested: string[] = [];
  const db = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: database.pool }),
    log: ({ query }) => {
      requested.push(query.sql);
    },
  });
  const places = createListPlaces<RowPlace>(
    { pool: database.pool, log, deletedTenants: createDeletedTenants() },
    { far: 1e6, step: 1e6 },
  );
  const sizes = { near: 1_000, few: 0, fewTogether: 0, many };
  const lists = createPagedLists(
    { db, liveBus: createEmbeddedLiveBus(log), places, orders: createListOrders(createDeletedTenants()), sizes },
    ['ASSET'],
  );
  const list: ListedRows = {
    tenantId,
    table: sql.table('asset'),
    select: sql`e.name`,
    where: sql`e.tenant_id = ${tenantId} AND e.customer_id = ${customerId}`,
    isNarrow: true,
    isScattered: true,
    order: { column: sql`lower(e.name)`, isNullable: false, isDescending: false, isNewestFirst: true },
  };
  const found = await lists.select<{ name: string }>({ pageSize: 3, page: 1 }, list);
  const names = Array.from({ length: OWN }, (_, at) => `site${OTHERS + 1 + at}`).sort();
  expect(found).toMatchObject({ totalElements: OWN, data: names.slice(3, 6).map((name) => ({ name })) });
  expect(requested.length).toBeLessThanOrEqual(statements);
  const beyond = await lists.select({ pageSize: 3, page: OWN }, list);
  expect(beyond).toMatchObject({ totalElements: OWN, data: [] });
});

it.each(['createdTime', 'name'])(
  'finds the order by %s of what a text finds once a page took long',
  async (sortProperty) => {
    const requested: string[] = [];
    const db = new Kysely<Schema>({
      dialect: new PostgresDialect({ pool: database.pool }),
      log: ({ query }) => {
        requested.push(query.sql);
      },
    });
    const deletedTenants = createDeletedTenants();
    const places = createListPlaces<RowPlace>({ pool: database.pool, log, deletedTenants }, { far: 1e6, step: 1e6 });
    const lists = createPagedLists(
      {
        ...{ db, liveBus: createEmbeddedLiveBus(log), places, orders: createListOrders(deletedTenants, 0) },
        sizes: { ...PAGED_LIST_SIZES, slow: 0 },
      },
      ['ASSET'],
    );
    const assets = createTypedStore<Asset, AssetRow>({
      ...{ db, lists, kind: assetKind, toEntity: toAsset },
      ownValues: ({ label }) => ({ label }),
      ownOrders: { label: sql`lower(e.label)` },
    });
    const namesOf = async (page: number) => {
      const link = { sortProperty, sortOrder: 'ASC', page, pageSize: 20, textSearch: 'ite9' } as const;
      return (await assets.listInfos(tenantId, link, {})).data.map(({ name }) => name);
    };
    const [first, second] = [await namesOf(0), await namesOf(1)];
    requested.length = 0;
    expect(await namesOf(0)).toEqual(first);
    expect(await namesOf(1)).toEqual(second);
    // Nothing is looked for any more: the rows of each page are read.
    expect(requested).toHaveLength(2);
    expect(requested.filter((text) => text.includes('LIKE'))).toEqual([]);
    expect([first.length, second.length, first.at(-1) === second[0]]).toEqual([20, 20, false]);
  },
);

it('reads the last page of what a text finds, equals by their id, without looking for more behind it', async () => {
  const { db, pool } = database;
  const list: ListedRows = {
    tenantId,
    table: sql.table('asset'),
    select: sql`e.id`,
    where: sql`e.tenant_id = ${tenantId} AND lower(e.name) LIKE ${'%site%'}`,
    isNarrow: true,
    order: { column: sql`lower(e.name)`, isNullable: false, isDescending: true, isNewestFirst: true, isById: true },
  };
  const { rows } = await numberedRows(list, 50).execute(db);
  const around = placesAround(numberedPlaces<RowPlace>(rows, 50), OWN - 20, 20);
  if (!around) throw new Error('no place is known');
  const { sql: text, parameters } = rowIds(list, { around, limit: 20, offset: around.skip }).compile(db);
  const found = await pool.query<{ id: string }>(text, [...parameters]);
  const wanted = await pool.query<{ id: string }>(
    `SELECT id FROM asset WHERE tenant_id = $1 AND name LIKE '%site%' ORDER BY lower(name) DESC, id DESC OFFSET $2`,
    [tenantId, OWN - 20],
  );
  expect(found.rows).toEqual(wanted.rows);
  expect(await blocksOf(pool, text, parameters)).toBeLessThan(OTHERS / 10);
  // What has come behind the last place that is known is found all the same.
  await pool.query('UPDATE asset SET name = $2 WHERE id = $1', [wanted.rows[0]?.id, 'a site']);
  const others = await pool.query<{ id: string }>(text, [...parameters]);
  expect(others.rows).toHaveLength(20);
  expect(others.rows.at(-1)).toEqual(wanted.rows[0]);
});
