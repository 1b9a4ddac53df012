import { type AlarmInfo, type AlarmSearchStatus, statusesOf } from '@signalbox/contract/alarm';
import type { Device } from '@signalbox/contract/device';
import { NULL_UUID } from '@signalbox/contract/id';
import type { PageData } from '@signalbox/contract/page';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillAlarms, type KnownAlarm } from '../../test/alarm-data.ts';
import { createTestTenant, type TestTenant } from '../../test/people.ts';
import { type Caller, startTestPlatform, type TestPlatform } from '../../test/platform.ts';

const NOW = Date.now();
const SPAN = 40 * 24 * 3_600_000;
let platform: TestPlatform;
let acme: TestTenant;
let device: Device;
let all: KnownAlarm[];
let ofCustomer: KnownAlarm[];

beforeAll(async () => {
  platform = await startTestPlatform();
  acme = await createTestTenant(platform, 'acme');
  device = await acme.admin.post<Device>('/api/device', { name: 'Free' });
  const rented = await acme.admin.post<Device>('/api/device', { name: 'Rented', customerId: acme.customer.id });
  const { pool } = platform.database;
  const common = { tenantId: acme.tenant.id.id, newest: NOW, span: SPAN };
  const free = { ...common, customerId: NULL_UUID, originators: [device.id], count: 4000 };
  const own = { ...common, customerId: acme.customer.id.id, originators: [rented.id], count: 3000, newest: NOW + 500 };
  ofCustomer = await fillAlarms(pool, own);
  all = [...(await fillAlarms(pool, free)), ...ofCustomer];
  // Some are in the tallies, some are not yet.
  await acme.admin.post('/api/alarm', { type: 'x', originator: device.id, severity: 'MINOR', status: 'CLEARED_ACK' });
  const one = await acme.admin.get<PageData<AlarmInfo>>('/api/alarms?pageSize=1&page=0&textSearch=x');
  await acme.admin.delete(`/api/alarm/${one.data[0]?.id.id}`);
});
afterAll(() => platform?.stop());

type Key = 'createdTime' | 'severity' | 'status' | 'type';

/** Ids of a page, as a list without indexes would have it. */
function naivePage(
  alarms: readonly KnownAlarm[],
  matches: (alarm: KnownAlarm) => boolean,
  { key, order, skip, take }: { key: Key; order: 'ASC' | 'DESC'; skip: number; take: number },
) {
  const found = alarms.filter(matches);
  // Ids are compared as bytes by the database, which is the order of their text.
  const newestFirst = (a: KnownAlarm, b: KnownAlarm) => b.createdTime - a.createdTime || (a.id < b.id ? 1 : -1);
  const sign = order === 'ASC' ? 1 : -1;
  const sorted = found.sort((a, b) => {
    if (key === 'createdTime') return -sign * newestFirst(a, b);
    return a[key] === b[key] ? sign * newestFirst(a, b) : sign * (a[key] < b[key] ? -1 : 1);
  });
  return { ids: sorted.slice(skip, skip + take).map(({ id }) => id), total: found.length };
}

async function pageOf(user: Caller, path: string, query: string) {
  const page = await user.get<PageData<AlarmInfo>>(`${path}?${query}`);
  return { ids: page.data.map(({ id }) => id.id), total: page.totalElements };
}

const lists = [
  ['of a tenant', () => [acme.admin, '/api/alarms', all]],
  ['of a customer', () => [acme.customerUser, '/api/alarms', ofCustomer]],
  [
    'of an entity',
    () => [
      acme.admin,
      `/api/alarm/DEVICE/${device.id.id}`,
      all.filter(({ originator }) => originator.id === device.id.id),
    ],
  ],
] as [string, () => [Caller, string, KnownAlarm[]]][];

describe.each(lists)('a list %s', (_name, parts) => {
  const searches: (AlarmSearchStatus | undefined)[] = [undefined, 'ANY', 'ACTIVE', 'CLEARED', 'ACK', 'UNACK'];
  it.each(searches)('has every alarm of status %s once, from the first page to the last', async (search) => {
    const [user, path, alarms] = parts();
    const statuses = search ? statusesOf(search) : undefined;
    const matches = (alarm: KnownAlarm) => !statuses || statuses.includes(alarm.status);
    for (const key of ['createdTime', 'severity', 'status', 'type'] as const) {
      for (const order of ['ASC', 'DESC'] as const) {
        for (const page of [0, 1, 21, 37]) {
          const query = `pageSize=100&page=${page}&sortProperty=${key}&sortOrder=${order}`;
          const found = await pageOf(user, path, search ? `${query}&searchStatus=${search}` : query);
          const expected = naivePage(alarms, matches, { key, order, skip: page * 100, take: 100 });
          expect(found, query).toEqual(expected);
        }
      }
    }
  });

  it('has those of a window of time, counted exactly', async () => {
    const [user, path, alarms] = parts();
    const day = 24 * 3_600_000;
    for (const [from, to] of [
      [NOW - 3 * day, NOW - day],
      [NOW - 7_654_321, NOW - 1_234],
      [NOW - 30_000, NOW - 10_000],
      [NOW - SPAN, undefined],
      [undefined, NOW - 20 * day],
      [NOW, NOW - day],
    ]) {
      const window = `${from === undefined ? '' : `&startTime=${from}`}${to === undefined ? '' : `&endTime=${to}`}`;
      const inWindow = ({ createdTime }: KnownAlarm) => createdTime >= (from ?? 0) && createdTime <= (to ?? Infinity);
      for (const [page, key] of [
        [0, 'createdTime'],
        [25, 'createdTime'],
        [1, 'severity'],
      ] as const) {
        const query = `pageSize=100&page=${page}&sortProperty=${key}&sortOrder=DESC${window}`;
        const expected = naivePage(alarms, inWindow, { key, order: 'DESC', skip: page * 100, take: 100 });
        expect(await pageOf(user, path, query), query).toEqual(expected);
      }
    }
  });

  it('finds a text in type, severity and status', async () => {
    const [user, path, alarms] = parts();
    for (const text of ['type 77', 'AJOR', 'unack', 'nothing', '%', '_']) {
      const matches = ({ type, severity, status }: KnownAlarm) =>
        [type, severity, status].some((value) => value.toLowerCase().includes(text.toLowerCase()));
      const query = `pageSize=50&page=1&sortProperty=createdTime&sortOrder=DESC&textSearch=${encodeURIComponent(text)}`;
      const expected = naivePage(alarms, matches, { key: 'createdTime', order: 'DESC', skip: 50, take: 50 });
      expect(await pageOf(user, path, query), text).toEqual(expected);
    }
  });

  it('refuses to be sorted by anything else', async () => {
    const [user, path] = parts();
    const reply = await user.call('GET', `${path}?pageSize=1&page=0&sortProperty=details`);
    expect(reply).toMatchObject({ status: 400, body: { errorCode: 31 } });
  });
});
