import type { EntityKey } from '@signalbox/contract/entity-query';
import type { EntityType } from '@signalbox/contract/id';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ValueRights } from '../access/value-rights.ts';
import { type EntitySource, fieldText } from '../entities/entity-source.ts';
import { badRequest } from '../http/errors.ts';
import type { SecurityUser } from '../http/security-user.ts';
import { containsPattern } from '../storage/paging.ts';
import type { IndexedKey } from '../telemetry/value-index/value-index.ts';
import type { ValueKey } from '../telemetry/value-index/value-tables.ts';
import type { Selection } from './entity-selection.ts';
import { indexedText } from './indexed-text.ts';
import { type FilteredKey, keyFilterCondition } from './key-filter-sql.ts';
import { keyValue, sortNumber, sortText, textOf } from './key-value-sql.ts';
import { isReady, nameOfKey, type QueryIndex } from './query-index.ts';
import { readableRows } from './readable-rows.ts';
import { isSearchedField, searchCandidates } from './search-candidates.ts';

/** What a query needs besides the row of the entity. */
export interface EntityCondition {
  /** Joined after `e`. */
  join: RawBuilder<unknown>;
  where: RawBuilder<SqlBool>;
}

export interface PageRequest {
  user: SecurityUser;
  rights: ValueRights;
  selection: Selection;
  filters: readonly FilteredKey[];
  /** name → id of the keys that SQL looks into */
  keyIds: ReadonlyMap<string, number>;
  textSearch: string | null | undefined;
  /** What the text search looks into: selected entity fields, then selected values. */
  searchedKeys: readonly EntityKey[];
  /** Set when all values that the text search looks into have an index. */
  searchIndex: QueryIndex | undefined;
  /** Set when all values that filter and sort have an index. */
  index: QueryIndex | undefined;
  /** The keys of all these values, if an index of them is worth it. */
  wanted: readonly ValueKey[];
}

function readableOf({ user, rights, selection }: PageRequest, { key }: EntityKey): RawBuilder<SqlBool> | undefined {
  return readableRows(user, rights, selection.source, key);
}

/**
 * Case-insensitive "contains" on everything that is selected, written one after the other (§6.7).
 * @param inIndex whether an index should find what may contain it, which is worth it when all that do are wanted
 */
function textSearchCondition(textSearch: string, request: PageRequest, inIndex: boolean): EntityCondition {
  const { selection, searchedKeys, searchIndex, keyIds, filters } = request;
  const parts: RawBuilder<unknown>[] = [];
  const joins: RawBuilder<unknown>[] = [];
  for (const key of searchedKeys) {
    if (key.type === 'ENTITY_FIELD') {
      if (isSearchedField(key, selection.source))
        parts.push(fieldText(selection.source, key.key) as RawBuilder<unknown>);
      continue;
    }
    const name = `searched${joins.length}`;
    const indexed = searchIndex?.keys.get(nameOfKey(key));
    const keyId = keyIds.get(key.key);
    if (indexed && keyId !== undefined) {
      joins.push(sql`JOIN ${sql.table(indexed.table)} ${sql.ref(name)} ON ${sql.ref(`${name}.entity_id`)} = e.id`);
      parts.push(indexedText(name, indexed, keyId));
      continue;
    }
    const value = keyValue(key, keyIds, filters, name, readableOf(request, key));
    if (!value) continue;
    joins.push(value.join);
    parts.push(value.of(textOf));
  }
  // Without anything selected there is nothing to find the text in.
  if (parts.length === 0) return { join: sql``, where: sql`false` };
  const text = parts.length === 1 ? parts[0] : sql`concat(${sql.join(parts)})`;
  const contains = sql<SqlBool>`lower(${text}) LIKE ${containsPattern(textSearch)}`;
  const where = searchIndex ? sql<SqlBool>`${isReady(searchIndex)} AND ${contains}` : contains;
  const candidates = inIndex ? searchCandidates(textSearch, request) : undefined;
  return { join: sql.join(joins, sql` `), where: candidates ? sql`${candidates} AND ${where}` : where };
}

/** How rows are ordered, and what has to be joined for it. */
interface Order {
  join: RawBuilder<unknown>;
  by: RawBuilder<unknown>;
}

export interface SortOrder {
  key: EntityKey;
  direction: 'ASC' | 'DESC';
}

/** Fields that always have a value; missing ones come last in both directions. */
const NEVER_NULL: ReadonlySet<string> = new Set(['name', 'title', 'type']);
export const isNeverNull = (field: string): boolean => NEVER_NULL.has(field);

