import { ACTION_TYPES, type AuditLog } from '@signalbox/contract/audit-log';
import type { TimePageLink } from '@signalbox/contract/page';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createDeletedTenants } from '../storage/deleted-tenants.ts';
import { newEntityId } from '../storage/ids.ts';
import { createListPlaces } from '../storage/list-places.ts';
import { createTimelinePages, type LinePlace } from '../storage/timeline-pages.ts';
import { createTimelineTotals } from '../storage/timeline-totals.ts';
import { type AuditLogFilter, type AuditRow, createAuditLogReader } from './audit-log-reader.ts';
import type { NamePlace } from './audit-name-order.ts';

const LINES = 80;
const PAGE_SIZE = 15;
const START = 1_700_000_000_000;
const [own, other, one, two, device] = [1, 2, 3, 4, 5].map(() => newEntityId().id) as [
  string,
  string,
  string,
  string,
  string,
];
const log = pino({ level: 'silent' });

let database: TestDatabase;
let now = START + LINES * 1000;
beforeAll(async () => {
  database = await createTestDatabase();
  for (let at = 0; at < LINES; at++) await add(at);
});
afterAll(() => database?.drop());

/** A line of the past: some at the same moment, some of nobody, one in ten of another tenant. */
async function add(at: number): Promise<void> {
  const { id } = newEntityId();
  await database.pool.query(`INSERT INTO audit_log VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, '{}', $11, '')`, [
    id,
    START + Math.floor(at / 4) * 1000,
    at % 10 === 9 ? other : own,
    at % 3 === 0 ? one : two,
    ['DEVICE', 'ASSET', 'CUSTOMER'][at % 3],
    at % 7 === 0 ? device : one,
    at % 11 === 0 ? null : `${at % 2 ? 'Pump' : 'valve'} ${at % 40}`,
    at % 5 === 0 ? one : two,
    at % 13 === 0 ? null : ['Ann@acme.example', 'bob@acme.example'][at % 2],
    at % 17 === 0 ? 'LOGIN' : ACTION_TYPES[at % 4],
    at % 6 === 0 ? 'FAILURE' : 'SUCCESS',
  ]);
}

const WAYS = {
  'few lines': { few: 1000, many: 1000, near: 1000, remembered: 1000, far: 1000, step: 1000, times: 1 },
  'many lines': { few: 0, many: 1000, near: 1000, remembered: 1000, far: 1000, step: 1000, times: 1 },
  'many lines that nobody looks through': {
    few: 0,
    many: 1000,
    near: 0,
    remembered: 1,
    far: 1000,
    step: 1000,
    times: 1,
  },
  'lines whose places are known': { few: 0, many: 0, near: 60, remembered: 1, far: 3, step: 5, times: 2 },
};

/** The parts of a reader of the log. */
function partsOf(way: (typeof WAYS)[keyof typeof WAYS]) {
  const { db, pool } = database;
  const deletedTenants = createDeletedTenants();
  const lines = { db, table: 'audit_log', deletedTenants };
  const places = createListPlaces<LinePlace>({ pool, log, deletedTenants }, way);
  const totals = createTimelineTotals(lines, () => now, way.remembered);
  const pages = createTimelinePages<AuditRow>(lines, totals, places, way);
  const names = createListPlaces<NamePlace>({ pool, log, deletedTenants }, way);
  return { db, pool, places, totals, pages, names };
}

function openLog(way: (typeof WAYS)[keyof typeof WAYS]) {
  const { db, places, totals, pages, names } = partsOf(way);
  return {
    settle: () => Promise.all([places.settle(), names.settle()]),
    names,
    places,
    reader: createAuditLogReader(db, totals, pages, names, way.few),
  };
}

const PROPERTIES: Record<string, (line: AuditLog) => string | null> = {
  createdTime: () => null,
  entityType: ({ entityId }) => entityId.entityType,
  entityName: ({ entityName }) => entityName?.toLowerCase() ?? null,
  userName: ({ userName }) => userName?.toLowerCase() ?? null,
  actionType: ({ actionType }) => actionType,
  actionStatus: ({ actionStatus }) => actionStatus,
};
type Lines = Pick<TimePageLink, 'sortProperty' | 'sortOrder' | 'startTime' | 'endTime' | 'textSearch'>;

