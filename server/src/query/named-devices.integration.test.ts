import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { entityId } from '@signalbox/contract/id';
import type pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { anyAttribute, expectPagesOf, field, openQueryData, queryOf } from '../../test/query-data.ts';
import { blocksOf } from '../../test/read-blocks.ts';
import { createDeviceTotals, type RunStatement } from '../entities/device/device-totals.ts';
import type { RowPlace } from '../entities/paged-list-sql.ts';
import { createDeletedTenants } from '../storage/deleted-tenants.ts';
import { createListPlaces } from '../storage/list-places.ts';
import { createEntityQueryService } from './entity-query-service.ts';

const DEVICES = 6_000;
const PAGE = 10;
const SIZES = { few: 100, many: 200, lately: 0, slow: 1e6, skipped: 100, near: 10 };
const log = pino({ level: 'silent' });

const OF_TYPE = { type: 'deviceType', deviceType: 'pump', deviceNameFilter: '' };

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

let things: Awaited<ReturnType<typeof openQueryData>>;
beforeAll(async () => {
  things = await openQueryData('in an index');
  const { database, admin } = things;
  await database.pool.query(
    `INSERT INTO device (id, created_time, tenant_id, customer_id, device_profile_id, name, type, label, device_data)
     SELECT gen_random_uuid(), number / 3, device.tenant_id, customer_id, profile.id,
       (ARRAY['one of ', 'Two of ', 'ähnlich '])[1 + number * 31 % 3] || number * 7919 % 100000, profile.name,
       CASE WHEN number % 2 = 0 THEN 'Hall ' || number % 60 END, json_build_object('padding', repeat(md5(number::text), 12))
     FROM (SELECT * FROM device WHERE tenant_id = $1 ORDER BY created_time LIMIT 1) AS device,
       generate_series(1, $2::integer) AS number JOIN (
         SELECT id, name, row_number() OVER (ORDER BY id) AS at, count(*) OVER () AS profiles
         FROM device_profile WHERE tenant_id = $1
       ) AS profile ON profile.at = 1 + number % profiles`,
    [admin.tenantId, DEVICES],
  );
  await database.pool.query('VACUUM (ANALYZE) device');
});
afterAll(() => things.close());

/** Queries whose places are never found by going through their orders. @param from devices from which on they are in memory */
async function openQueries(from: number) {
  const { database, parts } = things;
  const run: RunStatement = (text, values) => database.pool.query(text, values);
  const totals = createDeviceTotals(parts.liveBus, run, { from, most: 100_000, changed: 5_000 });
  totals.names.open();
  await totals.names.settle();
  const walking = { connect: () => new Promise(() => undefined) } as unknown as pg.Pool;
  const fieldPlaces = createListPlaces<RowPlace>(
    { pool: walking, log, deletedTenants: createDeletedTenants() },
    { far: 50, step: 50 },
  );
  return createEntityQueryService({ ...parts, fieldPlaces, sizes: SIZES, namedDevices: totals.named });
}

/** The pages of a text in every order are those that are read from the beginning. */
async function check(queries: Awaited<ReturnType<typeof openQueries>>): Promise<void> {
  for (const [who, user] of Object.entries({ admin: things.admin, customer: things.customerUser })) {
    // Across the end of a name, too; nothing; something with signs of patterns; all of them; those of a type.
    for (const [textSearch, parts] of [
      ...['TWO', 'ä', '2Hall 1', 'nothing', '_c', ''].map((text) => [text, {}] as const),
      ...['TWO', ''].map((text) => [text, { entityFilter: OF_TYPE }] as const),
    ]) {
      for (const key of ['createdTime', 'name', 'label', 'type']) {
        for (const direction of ['ASC', 'DESC'] as const) {
          const ask = (page: number) =>
            queryOf({
              ...parts,
              entityFields: [field('name'), field('label'), field('additionalInfo')],
              pageLink: { pageSize: PAGE, page, textSearch, sortOrder: { key: field(key), direction } },
            });
          const what = `${who}: ${textSearch} ${JSON.stringify(parts)} by ${key} ${direction}`;
          await expectPagesOf(queries, { plain: things.plain, user }, ask, [0, 0.5, 0.999], what);
        }
      }
    }
  }
}

