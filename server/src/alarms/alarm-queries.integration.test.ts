import { type AlarmSearchStatus, statusesOf } from '@signalbox/contract/alarm';
import type { Device } from '@signalbox/contract/device';
import type { AlarmData } from '@signalbox/contract/entity-query';
import { NULL_UUID } from '@signalbox/contract/id';
import type { PageData } from '@signalbox/contract/page';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillAlarms, type KnownAlarm } from '../../test/alarm-data.ts';
import { createTestTenant, type TestTenant } from '../../test/people.ts';
import { startTestPlatform, type TestPlatform } from '../../test/platform.ts';
import { createEmbeddedLiveBus } from '../bus/embedded-live-bus.ts';
import { createDeletedTenants } from '../storage/deleted-tenants.ts';
import { createListPlaces } from '../storage/list-places.ts';
import type { AlarmFilter } from './alarm-filter.ts';
import { createAlarmLists } from './alarm-lists.ts';
import { createAlarmQueries } from './alarm-queries.ts';
import { createAlarmTallies } from './alarm-tallies.ts';
import { createTimeOrders, type OrderPlace } from './alarm-time-order.ts';
import { createAlarmTotals } from './alarm-totals.ts';
import { createAlarmTypes } from './alarm-types.ts';
import { createAlarmVersions } from './alarm-versions.ts';

const NOW = Date.now();
const DAY = 24 * 3_600_000;
const DEVICES = 120;
let platform: TestPlatform;
let acme: TestTenant;
let devices: Device[];
/** device id → its name */
let names: Map<string, string>;
let all: KnownAlarm[];
/** Alarms of pumps that were propagated to meters. */
let placed: { alarm: KnownAlarm; entityId: string }[];

beforeAll(async () => {
  platform = await startTestPlatform();
  acme = await createTestTenant(platform, 'acme');
  devices = await Promise.all(
    Array.from({ length: DEVICES }, (_, at) =>
      acme.admin.post<Device>('/api/device', {
        name: `${at % 2 ? 'Pump' : 'Meter'} ${String(at).padStart(3, '0')}`,
        ...(at < 10 ? { customerId: acme.customer.id } : {}),
      }),
    ),
  );
  names = new Map(devices.map(({ id, name }) => [id.id, name]));
  const common = { tenantId: acme.tenant.id.id, newest: NOW, span: 20 * DAY };
  const { pool } = platform.database;
  const rented = devices.slice(0, 10).map(({ id }) => id);
  const free = devices.slice(10).map(({ id }) => id);
  all = [
    ...(await fillAlarms(pool, { ...common, customerId: acme.customer.id.id, originators: rented, count: 500 })),
    ...(await fillAlarms(pool, { ...common, customerId: NULL_UUID, originators: free, count: 5500 })),
  ];
  const meters = devices.filter(({ name }) => name.startsWith('Meter')).map(({ id }) => id.id);
  placed = all
    .filter((alarm) => nameOf(alarm).startsWith('Pump'))
    .flatMap((alarm, at) => (at % 7 === 0 ? [{ alarm, entityId: meters[at % meters.length] as string }] : []));
  await pool.query(
    `INSERT INTO alarm_place (entity_id, alarm_id, severity, status, created_time, type)
     SELECT place.entity_id, a.id, a.severity, a.status, a.created_time, a.type
     FROM unnest($1::uuid[], $2::uuid[]) AS place (entity_id, alarm_id) JOIN alarm AS a ON a.id = place.alarm_id`,
    [placed.map(({ entityId }) => entityId), placed.map(({ alarm }) => alarm.id)],
  );
});
afterAll(() => platform?.stop());

interface Wanted {
  name?: string;
  statusList?: AlarmSearchStatus[];
  severityList?: string[];
  typeList?: string[];
  startTs?: number;
  endTs?: number;
  textSearch?: string;
  field?: string;
  direction?: 'ASC' | 'DESC';
  page?: number;
  searchPropagatedAlarms?: boolean;
}

const nameOf = ({ originator }: KnownAlarm): string => names.get(originator.id) ?? '';

async function find({ name = '', field = 'createdTime', direction = 'DESC', page = 0, ...link }: Wanted) {
  const reply = await acme.admin.post<PageData<AlarmData>>('/api/alarmsQuery/find', {
    entityFilter: { type: 'entityName', entityType: 'DEVICE', entityNameFilter: name },
    pageLink: { pageSize: 50, page, sortOrder: { key: { type: 'ALARM_FIELD', key: field }, direction }, ...link },
    alarmFields: ['createdTime', 'type', 'severity', 'status', 'originator'].map((key) => ({
      type: 'ALARM_FIELD',
      key,
    })),
    entityFields: [{ type: 'ENTITY_FIELD', key: 'name' }],
  });
  return reply;
}