/** The order of entities by a field. */
export function fieldOrder(
  { key }: EntityKey,
  direction: RawBuilder<unknown>,
  { user, selection: { source } }: PageRequest,
): RawBuilder<unknown> {
  const byCreation = sql`e.created_time ${direction}, e.id ${direction}`;
  if (key === 'createdTime') return byCreation;
  const text = fieldText(source, key);
  const isConstant = text === undefined || text === source.entityType;
  if (isConstant) return sql`e.id ${direction}`;
  const groups = source.sortGroups?.(key, user);
  if (groups) return sql`lower(${text}) ${direction}, ${groups.column} ${direction}, ${byCreation}`;
  const nulls = isNeverNull(key) ? sql`` : sql`NULLS LAST`;
  return sql`lower(${text}) ${direction} ${nulls}, e.id ${direction}`;
}

function orderOf(sortOrder: SortOrder | null | undefined, request: PageRequest): Order {
  const nothing = sql``;
  if (!sortOrder) return { join: nothing, by: sql`e.created_time DESC, e.id DESC` };
  const { key } = sortOrder;
  const direction = sortOrder.direction === 'DESC' ? sql`DESC` : sql`ASC`;
  if (key.type === 'ALARM_FIELD') throw badRequest('Key type ALARM_FIELD can only be used in alarm queries.');
  if (key.type === 'ENTITY_FIELD') return { join: nothing, by: fieldOrder(key, direction, request) };
  const value = keyValue(key, request.keyIds, request.filters, 'sorted', readableOf(request, key));
  if (!value) return { join: nothing, by: sql`e.id ${direction}` };
  return {
    join: value.join,
    by: sql`${value.of(sortNumber)} ${direction}, ${value.of(sortText)} ${direction}, e.id ${direction}`,
  };
}

/**
 * What a query asks of entities besides the filters that an index of values answers.
 * @returns undefined when that is nothing: everything of the kind and the tenant counts
 */
export function entityConditions(request: PageRequest, always: true): EntityCondition;
export function entityConditions(request: PageRequest): EntityCondition | undefined;
export function entityConditions(request: PageRequest, always?: true): EntityCondition | undefined {
  const { user, selection, textSearch, index } = request;
  const filters = request.filters.filter(({ key }) => !index?.keys.has(nameOfKey(key)));
  const isAll = user.authority === 'TENANT_ADMIN' && !selection.condition && !textSearch;
  const condition = conditionOf(request, { filters });
  return isAll && !condition.isRestricted && !always ? undefined : condition;
}

/**
 * What a query asks of entities.
 * @param filters those that are asked of the entities, of the query's
 * @param isSearched whether all that a text search finds is wanted
 */
export function conditionOf(
  request: PageRequest,
  { filters = request.filters, isSearched = false }: { filters?: readonly FilteredKey[]; isSearched?: boolean } = {},
): EntityCondition & { isRestricted: boolean } {
  const { user, selection, keyIds, textSearch } = request;
  const conditions: RawBuilder<SqlBool>[] = [selection.source.visibleTo(user)];
  if (selection.condition) conditions.push(selection.condition);
  /** True when key filters leave entities out. */
  let isRestricted = false;
  for (const filter of filters) {
    const condition = keyFilterCondition(filter, selection.source, keyIds, readableOf(request, filter.key));
    if (condition) conditions.push(condition);
    isRestricted ||= condition !== undefined;
  }
  const search = textSearch && textSearchCondition(textSearch, request, isSearched);
  if (search) conditions.push(search.where);
  return { join: search ? search.join : sql``, where: sql.join(conditions, sql` AND `), isRestricted };
}

/** One row of a page: its id, the requested fields in their order, and the total if it was counted. */
export interface PageRow {
  id: string;
  entity_type: EntityType;
  total: number | null;
  /** f0, f1 …: values of the requested fields. */
  [field: `f${number}`]: string | null;
}

/** What a page is made of. */
type PageStatementRequest = PageRequest & {
  sortOrder: SortOrder | null | undefined;
  /** Entity fields of the result, all of which the kind has. */
  fields: readonly string[];
  /** Counts all rows on the way; otherwise `total` is null. Worth it where filters cost more than counting. */
  counted: boolean;
  /** Set if there are only a few entities: matching the query (`found`), or visible to the user at all (`visible`). */
  few: 'found' | 'visible' | undefined;
  limit: number;
  offset: number;
};

/** The statement that finds one page. */
export const pageStatement = (request: PageStatementRequest): RawBuilder<PageRow> =>
  rowsStatement(request.selection.source, request.fields, idsStatement(request));

/** The statement that finds the ids of all that a text search finds, in their order. @param most how many there may be */
export const foundStatement = (
  request: PageRequest & Pick<PageStatementRequest, 'sortOrder'>,
  most: number,
): RawBuilder<{ id: string }> =>
  sql`SELECT ids.id FROM (${idsStatement({
    ...request,
    fields: [],
    counted: false,
    few: 'found',
    limit: most,
    offset: 0,
  })}) ids`;

