import { NULL_UUID } from '@signalbox/contract/id';
import type { SortDirection } from '@signalbox/contract/page';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { containsPattern } from '../storage/paging.ts';
import { SEVERITIES_BY_CODE, SEVERITY_CODES_BY_GRAVITY, STATUSES_BY_CODE } from './alarm-codes.ts';
import { type AlarmFilter, type AlarmGroup, type AlarmRange, rangesOf } from './alarm-filter.ts';

/** A tenant or a customer, whose alarms a list has. */
export interface AlarmOwner {
  of: 'tenant' | 'customer';
  id: string;
  tenantId: string;
}

/** Whose alarms a list has. */
export type AlarmScope =
  | AlarmOwner
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

/** Rows of `a` in SQL, and where they are found; `severity` is sorted by name, `severityRank` begins with the gravest. */
export const SORT_COLUMNS: ReadonlyMap<string, RawBuilder<unknown>> = new Map(
  Object.entries({
    createdTime: sql`a.created_time`,
    startTs: sql`a.start_ts`,
    endTs: sql`a.end_ts`,
    type: sql`a.type`,
    ackTs: sql`a.ack_ts`,
    clearTs: sql`a.clear_ts`,
    severity: sql`a.severity`,
    status: sql`a.status`,
    severityRank: sql`array_position(${sql.lit(`{${SEVERITY_CODES_BY_GRAVITY.join()}}`)}::smallint[], a.severity)`,
  }),
);
/** From so many rows on it is cheaper to look up where in time they end than to walk over them. */
export const FAR = 2_000;
/** Ranges of types that are merged; of more than that the alarms of the types are looked for among those of all. */
const MAX_MERGED = 100;

export const isOwn = ({ of, id }: AlarmScope): RawBuilder<SqlBool> => {
  if (of === 'tenant') return sql`tenant_id = ${id}`;
  // Named so that the index on alarms with a customer fits.
  if (of === 'customer') return sql`customer_id = ${id} AND customer_id <> ${sql.lit(NULL_UUID)}`;
  return sql`originator_id = ${id}`;
};

export function windowOf({ startTime, endTime }: AlarmFilter): RawBuilder<unknown> {
  const after = startTime === undefined ? sql`` : sql` AND created_time >= ${startTime}`;
  return endTime === undefined ? after : sql`${after} AND created_time <= ${endTime}`;
}

/**
 * `id` and `created_time` of the alarms of each range of each type: walks of an index. Where each has the order of the
 * whole, they are merged instead of sorted.
 * @param isWithOriginator `originator_id` too, of a tenant
 */
export function partsOf(
  scope: AlarmScope,
  filter: AlarmFilter,
  groups: readonly AlarmGroup[],
  { order, isFew, isWithOriginator }: { order?: 'ASC' | 'DESC'; isFew: boolean; isWithOriginator?: boolean },
): RawBuilder<unknown>[] {
  const window = windowOf(filter);
  const ordered = (id: string): RawBuilder<unknown> => {
    if (!order) return sql``;
    const direction = sql.raw(order);
    return sql` ORDER BY created_time ${direction}, ${sql.ref(id)} ${direction}`;
  };
  const isOf = ({ severity, status }: AlarmRange): RawBuilder<unknown> =>
    sql`severity = ${sql.lit(severity)} AND status = ${sql.lit(status)}${window}`;
  const manyOf = (types: readonly string[]): RawBuilder<unknown> => sql`type = ANY(${types}::text[])`;
  if (scope.of === 'entity') {
    // Their indexes have the type of each row.
    return groups.flatMap(({ types, ranges }) => {
      const ofTypes = types ? sql` AND ${manyOf(types)}` : sql``;
      return ranges.flatMap((range) => [
        sql`(SELECT id, created_time FROM alarm WHERE ${isOwn(scope)} AND ${isOf(range)}${ofTypes}${ordered('id')})`,
        sql`(SELECT alarm_id, created_time FROM alarm_place
          WHERE entity_id = ${scope.id} AND ${isOf(range)}${ofTypes}${ordered('alarm_id')})`,
      ]);
    });
  }
  const columns = sql.raw(isWithOriginator ? 'id, created_time, originator_id' : 'id, created_time');
  return groups.flatMap(({ types, ranges }) => {
    if (types && isFew && types.length * ranges.length > MAX_MERGED) {
      const [severities, statuses] = [ranges.map((range) => range.severity), ranges.map((range) => range.status)];
      return [
        sql`(SELECT ${columns} FROM alarm WHERE ${isOwn(scope)} AND ${manyOf(types)}
          AND (severity, status) IN (SELECT * FROM unnest(${severities}::smallint[], ${statuses}::smallint[]))${window})`,
      ];
    }
    if (types && types.length * ranges.length > MAX_MERGED) {
      // OFFSET 0 keeps the types out of the walks: they are looked at in each row.
      return ranges.map(
        (range) => sql`(SELECT ${columns} FROM (
            SELECT ${columns}, type FROM alarm WHERE ${isOwn(scope)} AND ${isOf(range)}${ordered('id')} OFFSET 0
          ) AS walked WHERE ${manyOf(types)}${ordered('id')})`,
      );
    }
    const ofTypes = types?.map((type) => sql` AND type = ${type}`) ?? [sql``];
    return ofTypes.flatMap((ofType) =>
      ranges.map(
        (range) =>
          sql`(SELECT ${columns} FROM alarm WHERE ${isOwn(scope)}${ofType} AND ${isOf(range)}${ordered('id')})`,
      ),
    );
  });
}

