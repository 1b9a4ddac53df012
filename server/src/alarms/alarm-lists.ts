import { NULL_UUID } from '@signalbox/contract/id';
import { type PageData, pageData, type SortDirection } from '@signalbox/contract/page';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { badRequest } from '../http/errors.ts';
import type { Database } from '../storage/database.ts';
import { walkOf } from '../storage/list-walk.ts';
import { containsPattern } from '../storage/paging.ts';
import { SEVERITIES_BY_CODE, STATUSES_BY_CODE } from './alarm-codes.ts';
import { type AlarmFilter, type AlarmRange, isWindowed, rangesOf } from './alarm-filter.ts';
import { ALARM_COLUMNS, type AlarmRow } from './alarm-record.ts';
import { type AlarmTallies, MINUTE, sumOf } from './alarm-tallies.ts';

/** Whose alarms a list has. */
export type AlarmScope =
  | { of: 'tenant' | 'customer'; id: string }
  /** About it, or propagated to it. */
  | { of: 'entity'; id: string };

/** A page of a list of alarms. */
export interface AlarmPageLink {
  pageSize: number;
  page: number;
  textSearch?: string | undefined;
  sortProperty?: string | undefined;
  sortOrder?: SortDirection | undefined;
}

/** Rows of `a` in SQL, and where they are found. */
const SORT_COLUMNS: ReadonlyMap<string, RawBuilder<unknown>> = new Map(
  Object.entries({
    createdTime: sql`a.created_time`,
    startTs: sql`a.start_ts`,
    endTs: sql`a.end_ts`,
    type: sql`a.type`,
    ackTs: sql`a.ack_ts`,
    clearTs: sql`a.clear_ts`,
    severity: sql`a.severity`,
    status: sql`a.status`,
  }),
);
/** From so many rows on it is cheaper to look up where in time they end than to walk over them. */
const FAR = 2_000;

