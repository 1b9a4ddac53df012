import type { EntityKey } from '@signalbox/contract/entity-query';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { IndexedKey } from '../telemetry/value-index/value-index.ts';
import {
  type EntityCondition,
  entityConditions,
  fieldOrder,
  type PageRequest,
  type SortOrder,
} from './entity-query-sql.ts';
import { ofIndexRow, rowCondition } from './key-filter-sql.ts';
import { isReady, nameOfKey, type QueryIndex } from './query-index.ts';

export type IndexedRequest = PageRequest & { index: QueryIndex };

/** What a statement reads, and how it names that. */
interface Reading {
  from: RawBuilder<unknown>;
  where: RawBuilder<SqlBool>;
  id: RawBuilder<unknown>;
  createdTime: RawBuilder<unknown>;
}

const rowOf = ({ id }: IndexedKey): string => `i${id}`;
const columnOf = (key: IndexedKey, name: string): RawBuilder<unknown> => sql.ref(`${rowOf(key)}.${name}`);

/** The filters by values: the index of each, and its condition. */
function filtersOf({ filters, index }: IndexedRequest): { key: IndexedKey; condition: RawBuilder<SqlBool> }[] {
  return filters.flatMap((filter) => {
    const key = index.keys.get(nameOfKey(filter.key));
    const condition = key && rowCondition(filter, ofIndexRow(rowOf(key)));
    return condition ? [{ key, condition }] : [];
  });
}

/**
 * What is read for a query.
 * @param keys read besides those of its filters
 * @param others conditions on the entity; undefined: the entity is not read, its values alone decide
 * @param table where entities are read from: all of them, if nothing is said
 */
function readingOf(
  request: IndexedRequest,
  keys: readonly IndexedKey[],
  others: EntityCondition | undefined,
  table: RawBuilder<unknown> = request.selection.source.table,
): Reading {
  const filters = filtersOf(request);
  const read = [...new Set([...filters.map(({ key }) => key), ...keys])];
  const tables = read.map((key) => sql`${sql.table(key.table)} ${sql.ref(rowOf(key))}`);
  const conditions = [isReady(request.index), ...filters.map(({ condition }) => condition)];
  const first = read[0];
  const id = others || !first ? sql.ref('e.id') : columnOf(first, 'entity_id');
  const joined = (others ? read : read.slice(1)).map(
    (key) => sql`JOIN ${sql.table(key.table)} ${sql.ref(rowOf(key))} ON ${columnOf(key, 'entity_id')} = ${id}`,
  );
  const joins = sql.join(joined, sql` `);
  return {
    from: others ? sql`${table} e ${joins} ${others.join}` : sql`${tables[0]} ${joins}`,
    where: sql.join(others ? [others.where, ...conditions] : conditions, sql` AND `),
    id,
    createdTime: others || !first ? sql.ref('e.created_time') : columnOf(first, 'created_time'),
  };
}

/** How many entities a query finds. */
export function indexedCount(request: IndexedRequest): RawBuilder<{ total: number }> {
  const { from, where } = readingOf(request, [], entityConditions(request));
  return sql`SELECT count(*) AS total FROM ${from} WHERE ${where}`;
}

/** How many entities of the kind there are, about. */
export const entitiesOf = ({ index }: IndexedRequest): number =>
  Math.max(...[...index.keys.values()].map(({ entities }) => entities));

/** Whether anything of the query is decided by values. */
export const isFiltered = (request: IndexedRequest): boolean => filtersOf(request).length > 0;

export interface IndexedPage {
  sortOrder: SortOrder | null | undefined;
  /** How many entities the query finds. */
  total: number;
  limit: number;
  offset: number;
}

/** What the rows of an order are compared by, all in the same direction; the last one is the id. */
interface OrderKey {
  of: RawBuilder<unknown>;
  type: 'double precision' | 'text' | 'bigint' | 'uuid';
}

/** Where a row of an order is: `k0`, `k1` … are what it is compared by. */
export type IndexedPlace = Record<`k${number}`, unknown>;

