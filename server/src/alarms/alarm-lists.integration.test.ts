import { ALARM_SEVERITIES, type AlarmInfo, type AlarmSearchStatus, statusesOf } from '@signalbox/contract/alarm';
import type { Asset } from '@signalbox/contract/asset';
import type { Device } from '@signalbox/contract/device';
import { NULL_UUID } from '@signalbox/contract/id';
import type { PageData } from '@signalbox/contract/page';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillAlarms, type KnownAlarm } from '../../test/alarm-data.ts';
import { createTestTenant, type TestTenant } from '../../test/people.ts';
import { type Caller, startTestPlatform, type TestPlatform } from '../../test/platform.ts';
import { createEmbeddedLiveBus } from '../bus/embedded-live-bus.ts';
import { createDeletedTenants } from '../storage/deleted-tenants.ts';
import { createListPlaces } from '../storage/list-places.ts';
import type { AlarmFilter } from './alarm-filter.ts';
import { createAlarmLists } from './alarm-lists.ts';
import { createAlarmTallies } from './alarm-tallies.ts';
import { createTimeOrders, type OrderPlace } from './alarm-time-order.ts';
import { createAlarmTotals } from './alarm-totals.ts';
import { createAlarmTypes } from './alarm-types.ts';
import { createAlarmVersions } from './alarm-versions.ts';

const NOW = Date.now();
const SPAN = 40 * 24 * 3_600_000;
let platform: TestPlatform;
let acme: TestTenant;
let device: Device;
let all: KnownAlarm[];
let ofCustomer: KnownAlarm[];
let ofDevice: KnownAlarm[];
/** Of another tenant, with few types; most are of one device, which is its customer's, and were propagated to a hall. */
let brass: TestTenant;
let typed: KnownAlarm[];
let ofHorn: KnownAlarm[];
let horn: Device;
let hall: Asset;

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
  ofDevice = await fillAlarms(pool, free);
  all = [...ofDevice, ...ofCustomer];
  brass = await createTestTenant(platform, 'brass');
  horn = await brass.admin.post<Device>('/api/device', { name: 'Horn', customerId: brass.customer.id });
  const tuba = await brass.admin.post<Device>('/api/device', { name: 'Tuba' });
  hall = await brass.admin.post<Asset>('/api/asset', { name: 'Hall', type: 'hall' });
  const brassy = { tenantId: brass.tenant.id.id, newest: NOW, span: SPAN, types: 7 };
  ofHorn = await fillAlarms(pool, {
    ...{ ...brassy, customerId: brass.customer.id.id, originators: [horn.id], count: 7000, newest: NOW + 300 },
  });
  typed = [
    ...ofHorn,
    ...(await fillAlarms(pool, { ...brassy, customerId: NULL_UUID, originators: [tuba.id], count: 2000 })),
  ];
  await pool.query(
    `INSERT INTO alarm_place (entity_id, alarm_id, severity, status, created_time, type)
     SELECT $1, id, severity, status, created_time, type FROM alarm WHERE originator_id = $2`,
    [hall.id.id, horn.id.id],
  );
  // Some are in the tallies, some are not yet.
  await acme.admin.post('/api/alarm', { type: 'x', originator: device.id, severity: 'MINOR', status: 'CLEARED_ACK' });
  const one = await acme.admin.get<PageData<AlarmInfo>>('/api/alarms?pageSize=1&page=0&textSearch=x');
  await acme.admin.delete(`/api/alarm/${one.data[0]?.id.id}`);
});
afterAll(() => platform?.stop());

type Key = 'createdTime' | 'startTs' | 'endTs' | 'severity' | 'severityRank' | 'status' | 'type';

type Order = 'ASC' | 'DESC';

const KEYS: readonly Key[] = ['createdTime', 'startTs', 'endTs', 'severity', 'severityRank', 'status', 'type'];

/**
 * Lists every key with one of its two orders, and which of two sets of pages to read: neighbouring numbers get the other
 * order, and each key meets both sets, so that a few filters go through all of them.
 */
const ordersFor = (number: number): [key: Key, order: Order, turn: 0 | 1][] =>
  KEYS.map((key, at) => [key, (at + number) % 2 ? 'DESC' : 'ASC', (at + (number >> 1)) % 2 ? 1 : 0]);

/** alarms → key → the same alarms in ascending order */
const orders = new WeakMap<readonly KnownAlarm[], Map<Key, readonly KnownAlarm[]>>();

