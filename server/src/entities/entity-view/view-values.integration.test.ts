import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestTenant, type TestTenant } from '../../../test/people.ts';
import { startTestPlatform, type TestPlatform } from '../../../test/platform.ts';

interface Thing {
  id: { entityType: string; id: string };
  [member: string]: unknown;
}

let platform: TestPlatform;
let acme: TestTenant;
beforeAll(async () => {
  platform = await startTestPlatform();
  acme = await createTestTenant(platform, 'acme');
});
afterAll(() => platform?.stop());

let made = 0;
const createDevice = () => acme.admin.post<Thing>('/api/device', { name: `Device ${++made}`, type: 'default' });
const createView = (target: Thing, more: object = {}) =>
  acme.admin.post<Thing>('/api/entityView', { name: `View ${++made}`, type: 'excerpt', entityId: target.id, ...more });
const placeOf = ({ id }: Thing) => `/api/plugins/telemetry/${id.entityType}/${id.id}`;
const save = (target: Thing, ...points: [ts: number, values: object][]) =>
  acme.admin.post(
    `${placeOf(target)}/timeseries/ANY`,
    points.map(([ts, values]) => ({ ts, values })),
  );
type Series = Record<string, { ts: number; value: string | null }[]>;
const latest = (view: Thing, query = '', caller = acme.admin) =>
  caller.get<Series>(`${placeOf(view)}/values/timeseries${query}`);
const history = (view: Thing, query: string) => acme.admin.get<Series>(`${placeOf(view)}/values/timeseries?${query}`);
const attributes = async (view: Thing, scope: string) => {
  const found = await acme.admin.get<{ key: string; value: unknown }[]>(`${placeOf(view)}/values/attributes/${scope}`);
  return Object.fromEntries(found.map(({ key, value }) => [key, value]));
};