/** How a page is read. */
export interface PagePlan {
  /** Finds the ids of the page. */
  statement: RawBuilder<unknown>;
  /** Set when the ids are found in the opposite order, from the end that is nearer. */
  isReversed: boolean;
  /**
   * Finds the ids of the page, and whether they are in the opposite order, if they are near the end of it; else fewer.
   * What `statement` takes does not depend on where they are.
   */
  near?: Pick<PagePlan, 'statement' | 'isReversed'>;
  /** Finds the ids of all that the query finds, in its order. Absent where they are too many to be sorted for a page. */
  all?: RawBuilder<{ id: string }>;
  /** For pages far from both ends of their order. Descending orders are read from their end: both have the same places. */
  far?: {
    /** The place of every so manieth row, ascending. */
    numbered: (step: number) => RawBuilder<IndexedPlace>;
    /** How many rows are before the page, ascending. */
    before: number;
    /** Finds the ids of the page, ascending, which are `skip` rows after a place. */
    from: (place: IndexedPlace, skip: number) => RawBuilder<unknown>;
    /** The order is descending. */
    isReversed: boolean;
  };
}

/**
 * How the page of a query is found.
 * @param sizes up to `few` entities are found first and sorted then, and up to `many` sorted by their creation time or by a
 *   field: of the order of that, at most `near` times as many rows are walked as would do if what is found were spread
 *   evenly, and no more than `few`
 */
export function planPage(
  request: IndexedRequest,
  { sortOrder, total, limit, offset }: IndexedPage,
  { few, many, near }: { few: number; many: number; near: number },
): PagePlan {
  const key = sortOrder?.key ?? CREATED;
  const rows = Math.max(0, Math.min(limit, total - offset));
  const behind = total - offset - rows;
  const sorted = request.index.keys.get(nameOfKey(key));
  const isCreated = key.type === 'ENTITY_FIELD' && key.key === CREATED.key;
  const window = sql`LIMIT ${rows} OFFSET ${offset}`;
  const isDescending = (sortOrder?.direction ?? 'DESC') === 'DESC';
  const others = entityConditions(request);
  const isSortedByFilter = sorted && filtersOf(request).some((filter) => filter.key === sorted);
  // Of each row that is walked it has to be looked whether it is found; that is cheaper than to find and sort one.
  const walked = ((Math.min(offset, behind) + rows) * entitiesOf(request)) / (2 * total);
  const isByField = !sorted && !isCreated;
  const isSortedLast =
    total <= Math.min(isByField ? many : few, walked) &&
    isFiltered(request) &&
    !isSortedByFilter &&
    (others !== undefined || !isCreated);
  // What passes one filter is read in one go; of several, all that passes each of them has to be.
  const isWalked = total > many || (filtersOf(request).length > 1 && walked < many / 5);
  const isByEntity = !sorted && (!isCreated || isWalked);
  const reading = readingOf(
    request,
    sorted ? [sorted] : [],
    isByEntity ? (others ?? entityConditions(request, true)) : others,
  );
  const { from, where, id, createdTime } = reading;
  const keys: OrderKey[] | undefined = sorted
    ? [
        { of: columnOf(sorted, 'number'), type: 'double precision' },
        { of: columnOf(sorted, 'text'), type: 'text' },
        { of: columnOf(sorted, 'entity_id'), type: 'uuid' },
      ]
    : isCreated
      ? [
          { of: createdTime, type: 'bigint' },
          { of: id, type: 'uuid' },
        ]
      : uniqueFieldKeys(key, request);
  if (!keys) {
    const direction = isDescending ? sql`DESC` : sql`ASC`;
    const statement = sql`SELECT e.id FROM ${from} WHERE ${where}
      ORDER BY ${fieldOrder(key, direction, request)} ${window}`;
    return isSortedLast ? sortedPage(request, key, isDescending, window) : { statement, isReversed: false };
  }
  const orderBy = (descending: boolean) => {
    const direction = descending ? sql`DESC` : sql`ASC`;
    return sql.join(keys.map(({ of }) => sql`${of} ${direction}`));
  };
  const isReversed = behind < offset;
  const walk: PagePlan = {
    statement: sql`SELECT ${id} AS id FROM ${from} WHERE ${where}
      ORDER BY ${orderBy(isDescending !== isReversed)} LIMIT ${rows} OFFSET ${isReversed ? behind : offset}`,
    isReversed,
    far: {
      numbered: (step) => {
        const columns = keys.map(({ of }, at) => sql`${of} AS ${sql.ref(`k${at}`)}`);
        return sql`SELECT * FROM (
            SELECT ${sql.join(columns)}, row_number() OVER (ORDER BY ${orderBy(false)}) AS number
            FROM ${from} WHERE ${where}
          ) numbered WHERE number % ${step}::integer = 1 ORDER BY number`;
      },
      from: (place, skip) => {
        const at = keys.map(({ type }, index) => sql`${place[`k${index}`]}::${sql.raw(type)}`);
        return sql`SELECT ${id} AS id FROM ${from} WHERE ${where}
          AND (${sql.join(keys.map(({ of }) => of))}) >= (${sql.join(at)})
          ORDER BY ${orderBy(false)} LIMIT ${rows} OFFSET ${skip}`;
      },
      before: isDescending ? behind : offset,
      isReversed: isDescending,
    },
  };
  const isLooked = isByField && isFiltered(request) && request.user.authority === 'TENANT_ADMIN';
  const rest = isSortedLast || (isLooked && total <= many) ? sortedPage(request, key, isDescending, window) : walk;
  const reach = Math.ceil(near * 2 * walked);
  if (!isLooked || isSortedLast || reach > few) return rest;
  // What has such values may all be at the other end: names say much about values.
  const { source } = request.selection;
  const first = sql`(SELECT * FROM ${source.table} e WHERE ${source.visibleTo(request.user)}
    ORDER BY ${orderBy(isDescending !== isReversed)} LIMIT ${reach})`;
  const nearby = readingOf(request, [], others ?? entityConditions(request, true), first);
  return {
    ...rest,
    near: {
      statement: sql`SELECT e.id FROM ${nearby.from} WHERE ${nearby.where}
        ORDER BY ${orderBy(isDescending !== isReversed)} LIMIT ${rows} OFFSET ${isReversed ? behind : offset}`,
      isReversed,
    },
  };
}

