import { createCsvReader } from '@signalbox/contract/csv';
import type { Device } from '@signalbox/contract/device';
import type { TokenPair } from '@signalbox/contract/token';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestTenant, type TestTenant } from '../../../test/people.ts';
import { type Caller, startTestPlatform, type TestPlatform } from '../../../test/platform.ts';

let platform: TestPlatform;
let tenant: TestTenant;
let visitor: Caller;
const START = Date.parse('2026-03-01T00:00:00Z');
const COUNT = 12_000;
const devices: Record<'a' | 'b' | 'shown', Device> = {} as never;

beforeAll(async () => {
  platform = await startTestPlatform();
  tenant = await createTestTenant(platform, 'widgetdata');
  const { admin } = tenant;
  const create = (name: string) => admin.post<Device>('/api/device', { name, type: 'meter', label: `Label ${name}` });
  devices.a = await create('=A');
  devices.b = await create('B');
  const published = await create('Shown');
  devices.shown = await admin.post<Device>(`/api/customer/public/device/${published.id.id}`);
  const publicId = devices.shown.customerId.id;
  visitor = platform.as((await platform.as('').post<TokenPair>('/api/auth/login/public', { publicId })).token);
  const points = Array.from({ length: COUNT }, (_, at) => ({ ts: START + at * 1000, values: { power: at } }));
  const save = (device: Device, body: unknown) =>
    admin.post(`/api/plugins/telemetry/DEVICE/${device.id.id}/timeseries/ANY`, body);
  await save(devices.a, points);
  await save(devices.b, [
    { ts: START + 500, values: { power: 1.5, state: '=HYPERLINK("http://x")' } },
    { ts: START + 1000, values: { power: 2.5 } },
    { ts: START + COUNT * 1000, values: { power: 99 } },
  ]);
  await save(devices.shown, [{ ts: START, values: { power: 7 } }]);
  await admin.post(`/api/plugins/telemetry/DEVICE/${devices.b.id.id}/SERVER_SCOPE`, { site: 'North' });
});
afterAll(() => platform.stop());

const METERS = { entityFilter: { type: 'deviceType', deviceType: 'meter' }, keyFilters: [] };
const only = ({ id }: Device) => ({ entityFilter: { type: 'singleEntity', singleEntity: id }, keyFilters: [] });
const POWER = { type: 'TIME_SERIES', key: 'power', column: 0 };

function series(source: object, more: object = {}) {
  return {
    kind: 'timeseries',
    format: 'csv',
    name: 'Meters: Österreich/1',
    timezone: 'Europe/Vienna',
    titles: { time: 'Time (Europe/Vienna)', entity: 'Entity' },
    columns: ['Power (kW)'],
    sources: [
      {
        ...{ query: METERS, single: false, keys: [POWER], aggregation: 'NONE', interval: 1000 },
        ...{ startTs: START, endTs: START + COUNT * 1000 },
        ...source,
      },
    ],
    ...more,
  };
}

async function rowsOf(body: object, caller: Caller = tenant.admin): Promise<string[][]> {
  const reply = await caller.call<string>('POST', '/api/widgetData/export', body);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return createCsvReader(',')
    .read(reply.body, true)
    .map(({ cells }) => cells);
}

