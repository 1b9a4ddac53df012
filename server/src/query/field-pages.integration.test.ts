import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { field, openQueryData, queryOf } from '../../test/query-data.ts';
import { blocksOf } from '../../test/read-blocks.ts';

const FIELDS = ['createdTime', 'name', 'label', 'type'];
const FILTERS: Record<string, { entityFilter?: object; pageLink?: object }> = {
  all: {},
  'of a type': { entityFilter: { type: 'deviceType', deviceType: 'pump', deviceNameFilter: '' } },
  'whose names begin so': { entityFilter: { type: 'entityName', entityType: 'DEVICE', entityNameFilter: 'unit 1' } },
  'with a text': { pageLink: { textSearch: '1' } },
};

/** What is few decides whether what is found is sorted for all pages, or walked in the order of all. */
describe.each([
  ['walked', 0],
  ['sorted', 1000],
])('pages by fields of what is %s', (_way, few) => {
  let things: Awaited<ReturnType<typeof openQueryData>>;
  beforeAll(async () => {
    things = await openQueryData('in an index', { few, many: 1000, lately: 0, slow: 0, skipped: 0, near: 0.2 });
    for (let at = 0; at < 60; at++) await addDevice(at);
  });
  afterAll(async () => {
    await things.close();
  });

  /** Devices without a label, many and few with the same one, with the same name but for its case; some of the customer. */
  async function addDevice(at: number): Promise<void> {
    const label = [null, 'North', 'north', `South ${at % 4}`, null][at % 5] ?? null;
    const customerId = at % 2 === 0 ? { customerId: things.customerUser.customerId } : {};
    await things.device(
      `${at % 2 ? 'Unit' : 'unit'} ${((at * 37) % 64) >> 1}`,
      ['pump', 'meter', 'Pump'][at % 3] ?? '',
      label,
      customerId,
    );
  }

  async function expectPages(parts: { entityFilter?: object; pageLink?: object }): Promise<void> {
    for (const [who, user] of Object.entries({ admin: things.admin, customer: things.customerUser })) {
      for (const key of FIELDS) {
        for (const direction of ['ASC', 'DESC'] as const) {
          const sortOrder = { key: field(key), direction };
          const ask = (pageSize: number, page: number) =>
            queryOf({ ...parts, pageLink: { ...parts.pageLink, pageSize, page, sortOrder } });
          const idsOf = async (query: ReturnType<typeof ask>, queries = things.queries) =>
            (await queries.find(user, query)).data.map(({ entityId }) => entityId.id);
          const whole = await idsOf(ask(100, 0), things.plain);
          const pages: string[][] = [];
          for (let page = 0; page * 7 < whole.length; page++) pages.push(await idsOf(ask(7, page)));
          expect(pages.flat(), `${who} by ${key} ${direction}`).toEqual(whole);
          expect(await idsOf(ask(7, pages.length))).toEqual([]);
        }
      }
    }
  }

  it.each(Object.entries(FILTERS))('are those of one order: devices %s', async (_what, parts) => {
    const placeNow = vi.spyOn(things.fieldPlaces, 'placeNow');
    await expectPages(parts);
    const places = await Promise.all(placeNow.mock.results.map(({ value }) => value));
    const isPlaced = places.some((place) => place !== undefined);
    expect(isPlaced).toBe(few === 0 || !('entityFilter' in parts || 'pageLink' in parts));
  });

  it('follow devices that come, change and go', async () => {
    for (let at = 60; at < 63; at++) {
      await addDevice(at);
      await expectPages({});
    }
    await things.database.pool.query(
      `UPDATE device SET label = CASE WHEN label IS NULL THEN 'West' END WHERE name LIKE '%it 1%'`,
    );
    things.changed();
    await expectPages({});
    await things.database.pool.query(`DELETE FROM device WHERE name LIKE '%it 2%'`);
    things.changed();
    await expectPages({ pageLink: { textSearch: '1' } });
  });
});