/** Pages of alarms. Those in the order of creation, of severity or of status are index walks, however far they are. */
export function createAlarmLists(db: Database, tallies: AlarmTallies) {
  const run = async <Row>(statement: RawBuilder<Row>): Promise<Row[]> => (await statement.execute(db)).rows;

  /** A page in the order of creation. */
  async function pageInTime(
    scope: AlarmScope,
    filter: AlarmFilter,
    ranges: readonly AlarmRange[],
    order: 'ASC' | 'DESC',
    skip: number,
    take: number,
  ): Promise<AlarmRow[]> {
    let bounds = filter;
    let offset = skip;
    // Counted from the end that the list begins at, which must not be cut off.
    const isOpen = (order === 'DESC' ? filter.endTime : filter.startTime) === undefined;
    if (skip > FAR && scope.of !== 'entity' && isOpen) {
      const place = await tallies.placeOf(scope.id, ranges, skip, order);
      if (!place) return [];
      offset = place.skip;
      bounds = order === 'DESC' ? { ...filter, endTime: place.from } : { ...filter, startTime: place.from };
    }
    const direction = order === 'DESC' ? sql`DESC` : sql`ASC`;
    return run(sql<AlarmRow>`SELECT ${sql.raw(ALARM_COLUMNS)} FROM (
        SELECT id FROM (${unionOf(scope, bounds, ranges, order)}) AS found
        ORDER BY created_time ${direction}, id ${direction} LIMIT ${take} OFFSET ${offset}
      ) AS page JOIN alarm AS a ON a.id = page.id ORDER BY a.created_time ${direction}, a.id ${direction}`);
  }

  /** A page in the order of severities or statuses, the newest of each first (or last, in descending order). */
  async function pageInGroups(
    scope: AlarmScope,
    filter: AlarmFilter,
    link: AlarmPageLink,
    by: 'severity' | 'status',
  ): Promise<PageData<AlarmRow>> {
    const ranges = rangesOf(filter);
    const totals = await totalsOf(scope, ranges);
    const isReversed = link.sortOrder === 'DESC';
    const groups = [...new Set(ranges.map((range) => range[by]))].sort((a, b) => (isReversed ? b - a : a - b));
    const rows: AlarmRow[] = [];
    let skip = link.page * link.pageSize;
    let all = 0;
    for (const group of groups) {
      const own = ranges.filter((range) => range[by] === group);
      const total = sumOf(own, totals);
      const take = Math.min(link.pageSize - rows.length, Math.max(0, total - skip));
      if (take > 0) rows.push(...(await pageInTime(scope, filter, own, isReversed ? 'ASC' : 'DESC', skip, take)));
      skip = Math.max(0, skip - total);
      all += total;
    }
    return pageData(rows, all, link);
  }

  /** Alarms of each range, without a window. */
  function totalsOf(scope: AlarmScope, ranges: readonly AlarmRange[]): Promise<Map<string, number>> {
    return scope.of === 'entity'
      ? tallies.ofEntities([scope.id], ranges, { places: true })
      : tallies.ofOwner(scope.id, ranges);
  }

  async function total(scope: AlarmScope, filter: AlarmFilter, ranges: readonly AlarmRange[]): Promise<number> {
    if (ranges.length === 0) return 0;
    if (!isWindowed(filter)) return sumOf(ranges, await totalsOf(scope, ranges));
    const count = async (bounds: AlarmFilter): Promise<number> => {
      const rows = await run(sql<{ total: number }>`SELECT count(*)::integer AS total
        FROM (${unionOf(scope, bounds, ranges)}) AS found`);
      return rows[0]?.total ?? 0;
    };
    if (scope.of === 'entity') return count(filter);
    const { startTime = 0, endTime = Date.now() + MINUTE } = filter;
    const [first, last] = [Math.ceil(startTime / MINUTE), Math.floor((endTime + 1) / MINUTE) - 1];
    if (last < first) return count(filter);
    const edges = [
      { startTime, endTime: first * MINUTE - 1 },
      { startTime: (last + 1) * MINUTE, endTime },
    ].filter((edge) => edge.startTime <= edge.endTime);
    const parts = await Promise.all([tallies.countMinutes(scope.id, ranges, first, last), ...edges.map(count)]);
    return parts.reduce((sum, part) => sum + part, 0);
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
    totalsOf,

    /** The rows of a page in the order of creation. */
    rowsInTime(scope: AlarmScope, filter: AlarmFilter, link: AlarmPageLink): Promise<AlarmRow[]> {
      const order = link.sortOrder === 'ASC' ? 'ASC' : 'DESC';
      return pageInTime(scope, filter, rangesOf(filter), order, link.page * link.pageSize, link.pageSize);
    },

    /**
     * @throws ApiError 400 / 31 for a property that lists cannot be sorted by
     */
    async page(scope: AlarmScope, filter: AlarmFilter, link: AlarmPageLink): Promise<PageData<AlarmRow>> {
      const { sortProperty = '' } = link;
      if (sortProperty !== '' && !SORT_COLUMNS.has(sortProperty)) {
        throw badRequest(
          `Unsupported sort property '${sortProperty}'! Only ${[...SORT_COLUMNS.keys()].join(', ')} are allowed.`,
        );
      }
      if (link.textSearch || filter.types?.length || walkOf(link)) return pageInSql(scope, filter, link);
      if ((sortProperty === 'severity' || sortProperty === 'status') && !isWindowed(filter)) {
        return pageInGroups(scope, filter, link, sortProperty);
      }
      if (sortProperty !== '' && sortProperty !== 'createdTime') return pageInSql(scope, filter, link);
      const ranges = rangesOf(filter);
      const order = sortProperty !== '' && link.sortOrder !== 'DESC' ? 'ASC' : 'DESC';
      const skip = link.page * link.pageSize;
      const [rows, all] = await Promise.all([
        ranges.length === 0 ? [] : pageInTime(scope, filter, ranges, order, skip, link.pageSize),
        total(scope, filter, ranges),
      ]);
      return pageData(rows, all, link);
    },
  };
}

export type AlarmLists = ReturnType<typeof createAlarmLists>;

const isOwn = ({ of, id }: AlarmScope): RawBuilder<SqlBool> => {
  if (of === 'tenant') return sql`tenant_id = ${id}`;
  // Named so that the index on alarms with a customer fits.
  if (of === 'customer') return sql`customer_id = ${id} AND customer_id <> ${sql.lit(NULL_UUID)}`;
  return sql`originator_id = ${id}`;
};

