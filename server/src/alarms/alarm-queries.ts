import { type PageData, pageData, type SortDirection } from '@signalbox/contract/page';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../storage/database.ts';
import { containsPattern } from '../storage/paging.ts';
import { MINUTE } from './alarm-calendars.ts';
import { type AlarmGroup, groupsOf, isWindowed, rangesOf } from './alarm-filter.ts';
import type { AlarmLists } from './alarm-lists.ts';
import {
  type AlarmQuery,
  countStatement,
  type FoundAlarmRow,
  namedStatement,
  type PreparedQuery,
  placedStatement,
  sortedStatement,
} from './alarm-query-sql.ts';
import { ALARM_COLUMNS, type AlarmRow } from './alarm-record.ts';
import { type AlarmTallies, sumOf } from './alarm-tallies.ts';
import type { AlarmTime, TimeList, TimeOrders } from './alarm-time-order.ts';
import { type AlarmTotals, FEW } from './alarm-totals.ts';
import type { AlarmTypes } from './alarm-types.ts';
import { type AlarmVersions, createRememberedAlarms, nameOfCount } from './alarm-versions.ts';
import { createAlarmWalk, MAX_WALKED, type WalkedAlarm } from './alarm-walk.ts';
import { keepLists, nameLists, rememberSets } from './remembered-lists.ts';

/** Alarms that were propagated to entities are merged with their own when there are no more. */
const MAX_PLACED = 5_000;
/** So few alarms of the entities are sorted instead of looking for them among those of the tenant. */
const LEAST_WALKED = 1_000;
const ALL_RANGES = rangesOf({});

/** Alarm fields that a text search of a list looks into. */
const LISTED_FIELDS = ['type', 'severity', 'status'];
/** Fields whose text are digits. */
const TIMES: ReadonlySet<string> = new Set([
  'createdTime',
  ...['start', 'end', 'ack', 'clear'].flatMap((time) => [`${time}Ts`, `${time}Time`]),
]);

/** Alarm field → the property by which lists are in its order. */
const LISTED_ORDERS: ReadonlyMap<string, string> = new Map([
  ['createdTime', 'createdTime'],
  ...['start', 'end', 'ack', 'clear'].flatMap((time) =>
    [`${time}Ts`, `${time}Time`].map((field) => [field, `${time}Ts`] as const),
  ),
  ...['type', 'severity', 'status'].map((field) => [field, field] as const),
]);
const isTime = (property: string): property is AlarmTime => ['createdTime', 'startTs', 'endTs'].includes(property);

/** Whether a text search finds what it finds in a list. */
function isListed({ textSearch = '', searchedFields, named }: PreparedQuery): boolean {
  const read = new Set(
    searchedFields.filter((field) => {
      if (field === 'originator') return named?.length !== 0;
      return !TIMES.has(field) || !/\D/.test(textSearch);
    }),
  );
  return read.size === LISTED_FIELDS.length && LISTED_FIELDS.every((field) => read.has(field));
}

export interface AlarmQueriesParts {
  db: Database;
  tallies: AlarmTallies;
  types: Pick<AlarmTypes, 'totals' | 'typesOf'>;
  totals: Pick<AlarmTotals, 'ofGroups'>;
  lists: AlarmLists;
  timeOrders: TimeOrders;
  versions: Pick<AlarmVersions, 'of'>;
  /** For tests: of so many alarms of its entities, a query looks at each. */
  few?: number;
}