export function sourceOf(scope: AlarmScope): RawBuilder<unknown> {
  if (scope.of !== 'entity') return sql`alarm AS a`;
  return sql`(SELECT alarm.* FROM alarm WHERE ${isOwn(scope)}
    UNION ALL SELECT alarm.* FROM alarm_place AS place JOIN alarm ON alarm.id = place.alarm_id
      WHERE place.entity_id = ${scope.id}) AS a`;
}

export function conditionOf(
  scope: AlarmScope,
  filter: AlarmFilter,
  textSearch: string | undefined,
): RawBuilder<SqlBool> {
  const own = scope.of === 'entity' ? sql`true` : isOwn(scope);
  const ofOriginator = filter.originatorId ? sql` AND originator_id = ${filter.originatorId}` : sql``;
  return sql`${own} AND ${rowConditionOf(filter, textSearch)}${ofOriginator}${windowOf(filter)}`;
}

/** What a filter and a text search ask of types, severities and statuses. */
export function rowConditionOf(
  { severities, statuses, types }: AlarmFilter,
  textSearch: string | undefined,
): RawBuilder<SqlBool> {
  const conditions: RawBuilder<unknown>[] = [sql`true`];
  const ranges = rangesOf({ severities, statuses });
  if (severities)
    conditions.push(sql`severity = ANY(${[...new Set(ranges.map(({ severity }) => severity))]}::smallint[])`);
  if (statuses) conditions.push(sql`status = ANY(${[...new Set(ranges.map(({ status }) => status))]}::smallint[])`);
  if (types?.length) conditions.push(sql`type = ANY(${types}::text[])`);
  if (textSearch) conditions.push(textCondition(textSearch));
  return sql`${sql.join(conditions, sql` AND `)}`;
}

/** Type, severity or status contains the text; those of few values are found by their numbers. */
export function textCondition(textSearch: string): RawBuilder<SqlBool> {
  const text = textSearch.toLowerCase();
  const codesOf = (names: readonly string[]): number[] =>
    names.flatMap((name, code) => (name.toLowerCase().includes(text) ? [code] : []));
  return sql`(lower(type) LIKE ${containsPattern(textSearch)}
    OR severity = ANY(${codesOf(SEVERITIES_BY_CODE)}::smallint[])
    OR status = ANY(${codesOf(STATUSES_BY_CODE)}::smallint[]))`;
}

export function orderOf({
  sortProperty,
  sortOrder,
}: Pick<AlarmPageLink, 'sortProperty' | 'sortOrder'>): RawBuilder<unknown> {
  const newest = sql`a.created_time DESC, a.id DESC`;
  const oldest = sql`a.created_time ASC, a.id ASC`;
  if (!sortProperty) return newest;
  if (sortProperty === 'createdTime') return sortOrder === 'DESC' ? newest : oldest;
  const column = SORT_COLUMNS.get(sortProperty) as RawBuilder<unknown>;
  return sortOrder === 'DESC' ? sql`${column} DESC, ${oldest}` : sql`${column} ASC, ${newest}`;
}
