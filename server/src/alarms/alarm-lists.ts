import { type PageData, pageData } from '@signalbox/contract/page';
import { type RawBuilder, sql } from 'kysely';
import { badRequest } from '../http/errors.ts';
import type { Database } from '../storage/database.ts';
import { walkOf } from '../storage/list-walk.ts';
import { containsPattern } from '../storage/paging.ts';
import { SEVERITY_CODES_BY_GRAVITY } from './alarm-codes.ts';
import { type AlarmFilter, type AlarmGroup, groupsOf, isWindowed, rangesOf } from './alarm-filter.ts';
import {
  type AlarmOwner,
  type AlarmPageLink,
  type AlarmScope,
  conditionOf,
  FAR,
  orderOf,
  partsOf,
  rowConditionOf,
  SORT_COLUMNS,
  sourceOf,
} from './alarm-list-sql.ts';
import { ALARM_COLUMNS, type AlarmRow } from './alarm-record.ts';
import { type AlarmTallies, sumOf } from './alarm-tallies.ts';
import type { TimeOrders } from './alarm-time-order.ts';
import { type AlarmTotals, FEW } from './alarm-totals.ts';
import type { AlarmTypes } from './alarm-types.ts';

export interface AlarmListsParts {
  db: Database;
  tallies: AlarmTallies;
  types: AlarmTypes;
  totals: AlarmTotals;
  timeOrders: TimeOrders;
}

/** What alarms are grouped by: those of a group stand together in lists that are sorted by it. */
type GroupProperty = 'severity' | 'severityRank' | 'status';
const isGroup = (property: string): property is GroupProperty =>
  property === 'severity' || property === 'severityRank' || property === 'status';

/**
 * Pages of alarms. Those in the order of creation, of severity or of status are index walks, however far they are, also
 * of some types and those that a text finds; of a tenant or a customer also those in the order of types, starts and ends.
 */