/** The page of a query that finds few entities: these are found first and sorted then. */
function sortedPage(
  request: IndexedRequest,
  key: EntityKey,
  isDescending: boolean,
  window: RawBuilder<unknown>,
): Pick<PagePlan, 'statement' | 'isReversed' | 'all'> {
  const { from, where, id, createdTime } = readingOf(request, [], entityConditions(request));
  const matching = sql`WITH matching AS MATERIALIZED
    (SELECT ${id} AS id, ${createdTime} AS created_time FROM ${from} WHERE ${where})`;
  const direction = isDescending ? sql`DESC` : sql`ASC`;
  const sorted = request.index.keys.get(nameOfKey(key));
  const select = (join: RawBuilder<unknown>, by: RawBuilder<unknown>) => {
    const all = sql<{ id: string }>`${matching} SELECT matching.id FROM matching ${join}
      ORDER BY ${by}, matching.id ${direction}`;
    return { statement: sql`${all} ${window}`, isReversed: false, all };
  };
  if (sorted) {
    const row = sql`${sql.table(sorted.table)} ${sql.ref(rowOf(sorted))}`;
    const by = sql`${columnOf(sorted, 'number')} ${direction}, ${columnOf(sorted, 'text')} ${direction}`;
    return select(sql`JOIN ${row} ON ${columnOf(sorted, 'entity_id')} = matching.id`, by);
  }
  if (key.key === CREATED.key) return select(sql``, sql`created_time ${direction}`);
  return select(
    sql`JOIN ${request.selection.source.table} e ON e.id = matching.id`,
    fieldOrder(key, direction, request),
  );
}

/** Keys of an order by a field that tells nearly all entities apart and that all have; undefined for other fields. */
function uniqueFieldKeys({ key }: EntityKey, { selection: { source } }: PageRequest): OrderKey[] | undefined {
  const text = key === 'name' || key === 'title' ? source.fields[key] : undefined;
  return (
    text && [
      { of: sql`lower(${text})`, type: 'text' },
      { of: sql.ref('e.id'), type: 'uuid' },
    ]
  );
}

const CREATED: EntityKey = { type: 'ENTITY_FIELD', key: 'createdTime' };