/** Ids of all pages, in their order. */
function naiveIds(wanted: Omit<Wanted, 'page'>): string[] {
  const {
    name = '',
    statusList = [],
    severityList = [],
    typeList = [],
    startTs = 0,
    endTs = 0,
    textSearch = '',
  } = wanted;
  const { field = 'createdTime', direction = 'DESC' } = wanted;
  const statuses: string[] = statusList.flatMap((status) => statusesOf(status));
  const text = textSearch.toLowerCase();
  const textsOf = (alarm: KnownAlarm): string[] => [
    String(alarm.createdTime),
    alarm.type,
    alarm.severity,
    alarm.status,
    nameOf(alarm),
  ];
  const found = all.filter((alarm) => {
    return (
      nameOf(alarm).startsWith(name) &&
      (statuses.length === 0 || statuses.includes(alarm.status)) &&
      (severityList.length === 0 || severityList.includes(alarm.severity)) &&
      (typeList.length === 0 || typeList.includes(alarm.type)) &&
      alarm.createdTime >= startTs &&
      (endTs === 0 || alarm.createdTime <= endTs) &&
      (text === '' || textsOf(alarm).some((value) => value.toLowerCase().includes(text)))
    );
  });
  const sign = direction === 'ASC' ? 1 : -1;
  const older = (a: KnownAlarm, b: KnownAlarm) => a.createdTime - b.createdTime || (a.id < b.id ? -1 : 1);
  const sortedBy = (alarm: KnownAlarm): string | number =>
    field === 'originator' ? nameOf(alarm).toLowerCase() : alarm[field as 'type' | 'startTs' | 'endTs'];
  found.sort((a, b) => {
    if (field === 'createdTime') return sign * older(a, b);
    const [x, y] = [sortedBy(a), sortedBy(b)];
    return x === y ? -sign * older(a, b) : sign * (x < y ? -1 : 1);
  });
  return found.map(({ id }) => id);
}

const pageIn = (ids: readonly string[], page: number) => ({
  ids: ids.slice(page * 50, page * 50 + 50),
  total: ids.length,
});

const naive = ({ page = 0, ...wanted }: Wanted) => pageIn(naiveIds(wanted), page);