/** What a list must show, found and sorted the plain way. */
function expected(all: readonly AuditLog[], link: Lines, { actionTypes }: AuditLogFilter): string[] {
  const { startTime = 0, endTime = Number.MAX_SAFE_INTEGER, textSearch = '', sortOrder } = link;
  const property = link.sortProperty ?? 'createdTime';
  const texts = ({ entityName, actionType, actionStatus, entityId, userName }: AuditLog) =>
    [entityName, actionType, actionStatus, entityId.entityType, userName].map((text) => text?.toLowerCase() ?? '');
  const found = all.filter(
    (line) =>
      (!actionTypes || actionTypes.includes(line.actionType)) &&
      line.createdTime >= startTime &&
      line.createdTime <= endTime &&
      (!textSearch || texts(line).some((text) => text.includes(textSearch))),
  );
  const propertyOf = PROPERTIES[property] as (line: AuditLog) => string | null;
  const sign = sortOrder === 'DESC' || !link.sortProperty ? -1 : 1;
  const timeSign = property === 'createdTime' ? sign : -sign;
  const compare = (a: AuditLog, b: AuditLog): number => {
    const [left, right] = [propertyOf(a), propertyOf(b)];
    if (left !== right) {
      if (left === null || right === null) return left === null ? 1 : -1;
      return left < right ? -sign : sign;
    }
    return (a.createdTime - b.createdTime || (a.id.id < b.id.id ? -1 : 1)) * timeSign;
  };
  return found.toSorted(compare).map(({ id }) => id.id);
}

const LISTS: [string, Lines][] = [
  ['everything', {}],
  ['what has a text in its names', { textSearch: 'pump 1' }],
  ['what has a text in names of users', { textSearch: 'ann@' }],
  ['what has a text in kinds of actions and entities', { textSearch: 'e' }],
  ['what nothing has', { textSearch: '#' }],
  ['a time in the middle', { startTime: START + 4000, endTime: START + 13_500 }],
  ['the time since a moment', { startTime: START + 7000 }],
  ['the time up to a moment', { endTime: START + 9000 }],
  ['a time before anything', { endTime: START - 1 }],
  ['a text in a time', { textSearch: 'valve', startTime: START + 2000, endTime: START + 15_000 }],
];
const FILTERS: [string, AuditLogFilter][] = [
  ['the tenant', {}],
  ['a customer', { customerId: one }],
  ['a user', { userId: two }],
  ['an entity', { entityId: { entityType: 'DEVICE', id: device } }],
  ['one kind of action', { actionTypes: ['ADDED'] }],
  ['two kinds of action', { actionTypes: ['ADDED', 'LOGIN'] }],
  ['a kind of action of a user', { userId: one, actionTypes: ['DELETED'] }],
];

/** The lines of the filter, without a window, an order or a search. */
const isIn = (line: AuditLog, { customerId, userId, entityId }: AuditLogFilter): boolean =>
  (!customerId || line.customerId.id === customerId) &&
  (!userId || line.userId.id === userId) &&
  (!entityId || (line.entityId.id === entityId.id && line.entityId.entityType === entityId.entityType));

describe.each(Object.entries(WAYS))('the audit log with %s', (_name, way) => {
  it.each(FILTERS)('shows every page of %s in its orders, windows and searches', async (_what, filter) => {
    const { settle, reader } = openLog(way);
    const all = (await reader.list(own, { pageSize: 1000, page: 0 }, {})).data;
    expect(all.length).toBe(LINES * 0.9);
    const others = Object.keys(PROPERTIES).slice(1);
    for (const [at, [what, window]] of LISTS.entries()) {
      for (const sortProperty of [
        undefined,
        'createdTime',
        others[at % others.length],
        others[(at + 2) % others.length],
      ]) {
        for (const sortOrder of sortProperty ? (['ASC', 'DESC'] as const) : [undefined]) {
          const link: Lines = { ...window, sortProperty, sortOrder };
          // A search does not look into what all lines of the list have in common.
          if (window.textSearch && (filter.userId || filter.entityId)) continue;
          const wanted = expected(
            all.filter((line) => isIn(line, filter)),
            link,
            filter,
          );
          // Places are found after the first time.
          for (let time = 0; time < way.times; time++) {
            const shown: string[] = [];
            for (let page = 0; page * PAGE_SIZE < wanted.length || page === 0; page++) {
              const found = await reader.list(own, { ...link, pageSize: PAGE_SIZE, page }, filter);
              expect(found.totalElements, `${what} by ${sortProperty}`).toBe(wanted.length);
              shown.push(...found.data.map(({ id }) => id.id));
              await settle();
            }
            expect(shown, `${what} by ${sortProperty} ${sortOrder}`).toEqual(wanted);
          }
        }
      }
    }
  });
});

