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
import { nameOfKey, type QueryIndex } from './query-index.ts';

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

/** The index may be dropped, or answer less, at any time: then nothing is found. */
function isReady({ keys, strict }: QueryIndex): RawBuilder<SqlBool> {
  const ids = [...new Set([...keys.values()].map(({ id }) => id))];
  const never = [...strict].map(({ id }) => id);
  return sql`(SELECT count(*) = ${ids.length}::bigint FROM value_index_key WHERE id = ANY(${ids}::integer[])
    AND state = 'ready' AND NOT (has_several AND id = ANY(${never}::integer[])))`;
}

/**
 * What is read for a query.
 * @param keys read besides those of its filters
 * @param others conditions on the entity; undefined: the entity is not read, its values alone decide
 */
function readingOf(request: IndexedRequest, keys: readonly IndexedKey[], others: EntityCondition | undefined): Reading {
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
    from: others ? sql`${request.selection.source.table} e ${joins} ${others.join}` : sql`${tables[0]} ${joins}`,
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

/** Whether anything of the query is decided by values. */
export const isFiltered = (request: IndexedRequest): boolean => filtersOf(request).length > 0;

export interface IndexedPage {
  sortOrder: SortOrder | null | undefined;
  /** How many entities the query finds. */
  total: number;
  limit: number;
  offset: number;
}

/** Ids of a page, in its order or, if that ends sooner, in the opposite one. */
export function indexedIds(
  request: IndexedRequest,
  { sortOrder, total, limit, offset }: IndexedPage,
  { few, many }: { few: number; many: number },
): { statement: RawBuilder<unknown>; isReversed: boolean } {
  const key = sortOrder?.key ?? CREATED;
  const rows = Math.max(0, Math.min(limit, total - offset));
  const behind = total - offset - rows;
  const sorted = request.index.keys.get(nameOfKey(key));
  const isCreated = key.type === 'ENTITY_FIELD' && key.key === CREATED.key;
  const isReversed = behind < offset && (sorted !== undefined || isCreated);
  const isDescending = (sortOrder?.direction ?? 'DESC') === 'DESC';
  const direction = isDescending !== isReversed ? sql`DESC` : sql`ASC`;
  const window = sql`LIMIT ${rows} OFFSET ${isReversed ? behind : offset}`;
  const byValue = (of: IndexedKey) =>
    sql`${columnOf(of, 'number')} ${direction}, ${columnOf(of, 'text')} ${direction}, ${columnOf(of, 'entity_id')} ${direction}`;
  const others = entityConditions(request);
  const finish = (ids: RawBuilder<unknown>) => ({
    statement: sql`SELECT ids.id, NULL::bigint AS total FROM (${ids}) ids`,
    isReversed,
  });

  const isSortedByFilter = sorted && filtersOf(request).some((filter) => filter.key === sorted);
  if (total <= few && isFiltered(request) && !isSortedByFilter && !(isCreated && !others)) {
    const { from, where, id, createdTime } = readingOf(request, [], others);
    const matching = sql`WITH matching AS MATERIALIZED
      (SELECT ${id} AS id, ${createdTime} AS created_time FROM ${from} WHERE ${where})`;
    if (isCreated) {
      return finish(
        sql`${matching} SELECT id FROM matching ORDER BY created_time ${direction}, id ${direction} ${window}`,
      );
    }
    if (sorted) {
      return finish(sql`${matching} SELECT matching.id FROM matching
        JOIN ${sql.table(sorted.table)} ${sql.ref(rowOf(sorted))} ON ${columnOf(sorted, 'entity_id')} = matching.id
        ORDER BY ${byValue(sorted)} ${window}`);
    }
    return finish(sql`${matching} SELECT e.id FROM matching JOIN ${request.selection.source.table} e ON e.id = matching.id
      ORDER BY ${fieldOrder(key, direction, request)} ${window}`);
  }
  if (sorted) {
    const { from, where, id } = readingOf(request, [sorted], others);
    return finish(sql`SELECT ${id} AS id FROM ${from} WHERE ${where} ORDER BY ${byValue(sorted)} ${window}`);
  }
  if (isCreated) {
    const { from, where, id, createdTime } = readingOf(
      request,
      [],
      total > many ? (others ?? entityConditions(request, true)) : others,
    );
    return finish(sql`SELECT ${id} AS id FROM ${from} WHERE ${where}
      ORDER BY ${createdTime} ${direction}, ${id} ${direction} ${window}`);
  }
  const { from, where } = readingOf(request, [], others ?? entityConditions(request, true));
  return finish(sql`SELECT e.id FROM ${from} WHERE ${where} ORDER BY ${fieldOrder(key, direction, request)} ${window}`);
}

const CREATED: EntityKey = { type: 'ENTITY_FIELD', key: 'createdTime' };