describe('a query for alarms', () => {
  const cases: Wanted[] = [
    {},
    { page: 60 },
    { page: 119 },
    { page: 120 },
    { direction: 'ASC', page: 3 },
    { name: 'Pump' },
    { name: 'Pump', page: 30 },
    { name: 'Pump 00' },
    { name: 'Pump 00', direction: 'ASC', page: 2 },
    { statusList: ['ACTIVE'] },
    { statusList: ['ACTIVE', 'ACK'], page: 10 },
    { statusList: ['CLEARED'], page: 100, name: 'Meter' },
    { severityList: ['CRITICAL', 'MINOR'], page: 7 },
    { severityList: ['CRITICAL'], statusList: ['UNACK'], name: 'Meter' },
    { typeList: ['Type 3', 'Type 5'], page: 1 },
    { startTs: NOW - 2 * DAY },
    { startTs: NOW - 9 * DAY, endTs: NOW - 3 * DAY, page: 12 },
    { startTs: NOW - 9 * DAY, name: 'Pump 1' },
    { textSearch: 'TYPE 1', page: 2 },
    { textSearch: 'major', name: 'Pump' },
    { textSearch: 'pump 01' },
    { textSearch: String(NOW).slice(0, 6) },
    { textSearch: 'pump 01', name: 'Pump', statusList: ['ACTIVE'] },
    { textSearch: 'type 2', name: 'Meter' },
    { typeList: ['Type 3', 'Type 20', 'Type 3'] },
    { typeList: ['Type 3'], name: 'Pump' },
    { typeList: ['Type 3', 'Type 20'], severityList: ['MAJOR'], direction: 'ASC' },
    { typeList: ['Type 3'], startTs: NOW - 9 * DAY, endTs: NOW - DAY },
    { typeList: ['none'] },
    { textSearch: 'nothing' },
    ...['startTs', 'endTs', 'type', 'severity', 'status', 'originator'].flatMap((field) => [
      { field, direction: 'ASC' as const, page: 1 },
      { field, page: 20, name: 'Meter' },
      { field, statusList: ['UNACK' as const] },
    ]),
  ];
  it.each(cases)('finds what it asks for: %o', async (wanted) => {
    const page = await find(wanted);
    expect({ ids: page.data.map(({ id }) => id.id), total: page.totalElements }).toEqual(naive(wanted));
    for (const { originatorName, entityId, originator, latest } of page.data) {
      expect(entityId).toEqual(originator);
      expect(latest.ENTITY_FIELD?.name?.value).toBe(originatorName);
    }
  });

  const withPlaces: Wanted[] = [
    {},
    { page: 3 },
    { name: 'Meter' },
    { name: 'Meter', direction: 'ASC', page: 20 },
    { name: 'Meter', page: 60 },
    { name: 'Meter 01', page: 1 },
    { name: 'Meter', statusList: ['UNACK'], severityList: ['MAJOR'] },
    { name: 'Meter', typeList: ['Type 3', 'Type 20'], direction: 'ASC' },
    { name: 'Meter', startTs: NOW - 9 * DAY, endTs: NOW - 3 * DAY },
  ];
  it.each(withPlaces)('finds alarms that were propagated too: %o', async (wanted) => {
    const { name = '', statusList = [], severityList = [], typeList = [], startTs = 0, endTs = NOW } = wanted;
    const { direction = 'DESC', page = 0 } = wanted;
    const statuses: string[] = statusList.flatMap((status) => statusesOf(status));
    const isMeant = (id: string): boolean =>
      devices.some((device) => device.id.id === id && device.name.startsWith(name));
    const pairs = [...all.map((alarm) => ({ alarm, entityId: alarm.originator.id })), ...placed].filter(
      ({ alarm, entityId }) =>
        isMeant(entityId) &&
        (statuses.length === 0 || statuses.includes(alarm.status)) &&
        (severityList.length === 0 || severityList.includes(alarm.severity)) &&
        (typeList.length === 0 || typeList.includes(alarm.type)) &&
        alarm.createdTime >= startTs &&
        alarm.createdTime <= endTs,
    );
    const sign = direction === 'ASC' ? 1 : -1;
    pairs.sort((a, b) => {
      const byTime = a.alarm.createdTime - b.alarm.createdTime;
      if (byTime !== 0) return sign * byTime;
      if (a.alarm.id !== b.alarm.id) return a.alarm.id < b.alarm.id ? -sign : sign;
      return a.entityId < b.entityId ? -1 : 1;
    });
    const found = await find({ ...wanted, searchPropagatedAlarms: true });
    expect({
      pairs: found.data.map(({ id, entityId }) => `${id.id} ${entityId.id}`),
      total: found.totalElements,
    }).toEqual({
      pairs: pairs.slice(page * 50, page * 50 + 50).map(({ alarm, entityId }) => `${alarm.id} ${entityId}`),
      total: pairs.length,
    });
  });

  it('counts an alarm again once it has come, changed or gone, and finds it', async () => {
    const device = devices[20] as Device;
    const totals = async () => {
      const [found, active] = [await find({ name: 'Meter' }), await find({ name: 'Meter', statusList: ['ACTIVE'] })];
      const ofType = await find({ name: 'Meter', typeList: ['New'] });
      return [found.totalElements, active.totalElements, ofType.totalElements];
    };
    const [before = 0, activeBefore = 0] = await totals();
    const body = { type: 'New', originator: device.id, severity: 'MINOR', status: 'ACTIVE_UNACK' };
    const { id } = await acme.admin.post<{ id: { id: string } }>('/api/alarm', body);
    expect(await totals()).toEqual([before + 1, activeBefore + 1, 1]);
    expect((await find({ name: 'Meter' })).data[0]?.id).toEqual(id);
    await acme.admin.post(`/api/alarm/${id.id}/clear`);
    expect(await totals()).toEqual([before + 1, activeBefore, 1]);
    await acme.admin.delete(`/api/alarm/${id.id}`);
    expect(await totals()).toEqual([before, activeBefore, 0]);
  });

  it('finds far pages of many alarms of some entities in order, from the places that are known', async () => {
    const { db, pool } = platform.database;
    const log = pino({ level: 'silent' });
    const places = createListPlaces<OrderPlace>(
      { pool, log, deletedTenants: createDeletedTenants() },
      { far: 50, step: 100 },
    );
    const tallies = createAlarmTallies(pool, log);
    const types = createAlarmTypes({ db, pool });
    const versions = createAlarmVersions(createEmbeddedLiveBus(log));
    const totals = createAlarmTotals(db, tallies, types);
    const timeOrders = createTimeOrders(db, places, versions, tallies, { few: 0, many: 0, far: 0 });
    const lists = createAlarmLists({ db, tallies, types, totals, timeOrders });
    const queries = createAlarmQueries({ db, tallies, types, totals, lists, timeOrders, versions, few: 0 });
    const pumps = devices.filter(({ name }) => name.startsWith('Pump')).map(({ id }) => id.id);
    const filters: [AlarmFilter, Wanted][] = [
      [{}, {}],
      [{ severities: ['MAJOR', 'MINOR'] }, { severityList: ['MAJOR', 'MINOR'] }],
      [{ types: ['Type 3', 'Type 20', 'Type 7'] }, { typeList: ['Type 3', 'Type 20', 'Type 7'] }],
      [
        { startTime: NOW - 9 * DAY, endTime: NOW - DAY },
        { startTs: NOW - 9 * DAY, endTs: NOW - DAY },
      ],
    ];
    for (const field of ['createdTime', 'startTs', 'endTs', 'severity', 'status']) {
      for (const [filter, wanted] of filters) {
        for (const direction of ['ASC', 'DESC'] as const) {
          const find = (page: number, textSearch?: string) =>
            queries.find({
              tenantId: acme.tenant.id.id,
              entityIds: pumps,
              places: false,
              filter,
              textSearch,
              searchedFields: ['type', 'severity', 'status'],
              sort: { field, direction },
              pageSize: 50,
              page,
            });
          await find(1);
          await places.settle();
          const ids = naiveIds({ name: 'Pump', field, direction, ...wanted });
          for (const page of [0, 1, 7, 20, 30, 59, 60]) {
            const found = await find(page);
            expect({ ids: found.data.map(({ id }) => id), total: found.totalElements }).toEqual(pageIn(ids, page));
          }
          const found = await find(1, 'type 1');
          const expected = naive({ name: 'Pump', field, direction, page: 1, textSearch: 'type 1', ...wanted });
          expect({ ids: found.data.map(({ id }) => id), total: found.totalElements }).toEqual(expected);
        }
      }
    }
  });

  it('groups alarms in the order of their entities without a field of its own', async () => {
    const page = await acme.admin.post<PageData<AlarmData>>('/api/alarmsQuery/find', {
      entityFilter: { type: 'entityName', entityType: 'DEVICE' },
      pageLink: {
        pageSize: 300,
        page: 1,
        sortOrder: { key: { type: 'ENTITY_FIELD', key: 'name' }, direction: 'DESC' },
      },
      entityFields: [{ type: 'ENTITY_FIELD', key: 'name' }],
    });
    const names = page.data.map(({ originatorName }) => originatorName as string);
    expect(names).toHaveLength(300);
    expect(names).toEqual([...names].sort().reverse());
    expect(page.totalElements).toBe(all.length);
  });

  it('finds only alarms of what the user may see', async () => {
    const page = await acme.customerUser.post<PageData<AlarmData>>('/api/alarmsQuery/find', {
      entityFilter: { type: 'entityType', entityType: 'DEVICE' },
      pageLink: { pageSize: 20, page: 0 },
    });
    expect(page.totalElements).toBe(500);
  });

  it('has those propagated to an entity, once for each, when they are asked for', async () => {
    const asset = await acme.admin.post<{ id: { id: string; entityType: string } }>('/api/asset', {
      name: 'Hall',
      type: 'hall',
    });
    const device = devices[50] as Device;
    await acme.admin.post('/api/relation', { from: asset.id, to: device.id, type: 'Contains' });
    const alarm = { type: 'Far', originator: device.id, severity: 'MAJOR', status: 'ACTIVE_UNACK', propagate: true };
    const { id } = await acme.admin.post<{ id: unknown }>('/api/alarm', alarm);
    const ask = (searchPropagatedAlarms: boolean) =>
      acme.admin.post<PageData<AlarmData>>('/api/alarmsQuery/find', {
        entityFilter: { type: 'entityType', entityType: 'ASSET' },
        pageLink: { pageSize: 20, page: 0, searchPropagatedAlarms },
        entityFields: [{ type: 'ENTITY_FIELD', key: 'name' }],
      });
    expect((await ask(false)).totalElements).toBe(0);
    const { data, totalElements } = await ask(true);
    expect(totalElements).toBe(1);
    expect(data).toMatchObject([{ id, entityId: asset.id, originator: device.id, originatorName: device.name }]);
    expect(data[0]?.latest.ENTITY_FIELD?.name?.value).toBe('Hall');
  });

  it.each([
    [{ pageSize: 0, page: 0 }, 'Page size must be greater than zero'],
    [{ pageSize: 1, page: 0, statusList: ['BAD'] }, 'statusList'],
    [{ pageSize: 1, page: 0, sortOrder: { key: { type: 'ALARM_FIELD', key: 'bad' } } }, "sorted by 'bad'"],
  ])('is refused with %o', async (pageLink, message) => {
    const reply = await acme.admin.call('POST', '/api/alarmsQuery/find', {
      entityFilter: { type: 'entityType', entityType: 'DEVICE' },
      pageLink,
    });
    expect(reply).toMatchObject({ status: 400, body: { errorCode: 31, message: expect.stringContaining(message) } });
  });
});
