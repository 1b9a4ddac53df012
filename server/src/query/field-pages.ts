import { sql } from 'kysely';
import { deviceKind } from '../entities/device/device-kind.ts';
import { isToldByChanges, listCorrection } from '../entities/device/listed-changes.ts';
import { fieldText } from '../entities/entity-source.ts';
import type { ListedOrder, ListedRows, RowPlace } from '../entities/paged-list-sql.ts';
import { createPlacedPages, type PageReading, type PlacedPage } from '../entities/placed-pages.ts';
import type { Database } from '../storage/database.ts';
import type { ListPlaces } from '../storage/list-places.ts';
import type { SlowWalks } from '../storage/slow-walks.ts';
import { conditionOf, isNeverNull, type PageRequest, type SortOrder } from './entity-query-sql.ts';
import { isFieldSearch } from './search-candidates.ts';

/** Rows of a kind whose every 1,000th is remembered; of a part of them, as many places are. */
const MANY = 1_000_000;

/** The order of a query by a field; undefined when it has none that pages could be found in by their place. */
export function listedOrder(
  sortOrder: SortOrder | null | undefined,
  { user, selection }: PageRequest,
): ListedOrder | undefined {
  const isDescending = (sortOrder?.direction ?? 'DESC') === 'DESC';
  const byCreation = { column: undefined, isNullable: false, isDescending, isNewestFirst: isDescending };
  if (!sortOrder) return byCreation;
  const { type, key } = sortOrder.key;
  if (type !== 'ENTITY_FIELD') return undefined;
  if (key === 'createdTime') return byCreation;
  const { source } = selection;
  const groups = source.sortGroups?.(key, user);
  if (groups) return { ...byCreation, groups };
  const text = fieldText(source, key);
  if (text === undefined || text === source.entityType) return undefined;
  return {
    column: sql`lower(${text})`,
    isNullable: !isNeverNull(key),
    isDescending,
    isNewestFirst: isDescending,
    isById: true,
  };
}

/** What a query finds, as a list: undefined unless fields of the entities alone tell what that is, and in which order. */
export function fieldList(request: PageRequest, sortOrder: SortOrder | null | undefined): ListedRows | undefined {
  const { user, selection, filters, textSearch } = request;
  if (!selection.isWide || filters.some(({ key }) => key.type !== 'ENTITY_FIELD')) return undefined;
  if (textSearch && !isFieldSearch(request)) return undefined;
  const order = listedOrder(sortOrder, request);
  if (!order) return undefined;
  return {
    tenantId: user.tenantId,
    table: selection.source.table,
    select: sql`e.id`,
    where: conditionOf(request).where,
    isNarrow:
      user.authority !== 'TENANT_ADMIN' ||
      selection.condition !== undefined ||
      filters.length > 0 ||
      Boolean(textSearch),
    order,
  };
}

/** Pages of queries by fields that are far from the beginning, or whose order takes long to walk. */
export function createFieldPages(db: Database, places: ListPlaces<RowPlace>, slowWalks: SlowWalks) {
  const pages = createPlacedPages(db, places);

  const nameOf = (list: ListedRows, isFromEnd: boolean): string => `${isFromEnd} ${pages.nameOf(list)}`;

  /** Whether walking the order of a list from one of its ends took long. */
  const isSlow = (list: ListedRows, isFromEnd = false): boolean =>
    slowWalks.has(list.tenantId, nameOf(list, isFromEnd));

  return {
    isSlow,

    /** The same list, whose places are corrected where changes of its devices tell how. */
    correctedList(list: ListedRows, { selection }: PageRequest): ListedRows {
      if (selection.source !== deviceKind.source || !isToldByChanges(db, list)) return list;
      return { ...list, corrected: (known, since) => listCorrection(db, list, known, since) };
    },

    /** Notes how long it took to walk the order of a list up to a page near one of its ends. @param took ms */
    note(list: ListedRows, took: number, isFromEnd = false): void {
      slowWalks.note(list.tenantId, nameOf(list, isFromEnd), took);
    },

    /**
     * How the ids of a page are read that the list has.
     * @param state changes whenever the list may have
     */
    read(
      list: ListedRows,
      page: Pick<PlacedPage, 'offset' | 'limit' | 'total' | 'state' | 'named'>,
    ): Promise<PageReading> {
      const share = list.isNarrow ? Math.min(1, page.total / MANY) : 1;
      const isFromEnd = page.total - page.offset - page.limit < page.offset;
      const took = slowWalks.took(list.tenantId, nameOf(list, isFromEnd));
      return pages.read(list, { ...page, share, isSlow: isSlow(list, isFromEnd), took });
    },
  };
}