/** @param ids finds the `id` of each row, in their order, and may have counted them on the way */
export function rowsStatement(
  source: EntitySource,
  fields: readonly string[],
  ids: RawBuilder<unknown>,
): RawBuilder<PageRow> {
  const columns = fields.map(
    (field, index) => sql`${fieldText(source, field) as RawBuilder<string | null>} AS ${sql.ref(`f${index}`)}`,
  );
  // Only ids go through the filter, the sort and the count, so that an index alone can answer where it knows enough; the
  // fields are read for the rows of the page.
  return sql`SELECT ${sql.join([sql`e.id`, sql`${source.entityType} AS entity_type`, ...columns])}, page.total
    FROM (SELECT found.*, row_number() OVER () AS place FROM (${ids}) found) page
    JOIN ${source.table} e ON e.id = page.id ORDER BY page.place`;
}

/** Ids and total of a page, in its order. */
function idsStatement(request: PageStatementRequest): RawBuilder<unknown> {
  const { selection, user, sortOrder, counted, limit, offset } = request;
  const { source } = selection;
  const { join, where } = conditionOf(request, { isSearched: request.few === 'found' });
  const group = sortOrder?.key.type === 'ENTITY_FIELD' && source.sortGroups?.(sortOrder.key.key, user);
  if (group && !counted && !request.few) {
    const direction = sortOrder.direction === 'DESC' ? sql`DESC` : sql`ASC`;
    return sql`SELECT one.id, NULL::bigint AS total
      FROM (SELECT grouped.id FROM ${group.table} AS grouped WHERE ${group.where}
        ORDER BY ${group.sorted} ${direction}, grouped.id ${direction}) part
      CROSS JOIN LATERAL (SELECT e.id FROM ${source.table} e ${join} WHERE ${where} AND ${group.column} = part.id
        ORDER BY e.created_time ${direction}, e.id ${direction} LIMIT ${limit + offset}) one
      LIMIT ${limit} OFFSET ${offset}`;
  }
  const order = orderOf(sortOrder, request);
  // Few entities are found first and sorted then: what others have in the index of the order is not looked at.
  if (request.few === 'found') {
    return sql`WITH matching AS MATERIALIZED (SELECT e.id FROM ${source.table} e ${join} WHERE ${where})
      SELECT e.id, NULL::bigint AS total FROM matching JOIN ${source.table} e ON e.id = matching.id ${order.join}
      ORDER BY ${order.by} LIMIT ${limit} OFFSET ${offset}`;
  }
  const from = request.few
    ? sql`(SELECT * FROM ${source.table} e WHERE ${source.visibleTo(user)} OFFSET 0)`
    : source.table;
  return sql`SELECT e.id, ${counted ? sql`count(*) OVER ()` : sql`NULL::bigint`} AS total
    FROM ${from} e ${join} ${order.join} WHERE ${where}
    ORDER BY ${order.by} LIMIT ${limit} OFFSET ${offset}`;
}

/** The statement that counts what a query finds. @param isSearched whether what a text search finds is few, of all */
export function countStatement(request: PageRequest, isSearched = true): RawBuilder<{ total: number }> {
  const { selection, user, textSearch } = request;
  const { join, where, isRestricted } = conditionOf(request, { isSearched });
  if (selection.counted && !isRestricted && !textSearch) return countedDevices(user, selection.counted.type);
  return sql`SELECT count(*) AS total FROM ${selection.source.table} e ${join} WHERE ${where}`;
}

/** Percentage of the entities with an index of their values that is looked at to tell whether a text is common. */
const SAMPLE = 0.5;

/** The statement that tells how many entities of a sample a text search among indexed values finds. */
export function sampleStatement(
  request: PageRequest & { searchIndex: QueryIndex },
): RawBuilder<{ all: number; found: number }> {
  const { selection, textSearch, searchIndex } = request;
  const [first] = searchIndex.keys.values();
  const { join, where } = textSearchCondition(textSearch ?? '', request, false);
  return sql`SELECT count(*) AS all, count(*) FILTER (WHERE ${where}) AS found
    FROM (SELECT entity_id FROM ${sql.table((first as IndexedKey).table)} TABLESAMPLE SYSTEM (${sql.lit(SAMPLE)})) sample
    JOIN ${selection.source.table} e ON e.id = sample.entity_id ${join}`;
}

/** Devices are counted by customer and profile as they come and go. */
export function countedDevices(user: SecurityUser, type: string | undefined): RawBuilder<{ total: number }> {
  const ofCustomer = user.authority === 'CUSTOMER_USER' ? sql`AND customer_id = ${user.customerId}::uuid` : sql``;
  const ofType =
    type === undefined
      ? sql``
      : sql`AND device_profile_id = (SELECT profile.id FROM device_profile profile
          WHERE profile.tenant_id = ${user.tenantId}::uuid AND profile.name = ${type})`;
  return sql`SELECT coalesce(sum(count), 0) AS total FROM device_count
    WHERE tenant_id = ${user.tenantId}::uuid ${ofCustomer} ${ofType}`;
}