function windowOf({ startTime, endTime }: AlarmFilter): RawBuilder<unknown> {
  const after = startTime === undefined ? sql`` : sql` AND created_time >= ${startTime}`;
  return endTime === undefined ? after : sql`${after} AND created_time <= ${endTime}`;
}

/**
 * `id` and `created_time` of the alarms of each range: walks of an index. Where each has the order of the whole, they are
 * merged instead of sorted.
 */
function unionOf(
  scope: AlarmScope,
  filter: AlarmFilter,
  ranges: readonly AlarmRange[],
  order?: 'ASC' | 'DESC',
): RawBuilder<unknown> {
  const window = windowOf(filter);
  const ordered = (id: string): RawBuilder<unknown> => {
    if (!order) return sql``;
    const direction = sql.raw(order);
    return sql` ORDER BY created_time ${direction}, ${sql.ref(id)} ${direction}`;
  };
  const parts = ranges.flatMap(({ severity, status }) => {
    const range = sql`severity = ${sql.lit(severity)} AND status = ${sql.lit(status)}${window}`;
    const own = sql`(SELECT id, created_time FROM alarm WHERE ${isOwn(scope)} AND ${range}${ordered('id')})`;
    if (scope.of !== 'entity') return [own];
    return [
      own,
      sql`(SELECT alarm_id, created_time FROM alarm_place
        WHERE entity_id = ${scope.id} AND ${range}${ordered('alarm_id')})`,
    ];
  });
  return sql.join(parts, sql` UNION ALL `);
}

function sourceOf(scope: AlarmScope): RawBuilder<unknown> {
  if (scope.of !== 'entity') return sql`alarm AS a`;
  return sql`(SELECT alarm.* FROM alarm WHERE ${isOwn(scope)}
    UNION ALL SELECT alarm.* FROM alarm_place AS place JOIN alarm ON alarm.id = place.alarm_id
      WHERE place.entity_id = ${scope.id}) AS a`;
}

function conditionOf(
  scope: AlarmScope,
  { severities, statuses, types, ...filter }: AlarmFilter,
  textSearch: string | undefined,
): RawBuilder<SqlBool> {
  const conditions: RawBuilder<unknown>[] = [scope.of === 'entity' ? sql`true` : isOwn(scope)];
  const ranges = rangesOf({ severities, statuses });
  if (severities)
    conditions.push(sql`severity = ANY(${[...new Set(ranges.map(({ severity }) => severity))]}::smallint[])`);
  if (statuses) conditions.push(sql`status = ANY(${[...new Set(ranges.map(({ status }) => status))]}::smallint[])`);
  if (types?.length) conditions.push(sql`type = ANY(${types}::text[])`);
  if (textSearch) conditions.push(textCondition(textSearch));
  return sql`${sql.join(conditions, sql` AND `)}${windowOf(filter)}`;
}

/** Type, severity or status contains the text; those of few values are found by their numbers. */
function textCondition(textSearch: string): RawBuilder<SqlBool> {
  const text = textSearch.toLowerCase();
  const codesOf = (names: readonly string[]): number[] =>
    names.flatMap((name, code) => (name.toLowerCase().includes(text) ? [code] : []));
  return sql`(lower(type) LIKE ${containsPattern(textSearch)}
    OR severity = ANY(${codesOf(SEVERITIES_BY_CODE)}::smallint[])
    OR status = ANY(${codesOf(STATUSES_BY_CODE)}::smallint[]))`;
}

function orderOf({ sortProperty, sortOrder }: AlarmPageLink): RawBuilder<unknown> {
  const newest = sql`a.created_time DESC, a.id DESC`;
  const oldest = sql`a.created_time ASC, a.id ASC`;
  if (!sortProperty) return newest;
  if (sortProperty === 'createdTime') return sortOrder === 'DESC' ? newest : oldest;
  const column = SORT_COLUMNS.get(sortProperty) as RawBuilder<unknown>;
  return sortOrder === 'DESC' ? sql`${column} DESC, ${oldest}` : sql`${column} ASC, ${newest}`;
}
