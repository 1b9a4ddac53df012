import { NULL_UUID } from '@signalbox/contract/id';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Statement } from '../storage/list-places.ts';
import { creationOrder, type RowOrder } from '../storage/paging.ts';

/** Groups of rows that stand one after the other, each in the order of creation: what an index of each group has. */
export interface ListedGroups {
  /** The groups: a row `grouped` each. */
  table: RawBuilder<unknown>;
  where: RawBuilder<SqlBool>;
  /** What they stand by; then by their id. */
  sorted: RawBuilder<unknown>;
  /** The id of its group, of a row. */
  column: RawBuilder<unknown>;
  /** Rows whose group is this one have none; they come last. */
  none?: string;
}

/** The order of a list. */
export interface ListedOrder extends RowOrder {
  /** By the title of the customer, those of one customer together; those without come last. */
  isByCustomer?: boolean;
  /** By other groups. */
  groups?: ListedGroups | undefined;
  /** Equals stand by their id alone, in the direction of the order, and not by their creation. */
  isById?: boolean;
}

/** A list of rows `e` of a table, in SQL. */
export interface ListedRows {
  tenantId: string;
  table: RawBuilder<unknown>;
  /** Columns of a row. */
  select: RawBuilder<unknown>;
  /** What `select` needs of others: joined to the rows of a page, of which it never takes or adds one. */
  joined?: RawBuilder<unknown>;
  where: RawBuilder<SqlBool>;
  /** Whether `where` leaves out rows of the tenant. */
  isNarrow: boolean;
  /** Whether an index has all rows of `where` together. */
  isTogether?: boolean;
  /** Whether no index has `where` and an order of the list together, not even that of creation. */
  isScattered?: boolean;
  order: ListedOrder;
  /** Reads by how much places have moved since a snapshot (`PlaceCorrection`), where what has changed is known. */
  corrected?(places: readonly RowPlace[], since: string): Statement;
}

/** Where a row is in the order of a list. */
export interface RowPlace {
  /** Of the column of the order. */
  value: string | number | null;
  /** Of an order by customer or another group. */
  customer: string;
  time: number | string;
  id: string;
}

interface Window {
  limit: number;
  offset: number;
}

const directionOf = (isDescending: boolean) => (isDescending ? sql`DESC` : sql`ASC`);
/** For lists that show the customer, or are ordered by its title. */
export const CUSTOMER_JOIN = sql`LEFT JOIN customer ON customer.id = e.customer_id`;

/** The groups of an order, if it has any. */
export function groupsOf({ tenantId, order }: Pick<ListedRows, 'tenantId' | 'order'>): ListedGroups | undefined {
  if (!order.isByCustomer) return order.groups;
  return {
    table: sql`customer`,
    where: sql`grouped.tenant_id = ${tenantId}`,
    sorted: sql`lower(grouped.title)`,
    column: sql`e.customer_id`,
    none: NULL_UUID,
  };
}

export const groupJoin = (groups: ListedGroups | undefined): RawBuilder<unknown> =>
  groups ? sql`LEFT JOIN ${groups.table} AS grouped ON grouped.id = ${groups.column}` : sql``;

/** ORDER BY of rows that are equal but for their creation, or their id. */
function tieOrder({ isById, isDescending, isNewestFirst }: ListedOrder, isFromEnd = false): RawBuilder<unknown> {
  return isById
    ? sql`e.id ${directionOf(isDescending !== isFromEnd)}`
    : creationOrder(isNewestFirst !== isFromEnd, 'e');
}

/**
 * ORDER BY of all rows, with their groups joined.
 * @param read what the order's column and the id of a row's group are read from
 */
function wholeOrder(
  list: ListedRows,
  {
    isFromEnd = false,
    value,
    group,
  }: { isFromEnd?: boolean; value?: RawBuilder<unknown>; group?: RawBuilder<unknown> } = {},
): RawBuilder<unknown> {
  const { column, isNullable, isDescending } = list.order;
  const ties = tieOrder(list.order, isFromEnd);
  const direction = directionOf(isDescending !== isFromEnd);
  const nulls = isFromEnd ? sql`NULLS FIRST` : sql`NULLS LAST`;
  const groups = groupsOf(list);
  if (groups) return sql`${groups.sorted} ${direction} ${nulls}, ${group ?? groups.column} ${direction}, ${ties}`;
  return column ? sql`${value ?? column} ${direction} ${isNullable ? nulls : sql``}, ${ties}` : ties;
}

/** All rows of a list, in its order. */
export function orderedRows(list: ListedRows): RawBuilder<unknown> {
  const { table, select, joined, where } = list;
  return sql`SELECT ${select} FROM ${table} AS e ${joined ?? sql``} ${groupJoin(groupsOf(list))}
    WHERE ${where} ORDER BY ${wholeOrder(list)}`;
}

