import type { Device } from '@signalbox/contract/device';
import type { Timeseries } from '@signalbox/contract/telemetry';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestTenant, type TestTenant } from '../../test/people.ts';
import { startTestPlatform, type TestPlatform } from '../../test/platform.ts';

let platform: TestPlatform;
let people: TestTenant;
let base: string;

beforeAll(async () => {
  platform = await startTestPlatform();
  people = await createTestTenant(platform, 'telemetry');
  const device = await people.admin.post<Device>('/api/device', { name: 'Meter', type: 'default' });
  base = `/api/plugins/telemetry/DEVICE/${device.id.id}`;
});
afterAll(() => platform.stop());

const save = (body: unknown) => people.admin.post(`${base}/timeseries/ANY`, body);
const read = (query: string) => people.admin.get<Timeseries>(`${base}/values/timeseries?${query}`);
const points = (key: string, values: Record<number, unknown>) =>
  Object.entries(values).map(([ts, value]) => ({ ts: Number(ts), values: { [key]: value } }));

describe('telemetry by REST on the real stores', () => {
  it.each([
    [
      'AVG',
      [
        { ts: 1500, value: '1.5' },
        { ts: 2500, value: '4.25' },
      ],
    ],
    [
      'SUM',
      [
        { ts: 1500, value: '3' },
        { ts: 2500, value: '8.5' },
      ],
    ],
    [
      'MIN',
      [
        { ts: 1500, value: '1' },
        { ts: 2500, value: '3.5' },
      ],
    ],
    [
      'MAX',
      [
        { ts: 1500, value: '2' },
        { ts: 2500, value: '5.0' },
      ],
    ],
    [
      'COUNT',
      [
        { ts: 1500, value: '2' },
        { ts: 2500, value: '2' },
      ],
    ],
  ])('aggregates with %s', async (aggregation, expected) => {
    await save(
      '[{"ts":1000,"values":{"a":1}},{"ts":1999,"values":{"a":2}},{"ts":2000,"values":{"a":3.5}},{"ts":2001,"values":{"a":5.0}}]',
    );
    const found = await read(`keys=a&startTs=1000&endTs=3000&interval=1000&agg=${aggregation}`);
    expect(found.a).toEqual(expected);
  });

  it('aggregates into very many short intervals, of which those with points are answered', async () => {
    await save(points('many', { 1000: 1, 1001: 2, 700999: 3 }));
    // Intervals are counted as if they were a second long.
    expect(await read('keys=many&startTs=1000&endTs=701000&interval=1&agg=SUM')).toEqual({
      many: [
        { ts: 1_000, value: '1' },
        { ts: 1_001, value: '2' },
        { ts: 700_999, value: '3' },
      ],
    });
  });

  it('keeps the newest time as latest, and the later write of equal times', async () => {
    await save(points('b', { 10: 'first', 5: 'older' }));
    expect((await read('keys=b')).b).toEqual([{ ts: 10, value: 'first' }]);
    await save(points('b', { 10: 'second' }));
    expect((await read('keys=b')).b).toEqual([{ ts: 10, value: 'second' }]);
  });

  it('deletes a range and replaces the latest value with the newest remaining point', async () => {
    await save(points('c', { 10: 1, 20: 2, 30: 3 }));
    await people.admin.delete(`${base}/timeseries/delete?keys=c&startTs=15&endTs=40&rewriteLatestIfDeleted=true`);
    expect((await read('keys=c')).c).toEqual([{ ts: 10, value: '1' }]);
    expect(await read('keys=c&startTs=0&endTs=100')).toEqual({ c: [{ ts: 10, value: '1' }] });
    await people.admin.delete(`${base}/timeseries/delete?keys=c&deleteAllDataForKeys=true`);
    expect(await read('keys=c&startTs=0&endTs=100')).toEqual({});
    expect(await people.admin.get(`${base}/keys/timeseries`)).not.toContain('c');
  });

  it('keeps values of keys named like built-in object members', async () => {
    const keys = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
    const values = Object.fromEntries(keys.map((key, at) => [key, at]));
    await save({ ts: 50, values });
    const list = keys.join(',');
    const written = JSON.stringify(Object.fromEntries(keys.map((key, at) => [key, [{ ts: 50, value: String(at) }]])));
    expect(JSON.stringify(await read(`keys=${list}`))).toBe(written);
    expect(JSON.stringify(await read(`keys=${list}&startTs=0&endTs=100`))).toBe(written);
    const page = await people.admin.post<{ data: { latest: { TIME_SERIES: Record<string, unknown> } }[] }>(
      '/api/entitiesQuery/find',
      {
        entityFilter: { type: 'entityName', entityType: 'DEVICE', entityNameFilter: 'Meter' },
        pageLink: { pageSize: 1, page: 0 },
        latestValues: keys.map((key) => ({ type: 'TIME_SERIES', key })),
      },
    );
    expect(Object.keys(page.data[0]?.latest.TIME_SERIES ?? {})).toEqual(keys);
  });

  it('keeps every digit of big integers', async () => {
    await save('{"big":9223372036854775807}');
    expect((await read('keys=big')).big?.[0]?.value).toBe('9223372036854775807');
  });

  it('is found by entity queries immediately, before the table of latest values has it', async () => {
    await save({ fresh: 42 });
    const page = await people.admin.post<{ data: { latest: { TIME_SERIES: { fresh: { value: string } } } }[] }>(
      '/api/entitiesQuery/find',
      {
        entityFilter: { type: 'entityName', entityType: 'DEVICE', entityNameFilter: 'Meter' },
        pageLink: { pageSize: 1, page: 0 },
        latestValues: [{ type: 'TIME_SERIES', key: 'fresh' }],
      },
    );
    expect(page.data[0]?.latest.TIME_SERIES.fresh.value).toBe('42');
  });

  it.each([
    [
      'filters',
      'POST /api/entitiesQuery/count',
      {
        keyFilters: [
          {
            key: { type: 'TIME_SERIES', key: 'level' },
            valueType: 'NUMERIC',
            predicate: { type: 'NUMERIC', operation: 'GREATER', value: { defaultValue: 6 } },
          },
        ],
      },
    ],
    [
      'text search',
      'POST /api/entitiesQuery/find',
      {
        pageLink: { pageSize: 1, page: 0, textSearch: '7' },
        latestValues: [{ type: 'TIME_SERIES', key: 'level' }],
      },
    ],
  ])('is found by %s', async (_what, call, query) => {
    const [, path = ''] = call.split(' ');
    await people.admin.delete(`${base}/timeseries/delete?keys=level&deleteAllDataForKeys=true`);
    const body = { entityFilter: { type: 'entityName', entityType: 'DEVICE', entityNameFilter: 'Meter' }, ...query };
    const found = async (): Promise<number> => {
      const reply = await people.admin.post<number | { totalElements: number }>(path, body);
      return typeof reply === 'number' ? reply : reply.totalElements;
    };
    // On a busy computer a query does not wait for its table for long.
    await expect.poll(found).toBe(0);
    await save(points('level', { 1: 7 }));
    await expect.poll(found).toBe(1);
    await save(points('level', { 2: 5 }));
    await expect.poll(found).toBe(0);
  });

  it('is recorded in the audit log with its author', async () => {
    await people.admin.post(`${base}/SERVER_SCOPE`, { colour: 'red' });
    const log = await people.admin.get<{ data: { actionType: string; actionData: { attributes?: object } }[] }>(
      '/api/audit/logs?pageSize=100&page=0&sortProperty=createdTime&sortOrder=DESC',
    );
    const entry = log.data.find(({ actionType }) => actionType === 'ATTRIBUTES_UPDATED');
    expect(entry?.actionData.attributes).toEqual({ colour: 'red' });
  });
});