it('shows lines that come after the places were found, and none that have gone', async () => {
  const { db, pool, places, totals, pages, names } = partsOf(WAYS['lines whose places are known']);
  const reader = createAuditLogReader(db, totals, pages, names);
  const shown = async () => {
    const ids: string[] = [];
    for (let page = 0; ; page++) {
      const found = await reader.list(own, { pageSize: PAGE_SIZE, page }, {});
      ids.push(...found.data.map(({ id }) => id.id));
      await places.settle();
      if (!found.hasNext) return ids;
    }
  };
  const known = vi.spyOn(places, 'placeSoon');
  const before = await shown();
  expect(await shown()).toEqual(before);
  expect((await Promise.all(known.mock.results.map(({ value }) => value))).filter(Boolean).length).toBeGreaterThan(3);
  now += 3_600_000;
  for (let at = 0; at < 20; at++) await add(LINES + 200 + at);
  const after = await shown();
  expect(after.slice(-before.length)).toEqual(before);
  expect(after.length).toBe(before.length + 18);
  await pool.query('DELETE FROM audit_log WHERE created_time < $1', [START + 8000]);
  totals.forget();
  pages.forget();
  const rest = after.slice(0, (await reader.list(own, { pageSize: 1, page: 0 }, {})).totalElements);
  expect(rest.length).toBeLessThan(after.length);
  expect(await shown()).toEqual(rest);
});

it.each(['ASC', 'DESC'] as const)(
  'reads far lines by the names of entities from known places, %s',
  async (sortOrder) => {
    const { names, reader, settle } = openLog(WAYS['lines whose places are known']);
    const known = vi.spyOn(names, 'placeSoon');
    const link = { pageSize: PAGE_SIZE, sortProperty: 'entityName', sortOrder };
    const pagesOf = async () => {
      const ids: string[] = [];
      for (let page = 0; page < 4; page++) {
        ids.push(...(await reader.list(own, { ...link, page }, {})).data.map(({ id }) => id.id));
        await settle();
      }
      return ids;
    };
    const first = await pagesOf();
    known.mockClear();
    expect(await pagesOf()).toEqual(first);
    const found = await Promise.all(known.mock.results.map(({ value }) => value));
    expect(found.filter(Boolean).length).toBeGreaterThan(1);
  },
);

it.each<[string, Lines, AuditLogFilter]>([
  ['with a text', { textSearch: 'pump' }, {}],
  ['of a customer with a text', { textSearch: 'ed' }, { customerId: one }],
  ['of two kinds of action', {}, { actionTypes: ['ADDED', 'UPDATED'] }],
  ['by what came of them', { sortProperty: 'actionStatus', sortOrder: 'DESC' }, {}],
  ['with a text by kind of entity', { textSearch: 'pump', sortProperty: 'entityType', sortOrder: 'ASC' }, {}],
])('shows the first lines %s while all of them are still gone through', async (_what, link, filter) => {
  const { reader, places } = openLog({ ...WAYS['lines whose places are known'], near: 1000 });
  const all = (await reader.list(own, { pageSize: 1000, page: 0 }, {})).data.filter((line) => isIn(line, filter));
  vi.spyOn(places, 'placeSoon').mockReturnValue(new Promise(() => undefined));
  const found = await reader.list(own, { ...link, pageSize: 5, page: 0 }, filter);
  expect(found.data.map(({ id }) => id.id)).toEqual(expected(all, link, filter).slice(0, 5));
});