describe('the values of an entity view', () => {
  it('are copied when it is saved: listed attributes of each scope, and the newest listed points', async () => {
    const device = await createDevice();
    await acme.admin.post(`${placeOf(device)}/attributes/SERVER_SCOPE`, { serial: 'a-1', secret: 1 });
    await acme.admin.post(`${placeOf(device)}/attributes/SHARED_SCOPE`, { rate: 5 });
    await save(device, [1000, { temperature: 1, salary: 2 }], [2000, { temperature: 3 }]);
    const view = await createView(device, {
      keys: { timeseries: ['temperature'], attributes: { cs: [], ss: ['serial'], sh: ['rate'] } },
    });
    expect(await attributes(view, 'SERVER_SCOPE')).toEqual({ serial: 'a-1' });
    expect(await attributes(view, 'SHARED_SCOPE')).toEqual({ rate: 5 });
    expect(await latest(view)).toEqual({ temperature: [{ ts: 2000, value: '3' }] });
  });

  it('are replaced when it is saved again', async () => {
    const device = await createDevice();
    await acme.admin.post(`${placeOf(device)}/attributes/SERVER_SCOPE`, { one: 1, two: 2 });
    await save(device, [1000, { a: 1, b: 2 }]);
    const view = await createView(device, { keys: { timeseries: ['a'], attributes: { ss: ['one'] } } });
    await acme.admin.post(`${placeOf(view)}/attributes/SERVER_SCOPE`, { own: true });
    await acme.admin.post('/api/entityView', { ...view, keys: { timeseries: ['b'], attributes: { ss: ['two'] } } });
    expect(await attributes(view, 'SERVER_SCOPE')).toEqual({ two: 2, own: true });
    expect(await latest(view)).toEqual({ b: [{ ts: 1000, value: '2' }] });
  });

  it('are those of its window', async () => {
    const device = await createDevice();
    await acme.admin.post(`${placeOf(device)}/attributes/SERVER_SCOPE`, { fresh: 1 });
    await save(device, [1000, { a: 1 }], [2000, { a: 2 }], [3000, { a: 3 }]);
    const view = await createView(device, {
      startTimeMs: 1000,
      endTimeMs: 2500,
      keys: { timeseries: ['a'], attributes: { ss: ['fresh'] } },
    });
    expect(await attributes(view, 'SERVER_SCOPE')).toEqual({});
    expect(await latest(view)).toEqual({ a: [{ ts: 2000, value: '2' }] });
    await save(device, [2600, { a: 4 }]);
    expect(await latest(view)).toEqual({ a: [{ ts: 2000, value: '2' }] });
    await save(device, [2400, { a: 5 }]);
    expect(await latest(view)).toEqual({ a: [{ ts: 2400, value: '5' }] });
  });

  it('follow the telemetry of its target, of the listed keys, and not its attributes', async () => {
    const device = await createDevice();
    const [some, all] = [await createView(device, { keys: { timeseries: ['a'] } }), await createView(device)];
    await save(device, [1000, { a: 1, b: 2 }]);
    await acme.admin.post(`${placeOf(device)}/attributes/SERVER_SCOPE`, { later: 1 });
    expect(await latest(some)).toEqual({ a: [{ ts: 1000, value: '1' }] });
    expect(await latest(all)).toEqual({ a: [{ ts: 1000, value: '1' }], b: [{ ts: 1000, value: '2' }] });
    expect(await attributes(all, 'SERVER_SCOPE')).toEqual({});
  });

  it('follow its target once it has another one, and the former one no more', async () => {
    const [former, next] = [await createDevice(), await createDevice()];
    const view = await createView(former);
    await save(former, [1000, { a: 1 }]);
    await acme.admin.post('/api/entityView', { ...view, entityId: next.id });
    expect(await latest(view)).toEqual({});
    await save(former, [2000, { a: 2 }]);
    await save(next, [1500, { a: 3 }]);
    expect(await latest(view)).toEqual({ a: [{ ts: 1500, value: '3' }] });
  });

  it('miss nothing that is written while it is created', async () => {
    for (let round = 0; round < 20; round++) {
      const device = await createDevice();
      const written = Array.from({ length: 5 }, (_, at) => save(device, [1000 + at, { [`key${at}`]: at }]));
      const [view] = await Promise.all([createView(device), ...written]);
      const keys = ['key0', 'key1', 'key2', 'key3', 'key4'];
      await expect.poll(async () => Object.keys(await latest(view)).toSorted()).toEqual(keys);
    }
  });

  it('have the history of the target within window and keys', async () => {
    const device = await createDevice();
    for (let ts = 1000; ts <= 5000; ts += 1000) await save(device, [ts, { a: ts, b: ts }]);
    const view = await createView(device, { startTimeMs: 2000, endTimeMs: 4000, keys: { timeseries: ['a'] } });
    const plain = await history(view, 'keys=a,b&startTs=0&endTs=9000');
    expect(plain).toEqual({
      a: [
        { ts: 3000, value: '3000' },
        { ts: 2000, value: '2000' },
      ],
    });
    const buckets = await history(view, 'keys=a&startTs=0&endTs=9000&interval=5000&agg=COUNT');
    expect(buckets.a?.map(({ value }) => value)).toEqual(['2']);
  });

  it('are read by users of its customer, who may not read its target', async () => {
    const device = await createDevice();
    await save(device, [1000, { a: 1 }]);
    const view = await createView(device, { customerId: acme.customer.id });
    expect(await latest(view, '', acme.customerUser)).toEqual({ a: [{ ts: 1000, value: '1' }] });
    expect(await acme.customerUser.call('GET', `${placeOf(device)}/values/timeseries`)).toMatchObject({ status: 403 });
  });

  it('cannot be written as telemetry', async () => {
    const view = await createView(await createDevice());
    expect(await acme.admin.call('POST', `${placeOf(view)}/timeseries/ANY`, { a: 1 })).toMatchObject({
      status: 400,
      body: { message: "Telemetry data can't be stored for entity view. Read only" },
    });
  });

  it('filter and are found in entity queries', async () => {
    const device = await createDevice();
    await save(device, [1000, { heat: 71 }]);
    const view = await createView(device, { type: 'hot' });
    const find = (entityFilter: object, above: number) =>
      acme.admin.post<{ data: { entityId: unknown }[] }>('/api/entitiesQuery/find', {
        entityFilter,
        keyFilters: [
          {
            key: { type: 'TIME_SERIES', key: 'heat' },
            valueType: 'NUMERIC',
            predicate: { type: 'NUMERIC', operation: 'GREATER', value: { defaultValue: above } },
          },
        ],
        pageLink: { pageSize: 10, page: 0 },
        entityFields: [{ type: 'ENTITY_FIELD', key: 'name' }],
        latestValues: [{ type: 'TIME_SERIES', key: 'heat' }],
      });
    const byType = { type: 'entityViewType', entityViewType: 'hot', entityViewNameFilter: 'vie' };
    expect(await find(byType, 70)).toMatchObject({
      data: [{ entityId: view.id, latest: { TIME_SERIES: { heat: { value: '71' } } } }],
    });
    expect((await find(byType, 71)).data).toEqual([]);
    expect((await find({ ...byType, entityViewType: 'cold' }, 70)).data).toEqual([]);
    await acme.admin.post('/api/relation', { from: device.id, to: view.id, type: 'Contains', typeGroup: 'COMMON' });
    const search = {
      type: 'entityViewSearchQuery',
      rootEntity: device.id,
      direction: 'FROM',
      relationType: 'Contains',
    };
    expect((await find({ ...search, entityViewTypes: ['hot'] }, 70)).data).toMatchObject([{ entityId: view.id }]);
    expect((await find({ ...search, entityViewTypes: ['cold'] }, 70)).data).toEqual([]);
  });

  it('are gone with it', async () => {
    const device = await createDevice();
    await save(device, [1000, { a: 1 }]);
    await acme.admin.post(`${placeOf(device)}/attributes/SERVER_SCOPE`, { serial: 1 });
    const view = await createView(device, { keys: { timeseries: ['a'], attributes: { ss: ['serial'] } } });
    await acme.admin.delete(`/api/entityView/${view.id.id}`);
    await save(device, [2000, { a: 2 }]);
    const { pool } = platform.database;
    const left = async () => {
      const tables = ['attribute', 'latest_value', 'entity_view', 'series'];
      const counts = tables.map((table) =>
        pool.query(`SELECT FROM ${table} WHERE ${table === 'entity_view' ? 'id' : 'entity_id'} = $1`, [view.id.id]),
      );
      return (await Promise.all(counts)).map(({ rowCount }) => rowCount);
    };
    await expect.poll(left, { timeout: 60_000 }).toEqual([0, 0, 0, 0]);
  });
});