/** Sorts each list once by each key, however many filters and pages are read of it. */
function ascending(alarms: readonly KnownAlarm[], key: Key): readonly KnownAlarm[] {
  const known = orders.get(alarms) ?? new Map<Key, readonly KnownAlarm[]>();
  orders.set(alarms, known);
  // Ids are compared as bytes by the database, which is the order of their text.
  const newestFirst = (a: KnownAlarm, b: KnownAlarm) => b.createdTime - a.createdTime || (a.id < b.id ? 1 : -1);
  const sorted =
    known.get(key) ??
    alarms.toSorted((a, b) => {
      if (key === 'createdTime') return -newestFirst(a, b);
      const [one, other] = [a, b].map((alarm) =>
        key === 'severityRank' ? ALARM_SEVERITIES.indexOf(alarm.severity) : alarm[key],
      ) as [string, string];
      return one === other ? newestFirst(a, b) : one < other ? -1 : 1;
    });
  known.set(key, sorted);
  return sorted;
}

/** Pages of ids, as a list without indexes would have them. */
function naivePages(alarms: readonly KnownAlarm[], matches: (alarm: KnownAlarm) => boolean) {
  const found = new Set(alarms.filter(matches));
  return {
    total: found.size,
    in(key: Key, order: Order, pageSize: number) {
      const ids = ascending(alarms, key).flatMap((alarm) => (found.has(alarm) ? [alarm.id] : []));
      // Of what is equal in a descending order the oldest is first.
      if (order === 'DESC') ids.reverse();
      return (page: number) => ({ ids: ids.slice(page * pageSize, (page + 1) * pageSize), total: ids.length });
    },
  };
}

async function pageOf(user: Caller, path: string, query: string) {
  const page = await user.get<PageData<AlarmInfo>>(`${path}?${query}`);
  return { ids: page.data.map(({ id }) => id.id), total: page.totalElements };
}

const lists = [
  ['of a tenant', () => [acme.admin, '/api/alarms', all]],
  ['of a customer', () => [acme.customerUser, '/api/alarms', ofCustomer]],
  ['of an entity', () => [acme.admin, `/api/alarm/DEVICE/${device.id.id}`, ofDevice]],
] as [string, () => [Caller, string, KnownAlarm[]]][];