export function createAlarmLists({ db, tallies, types, totals, timeOrders }: AlarmListsParts) {
  const run = async <Row>(statement: RawBuilder<Row>): Promise<Row[]> => (await statement.execute(db)).rows;

  /** A page in the order of creation. @param all how many there are in the groups, without a window */
  async function pageInTime(
    scope: AlarmScope,
    filter: AlarmFilter,
    groups: readonly AlarmGroup[],
    all: number,
    order: 'ASC' | 'DESC',
    skip: number,
    take: number,
  ): Promise<AlarmRow[]> {
    let bounds = filter;
    let offset = skip;
    // Counted from the end that the list begins at, which must not be cut off.
    const isOpen = (order === 'DESC' ? filter.endTime : filter.startTime) === undefined;
    if (skip > FAR && scope.of !== 'entity' && isOpen) {
      const place = await tallies.placeOf(scope.id, groups, skip, order);
      if (!place) return [];
      offset = place.skip;
      bounds = order === 'DESC' ? { ...filter, endTime: place.from } : { ...filter, startTime: place.from };
    }
    const direction = order === 'DESC' ? sql`DESC` : sql`ASC`;
    const parts = partsOf(scope, bounds, groups, { order, isFew: all <= FEW });
    if (parts.length === 0) return [];
    return run(sql<AlarmRow>`SELECT ${sql.raw(ALARM_COLUMNS)} FROM (
        SELECT id FROM (${sql.join(parts, sql` UNION ALL `)}) AS found
        ORDER BY created_time ${direction}, id ${direction} LIMIT ${take} OFFSET ${offset}
      ) AS page JOIN alarm AS a ON a.id = page.id ORDER BY a.created_time ${direction}, a.id ${direction}`);
  }

  /** A page of groups that stand one after the other, the newest alarm of each first (or last, in descending order). */
  async function pageOfParts(
    scope: AlarmScope,
    filter: AlarmFilter,
    link: AlarmPageLink,
    parts: readonly { groups: readonly AlarmGroup[]; total: number }[],
  ): Promise<PageData<AlarmRow>> {
    const isReversed = link.sortOrder === 'DESC';
    const order = isReversed ? 'ASC' : 'DESC';
    const rows: AlarmRow[] = [];
    let skip = link.page * link.pageSize;
    let all = 0;
    for (const { groups, total } of isReversed ? parts.toReversed() : parts) {
      const take = Math.min(link.pageSize - rows.length, Math.max(0, total - skip));
      if (take > 0) rows.push(...(await pageInTime(scope, filter, groups, total, order, skip, take)));
      skip = Math.max(0, skip - total);
      all += total;
    }
    return pageData(rows, all, link);
  }

  /** A page in the order of severities or statuses. */
  async function pageInGroups(
    scope: AlarmScope,
    filter: AlarmFilter,
    groups: readonly AlarmGroup[],
    link: AlarmPageLink,
    by: GroupProperty,
  ): Promise<PageData<AlarmRow>> {
    const counted = await Promise.all(groups.map((group) => totals.ofGroup(scope, group)));
    const member = by === 'status' ? 'status' : 'severity';
    const ranks = by === 'severityRank' ? SEVERITY_CODES_BY_GRAVITY : undefined;
    const rankOf = (code: number): number => ranks?.indexOf(code) ?? code;
    const codes = [...new Set(groups.flatMap(({ ranges }) => ranges.map((range) => range[member])))].sort(
      (a, b) => rankOf(a) - rankOf(b),
    );
    const parts = codes.map((code) => {
      const own = groups.map((group) => ({ ...group, ranges: group.ranges.filter((range) => range[member] === code) }));
      const total = own.reduce((sum, { ranges }, at) => sum + sumOf(ranges, counted[at] ?? new Map()), 0);
      return { groups: own, total };
    });
    return pageOfParts(scope, filter, link, parts);
  }

  /** A page in the order of types. */
  async function pageByType(owner: AlarmOwner, filter: AlarmFilter, link: AlarmPageLink): Promise<PageData<AlarmRow>> {
    const { textSearch, pageSize: take } = link;
    const isReversed = link.sortOrder === 'DESC';
    const skip = link.page * take;
    const where = rowConditionOf(filter, textSearch);
    const found = await types.onPage(owner.id, where, { textSearch, isReversed, skip, take });
    const [first] = found.types;
    if (!first) return pageData([], found.total, link);
    // Those between the first and the last type are all on the page.
    if (found.types.reduce((sum, { total }) => sum + total, 0) <= FEW + take) {
      const ofTypes = { ...filter, types: found.types.map(({ type }) => type) };
      const rows = await run(sql<AlarmRow>`SELECT ${sql.raw(ALARM_COLUMNS)} FROM alarm AS a
        WHERE ${conditionOf(owner, ofTypes, textSearch)}
        ORDER BY ${orderOf(link)} LIMIT ${take} OFFSET ${skip - first.before}`);
      return pageData(rows, found.total, link);
    }
    const rows: AlarmRow[] = [];
    for (const { type, isFound, total, before } of found.types) {
      const groups = groupsOf({ ...filter, types: [type] }, textSearch, isFound ? [type] : []);
      const at = Math.max(0, skip - before);
      const wanted = Math.min(take - rows.length, total - at);
      rows.push(...(await pageInTime(owner, filter, groups, total, isReversed ? 'ASC' : 'DESC', at, wanted)));
    }
    return pageData(rows, found.total, link);
  }

  /** The groups of a list; undefined when they have no index. */
  async function listedGroups(
    scope: AlarmScope,
    filter: AlarmFilter,
    textSearch: string | undefined,
  ): Promise<AlarmGroup[] | undefined> {
    if (!textSearch) return groupsOf(filter, undefined, []);
    const pattern = containsPattern(textSearch);
    const found =
      scope.of === 'entity' ? await types.typesOfEntity(scope.id, pattern) : await types.typesOf(scope.id, pattern);
    return found && groupsOf(filter, textSearch, found);
  }

  /** Whether an entity has so few alarms that those of a type, or with a text, are looked for among all of them. */
  async function isFewOfEntity(scope: AlarmScope, filter: AlarmFilter): Promise<boolean> {
    if (scope.of !== 'entity') return false;
    const ranges = rangesOf(filter);
    return sumOf(ranges, await totals.ofScope(scope, ranges)) <= FEW;
  }

  /** Any other page: rows are filtered and sorted. */
  async function pageInSql(scope: AlarmScope, filter: AlarmFilter, link: AlarmPageLink): Promise<PageData<AlarmRow>> {
    const from = sourceOf(scope);
    const where = conditionOf(scope, filter, link.textSearch);
    const order = orderOf(link);
    const walk = walkOf(link);
    const rows = (limits: RawBuilder<unknown>): RawBuilder<AlarmRow> =>
      sql<AlarmRow>`SELECT ${sql.raw(ALARM_COLUMNS)} FROM ${from} WHERE ${where} ORDER BY ${order} ${limits}`;
    if (walk) {
      const next = await walk.next<AlarmRow>(() => {
        const { sql: text, parameters: values } = rows(sql``).compile(db);
        return { text, values };
      });
      return pageData(next, 0, link);
    }
    const offset = link.page * link.pageSize;
    const found = await run(rows(sql`LIMIT ${link.pageSize} OFFSET ${offset}`));
    if (found.length < link.pageSize && (found.length > 0 || offset === 0)) {
      return pageData(found, offset + found.length, link);
    }
    const [counted] = await run(sql<{ total: number }>`SELECT count(*)::integer AS total FROM ${from} WHERE ${where}`);
    return pageData(found, counted?.total ?? 0, link);
  }

  return {
    totalsOf: totals.ofScope,

    /**
     * @throws ApiError 400 / 31 for a property that lists cannot be sorted by
     */
    async page(scope: AlarmScope, filter: AlarmFilter, link: AlarmPageLink): Promise<PageData<AlarmRow>> {
      const { sortProperty = '', textSearch } = link;
      if (sortProperty !== '' && !SORT_COLUMNS.has(sortProperty)) {
        throw badRequest(
          `Unsupported sort property '${sortProperty}'! Only ${[...SORT_COLUMNS.keys()].join(', ')} are allowed.`,
        );
      }
      if (filter.originatorId || walkOf(link)) return pageInSql(scope, filter, link);
      if (sortProperty === 'type' && scope.of !== 'entity' && !isWindowed(filter)) {
        return pageByType(scope, filter, link);
      }
      const isGrouped = isGroup(sortProperty) && !isWindowed(filter);
      const isInTime = sortProperty === '' || sortProperty === 'createdTime';
      const time = scope.of !== 'entity' && (sortProperty === 'startTs' || sortProperty === 'endTs') && sortProperty;
      if (!isGrouped && !isInTime && !time) return pageInSql(scope, filter, link);
      const isNarrowed = textSearch !== undefined || Boolean(filter.types?.length);
      if (isNarrowed && (await isFewOfEntity(scope, filter))) return pageInSql(scope, filter, link);
      const groups = await listedGroups(scope, filter, textSearch);
      if (!groups) return pageInSql(scope, filter, link);
      if (isGrouped) return pageInGroups(scope, filter, groups, link, sortProperty);
      const all = await totals.ofGroups(scope, groups);
      if (all === 0) return pageData([], 0, link);
      if (time) {
        const [total, ofWalked] = await Promise.all([
          totals.inWindow(scope, filter, groups, all),
          tallies.ofOwner(time === 'endTs' ? scope.tenantId : scope.id, rangesOf({})),
        ]);
        const whole = sumOf(rangesOf({}), ofWalked);
        const list = { owner: scope, filter, groups, all, total, candidates: total, whole };
        const order = link.sortOrder ?? 'ASC';
        const window = { skip: link.page * link.pageSize, take: link.pageSize, order };
        return pageData(await timeOrders.page(time, list, window), total, link);
      }
      const order = sortProperty !== '' && link.sortOrder !== 'DESC' ? 'ASC' : 'DESC';
      const skip = link.page * link.pageSize;
      const [rows, total] = await Promise.all([
        pageInTime(scope, filter, groups, all, order, skip, link.pageSize),
        totals.inWindow(scope, filter, groups, all),
      ]);
      return pageData(rows, total, link);
    },
  };
}

export type AlarmLists = ReturnType<typeof createAlarmLists>;
