import type { EntityFilter, EntityKey, KeyFilter } from '@signalbox/contract/entity-query';
import type { EntityType } from '@signalbox/contract/id';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { SecurityUser } from '../access/security-user.ts';
import { badRequest } from '../http/errors.ts';
import { containsPattern } from '../storage/paging.ts';
import { ENTITY_SOURCES, type EntitySource, fieldText } from './entity-sources.ts';
import { keyFilterCondition, SCOPE_OF_KEY_TYPE, wildcardPattern } from './key-filter-sql.ts';

/** Which entities a filter means, before permissions. */
export interface Selection {
  entityType: EntityType;
  source: EntitySource;
  /** undefined: all of the kind */
  condition: RawBuilder<SqlBool> | undefined;
}

function namePrefix(source: EntitySource, prefix: string | null | undefined): RawBuilder<SqlBool> | undefined {
  return prefix ? sql`${source.lowerName} LIKE ${`${wildcardPattern(prefix.toLowerCase())}%`}` : undefined;
}

function both(a: RawBuilder<SqlBool> | undefined, b: RawBuilder<SqlBool> | undefined) {
  return a && b ? sql<SqlBool>`${a} AND ${b}` : (a ?? b);
}

/** Kind of entity that a filter finds. @throws ApiError 400 / 31 for filters and kinds that cannot be queried */
export function entityTypeOf(filter: EntityFilter): EntityType {
  switch (filter.type) {
    case 'singleEntity':
      return filter.singleEntity.entityType;
    case 'entityList':
    case 'entityName':
    case 'entityType':
      return filter.entityType;
    case 'deviceType':
      return 'DEVICE';
    case 'assetType':
      return 'ASSET';
    case 'edgeType':
      return 'EDGE';
    case 'entityViewType':
      return 'ENTITY_VIEW';
    default:
      throw badRequest(`Entity filter type '${filter.type}' is not supported yet.`);
  }
}

/**
 * What a filter selects; undefined when there can be no entity of its kind.
 * @throws ApiError 400 / 31 for filters and kinds that cannot be queried
 */
export function selectionOf(filter: EntityFilter): Selection | undefined {
  const entityType = entityTypeOf(filter);
  const source = ENTITY_SOURCES[entityType];
  if (source === undefined) throw badRequest(`Entities of type ${entityType} can not be queried.`);
  if (source === null) return undefined;
  switch (filter.type) {
    case 'singleEntity':
      return { entityType, source, condition: sql`e.id = ${filter.singleEntity.id}::uuid` };
    case 'entityList':
      return { entityType, source, condition: sql`e.id = ANY(${filter.entityList}::uuid[])` };
    case 'entityName':
      return { entityType, source, condition: namePrefix(source, filter.entityNameFilter) };
    case 'deviceType':
      return {
        entityType,
        source,
        condition: both(source.isOfType?.(filter.deviceType), namePrefix(source, filter.deviceNameFilter)),
      };
    default:
      return { entityType, source, condition: undefined };
  }
}

/** Text of the stored value of a row. */
function valueText(row: string): RawBuilder<string | null> {
  const column = (name: string) => sql`${sql.ref(`${row}.${name}`)}`;
  return sql`coalesce(${column('string_value')}, ${column('json_value')}::text, ${column('long_value')}::text,
    ${column('double_value')}::text, ${column('bool_value')}::text)`;
}

/** What a query needs besides the row of the entity. */
interface Condition {
  /** Joined after `e`. */
  join: RawBuilder<unknown>;
  where: RawBuilder<SqlBool>;
}

/** FROM and WHERE that find the newest row of a key of the entity `e` as `v`; undefined when the key is not in use. */
function valueRow(key: EntityKey, keyIds: ReadonlyMap<string, number>): RawBuilder<unknown> | undefined {
  const keyId = keyIds.get(key.key);
  if (keyId === undefined) return undefined;
  if (key.type === 'TIME_SERIES') return sql`FROM latest_value v WHERE v.entity_id = e.id AND v.key_id = ${keyId}::int`;
  const scope = SCOPE_OF_KEY_TYPE[key.type];
  return scope === undefined
    ? sql`FROM attribute v WHERE v.entity_id = e.id AND v.key_id = ${keyId}::int
        ORDER BY v.last_update_ts DESC, v.scope LIMIT 1`
    : sql`FROM attribute v WHERE v.entity_id = e.id AND v.key_id = ${keyId}::int AND v.scope = ${scope}::smallint`;
}

/**
 * Case-insensitive "contains" on everything that is selected, written one after the other (§6.7). Values are joined and
 * not looked up, so that many rows can be joined at once.
 */
function textSearchCondition(
  textSearch: string,
  keys: readonly EntityKey[],
  source: EntitySource,
  keyIds: ReadonlyMap<string, number>,
): Condition {
  const parts: RawBuilder<unknown>[] = [];
  const joins: RawBuilder<unknown>[] = [];
  for (const key of keys) {
    if (key.type === 'ENTITY_FIELD') {
      const text = fieldText(source, key.key);
      if (text && key.key !== 'additionalInfo') parts.push(text);
      continue;
    }
    const row = valueRow(key, keyIds);
    if (!row) continue;
    const name = `searched${joins.length}`;
    joins.push(sql`LEFT JOIN LATERAL (SELECT v.* ${row}) ${sql.ref(name)} ON true`);
    parts.push(valueText(name));
  }
  // Without anything selected there is nothing to find the text in.
  if (parts.length === 0) return { join: sql``, where: sql`false` };
  const text = parts.length === 1 ? parts[0] : sql`concat(${sql.join(parts)})`;
  return { join: sql.join(joins, sql` `), where: sql`lower(${text}) LIKE ${containsPattern(textSearch)}` };
}

