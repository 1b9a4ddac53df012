import { type RawBuilder, sql } from 'kysely';
import { type ListedRows, sortedRowIds } from '../entities/paged-list-sql.ts';
import { conditionOf, fieldOrder, type PageRequest, type SortOrder } from './entity-query-sql.ts';

/** A page near the start of an order. */
export interface SearchedPage {
  sortOrder: SortOrder | null | undefined;
  limit: number;
  offset: number;
  /** How many entities the text finds, and how many the user sees of the kind. */
  found: number;
  all: number;
}

/** How many rows of an order are looked through, and how they compare with those that would do if what is found were spread evenly. */
export interface SearchReach {
  few: number;
  near: number;
}

/** Finds the ids of a page. */
export interface SearchPlan {
  /** If they are near the start of the order; else fewer. Absent: that would be too many. */
  near?: RawBuilder<{ id: string }>;
  /** Wherever they are: all that the text finds is sorted. Absent: to walk the order takes no longer. */
  sorted?: RawBuilder<{ id: string }>;
}

/** The order of a query that names none. */
export const NEWEST: SortOrder = { key: { type: 'ENTITY_FIELD', key: 'createdTime' }, direction: 'DESC' };

/**
 * How a page near the start is found of what a text finds in fields of entities, if it finds many. What things are called often
 * goes with their order: most of it may be at the other end.
 * @param list the same as a list
 */
export function planSearchPage(
  request: PageRequest,
  list: ListedRows,
  { sortOrder, limit, offset, found, all }: SearchedPage,
  { few, near }: SearchReach,
): SearchPlan {
  const { selection, user } = request;
  const { source } = selection;
  const plan: SearchPlan = {};
  const reach = Math.ceil((near * (offset + limit) * all) / Math.max(1, found));
  if (reach <= few && !selection.condition) {
    const { key, direction } = sortOrder ?? NEWEST;
    const order = fieldOrder(key, direction === 'DESC' ? sql`DESC` : sql`ASC`, request);
    plan.near = sql`SELECT e.id FROM (
        SELECT * FROM ${source.table} e WHERE ${source.visibleTo(user)} ORDER BY ${order} LIMIT ${reach}
      ) e WHERE ${conditionOf(request).where} ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}`;
  }
  if (found <= all / 2) {
    const { where } = conditionOf(request, { isSearched: true });
    plan.sorted = sortedRowIds({ ...list, where }, { limit, offset, isFromEnd: false });
  }
  return plan;
}