describe.each(lists)('a list %s', (_name, parts) => {
  const searches: (AlarmSearchStatus | undefined)[] = [undefined, 'ANY', 'ACTIVE', 'CLEARED', 'ACK', 'UNACK'];
  it.each(searches)('has every alarm of status %s once, from the first page to the last', async (search) => {
    const [user, path, alarms] = parts();
    const statuses = search ? statusesOf(search) : undefined;
    const matches = (alarm: KnownAlarm) => !statuses || statuses.includes(alarm.status);
    const pages = naivePages(alarms, matches);
    for (const [key, order, turn] of ordersFor(searches.indexOf(search))) {
      const expected = pages.in(key, order, 100);
      for (const page of [
        [0, 21],
        [1, 37],
      ][turn] ?? []) {
        const query = `pageSize=100&page=${page}&sortProperty=${key}&sortOrder=${order}`;
        const found = await pageOf(user, path, search ? `${query}&searchStatus=${search}` : query);
        expect(found, query).toEqual(expected(page));
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
      const pages = naivePages(alarms, inWindow);
      for (const [page, key] of [
        [0, 'createdTime'],
        [25, 'createdTime'],
        [1, 'severity'],
        [1, 'severityRank'],
        [7, 'startTs'],
        [7, 'endTs'],
      ] as const) {
        const query = `pageSize=100&page=${page}&sortProperty=${key}&sortOrder=DESC${window}`;
        expect(await pageOf(user, path, query), query).toEqual(pages.in(key, 'DESC', 100)(page));
      }
    }
  });

  it('has those of a severity and of a type', async () => {
    const [user, path, alarms] = parts();
    const type = alarms[0]?.type ?? '';
    const filters: [string, (alarm: KnownAlarm) => boolean][] = [
      ['severity=MAJOR', ({ severity }) => severity === 'MAJOR'],
      [`type=${encodeURIComponent(type)}`, (alarm) => alarm.type === type],
      [
        `severity=MINOR&searchStatus=ACTIVE&startTime=${NOW - SPAN / 2}`,
        ({ severity, status, createdTime }) =>
          severity === 'MINOR' && status.startsWith('ACTIVE') && createdTime >= NOW - SPAN / 2,
      ],
    ];
    for (const [filter, matches] of filters) {
      const query = `pageSize=50&page=0&sortProperty=createdTime&sortOrder=DESC&${filter}`;
      const expected = naivePages(alarms, matches).in('createdTime', 'DESC', 50)(0);
      expect(expected.total).toBeGreaterThan(0);
      expect(await pageOf(user, path, query), filter).toEqual(expected);
    }
  });

  it('finds a text in type, severity and status', async () => {
    const [user, path, alarms] = parts();
    for (const text of ['type 77', 'AJOR', 'unack', 'nothing', '%', '_']) {
      const matches = ({ type, severity, status }: KnownAlarm) =>
        [type, severity, status].some((value) => value.toLowerCase().includes(text.toLowerCase()));
      const query = `pageSize=50&page=1&sortProperty=createdTime&sortOrder=DESC&textSearch=${encodeURIComponent(text)}`;
      const expected = naivePages(alarms, matches).in('createdTime', 'DESC', 50)(1);
      expect(await pageOf(user, path, query), text).toEqual(expected);
    }
  });

  it('refuses to be sorted by anything else', async () => {
    const [user, path] = parts();
    const reply = await user.call('GET', `${path}?pageSize=1&page=0&sortProperty=details`);
    expect(reply).toMatchObject({ status: 400, body: { errorCode: 31 } });
  });
});

it('a list of all has those of one originator', async () => {
  const query = `pageSize=50&page=1&sortProperty=createdTime&sortOrder=DESC&originatorId=${device.id.id}&severity=MAJOR`;
  const matches = ({ originator, severity }: KnownAlarm) => originator.id === device.id.id && severity === 'MAJOR';
  const expected = naivePages(all, matches).in('createdTime', 'DESC', 50)(1);
  expect(expected.ids).toHaveLength(50);
  expect(await pageOf(acme.admin, '/api/alarms', query)).toEqual(expected);
  expect(await pageOf(acme.customerUser, '/api/alarms', query)).toEqual({ ids: [], total: 0 });
});

const typedLists = [
  ['a tenant', () => [brass.admin, '/api/alarms', typed]],
  ['a customer', () => [brass.customerUser, '/api/alarms', ofHorn]],
  ['an entity', () => [brass.admin, `/api/alarm/DEVICE/${horn.id.id}`, ofHorn]],
  ['an entity that they were propagated to', () => [brass.admin, `/api/alarm/ASSET/${hall.id.id}`, ofHorn]],
] as [string, () => [Caller, string, KnownAlarm[]]][];

describe.each(typedLists)('a list of %s whose alarms have few types', (_name, parts) => {
  const has = (text: string) => (alarm: KnownAlarm) =>
    [alarm.type, alarm.severity, alarm.status].some((value) => value.toLowerCase().includes(text.toLowerCase()));
  const isOf = (type: string) => (alarm: KnownAlarm) => alarm.type === type;
  const both =
    (...conditions: ((alarm: KnownAlarm) => boolean)[]) =>
    (alarm: KnownAlarm) =>
      conditions.every((condition) => condition(alarm));
  const isActive = ({ status }: KnownAlarm) => status.startsWith('ACTIVE');
  const isMajor = ({ severity }: KnownAlarm) => severity === 'MAJOR';
  const since = NOW - SPAN / 3;
  const filters: [string, (alarm: KnownAlarm) => boolean][] = [
    ['type=Kind%203', isOf('Kind 3')],
    ['type=Kind%203&severity=MAJOR', both(isOf('Kind 3'), isMajor)],
    ['type=Kind%203&searchStatus=ACTIVE', both(isOf('Kind 3'), isActive)],
    ['type=Type%20104', isOf('Type 104')],
    [`type=Kind%205&startTime=${since}`, both(isOf('Kind 5'), ({ createdTime }) => createdTime >= since)],
    ['textSearch=Kind', has('kind')],
    ['textSearch=KIND%204', has('kind 4')],
    ['textSearch=type', has('type')],
    ['textSearch=m', has('m')],
    ['textSearch=ty&searchStatus=ACTIVE', both(has('ty'), isActive)],
    ['textSearch=ind&severity=MAJOR', both(has('ind'), isMajor)],
    ['textSearch=3&type=Kind%203', both(has('3'), isOf('Kind 3'))],
    ['textSearch=4&type=Kind%203', both(has('4'), isOf('Kind 3'))],
    ['textSearch=maj&type=Kind%203', both(has('maj'), isOf('Kind 3'))],
    [`textSearch=kind&startTime=${since}`, both(has('kind'), ({ createdTime }) => createdTime >= since)],
    ['textSearch=nothing', has('nothing')],
  ];

  it.each(filters)('has those of %s once, from the first page to the last', async (filter, matches) => {
    const [user, path, alarms] = parts();
    const pages = naivePages(alarms, matches);
    const last = Math.floor(pages.total / 100);
    for (const [key, order, turn] of ordersFor(filters.findIndex(([name]) => name === filter))) {
      const expected = pages.in(key, order, 100);
      for (const page of new Set(
        [
          [0, last, 22],
          [1, Math.floor(last / 2)],
        ][turn],
      )) {
        const query = `pageSize=100&page=${page}&sortProperty=${key}&sortOrder=${order}&${filter}`;
        expect(await pageOf(user, path, query), query).toEqual(expected(page));
      }
    }
  });
});

describe('the alarms of a type', () => {
  it('are counted again once one of them changes or goes', async () => {
    const count = async (filter: string) =>
      (await pageOf(brass.admin, '/api/alarms', `pageSize=1&page=0&${filter}`)).total;
    const body = { type: 'Valve', originator: typed[0]?.originator, severity: 'MINOR', status: 'ACTIVE_UNACK' };
    const { id } = await brass.admin.post<AlarmInfo>('/api/alarm', body);
    expect([await count('type=Valve'), await count('textSearch=valv')]).toEqual([1, 1]);
    await brass.admin.post(`/api/alarm/${id.id}/clear`);
    expect([await count('type=Valve&searchStatus=ACTIVE'), await count('type=Valve')]).toEqual([0, 1]);
    await brass.admin.delete(`/api/alarm/${id.id}`);
    expect([await count('type=Valve'), await count('textSearch=valv')]).toEqual([0, 0]);
  });
});

it.each(['startTs', 'endTs'] as const)(
  'a list in the order of %s has far pages from the places that are known',
  async (key) => {
    const { db, pool } = platform.database;
    const log = pino({ level: 'silent' });
    const places = createListPlaces<OrderPlace>(
      { pool, log, deletedTenants: createDeletedTenants() },
      { far: 50, step: 30 },
    );
    const tallies = createAlarmTallies(pool, log);
    const types = createAlarmTypes({ db, pool });
    const timeOrders = createTimeOrders(db, places, createAlarmVersions(createEmbeddedLiveBus(log)), tallies);
    const lists = createAlarmLists({ db, tallies, types, totals: createAlarmTotals(db, tallies, types), timeOrders });
    const tenantId = brass.tenant.id.id;
    const kinds: [AlarmFilter, string | undefined, (alarm: KnownAlarm) => boolean][] = [
      [{}, undefined, () => true],
      [
        { types: ['Kind 1', 'Kind 2', 'Kind 3', 'Kind 4', 'Kind 5'] },
        undefined,
        ({ type }) => /^Kind [1-5]$/.test(type),
      ],
      [{ startTime: NOW - (SPAN / 4) * 3 }, undefined, ({ createdTime }) => createdTime >= NOW - (SPAN / 4) * 3],
      [{}, 'kind', ({ type }) => type.startsWith('Kind')],
    ];
    for (const [owner, alarms] of [
      [{ of: 'tenant', id: tenantId, tenantId }, typed],
      [{ of: 'customer', id: brass.customer.id.id, tenantId }, ofHorn],
    ] as const) {
      for (const [filter, textSearch, matches] of kinds) {
        const pages = naivePages(alarms, matches);
        for (const order of ['ASC', 'DESC'] as const) {
          const expected = pages.in(key, order, 20);
          const link = { pageSize: 20, textSearch, sortProperty: key, sortOrder: order };
          await lists.page(owner, filter, { ...link, page: 100 });
          await places.settle();
          for (const page of [0, 3, 57, 100, 101, 160, 240, 340]) {
            const found = await lists.page(owner, filter, { ...link, page });
            expect({ ids: found.data.map(({ id }) => id), total: found.totalElements }).toEqual(expected(page));
          }
        }
      }
    }
  },
);

it('an alarm that is raised again writes to no index until its end is in another quarter of an hour', async () => {
  const client = await platform.database.pool.connect();
  try {
    await client.query('BEGIN');
    const updates = async (end: number) => {
      await client.query('UPDATE alarm SET end_ts = $2 WHERE id = $1', [all[0]?.id, end]);
      const { rows } = await client.query<{ all: number; light: number }>(
        `SELECT n_tup_upd::integer AS all, n_tup_hot_upd::integer AS light FROM pg_stat_xact_user_tables
         WHERE relname = 'alarm'`,
      );
      return rows[0];
    };
    const slot = Math.floor((all[0]?.endTs ?? 0) / 2 ** 20) * 2 ** 20;
    expect(await updates(slot + 2 ** 20 - 1)).toEqual({ all: 1, light: 1 });
    expect(await updates(slot + 2 ** 20)).toEqual({ all: 2, light: 1 });
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
});