describe('the data of a chart', () => {
  it('are all points of its time window, with times in its zone', async () => {
    const [titles, ...rows] = await rowsOf(series({ query: only(devices.a) }));
    expect(titles).toEqual(['Time (Europe/Vienna)', 'Entity', 'Power (kW)']);
    expect(rows).toHaveLength(COUNT);
    expect(rows[1]).toEqual(['2026-03-01T01:00:01.000+01:00', "'=A", '1']);
    expect(rows.map(([, , power]) => Number(power))).toEqual(Array.from({ length: COUNT }, (_, at) => at));
  });

  it('are buckets where the chart shows buckets', async () => {
    const [, ...rows] = await rowsOf(series({ query: only(devices.a), aggregation: 'AVG', interval: 60_000 }));
    expect(rows).toHaveLength(COUNT / 60);
    expect(rows[0]).toEqual(['2026-03-01T01:00:30.000+01:00', "'=A", '29.5']);
  });

  it('are months of the zone where the chart shows months', async () => {
    const month = { zone: 'Europe/Vienna', interval: 'MONTH' };
    const range = { startTs: START - 3 * 86_400_000, endTs: START + 31 * 86_400_000 };
    const source = { query: only(devices.b), ...range, aggregation: 'COUNT', interval: 30 * 86_400_000 };
    // March begins an hour before the first point, which is at midnight UTC.
    const [, ...rows] = await rowsOf(series({ ...source, calendar: month }));
    expect(rows.map(([, name, count]) => [name, count])).toEqual([['B', '3']]);
    const [, ...fixed] = await rowsOf(series({ ...source, startTs: START - 30 * 86_400_000 + 700 }));
    expect(fixed.map(([, , count]) => count)).toEqual(['1', '2']);
  });

  it('have several keys and entities, values that stay, the period of a comparison, and no formulas', async () => {
    const keys = [POWER, { ...POWER, key: 'state', column: 1 }, { type: 'ATTRIBUTE', key: 'site', column: 2 }];
    const source = series({ query: only(devices.b), keys, period: 'Shown' }).sources[0];
    const before = { ...source, startTs: START + COUNT * 1000, endTs: START + COUNT * 1000 + 1, period: 'Before' };
    const titles = { time: 'Time', entity: 'Entity', period: 'Period' };
    const columns = ['Power', 'State', 'Site'];
    const rows = await rowsOf(series({}, { titles, columns, timezone: 'UTC', sources: [source, before] }));
    expect(rows).toEqual([
      ['Time', 'Entity', 'Period', 'Power', 'State', 'Site'],
      ['2026-03-01T00:00:00.500Z', 'B', 'Shown', '1.5', '\'=HYPERLINK("http://x")', 'North'],
      ['2026-03-01T00:00:01.000Z', 'B', 'Shown', '2.5', '', 'North'],
      ['2026-03-01T03:20:00.000Z', 'B', 'Before', '99', '', 'North'],
    ]);
  });

  it('are only what their reader may read', async () => {
    expect(new Set((await rowsOf(series({}), visitor)).slice(1).map(([, name]) => name))).toEqual(new Set(['Shown']));
    expect(await rowsOf(series({ query: only(devices.a) }), visitor)).toHaveLength(1);
    expect(await rowsOf(series({}), tenant.customerUser)).toHaveLength(1);
    const ofSystem = await platform.system.call('POST', '/api/widgetData/export', series({}));
    expect(ofSystem.status).toBe(403);
  });

  it.each([
    ['a zone that there is not', series({}, { timezone: 'Moon/Base' })],
    ['a range that ends before it begins', series({ endTs: START - 1 })],
    ['more intervals than a file can hold', series({ startTs: 0, aggregation: 'AVG', interval: 1000 })],
    ['a calendar of no zone', series({ aggregation: 'AVG', calendar: { zone: 'Moon/Base', interval: 'DAY' } })],
    [
      'more days than a file can hold',
      series({ endTs: 8e15, aggregation: 'AVG', calendar: { zone: 'UTC', interval: 'DAY' } }),
    ],
    ['another kind of file', series({}, { format: 'pdf' })],
    ['no source', series({}, { sources: [] })],
  ])('are refused with %s', async (_, body) => {
    const reply = await tenant.admin.call('POST', '/api/widgetData/export', body);
    expect(reply.status).toBe(400);
  });
});