/** Alarms of the entities that a query finds. */
export function createAlarmQueries({
  db,
  tallies,
  types,
  totals,
  lists,
  timeOrders,
  versions,
  few = FEW,
}: AlarmQueriesParts) {
  const run = async <Row>(statement: RawBuilder<Row>): Promise<Row[]> => (await statement.execute(db)).rows;
  const remember = createRememberedAlarms(versions);
  const walk = createAlarmWalk(db);
  const listOfIds = keepLists();
  const setOf = rememberSets();
  const nameOf = nameLists();

  /** Names of originators are searched once each, not once for every alarm. */
  async function prepare(query: AlarmQuery): Promise<PreparedQuery> {
    if (!query.textSearch) return query;
    const prepared: PreparedQuery = { ...query };
    if (!query.places && query.searchedFields.includes('originator')) {
      const rows = await remember(query, `named ${query.textSearch}`, () => run(namedStatement(query)));
      prepared.named = rows.map(({ id }) => id);
    }
    return { ...prepared, isTextInIndex: isListed(prepared) };
  }

  /** Alarms of the entities in each range, of all types and times. */
  const totalsOf = (query: AlarmQuery, which: 'own' | 'propagated'): Promise<Map<string, number>> =>
    remember(query, which, () => tallies.ofEntities(query.entityIds, ALL_RANGES, which));

  /** @param list the same among the alarms of the tenant */
  async function countRows(query: PreparedQuery, own: number, list: TenantList | undefined): Promise<number> {
    const count = async () => {
      if (list && list.candidates < own) return timeOrders.count(list);
      return (await run(countStatement(query)))[0]?.total ?? 0;
    };
    const { entityIds, filter, textSearch, searchedFields, places } = query;
    const name = nameOfCount(entityIds.length, filter, textSearch, searchedFields, places);
    return name === undefined ? count() : remember(query, name, count);
  }

  /** What a query finds among the alarms of the tenant; undefined when a list has no index for it. */
  async function groupsFor(query: PreparedQuery): Promise<AlarmGroup[] | undefined> {
    const { tenantId, filter, textSearch, isTextInIndex } = query;
    if (!textSearch) return groupsOf(filter, undefined, []);
    if (!isTextInIndex) return undefined;
    const found = await types.typesOf(tenantId, containsPattern(textSearch));
    return found && groupsOf(filter, textSearch, found);
  }

  /** How many alarms of a window the tenant has, or a few more; undefined: without a window. */
  async function countWindow({ tenantId, filter }: AlarmQuery): Promise<number | undefined> {
    if (!isWindowed(filter)) return undefined;
    const { startTime = 0, endTime = Date.now() } = filter;
    const [first, last] = [Math.floor(startTime / MINUTE), Math.floor(endTime / MINUTE)];
    return tallies.countMinutes(tenantId, rangesOf(filter), first, last);
  }

  /**
   * The page found by a look through the alarms of the tenant.
   * @param own how many alarms of the filter's ranges the entities have, without those that were propagated to them
   */
  async function walked(
    query: PreparedQuery,
    own: number,
  ): Promise<{ rows: FoundAlarmRow[]; total?: number } | undefined> {
    const { tenantId, entityIds, filter, sort, page, pageSize, places } = query;
    if (sort?.field !== 'createdTime' || own < LEAST_WALKED) return undefined;
    const ranges = rangesOf(filter);
    if (places && sumOf(ranges, await totalsOf(query, 'propagated')) > MAX_PLACED) return undefined;
    const groups = await groupsFor(query);
    if (!groups) return undefined;
    if (groups.length === 0) return { rows: [], total: 0 };
    const all = sumOf(ranges, await tallies.ofOwner(tenantId, ranges));
    const typesWanted = groups.flatMap((group) => group.types ?? []);
    const ofTypes = filter.types?.length ? sumOf(ranges, await types.totals(tenantId, typesWanted, ranges)) : all;
    const inWindow = await countWindow(query);
    const found = await walk({
      tenantId,
      filter,
      groups,
      isFew: ofTypes <= FEW,
      entityIds: setOf(entityIds),
      placed: places ? await placedOf(query) : [],
      direction: sort.direction,
      offset: page * pageSize,
      limit: pageSize,
      share: own / Math.max(1, all),
      isCounted: inWindow !== undefined && inWindow < MAX_WALKED,
    });
    return found && { ...found, rows: await rowsOf(found.page) };
  }

  function placedOf(query: AlarmQuery): Promise<WalkedAlarm[]> {
    const find = () => run(placedStatement(query));
    return isWindowed(query.filter) ? find() : remember(query, `placed ${JSON.stringify(query.filter)}`, find);
  }

  /** In the order of `found`. */
  async function rowsOf(found: readonly WalkedAlarm[]): Promise<FoundAlarmRow[]> {
    const ids = [...new Set(found.map(({ id }) => id))];
    const rows = await run(
      sql<AlarmRow>`SELECT ${sql.raw(ALARM_COLUMNS)} FROM alarm AS a WHERE a.id = ANY(${ids}::uuid[])`,
    );
    const byId = new Map(rows.map((row) => [row.id, row]));
    return found.flatMap(({ id, entityId }) => {
      const row = byId.get(id);
      return row ? [{ ...row, entity_id: entityId }] : [];
    });
  }

  /** The page of a list of the tenant, if the entities have all of its alarms. */
  async function pageOfTenant(query: PreparedQuery, own: number): Promise<PageData<FoundAlarmRow> | undefined> {
    const { tenantId, filter, textSearch, page, pageSize, sort, places } = query;
    const sortProperty = sort && LISTED_ORDERS.get(sort.field);
    if (!sortProperty || places || (textSearch && !query.isTextInIndex)) return undefined;
    const ranges = rangesOf(filter);
    if (own !== sumOf(ranges, await tallies.ofOwner(tenantId, ranges))) return undefined;
    const link = { page, pageSize, textSearch, sortProperty, sortOrder: sort.direction };
    const found = await lists.page({ of: 'tenant', id: tenantId, tenantId }, filter, link);
    return { ...found, data: found.data.map(ofOriginator) };
  }

  /** What a query finds as a part of the alarms of the tenant; undefined when no index of these tells. */
  async function listOf(query: PreparedQuery): Promise<TenantList | undefined> {
    const groups = query.places ? undefined : await groupsFor(query);
    return groups && listOfGroups(query, groups);
  }

  async function listOfGroups(query: PreparedQuery, groups: readonly AlarmGroup[]): Promise<TenantList> {
    const { tenantId, entityIds, filter } = query;
    const owner = { of: 'tenant', id: tenantId, tenantId } as const;
    const [all, inWindow, ofTenant] = await Promise.all([
      totals.ofGroups(owner, groups),
      countWindow(query),
      tallies.ofOwner(tenantId, ALL_RANGES),
    ]);
    const candidates = Math.min(all, inWindow ?? all);
    const whole = sumOf(ALL_RANGES, ofTenant);
    return { owner, among: { ids: entityIds, name: nameOf(entityIds) }, filter, groups, all, candidates, whole };
  }

  /** A page in the order of a time. @param total how many alarms the list has */
  async function pageInOrder(
    list: TenantList,
    time: AlarmTime,
    total: number,
    window: { skip: number; take: number; order: SortDirection },
  ): Promise<FoundAlarmRow[]> {
    const whole = time === 'createdTime' ? list.candidates : list.whole;
    return (await timeOrders.page(time, { ...list, total, whole }, window)).map(ofOriginator);
  }

  /**
   * A page in the order of severities or statuses: lists that stand one after the other, the newest alarm of each first
   * (or last, in descending order).
   */
  async function pageInGroups(
    query: PreparedQuery,
    list: TenantList,
    by: 'severity' | 'status',
    isKnown: boolean,
  ): Promise<{ rows: FoundAlarmRow[]; total: number }> {
    const { filter, page, pageSize, sort } = query;
    const own = await totalsOf(query, 'own');
    const isReversed = sort?.direction === 'DESC';
    const ranges = list.groups.flatMap((group) => group.ranges);
    const codes = [...new Set(ranges.map((range) => range[by]))].sort((a, b) => (isReversed ? b - a : a - b));
    const rows: FoundAlarmRow[] = [];
    let skip = page * pageSize;
    let all = 0;
    for (const code of codes) {
      const groups = list.groups
        .map((group) => ({ ...group, ranges: group.ranges.filter((range) => range[by] === code) }))
        .filter((group) => group.ranges.length > 0);
      const ofCode = groups.flatMap((group) => group.ranges);
      const most = sumOf(ofCode, own);
      if (most === 0) continue;
      const part = await listOfGroups(query, groups);
      const name = nameOfCount(list.among.ids.length, filter, query.textSearch, query.searchedFields, by, code);
      const count = (): Promise<number> => timeOrders.count(part);
      const counted = isKnown ? most : await (name === undefined ? count() : remember(query, name, count));
      const take = Math.min(pageSize - rows.length, Math.max(0, counted - skip));
      const order = isReversed ? 'ASC' : 'DESC';
      if (take > 0) rows.push(...(await pageInOrder(part, 'createdTime', counted, { skip, take, order })));
      skip = Math.max(0, skip - counted);
      all += counted;
    }
    return { rows, total: all };
  }

  return {
    /** @throws ApiError 400 / 31 for a field that alarms cannot be sorted by */
    async find(requested: AlarmQuery): Promise<PageData<FoundAlarmRow>> {
      const ranges = rangesOf(requested.filter);
      if (requested.entityIds.length === 0 || ranges.length === 0) return pageData([], 0, requested);
      const query = { ...requested, entityIds: listOfIds(requested.entityIds) };
      const ofEntities = sumOf(ranges, await totalsOf(query, 'own'));
      const propagated = query.places ? sumOf(ranges, await totalsOf(query, 'propagated')) : 0;
      const own = ofEntities + propagated;
      // When nothing but severities and statuses limits them they are counted already.
      const isKnown = !query.textSearch && !query.filter.types?.length && !isWindowed(query.filter);
      const offset = query.page * query.pageSize;
      if (own === 0 || (isKnown && own <= offset)) return pageData([], own, query);
      const prepared = await prepare({ ...query, places: propagated > 0 });
      const page = await pageOfTenant(prepared, own);
      if (page) return page;
      const near = await walked(prepared, ofEntities);
      if (near?.total !== undefined) return pageData(near.rows, isKnown ? own : near.total, query);
      const list = ofEntities > few ? await listOf(prepared) : undefined;
      if (list?.groups.length === 0) return pageData([], 0, query);
      const count = async (): Promise<number> => (isKnown ? own : countRows(prepared, own, list));
      if (near) return pageData(near.rows, await count(), query);
      const by = query.sort && LISTED_ORDERS.get(query.sort.field);
      if (list && by && isTime(by)) {
        const window = { skip: offset, take: query.pageSize, order: query.sort?.direction ?? 'ASC' };
        const total = await count();
        return pageData(await pageInOrder(list, by, total, window), total, query);
      }
      if (list && (by === 'severity' || by === 'status')) {
        const { rows, total } = await pageInGroups(prepared, list, by, isKnown);
        return pageData(rows, total, query);
      }
      const rows = await run(sortedStatement(prepared));
      const isLast = rows.length < query.pageSize && (rows.length > 0 || offset === 0);
      return pageData(rows, isKnown || !isLast ? await count() : offset + rows.length, query);
    },
  };
}

export type AlarmQueries = ReturnType<typeof createAlarmQueries>;

/** Part of the alarms of a tenant. */
type TenantList = Omit<TimeList, 'total' | 'among'> & Required<Pick<TimeList, 'among'>>;

const ofOriginator = (row: AlarmRow): FoundAlarmRow => ({ ...row, entity_id: row.originator_id });
