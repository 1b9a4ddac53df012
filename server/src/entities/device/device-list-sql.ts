import { NULL_UUID } from '@signalbox/contract/id';
import type { PageLink } from '@signalbox/contract/page';
import { containsPattern } from '../../storage/paging.ts';
import type { ListFilter } from './device-filter.ts';
import { type ListOrder, type Place, rangesOf, tieOf, withoutNulls } from './device-list-order.ts';

/** Collects the values of a statement while its text is built. */
export function createParameters(known: readonly unknown[] = []) {
  const values = [...known];
  return { values, add: (value: unknown): string => `$${values.push(value)}` };
}
export type Parameters = ReturnType<typeof createParameters>;

/**
 * How devices with a text are found: by its index, whichever table they are listed from, where it finds few; in the order of
 * the list, whatever the planner thinks of the text, where it finds nearly all; or as the planner thinks.
 */
export type Finding = 'few' | 'nearlyAll' | 'any';

/** What the devices of a list have in common, as SQL on `device`: the table of that name, or that of states. */
export function listConditions(
  parameters: Parameters,
  tenantId: string,
  link: PageLink,
  filter: ListFilter,
  finding: Finding = 'any',
): string {
  const tenant = parameters.add(tenantId);
  const all = [`device.tenant_id = ${tenant}`];
  if (filter.customerId) all.push(`device.customer_id = ${parameters.add(filter.customerId)}`);
  if (filter.deviceProfileId) all.push(`device.device_profile_id = ${parameters.add(filter.deviceProfileId)}`);
  if (link.textSearch) {
    const pattern = parameters.add(containsPattern(link.textSearch));
    const isFound = `lower(device.name) LIKE ${pattern}`;
    const byFinding: Record<Finding, string> = {
      few: `device.id IN (SELECT named.id FROM device AS named
            WHERE named.tenant_id = ${tenant} AND lower(named.name) LIKE ${pattern})`,
      // No index answers this.
      nearlyAll: `(${isFound}) IS TRUE`,
      any: isFound,
    };
    all.push(byFinding[finding]);
  }
  if (filter.active !== undefined) all.push(`device.active = ${parameters.add(filter.active)}`);
  return all.join(' AND ');
}

/** The same as SQL on `activity`, which is not searched; the tenant is `$1`. */
export function activityConditions(parameters: Parameters, tenantId: string, filter: ListFilter): string {
  const all = [`activity.tenant_id = ${parameters.add(tenantId)}`];
  if (filter.deviceProfileId) all.push(`activity.profile_id = ${parameters.add(filter.deviceProfileId)}`);
  // The index of customers has no devices without one.
  if (filter.customerId) {
    all.push(`activity.customer_id = ${parameters.add(filter.customerId)}`, `activity.customer_id <> '${NULL_UUID}'`);
  }
  if (filter.active !== undefined) all.push(`activity.active = ${parameters.add(filter.active)}`);
  return all.join(' AND ');
}

/** Ids of some rows of a list, in its order. Only ids, so that an index alone can answer. @param range of these rows only */
export function orderedIds(where: string, order: ListOrder, limits: string, range?: string): string {
  return `SELECT ${tieOf(order).id} AS id FROM ${order.table} WHERE ${where}${range ? ` AND ${range}` : ''}
    ORDER BY ${range ? withoutNulls(order) : order.by} ${limits}`;
}

/**
 * The same in an order of their activity for the tenant `$1`, among the first `depth` devices of that order only: fewer rows than were asked
 * for mean that it has to be looked further.
 */
export function nearActivityIds(
  where: string,
  order: ListOrder,
  limits: string,
  active: string,
  depth: number,
): string {
  return `WITH near AS MATERIALIZED (
      SELECT device_id, created_time, active, last_activity_time FROM device_activity AS activity
      WHERE activity.tenant_id = $1${active} ORDER BY ${order.by} LIMIT ${depth}
    ) SELECT device.id FROM near AS activity JOIN device ON device.id = activity.device_id
    WHERE ${where} ORDER BY ${order.by} ${limits}`;
}

/**
 * Every so manieth row of a list, the first one included, and how many are before it. Ranges are numbered one by one, so that
 * nothing is sorted.
 */