describe('the data of a table', () => {
  const latest = (source: object, more: object = {}) => ({
    ...{ kind: 'latest', format: 'csv', name: 'Table', timezone: 'UTC', titles: { entity: 'Entity' } },
    columns: ['Power', 'Label'],
    sources: [
      {
        query: METERS,
        single: false,
        keys: [POWER, { type: 'ENTITY_FIELD', key: 'label', column: 1 }],
        ...source,
      },
    ],
    ...more,
  });

  it('are all entities, in the order of the table and with its search', async () => {
    const sortOrder = { key: { type: 'TIME_SERIES', key: 'power' }, direction: 'DESC' };
    expect(await rowsOf(latest({ sortOrder }))).toEqual([
      ['Entity', 'Power', 'Label'],
      ["'=A", String(COUNT - 1), 'Label =A'],
      ['B', '99', 'Label B'],
      ['Shown', '7', 'Label Shown'],
    ]);
    expect(await rowsOf(latest({ textSearch: 'shown' }))).toHaveLength(2);
  });

  it('have the time of each value where it is asked for, and numbers of entities', async () => {
    const titles = { entity: 'Entity', time: 'Time of {{column}}' };
    const count = { query: METERS, single: false, count: true, keys: [POWER] };
    const one = latest({ query: only(devices.shown) }).sources[0];
    expect(await rowsOf(latest({}, { titles, sources: [one, count] }))).toEqual([
      ['Entity', 'Power', 'Time of Power', 'Label', 'Time of Label'],
      ['Shown', '7', '2026-03-01T00:00:00.000Z', 'Label Shown', ''],
      ['', '3', '', '', ''],
    ]);
  });

  it('are alarms, all of them', async () => {
    for (let at = 0; at < 3; at++) {
      await tenant.admin.post('/api/alarm', {
        ...{ type: `Type ${at}`, severity: 'MAJOR', status: 'ACTIVE_UNACK', originator: devices.b.id },
        details: { message: 'Too hot' },
      });
    }
    const field = (key: string, column: number) => ({ type: 'ALARM_FIELD', key, column });
    const body = {
      ...{ kind: 'alarms', format: 'csv', name: 'Alarms', timezone: 'UTC', query: METERS },
      columns: ['Originator', 'Type', 'Severity', 'Cleared', 'Message'],
      keys: ['originator', 'type', 'severity', 'clearTime', 'message'].map(field),
      pageLink: {
        ...{ pageSize: 1, page: 0, searchPropagatedAlarms: true, timeWindow: 86_400_000 },
        sortOrder: { key: { type: 'ALARM_FIELD', key: 'type' }, direction: 'ASC' },
      },
    };
    const [, ...rows] = await rowsOf(body);
    expect(rows).toEqual([0, 1, 2].map((at) => ['B', `Type ${at}`, 'MAJOR', '', 'Too hot']));
    expect(await rowsOf(body, visitor)).toHaveLength(1);
  });

  it('are all of them, of entities and of alarms, however many pages they take', { timeout: 60_000 }, async () => {
    const many = Array.from({ length: 450 }, (_, at) => `Row ${String(at).padStart(3, '0')}`);
    await tenant.admin.post('/api/device/bulk_import', {
      file: ['name,type,power', ...many.map((name, at) => `${name},row,${at}`)].join('\n'),
      mapping: {
        columns: [{ type: 'NAME' }, { type: 'TYPE' }, { type: 'TIMESERIES', key: 'power' }],
        ...{ delimiter: ',', header: true, update: false },
      },
    });
    const rowQuery = { entityFilter: { type: 'deviceType', deviceType: 'row' }, keyFilters: [] };
    const sortOrder = { key: { type: 'ENTITY_FIELD', key: 'name' }, direction: 'ASC' };
    const [, ...found] = await rowsOf(latest({ query: rowQuery, keys: [POWER], sortOrder }, { columns: ['Power'] }));
    expect(found).toEqual(many.map((name, at) => [name, String(at)]));

    const types = Array.from({ length: 520 }, (_, at) => `Row type ${String(at).padStart(3, '0')}`);
    const raise = (type: string) =>
      tenant.admin.post('/api/alarm', {
        ...{ type, severity: 'MINOR', status: 'ACTIVE_UNACK', originator: devices.a.id },
      });
    for (let at = 0; at < types.length; at += 20) await Promise.all(types.slice(at, at + 20).map(raise));
    const type = { type: 'ALARM_FIELD', key: 'type' };
    const [, ...alarms] = await rowsOf({
      ...{ kind: 'alarms', format: 'csv', name: 'Alarms', timezone: 'UTC', query: only(devices.a) },
      ...{ columns: ['Type'], keys: [{ ...type, column: 0 }] },
      pageLink: { pageSize: 10, page: 0, timeWindow: 86_400_000, sortOrder: { key: type, direction: 'ASC' } },
    });
    expect(alarms.map(([name]) => name)).toEqual(types);
  });
});