/** The place of every so manieth row, the first and the last one included, how many are before it, and of which snapshot that is. */
export function numberedRows(list: ListedRows, step: number): RawBuilder<RowPlace> {
  const groups = groupsOf(list);
  const value = groups?.sorted ?? list.order.column ?? sql`NULL`;
  return sql`SELECT value, customer, time, id, number - 1 AS rows_before, pg_current_snapshot()::text AS moment FROM (
      SELECT ${value} AS value, ${groups?.column ?? sql`NULL`} AS customer, e.created_time AS time, e.id,
        row_number() OVER in_order AS number, lead(e.id) OVER in_order IS NULL AS is_last
      FROM ${list.table} AS e ${groupJoin(groups)} WHERE ${list.where} WINDOW in_order AS (ORDER BY ${wholeOrder(list)})
    ) AS numbered WHERE number % ${step}::integer = 1 OR is_last ORDER BY number`;
}

/**
 * Ids of rows of a list, in its order: they are found first and sorted then, by what the order needs of them.
 * @param window of these only; from the end they come in the opposite order. Absent: of all
 */
export function sortedRowIds(list: ListedRows, window?: Window & { isFromEnd: boolean }): RawBuilder<{ id: string }> {
  const { table, where, order } = list;
  const groups = groupsOf(list);
  const columns = [sql`e.id`];
  if (!order.isById) columns.push(sql`e.created_time`);
  if (groups) columns.push(sql`${groups.column} AS group_id`);
  else if (order.column) columns.push(sql`${order.column} AS value`);
  const group = sql.ref('e.group_id');
  const by = wholeOrder(list, { isFromEnd: window?.isFromEnd ?? false, value: sql.ref('e.value'), group });
  return sql`WITH found AS MATERIALIZED (SELECT ${sql.join(columns)} FROM ${table} AS e WHERE ${where})
    SELECT e.id FROM found AS e ${groups ? groupJoin({ ...groups, column: group }) : sql``} ORDER BY ${by}
    ${window ? sql`LIMIT ${window.limit} OFFSET ${window.offset}` : sql``}`;
}

/** The places around a page. */
interface Around {
  /** At its first row or before. */
  place: RowPlace;
  /** Behind its last row; absent: the list ends before. */
  until?: RowPlace | undefined;
  /** The last one that is known. */
  last?: RowPlace | undefined;
}

/**
 * Ids of a page, read as parts of an order that one index has each: it has nulls at one end, and a list always has them
 * last.
 * @param around counted from its place and not from the beginning
 * @param isFromEnd counted from the end, and in the opposite order
 */
export function rowIds(
  list: ListedRows,
  { around, isFromEnd = false, limit, offset }: Window & { around?: Around; isFromEnd?: boolean },
): RawBuilder<unknown> {
  const most = limit + offset;
  const groups = groupsOf(list);
  const parts = groups ? partsByGroup(list, groups, around, isFromEnd, most) : partsOf(list, around, isFromEnd, most);
  const [only] = parts;
  if (parts.length === 1) return sql`SELECT id FROM (${only}) AS ordered LIMIT ${limit} OFFSET ${offset}`;
  // A part is read only as far as those before it have not enough.
  const read = parts.map((part, at) => {
    const before = parts.slice(0, at).map((_, other) => sql` - (SELECT count(*) FROM ${sql.ref(`part${other}`)})`);
    return sql`${sql.ref(`part${at}`)} AS MATERIALIZED (SELECT ${at}::integer AS part, row_number() OVER () AS place, id
      FROM (SELECT id FROM (${part}) AS ordered LIMIT greatest(0, ${most}::integer ${sql.join(before, sql``)})) AS needed)`;
  });
  const all = parts.map((_, at) => sql`SELECT * FROM ${sql.ref(`part${at}`)}`);
  return sql`WITH ${sql.join(read)} SELECT id FROM (${sql.join(all, sql` UNION ALL `)}) AS parts ORDER BY part, place
    LIMIT ${limit} OFFSET ${offset}`;
}

/**
 * The same without a place, of a list of which it is known how many rows have no value in its order: these are behind all
 * others, so each part is read from its index alone.
 */
export function rowIdsBesideNulls(
  list: ListedRows,
  { isFromEnd, limit, offset }: Window & { isFromEnd: boolean },
  rows: { withValue: number; without: number },
): RawBuilder<unknown> {
  const sizes = isFromEnd ? [rows.without, rows.withValue] : [rows.withValue, rows.without];
  let before = 0;
  const read = partsOf(list, undefined, isFromEnd, limit + offset).flatMap((part, at) => {
    const size = sizes[at] ?? 0;
    const from = Math.max(0, offset - before);
    const until = Math.min(size, offset + limit - before);
    before += size;
    if (until <= from) return [];
    return [
      sql`SELECT ${at}::integer AS part, row_number() OVER () AS place, id
        FROM (SELECT id FROM (${part}) AS ordered LIMIT ${until - from} OFFSET ${from}) AS needed`,
    ];
  });
  return sql`SELECT id FROM (${sql.join(read, sql` UNION ALL `)}) AS parts ORDER BY part, place`;
}