export function numberedPlaces(where: string, order: ListOrder, step: string): string {
  const { time, id } = tieOf(order);
  const numbered = (
    by: string,
    rows: string,
    before = '0',
  ) => `SELECT ${order.column ?? 'NULL'} AS value, ${time} AS time,
      ${id} AS id, row_number() OVER (ORDER BY ${by}) + ${before} AS number FROM ${rows}`;
  const rows = `${order.table} WHERE ${where}`;
  const [first, second] = rangesOf(order, false) ?? [];
  const by = withoutNulls(order);
  const all =
    first && second
      ? `${numbered(by, `${rows} AND ${first}`)} UNION ALL
        ${numbered(by, `${rows} AND ${second}`, `(SELECT count(*) FROM ${rows} AND ${first})`)}`
      : numbered(order.by, rows);
  return `SELECT value, time, id, number - 1 AS rows_before, pg_current_snapshot()::text AS moment
    FROM (${all}) AS numbered WHERE number % ${step}::integer = 1 ORDER BY number`;
}

/** Ids of rows of a list from a place on: those that equal it, those beyond, and those without a value. */
export function idsFromPlace(
  parameters: Parameters,
  where: string,
  order: ListOrder,
  place: Place,
  window: { limit: number; offset: number },
): string {
  const { column } = order;
  const tie = tieOf(order);
  const [time, id] = [parameters.add(place.time), parameters.add(place.id)];
  const equals = `(${tie.time}, ${tie.id}) ${order.newestFirst ? '<=' : '>='} (${time}::bigint, ${id}::uuid)`;
  const ranges: string[] = [];
  if (!column) ranges.push(equals);
  else if (place.value === null) ranges.push(`${column} IS NULL AND ${equals}`);
  else {
    const value = parameters.add(place.value);
    ranges.push(`${column} = ${value} AND ${equals}`, `${column} ${order.direction === 'ASC' ? '>' : '<'} ${value}`);
    if (order.nullable) ranges.push(`${column} IS NULL`);
  }
  return idsOfRanges(parameters, where, order, ranges, window);
}

/** Ids of the rows of ranges, one after the other, each in its order. */
export function idsOfRanges(
  parameters: Parameters,
  where: string,
  order: ListOrder,
  ranges: readonly string[],
  window: { limit: number; offset: number },
): string {
  const most = parameters.add(window.offset + window.limit);
  const by = withoutNulls(order);
  // A range is read only as far as those before it have not enough: what it has of a list may be far away.
  const parts = ranges.map((range, at) => {
    const before = ranges.slice(0, at).map((_, other) => ` - (SELECT count(*) FROM part${other})`);
    return `part${at} AS MATERIALIZED (SELECT row_number() OVER () AS place, id FROM (
        SELECT * FROM (
          SELECT ${tieOf(order).id} AS id FROM ${order.table} WHERE ${where} AND ${range} ORDER BY ${by} LIMIT ${most}
        ) AS most LIMIT greatest(0, ${most}::bigint${before.join('')})
      ) AS needed)`;
  });
  const all = ranges.map((_, at) => `SELECT ${at} AS part, place, id FROM part${at}`);
  return `WITH ${parts.join(', ')} SELECT id FROM (${all.join(' UNION ALL ')}) AS rest ORDER BY part, place
    LIMIT ${parameters.add(window.limit)} OFFSET ${parameters.add(window.offset)}`;
}

/** The same where few devices match: they are found first and sorted then, whatever the order. */
export function sortedIds(where: string, order: ListOrder, limits: string, active: string): string {
  if (order.ofActivity) {
    // Their ids are all that is needed of them: an index alone has them.
    return `WITH found AS MATERIALIZED (SELECT id FROM device WHERE ${where})
      SELECT activity.device_id AS id FROM found JOIN device_activity AS activity ON activity.device_id = found.id
      WHERE activity.tenant_id = $1${active} ORDER BY ${order.by} ${limits}`;
  }
  // An index that has the customer has these columns, and no others.
  const [, column] = /device\.(\w+)/.exec(order.column ?? '') ?? [];
  return `WITH found AS MATERIALIZED (
      SELECT id, created_time${column ? `, ${column}` : ''} FROM ${order.table} WHERE ${where}
    ) SELECT device.id FROM found AS device ORDER BY ${order.by} ${limits}`;
}
