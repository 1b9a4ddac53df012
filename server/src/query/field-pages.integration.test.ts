import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { field, openQueryData, queryOf } from '../../test/query-data.ts';

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
    const placeBefore = vi.spyOn(things.fieldPlaces, 'placeBefore');
    await expectPages(parts);
    const isPlaced = placeBefore.mock.results.some(({ value }) => value !== undefined);
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
