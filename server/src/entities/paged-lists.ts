import type { EntityType } from '@signalbox/contract/id';
import { type PageData, type PageLink, pageData } from '@signalbox/contract/page';
import { type RawBuilder, sql } from 'kysely';
import { followDeletedTenants } from '../bus/deleted-tenants.ts';
import type { LiveBus } from '../bus/live-bus.ts';
import type { Database } from '../storage/database.ts';
import { createFairCache } from '../storage/fair-cache.ts';
import type { ListOrders } from '../storage/list-orders.ts';
import type { ListPlaces } from '../storage/list-places.ts';
import { walkOf } from '../storage/list-walk.ts';
import { createSlowWalks } from '../storage/slow-walks.ts';
import { createTenantChanges } from '../storage/tenant-changes.ts';
import { uuidArray } from '../storage/uuid-array.ts';
import { type ListedRows, orderedRows, type RowPlace, rowIds, sortedRowIds } from './paged-list-sql.ts';
import { createPlacedPages } from './placed-pages.ts';

/** Lists whose totals are remembered. */
const MAX_TOTALS = 1000;

/** When a page is found in another way than by reading its order from the beginning. */
export interface PagedListSizes {
  /** Pages up to this many rows are read without knowing the total. */
  near: number;
  /** Up to how many rows are found first and sorted then, where no index has both. */
  few: number;
  /** The same for lists that an index has together. */
  fewTogether: number;
  /** The same for pages that are far from both ends, and for lists whose rows are scattered over all orders. */
  many: number;
  /** ms that reading a page near an end of a list takes at least when the whole order of the list is found for the next one; absent: SLOW. */
  slow?: number;
}
export const PAGED_LIST_SIZES: PagedListSizes = { near: 1_000, few: 20_000, fewTogether: 50_000, many: 100_000 };
const SLOW = 30;

export interface PagedListsParts {
  db: Database;
  liveBus: LiveBus;
  /** Where the rows of far pages are. */
  places: ListPlaces<RowPlace>;
  /** Remembers what has to be sorted. */
  orders: ListOrders;
  sizes?: PagedListSizes;
}

/**
 * Pages of lists with up to some hundred thousand rows. Totals are counted once for a state of the tenant, and pages
 * are read from the end that is nearer, or from a known place before them.
 * @param entityTypes kinds whose changes may change the lists
 */
