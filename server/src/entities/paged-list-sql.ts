import { NULL_UUID } from '@signalbox/contract/id';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { creationOrder, type RowOrder } from '../storage/paging.ts';

/** The order of a list of entities that have at most one customer each. */
export interface ListedOrder extends RowOrder {
  /** By the title of the customer, those of one customer together; those without come last. */
  isByCustomer?: boolean;
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
  /** Whether no index has `where` and an order of the list together, not even that of creation. */
  isScattered?: boolean;
  order: ListedOrder;
}

/** Where a row is in the order of a list. */
export interface RowPlace {
  /** Of the column of the order. */
  value: string | number | null;
  /** Of an order by customer. */
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
const CUSTOMER_TITLE = sql`lower(customer.title)`;
const NO_CUSTOMER = sql<SqlBool>`e.customer_id = ${NULL_UUID}`;

/** ORDER BY of all rows. */
function wholeOrder({ order }: ListedRows): RawBuilder<unknown> {
  const { column, isNullable, isDescending, isNewestFirst, isByCustomer } = order;
  const creation = creationOrder(isNewestFirst, 'e');
  const direction = directionOf(isDescending);
  if (isByCustomer) return sql`${CUSTOMER_TITLE} ${direction} NULLS LAST, e.customer_id ${direction}, ${creation}`;
  return column ? sql`${column} ${direction} ${isNullable ? sql`NULLS LAST` : sql``}, ${creation}` : creation;
}

/** All rows of a list, in its order. */
export function orderedRows(list: ListedRows): RawBuilder<unknown> {
  const { table, select, joined, where } = list;
  return sql`SELECT ${select} FROM ${table} AS e ${joined ?? sql``} WHERE ${where} ORDER BY ${wholeOrder(list)}`;
}

/** The place of every so manieth row, the first one included. */
export function numberedRows(list: ListedRows, step: number): RawBuilder<RowPlace> {
  const { column, isByCustomer } = list.order;
  const value = isByCustomer ? CUSTOMER_TITLE : (column ?? sql`NULL`);
  return sql`SELECT value, customer, time, id FROM (
      SELECT ${value} AS value, ${isByCustomer ? sql`e.customer_id` : sql`NULL`} AS customer, e.created_time AS time, e.id,
        row_number() OVER (ORDER BY ${wholeOrder(list)}) AS number
      FROM ${list.table} AS e ${isByCustomer ? CUSTOMER_JOIN : sql``} WHERE ${list.where}
    ) AS numbered WHERE number % ${step}::integer = 1 ORDER BY number`;
}

/** Ids of all rows of a list, in its order: they are found first and sorted then. */
export function sortedRowIds(list: ListedRows): RawBuilder<{ id: string }> {
  return sql`WITH found AS MATERIALIZED (SELECT e.* FROM ${list.table} AS e WHERE ${list.where})
    SELECT e.id FROM found AS e ${list.order.isByCustomer ? CUSTOMER_JOIN : sql``} ORDER BY ${wholeOrder(list)}`;
}

/**
 * Ids of a page, read as parts of an order that one index has each: it has nulls at one end, and a list always has them
 * last.
 * @param place counted from there and not from the beginning
 * @param isFromEnd counted from the end, and in the opposite order
 */
export function rowIds(
  list: ListedRows,
  { place, isFromEnd = false, limit, offset }: Window & { place?: RowPlace; isFromEnd?: boolean },
): RawBuilder<unknown> {
  const most = limit + offset;
  const parts = list.order.isByCustomer
    ? partsByCustomer(list, place, isFromEnd, most)
    : partsOf(list, place, isFromEnd, most);
  const numbered = parts.map(
    (part, at) => sql`(SELECT ${at}::integer AS part, row_number() OVER () AS place, id
    FROM (${part}) AS ordered)`,
  );
  const [only] = parts;
  if (parts.length === 1) return sql`SELECT id FROM (${only}) AS ordered LIMIT ${limit} OFFSET ${offset}`;
  return sql`SELECT id FROM (${sql.join(numbered, sql` UNION ALL `)}) AS parts ORDER BY part, place
    LIMIT ${limit} OFFSET ${offset}`;
}

/** Rows that are at a place or behind it among those that are equal but for their creation. */
function fromCreation({ isNewestFirst }: RowOrder, { time, id }: RowPlace): RawBuilder<SqlBool> {
  const compare = isNewestFirst ? sql`<=` : sql`>=`;
  return sql`(e.created_time, e.id) ${compare} (${time}::bigint, ${id}::uuid)`;
}

function partsOf(
  { table, where, order }: ListedRows,
  place: RowPlace | undefined,
  isFromEnd: boolean,
  most: number,
): RawBuilder<unknown>[] {
  const { column, isNullable } = order;
  const isDescending = order.isDescending !== isFromEnd;
  const creation = creationOrder(order.isNewestFirst !== isFromEnd, 'e');
  const by = column ? sql`${column} ${directionOf(isDescending)}, ${creation}` : creation;
  const part = (condition: RawBuilder<unknown>) => sql`SELECT e.id FROM ${table} AS e WHERE ${where} ${condition}
    ORDER BY ${by} LIMIT ${most}`;
  if (!place) {
    if (!column || !isNullable) return [part(sql``)];
    const parts = [part(sql`AND ${column} IS NOT NULL`), part(sql`AND ${column} IS NULL`)];
    return isFromEnd ? parts.reverse() : parts;
  }
  const rest = fromCreation(order, place);
  if (!column) return [part(sql`AND ${rest}`)];
  if (place.value === null) return [part(sql`AND ${column} IS NULL AND ${rest}`)];
  return [
    part(sql`AND ${column} = ${place.value} AND ${rest}`),
    part(sql`AND ${column} ${isDescending ? sql`<` : sql`>`} ${place.value}`),
    ...(isNullable ? [part(sql`AND ${column} IS NULL`)] : []),
  ];
}

/** The rows of each customer after those of another, so that all are read from the index that knows their customer. */
function partsByCustomer(
  { tenantId, table, where, order }: ListedRows,
  place: RowPlace | undefined,
  isFromEnd: boolean,
  most: number,
): RawBuilder<unknown>[] {
  const creation = creationOrder(order.isNewestFirst !== isFromEnd, 'e');
  const direction = directionOf(order.isDescending !== isFromEnd);
  const ofOne = (condition: RawBuilder<unknown>) => sql`SELECT e.id FROM ${table} AS e WHERE ${where} AND ${condition}
    ORDER BY ${creation} LIMIT ${most}`;
  const ofOthers = (condition: RawBuilder<unknown>) => sql`SELECT own.id FROM (
      SELECT customer.id FROM customer WHERE customer.tenant_id = ${tenantId} ${condition}
      ORDER BY ${CUSTOMER_TITLE} ${direction}, customer.id ${direction}
    ) AS customer CROSS JOIN LATERAL (${ofOne(sql`e.customer_id = customer.id`)}) AS own LIMIT ${most}`;
  if (!place) {
    const parts = [ofOthers(sql``), ofOne(NO_CUSTOMER)];
    return isFromEnd ? parts.reverse() : parts;
  }
  const rest = fromCreation(order, place);
  if (place.value === null) return [ofOne(sql`${NO_CUSTOMER} AND ${rest}`)];
  const beyond = order.isDescending ? sql`<` : sql`>`;
  return [
    ofOne(sql`e.customer_id = ${place.customer} AND ${rest}`),
    ofOthers(sql`AND (${CUSTOMER_TITLE}, customer.id) ${beyond} (${place.value}::text, ${place.customer}::uuid)`),
    ofOne(NO_CUSTOMER),
  ];
}