describe('the first page of many devices by label', () => {
  let things: Awaited<ReturnType<typeof openQueryData>>;
  beforeAll(async () => {
    things = await openQueryData('in an index');
    await things.database.pool.query(
      `INSERT INTO device (id, created_time, tenant_id, customer_id, device_profile_id, name, type, label, device_data)
       SELECT gen_random_uuid(), number, tenant_id, customer_id, device_profile_id, 'one of many ' || number, type,
         CASE WHEN number % 2 = 0 THEN 'Site ' || number END, json_build_object('padding', repeat(md5(number::text), 12))
       FROM (SELECT * FROM device WHERE tenant_id = $1 LIMIT 1) AS device, generate_series(1, 8000) AS number`,
      [things.admin.tenantId],
    );
    await things.database.pool.query('VACUUM (ANALYZE) device');
    things.changed();
  });
  afterAll(async () => {
    await things.close();
  });

  it.each(['ASC', 'DESC'] as const)('is read without the others: %s', async (direction) => {
    const { reads, queries, admin, database } = things;
    const sortOrder = { key: field('label'), direction };
    const query = queryOf({ pageLink: { pageSize: 10, page: 0, sortOrder } });
    // Totals are counted once.
    await queries.find(admin, query);
    const run = vi.spyOn(reads, 'run');
    try {
      const { data } = await queries.find(admin, query);
      expect(data).toHaveLength(10);
      let blocks = 0;
      for (const [, statement] of run.mock.calls) {
        const { sql: text, parameters } = statement.compile(database.db);
        blocks += await blocksOf(database.pool, text, parameters);
      }
      expect(blocks).toBeGreaterThan(0);
      expect(blocks).toBeLessThan(300);
    } finally {
      run.mockRestore();
    }
  });
});

describe('the first page of many devices that a text finds', () => {
  let things: Awaited<ReturnType<typeof openQueryData>>;
  const SPARES = 2_000;
  beforeAll(async () => {
    const sizes = { few: SPARES - 100, many: 1000, lately: 0, slow: Number.POSITIVE_INFINITY, skipped: 100, near: 10 };
    things = await openQueryData('in an index', sizes);
    await things.database.pool.query(
      `INSERT INTO device (id, created_time, tenant_id, customer_id, device_profile_id, name, type, label, device_data)
       SELECT gen_random_uuid(), number, tenant_id, customer_id, device_profile_id,
         CASE WHEN number > 10000 THEN 'Spare ' || 13000 - number ELSE 'In use ' || number END, type, 'Site ' || number % 50,
         json_build_object('padding', repeat(md5(number::text), 12))
       FROM (SELECT * FROM device WHERE tenant_id = $1 LIMIT 1) AS device, generate_series(1, ${10_000 + SPARES}) AS number`,
      [things.admin.tenantId],
    );
    await things.database.pool.query('VACUUM (ANALYZE) device');
    things.changed();
  });
  afterAll(async () => {
    await things.close();
  });

  const pageOf = (key: string, direction: 'ASC' | 'DESC') =>
    queryOf({
      entityFields: [field('name'), field('label')],
      pageLink: { pageSize: 5, page: 1, textSearch: 'spare', sortOrder: { key: field(key), direction } },
    });

  it.each(['createdTime', 'name', 'label', 'type'])('is the same by %s, whichever end they are at', async (key) => {
    for (const direction of ['ASC', 'DESC'] as const) {
      const { totalElements, data } = await things.queries.find(things.admin, pageOf(key, direction));
      const plain = await things.plain.find(things.admin, pageOf(key, direction));
      expect(totalElements).toBe(SPARES);
      expect(data.map(({ entityId }) => entityId)).toEqual(plain.data.map(({ entityId }) => entityId));
    }
  });

  it.each(['createdTime', 'name'])('is read by %s without the others where they are at its beginning', async (key) => {
    const { reads, queries, admin, database } = things;
    const run = vi.spyOn(reads, 'run');
    try {
      await queries.find(admin, pageOf(key, 'DESC'));
      const blocks: number[] = [];
      for (const [, statement] of run.mock.calls) {
        const { sql: text, parameters } = statement.compile(database.db);
        if (!text.startsWith('SELECT count')) blocks.push(await blocksOf(database.pool, text, parameters));
      }
      expect(blocks).not.toEqual([]);
      expect(Math.max(...blocks)).toBeLessThan(150);
    } finally {
      run.mockRestore();
    }
  });
});