export function createPagedLists(
  { db, liveBus, places, orders, sizes = PAGED_LIST_SIZES }: PagedListsParts,
  entityTypes: readonly EntityType[],
) {
  /** conditions of a list and their values → rows, as of a state of its tenant */
  const deletedTenants = followDeletedTenants(liveBus);
  const totals = createFairCache<{ total: number; state: number }>(MAX_TOTALS, deletedTenants);
  const slowWalks = createSlowWalks(deletedTenants, sizes.slow ?? SLOW);
  const changes = createTenantChanges();
  liveBus.subscribeKinds(['entity'], ({ tenantId, entityId: { entityType, id } }) => {
    if (entityType !== 'TENANT' && !entityTypes.includes(entityType)) return;
    changes.note(entityType === 'TENANT' ? id : tenantId);
  });
  const pages = createPlacedPages(db, places);
  const stateOf = (tenantId: string): number => changes.of(tenantId);

  const compiled = (statement: RawBuilder<unknown>) => {
    const { sql: text, parameters: values } = statement.compile(db);
    return { text, values };
  };

  async function totalOf({ tenantId, table, where }: ListedRows): Promise<number> {
    const statement = sql<{ total: number }>`SELECT count(*)::integer AS total FROM ${table} AS e WHERE ${where}`;
    const name = JSON.stringify(compiled(statement));
    const state = stateOf(tenantId);
    const known = totals.get(tenantId, name);
    if (known?.state === state) return known.total;
    const total = (await statement.execute(db)).rows[0]?.total ?? 0;
    // Of the state before the count: what changed meanwhile may be in it or not, and is counted again.
    totals.set(tenantId, name, { total, state });
    return total;
  }

  async function read<Row>(list: ListedRows, ids: RawBuilder<unknown>): Promise<Row[]> {
    const { rows } = await sql<Row>`SELECT ${list.select}
      FROM (SELECT found.id, row_number() OVER () AS place FROM (${ids}) AS found) AS page
      JOIN ${list.table} AS e ON e.id = page.id ${list.joined ?? sql``} ORDER BY page.place`.execute(db);
    return rows;
  }

  /** Whether the rows of a list are found first and sorted then. @param near rows from the nearer end to a page */
  function isSortedLast(list: ListedRows, total: number, near: number): boolean {
    const { order, isNarrow, isTogether, isScattered } = list;
    // It has too many.
    if (isScattered) return false;
    if (order.column === undefined || !(isNarrow || order.isByCustomer)) return false;
    return (
      total <= (isTogether ? sizes.fewTogether : sizes.few) || (isNarrow && total <= sizes.many && near > sizes.near)
    );
  }

  const orderedList = (tenantId: string, all: RawBuilder<unknown>) => ({
    tenantId,
    name: JSON.stringify(compiled(all)),
    state: String(stateOf(tenantId)),
  });

  /**
   * Rows of a page of a list whose whole order is found, and how many it has.
   * @param all its ids, in their order
   * @param isSlow its pages take long another way
   */
  async function sortedPage<Row>(
    list: ListedRows,
    all: RawBuilder<{ id: string }>,
    page: { offset: number; limit: number },
    isSlow = false,
  ): Promise<{ rows: Row[]; total: number }> {
    const requested = { ...orderedList(list.tenantId, all), isSlow };
    const { ids, total } = await orders.page(requested, page, async () => (await all.execute(db)).rows);
    return { rows: await read(list, sql`SELECT unnest(${uuidArray(ids)}::uuid[]) AS id`), total };
  }

  /** Rows of a page that are sorted up to the page alone, or read in their order. @param isSorted no index has them in it */
  async function readUpTo<Row>(
    list: ListedRows,
    { offset, limit, total }: { offset: number; limit: number; total: number },
    isSorted: boolean,
  ): Promise<Row[]> {
    const behind = total - offset - limit;
    const isFromEnd = behind < offset;
    const state = String(stateOf(list.tenantId));
    const { ids, isReversed } = isSorted
      ? { ids: sortedRowIds(list, { isFromEnd, limit, offset: Math.min(offset, behind) }), isReversed: isFromEnd }
      : await pages.read(list, { offset, limit, total, state });
    const rows = await read<Row>(list, ids);
    return isReversed ? rows.reverse() : rows;
  }

  /** Rows of a page of a list whose total is known. */
  async function rowsOf<Row>(list: ListedRows, { pageSize, page }: PageLink, total: number): Promise<Row[]> {
    const offset = page * pageSize;
    const limit = Math.min(pageSize, total - offset);
    if (limit <= 0) return [];
    const behind = total - offset - limit;
    const near = Math.min(offset, behind);
    const isSorted = isSortedLast(list, total, near);
    const { tenantId } = list;
    const all = sortedRowIds(list);
    // What took long to read near an end is cut out of the whole order the next time.
    const name = list.isNarrow && total <= sizes.few ? `${behind < offset} ${pages.nameOf(list)}` : undefined;
    const isSlow = name !== undefined && (slowWalks.has(tenantId, name) || orders.isKnown(orderedList(tenantId, all)));
    if (isSlow || (isSorted && near > sizes.near)) {
      return (await sortedPage<Row>(list, all, { offset, limit }, isSlow)).rows;
    }
    const started = performance.now();
    const rows = await readUpTo<Row>(list, { offset, limit, total }, isSorted);
    if (name !== undefined) slowWalks.note(tenantId, name, performance.now() - started);
    return rows;
  }

  return {
    /** A page of a list, or the next rows of its walk. */
    async select<Row>(link: PageLink, list: ListedRows): Promise<PageData<Row>> {
      const walk = walkOf(link);
      if (walk) return pageData(await walk.next<Row>(() => compiled(orderedRows(list))), 0, link);
      const offset = link.page * link.pageSize;
      if (list.isScattered) {
        // To count them takes as long as to sort them.
        const all = sortedRowIds(list, { isFromEnd: false, limit: sizes.many + 1, offset: 0 });
        const { rows, total } = await sortedPage<Row>(list, all, { offset, limit: link.pageSize });
        if (total <= sizes.many) return pageData(rows, total, link);
      }
      if (list.isNarrow || list.order.isByCustomer || offset + link.pageSize > sizes.near) {
        const total = await totalOf(list);
        return pageData(await rowsOf<Row>(list, link, total), total, link);
      }
      const rows = await read<Row>(list, rowIds(list, { limit: link.pageSize, offset }));
      const isLastPage = rows.length < link.pageSize && (rows.length > 0 || offset === 0);
      return pageData(rows, isLastPage ? offset + rows.length : await totalOf(list), link);
    },
  };
}
export type PagedLists = ReturnType<typeof createPagedLists>;