/** How rows are ordered, and what has to be joined for it. */
interface Order {
  join: RawBuilder<unknown>;
  by: RawBuilder<unknown>;
}

function orderOf(
  sortOrder: { key: EntityKey; direction: 'ASC' | 'DESC' } | null | undefined,
  source: EntitySource,
  keyIds: ReadonlyMap<string, number>,
): Order {
  const nothing = sql``;
  if (!sortOrder) return { join: nothing, by: sql`e.created_time DESC, e.id DESC` };
  const { key } = sortOrder;
  const direction = sortOrder.direction === 'DESC' ? sql`DESC` : sql`ASC`;
  if (key.type === 'ALARM_FIELD') throw badRequest('Key type ALARM_FIELD can only be used in alarm queries.');
  if (key.type === 'ENTITY_FIELD') {
    if (key.key === 'createdTime') return { join: nothing, by: sql`e.created_time ${direction}, e.id ${direction}` };
    const text = fieldText(source, key.key);
    if (!text || key.key === 'entityType') return { join: nothing, by: sql`e.id ${direction}` };
    return { join: nothing, by: sql`lower(${text}) ${direction}, e.id ${direction}` };
  }
  const row = valueRow(key, keyIds);
  if (!row) return { join: nothing, by: sql`e.id ${direction}` };
  return {
    join: sql`LEFT JOIN LATERAL (SELECT v.* ${row}) s ON true`,
    by: sql`coalesce(s.double_value, s.long_value::double precision, s.bool_value::int::double precision, 0) ${direction},
      coalesce(s.string_value, s.json_value::text, '') ${direction}, e.id ${direction}`,
  };
}

export interface PageRequest {
  user: SecurityUser;
  selection: Selection;
  keyFilters: readonly KeyFilter[];
  keyIds: ReadonlyMap<string, number>;
  textSearch: string | null | undefined;
  /** What the text search looks into: selected entity fields, then selected values. */
  searchedKeys: readonly EntityKey[];
}

function conditionOf(request: PageRequest): Condition {
  const { user, selection, keyFilters, keyIds, textSearch, searchedKeys } = request;
  const conditions: RawBuilder<SqlBool>[] = [selection.source.visibleTo(user)];
  if (selection.condition) conditions.push(selection.condition);
  for (const filter of keyFilters) {
    const condition = keyFilterCondition(filter, selection.source, keyIds);
    if (condition) conditions.push(condition);
  }
  const search = textSearch && textSearchCondition(textSearch, searchedKeys, selection.source, keyIds);
  if (search) conditions.push(search.where);
  return { join: search ? search.join : sql``, where: sql.join(conditions, sql` AND `) };
}

/** One row of a page: its id, the values of the asked fields in their order, and the total where it was counted. */
export interface PageRow {
  id: string;
  total: number | null;
  /** f0, f1 …: values of the fields asked for. */
  [field: `f${number}`]: string | null;
}

/**
 * The statement that finds one page.
 * @param fields entity fields of the result, all of which the kind has
 * @param counted counts all rows on the way; otherwise `total` is null. Worth it where filters cost more than counting.
 */
export function pageStatement(
  request: PageRequest & {
    sortOrder: { key: EntityKey; direction: 'ASC' | 'DESC' } | null | undefined;
    fields: readonly string[];
    counted: boolean;
    limit: number;
    offset: number;
  },
): RawBuilder<PageRow> {
  const { selection, fields, counted, limit, offset } = request;
  const { source } = selection;
  const table = sql.table(source.table);
  const order = orderOf(request.sortOrder, source, request.keyIds);
  const { join, where } = conditionOf(request);
  const columns = fields.map(
    (field, index) => sql`${fieldText(source, field) as RawBuilder<string | null>} AS ${sql.ref(`f${index}`)}`,
  );
  if (!counted) {
    return sql`SELECT ${sql.join([sql`e.id`, sql`NULL::bigint AS total`, ...columns])}
      FROM ${table} e ${join} ${order.join} WHERE ${where} ORDER BY ${order.by} LIMIT ${limit} OFFSET ${offset}`;
  }
  // Only ids go through the count and the sort; the fields are read for the rows of the page.
  return sql`SELECT ${sql.join([sql`e.id`, sql`page.total`, ...columns])}
    FROM (SELECT found.*, row_number() OVER () AS place FROM (
      SELECT e.id, count(*) OVER () AS total FROM ${table} e ${join} ${order.join}
      WHERE ${where} ORDER BY ${order.by} LIMIT ${limit} OFFSET ${offset}) found) page
    JOIN ${table} e ON e.id = page.id ORDER BY page.place`;
}

/** The statement that counts what a query finds. */
export function countStatement(request: PageRequest): RawBuilder<{ total: number }> {
  const { join, where } = conditionOf(request);
  return sql`SELECT count(*) AS total FROM ${sql.table(request.selection.source.table)} e ${join} WHERE ${where}`;
}