/** Rows that are at a place or behind it among those that are equal but for their creation or id. */
function fromTie({ isById, isDescending, isNewestFirst }: ListedOrder, { time, id }: RowPlace): RawBuilder<SqlBool> {
  if (isById) return sql`e.id ${isDescending ? sql`<=` : sql`>=`} ${id}::uuid`;
  return sql`(e.created_time, e.id) ${isNewestFirst ? sql`<=` : sql`>=`} (${time}::bigint, ${id}::uuid)`;
}

/** Rows that are before a place among those. */
function untilTie({ isById, isDescending, isNewestFirst }: ListedOrder, { time, id }: RowPlace): RawBuilder<SqlBool> {
  if (isById) return sql`e.id ${isDescending ? sql`>` : sql`<`} ${id}::uuid`;
  return sql`(e.created_time, e.id) ${isNewestFirst ? sql`>` : sql`<`} (${time}::bigint, ${id}::uuid)`;
}

function partsOf(
  { table, where, order }: ListedRows,
  around: Around | undefined,
  isFromEnd: boolean,
  most: number,
): RawBuilder<unknown>[] {
  const { column, isNullable } = order;
  const isDescending = order.isDescending !== isFromEnd;
  const ties = tieOrder(order, isFromEnd);
  const by = column ? sql`${column} ${directionOf(isDescending)}, ${ties}` : ties;
  const part = (...conditions: RawBuilder<unknown>[]) => sql`SELECT e.id FROM ${table} AS e
    WHERE ${sql.join([where, ...conditions], sql` AND `)} ORDER BY ${by} LIMIT ${most}`;
  if (!around) {
    if (!column || !isNullable) return [part()];
    const parts = [part(sql`${column} IS NOT NULL`), part(sql`${column} IS NULL`)];
    return isFromEnd ? parts.reverse() : parts;
  }
  const { place, until, last } = around;
  const rest = fromTie(order, place);
  const end = until ? [untilTie(order, until)] : [];
  if (!column) return [part(rest, ...end)];
  if (place.value === null) return [part(sql`${column} IS NULL`, rest, ...end)];
  if (until?.value === place.value) return [part(sql`${column} = ${place.value}`, rest, ...end)];
  const further = isDescending ? sql`<` : sql`>`;
  const beyond = [sql`${column} ${further} ${place.value}`];
  const isUntilValue = until !== undefined && until.value !== null;
  // Rows that are equal but for their id are sorted, for which one more is read than the page has: that may be far away.
  const fence = until ?? last;
  const isFenced = fence !== undefined && fence.value !== null;
  if (isFenced) beyond.push(sql`${column} ${isDescending ? sql`>=` : sql`<=`} ${fence.value}`);
  return [
    part(sql`${column} = ${place.value}`, rest),
    part(...beyond),
    ...(isFenced && !until ? [part(sql`${column} ${further} ${fence.value}`)] : []),
    ...(isNullable && !isUntilValue ? [part(sql`${column} IS NULL`, ...end)] : []),
  ];
}

/** The rows of each group after those of another, so that all are read from the index that knows their group. */
function partsByGroup(
  { table, where, order }: ListedRows,
  { table: groups, where: whereGroup, sorted, column, none }: ListedGroups,
  around: Around | undefined,
  isFromEnd: boolean,
  most: number,
): RawBuilder<unknown>[] {
  const ties = tieOrder(order, isFromEnd);
  const direction = directionOf(order.isDescending !== isFromEnd);
  const ofOne = (condition: RawBuilder<unknown>) => sql`SELECT e.id FROM ${table} AS e WHERE ${where} AND ${condition}
    ORDER BY ${ties} LIMIT ${most}`;
  const ofOthers = (condition: RawBuilder<unknown>) => sql`SELECT own.id FROM (
      SELECT grouped.id FROM ${groups} AS grouped WHERE ${whereGroup} ${condition}
      ORDER BY ${sorted} ${direction}, grouped.id ${direction}
    ) AS one CROSS JOIN LATERAL (${ofOne(sql`${column} = one.id`)}) AS own LIMIT ${most}`;
  const ofNone = none === undefined ? undefined : sql<SqlBool>`${column} = ${none}`;
  if (!around) {
    const parts = [ofOthers(sql``), ...(ofNone ? [ofOne(ofNone)] : [])];
    return isFromEnd ? parts.reverse() : parts;
  }
  const { place, until } = around;
  const rest = fromTie(order, place);
  if (until && until.customer === place.customer) {
    return [ofOne(sql`${column} = ${place.customer} AND ${rest} AND ${untilTie(order, until)}`)];
  }
  if (place.value === null) return ofNone ? [ofOne(sql`${ofNone} AND ${rest}`)] : [];
  const beyond = order.isDescending ? sql`<` : sql`>`;
  return [
    ofOne(sql`${column} = ${place.customer} AND ${rest}`),
    ofOthers(sql`AND (${sorted}, grouped.id) ${beyond} (${place.value}::text, ${place.customer}::uuid)`),
    ...(ofNone ? [ofOne(ofNone)] : []),
  ];
}