it('finds what has a text in names and labels by what is in memory, whatever has changed', {
  timeout: 120_000,
}, async () => {
  const queries = await openQueries(1);
  await check(queries);
  const { database, admin, parts } = things;
  const tell = (rows: readonly { id: string }[], action: 'updated' | 'created' | 'deleted') => {
    for (const { id } of rows) {
      parts.liveBus.publish({ kind: 'entity', action, tenantId: admin.tenantId, entityId: entityId('DEVICE', id) });
    }
  };
  const changed = await database.pool.query<{ id: string }>(
    `UPDATE device SET label = CASE WHEN label IS NULL THEN 'Hall 1 two' END, name = name || ' two'
     WHERE name LIKE '%77%' RETURNING id`,
  );
  tell(changed.rows, 'updated');
  const gone = await database.pool.query<{ id: string }>(`DELETE FROM device WHERE name LIKE '%33%' RETURNING id`);
  tell(gone.rows, 'deleted');
  await check(queries);
});

it('leaves to the database what it does not know', async () => {
  const queries = await openQueries(1);
  const pageLink = { pageSize: 100, page: 0, textSearch: 'pump' };
  for (const parts of [
    { pageLink, entityFields: [field('type')] },
    { pageLink, latestValues: [anyAttribute('model')] },
    { pageLink, entityFilter: { type: 'deviceType', deviceType: 'pump', deviceNameFilter: '' } },
    { pageLink, entityFilter: { type: 'entityName', entityType: 'DEVICE', entityNameFilter: 'P' } },
  ]) {
    const { totalElements } = await things.plain.find(things.admin, queryOf(parts));
    expect((await queries.find(things.admin, queryOf(parts))).totalElements, JSON.stringify(parts)).toBe(totalElements);
    expect(totalElements).toBeGreaterThan(0);
  }
});

it.each([
  ['name', 'two', {}, 900],
  ['label', 'two', {}, 900],
  ['name', '', {}, 3_000],
  ['label', '', {}, 3_000],
  ['type', '', {}, 3_000],
  ['label', '', { entityFilter: OF_TYPE }, 900],
])(
  'reads far pages by %s of "%s", %j, the first time without those before them',
  async (key, textSearch, parts, before) => {
    const { reads } = things.parts;
    const blocksOfPage = async (queries: Awaited<ReturnType<typeof openQueries>>): Promise<number> => {
      const run = vi.spyOn(reads, 'run');
      try {
        const sortOrder = { key: field(key), direction: 'ASC' };
        const entityFields = [field('name'), field('label')];
        const pageLink = { pageSize: PAGE, page: before / PAGE, textSearch, sortOrder };
        expect((await queries.find(things.admin, queryOf({ ...parts, entityFields, pageLink }))).data).toHaveLength(
          PAGE,
        );
        let blocks = 0;
        for (const [, statement] of run.mock.calls) {
          const { sql: text, parameters } = statement.compile(things.database.db);
          blocks += await blocksOf(things.database.pool, text, parameters);
        }
        return blocks;
      } finally {
        run.mockRestore();
      }
    };
    // Whoever goes through the order looks at each row that the text finds, and at others.
    expect(await blocksOfPage(await openQueries(1))).toBeLessThan(100);
  },
);

it('has nothing left of what a query found of a tenant that has been deleted', async () => {
  const { parts, admin } = things;
  const queries = createEntityQueryService({ ...parts, sizes: SIZES });
  const query = queryOf({ pageLink: { pageSize: 100, page: 0 } });
  const listed = async () => new WeakRef(await queries.findEntities(admin, query));
  const found = await listed();
  const isKept = async (): Promise<boolean> => {
    // What a reference has been asked for stays until the end of a turn.
    await new Promise(setImmediate);
    collectGarbage();
    return found.deref() !== undefined;
  };
  expect(await isKept()).toBe(true);
  const { tenantId } = admin;
  parts.liveBus.publish({ kind: 'entity', action: 'deleted', tenantId, entityId: entityId('TENANT', tenantId) });
  expect(await isKept()).toBe(false);
});
