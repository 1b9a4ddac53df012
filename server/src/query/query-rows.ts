import type { EntityDataQuery, EntityKey } from '@signalbox/contract/entity-query';
import { type RawBuilder, sql } from 'kysely';
import { deviceKind } from '../entities/device/device-kind.ts';
import type { NamedPage } from '../entities/device/device-name-around.ts';
import type { NamedDevices } from '../entities/device/device-totals.ts';
import type { ListedGroups, ListedRows, RowPlace } from '../entities/paged-list-sql.ts';
import type { Database } from '../storage/database.ts';
import type { ListPlaces } from '../storage/list-places.ts';
import type { SlowWalks } from '../storage/slow-walks.ts';
import { UNDEFINED_TABLE } from '../storage/table-pages.ts';
import { uuidArray } from '../storage/uuid-array.ts';
import type { ValueIndex } from '../telemetry/value-index/value-index.ts';
import {
  countedDevices,
  countStatement,
  foundStatement,
  type PageRequest,
  type PageRow,
  pageStatement,
  rowsStatement,
  type SortOrder,
  sampleStatement,
} from './entity-query-sql.ts';
import { createFieldPages, fieldList } from './field-pages.ts';
import { idListOf, idsIn } from './id-list.ts';
import type { IndexedPlace } from './indexed-page.ts';
import { createIndexedQueries, type QuerySizes } from './indexed-queries.ts';
import { aroundOrder, statementAround, wantedDevices } from './named-devices.ts';
import type { QueryReads } from './query-reads.ts';
import type { QueryOrders, QueryPages, QueryTotals } from './query-totals.ts';
import { isFieldSearch } from './search-candidates.ts';
import { NEWEST, planSearchPage } from './search-pages.ts';

/** Rows of an order up to which it is quicker to go through them than to have memory look at all entities once more. */
const SOON = 2_000;
/** Profiles by whose names devices are sorted in memory. */
const MAX_PROFILES = 1_000;
/** A text is common when this part of all values has it. */
const COMMON = 0.02;

export interface QueryRowsParts {
  db: Database;
  /** Runs what may take long. */
  reads: QueryReads;
  totals: QueryTotals;
  orders: QueryOrders;
  pages: QueryPages;
  valueIndex: Pick<ValueIndex, 'noteSlow' | 'confirm'>;
  /** Where the rows of far pages are. */
  places: ListPlaces<IndexedPlace>;
  /** The same in orders by fields. */
  fieldPlaces: ListPlaces<RowPlace>;
  /** Which orders by fields took long to walk. */
  slowWalks: SlowWalks;
  /** What is known of devices without asking the database. */
  namedDevices?: NamedDevices | undefined;
  sizes: QuerySizes;
}

/** A page of a list, of which `total` rows are known. */
interface ListedPage {
  sortOrder: SortOrder | null | undefined;
  fields: readonly string[];
  offset: number;
  limit: number;
  total: number;
}

/** Finds the rows of pages, and counts what queries find. */
export function createQueryRows(parts: QueryRowsParts) {
  const { db, reads, totals, orders, pages, valueIndex, places, fieldPlaces, slowWalks, namedDevices, sizes } = parts;
  const maxFew = sizes.few;
  const fieldPages = createFieldPages(db, fieldPlaces, slowWalks);
  /** How many entities are found; undefined: memory does not know it. */
  async function countNamed(request: PageRequest): Promise<number | undefined> {
    const wanted = await wantedDevices(request, profileOfType);
    // How many there are in all is counted already.
    if (!wanted || (!wanted.search && !wanted.numbers?.length)) return undefined;
    return namedDevices?.count(request.user.tenantId, wanted);
  }

  async function profileOfType(tenantId: string, type: string): Promise<string | undefined> {
    const statement = sql<{ id: string }>`SELECT id FROM device_profile
      WHERE tenant_id = ${tenantId}::uuid AND name = ${type}`;
    return (await reads.run(tenantId, statement))[0]?.id;
  }

  async function profilesInOrder(
    tenantId: string,
    { table, where, sorted }: ListedGroups,
  ): Promise<string[] | undefined> {
    const statement = sql<{ id: string }>`SELECT grouped.id FROM ${table} AS grouped WHERE ${where}
      ORDER BY ${sorted}, grouped.id LIMIT ${MAX_PROFILES + 1}`;
    const profiles = await reads.run(tenantId, statement);
    return profiles.length > MAX_PROFILES ? undefined : profiles.map(({ id }) => id);
  }

  /** How the ids of a page are read of what is found, where memory knows among which devices it is. */
  async function idsAround(
    request: PageRequest,
    sortOrder: SortOrder | null | undefined,
    page: NamedPage,
  ): Promise<RawBuilder<{ id: string }> | undefined> {
    const wanted = await wantedDevices(request, profileOfType);
    const { user, index, searchIndex } = request;
    const order = wanted && (await aroundOrder(request, sortOrder, (groups) => profilesInOrder(user.tenantId, groups)));
    if (!wanted || !order || page.rows <= 0) return undefined;
    const { sql: text, parameters } = countStatement({ ...request, index: undefined }).compile(db);
    const keys = [...(index?.keys.values() ?? []), ...(searchIndex?.keys.values() ?? [])];
    const requested = {
      tenantId: user.tenantId,
      name: JSON.stringify([text, parameters, order, page]),
      versions: keys.map(({ id, version }) => `${id} ${version}`).join(' '),
      least: sizes.slow / 10,
    };
    const around = await pages.remember(requested, async () => namedDevices?.page(user.tenantId, wanted, order, page));
    return around && statementAround(request, sortOrder ?? NEWEST, around, page.rows);
  }

  const indexed = createIndexedQueries({
    ...{ db, reads, totals, orders, valueIndex, sizes, places },
    inMemory: { count: countNamed, idsAround },
  });

  async function count(request: PageRequest): Promise<number> {
    const total = await indexed.count(request);
    if (total !== undefined) return total;
    const readNow = () =>
      timed(request, () =>
        withSearchIndex(
          request,
          async (one) => {
            const statement = countStatement(one, !(await isCommon(one)));
            return Number((await reads.run(one.user.tenantId, statement))[0]?.total ?? 0);
          },
          (found) => found === 0,
        ),
      );
    const read = async () => (await countNamed(request)) ?? readNow();
    const versions = versionsOf(request);
    if (versions === undefined) return read();
    const { sql: text, parameters } = countStatement(request).compile(db);
    const name = JSON.stringify([text, parameters]);
    return totals.remember({ tenantId: request.user.tenantId, name, versions, least: sizes.slow }, read);
  }

  /** Whether so many values have the text that it takes longer to find them by an index of parts than to look at all. */
  async function isCommon({ searchIndex, ...request }: PageRequest): Promise<boolean> {
    if (!searchIndex) return false;
    const [row] = await reads.run(request.user.tenantId, sampleStatement({ ...request, searchIndex }));
    return Number(row?.found ?? 0) > COMMON * Number(row?.all ?? 0);
  }

  /** Which values decide what a query finds, if its total can be remembered: undefined if not, '' if it is none. */
  function versionsOf(request: PageRequest): string | undefined {
    const { textSearch, selection, filters, searchIndex } = request;
    if (!selection.isWide || filters.some(({ key }) => key.type !== 'ENTITY_FIELD')) return undefined;
    if (!textSearch || isFieldSearch(request)) return '';
    return searchIndex && [...searchIndex.keys.values()].map(({ version }) => version).join(' ');
  }

  /** Reads with the index of the values that a text search looks into; without it, once it is gone. */
  async function withSearchIndex<T>(
    request: PageRequest,
    read: (request: PageRequest) => Promise<T>,
    isNothing: (result: T) => boolean,
  ): Promise<T> {
    const { searchIndex } = request;
    if (!searchIndex) return read(request);
    try {
      const result = await read(request);
      if (!isNothing(result) || (await valueIndex.confirm([...searchIndex.keys.values()], new Set()))) return result;
    } catch (error) {
      if ((error as { code?: string }).code !== UNDEFINED_TABLE) throw error;
    }
    return read({ ...request, searchIndex: undefined });
  }

  /** Reads without an index what could have one, and asks for it when that takes long. */
  async function timed<T>({ wanted }: PageRequest, read: () => Promise<T>): Promise<T> {
    if (wanted.length === 0) return read();
    const started = performance.now();
    try {
      return await read();
    } finally {
      valueIndex.noteSlow(wanted, performance.now() - started);
    }
  }

  /** Whether the user sees only a few of the tenant's devices, for sort orders without an index per customer. */
  async function fewVisible({ user, selection }: PageRequest, sortKey: EntityKey | undefined) {
    if (user.authority !== 'CUSTOMER_USER' || selection.source !== deviceKind.source) return undefined;
    if (sortKey?.type !== 'ENTITY_FIELD' || sortKey.key === 'createdTime') return undefined;
    const [row] = await reads.run(user.tenantId, countedDevices(user, undefined));
    return Number(row?.total ?? 0) <= maxFew ? 'visible' : undefined;
  }

  /** The ids of all that a text search finds, in the order of a field; undefined when they cannot be remembered. */
  async function foundIds(request: PageRequest, sortOrder: SortOrder | null | undefined): Promise<string | undefined> {
    const versions = versionsOf(request);
    if (versions === undefined || (sortOrder && sortOrder.key.type !== 'ENTITY_FIELD')) return undefined;
    const { tenantId } = request.user;
    const { sql: text, parameters } = foundStatement({ ...request, sortOrder }, maxFew).compile(db);
    const requested = { tenantId, name: JSON.stringify([text, parameters]), versions, least: sizes.slow };
    return orders.remember(requested, () =>
      timed(request, () =>
        withSearchIndex(
          request,
          async (one) => idListOf(await reads.run(tenantId, foundStatement({ ...one, sortOrder }, maxFew))),
          (found) => found === '',
        ),
      ),
    );
  }

  /** The rows of a page of few, whose order is remembered; undefined when it cannot be. */
  async function rowsOfFew(
    request: PageRequest,
    sortOrder: SortOrder | null | undefined,
    fields: readonly string[],
    page: { offset: number; limit: number },
  ): Promise<PageRow[] | undefined> {
    const order = await foundIds(request, sortOrder);
    if (order === undefined) return undefined;
    const ids = sql`SELECT unnest(${uuidArray(idsIn(order, page))}::uuid[]) AS id, NULL::bigint AS total`;
    return reads.run(request.user.tenantId, rowsStatement(request.selection.source, fields, ids));
  }

  /** The rows of a page whose ids are found by a statement. */
  function rowsOfListed(
    { user, selection }: PageRequest,
    fields: readonly string[],
    ids: RawBuilder<unknown>,
  ): Promise<PageRow[]> {
    const listed = sql`SELECT listed.id, NULL::bigint AS total FROM (${ids}) listed`;
    return reads.run(user.tenantId, rowsStatement(selection.source, fields, listed));
  }

  /**
   * The rows of a page that is far from the beginning of an order by a field, or in one that takes long to walk;
   * undefined where there is no better way than that.
   */
  async function rowsOfList(
    request: PageRequest,
    list: ListedRows,
    { sortOrder, fields, isInParts = false, ...page }: ListedPage & { isInParts?: boolean },
  ): Promise<PageRow[] | undefined> {
    if (page.limit <= 0) return [];
    const few = list.isNarrow && page.total <= maxFew && (await rowsOfFew(request, sortOrder, fields, page));
    if (few) return few;
    const { tenantId } = request.user;
    const placed = fieldPages.correctedList(list, request);
    const state = placed.corrected ? '' : totals.stateOf(tenantId);
    const { ids, isPlaced, isReversed } = await fieldPages.read(placed, {
      ...page,
      state,
      // Of what a text finds memory was asked before.
      named: () =>
        request.textSearch
          ? Promise.resolve(undefined)
          : idsAround(request, sortOrder, { offset: page.offset, rows: page.limit }),
    });
    if (!isPlaced && !isReversed && !isInParts) return undefined;
    const started = performance.now();
    const rows = await rowsOfListed(request, fields, ids);
    if (!isPlaced) {
      fieldPages.note(list, performance.now() - started, isReversed);
      // Has its places found, which the next one who asks needs.
      if (fieldPages.isSlow(list, isReversed)) await fieldPages.read(placed, { ...page, state });
    }
    return isReversed ? rows.reverse() : rows;
  }

  /** How many entities of the kind there are that the user sees. */
  function countAll(request: PageRequest): Promise<number> {
    const { source } = request.selection;
    const counted = source === deviceKind.source ? { counted: {} } : {};
    const whole = { source, condition: undefined, isWide: true, ...counted };
    return count({ ...request, textSearch: undefined, filters: [], selection: whole });
  }

  /**
   * Whether a page of what a text finds in fields is soon found by going through an order, if that is alike in all of it: sooner
   * than memory has looked at all entities.
   * @param until the last row of the page
   */
  async function isSoon(request: PageRequest, list: ListedRows, found: number, until: number): Promise<boolean> {
    if (!isFieldSearch(request) || list.order.groups || request.selection.condition || fieldPages.isSlow(list))
      return false;
    return (until * (await countAll(request))) / found <= SOON;
  }

  /** Rows of a page of what a text finds, where memory knows among which few entities it is; undefined: it does not. */
  async function rowsAround(
    request: PageRequest,
    { sortOrder, fields, offset, total, ...page }: ListedPage,
  ): Promise<PageRow[] | undefined> {
    const limit = Math.min(page.limit, total - offset);
    const ids = await idsAround(request, sortOrder, { offset, rows: limit });
    const rows = ids && (await rowsOfListed(request, fields, ids));
    // Some of them may have changed since.
    return rows?.length === limit ? rows : undefined;
  }

  /** The rows of a page near the start of what a text finds in fields; undefined where there is no better way than to walk. */
  async function rowsOfSearch(
    request: PageRequest,
    list: ListedRows,
    { sortOrder, fields, ...page }: ListedPage,
  ): Promise<PageRow[] | undefined> {
    const all = await countAll(request);
    const plan = planSearchPage(request, list, { sortOrder, ...page, found: page.total, all }, sizes);
    const near = plan.near && (await rowsOfListed(request, fields, plan.near));
    if (near?.length === Math.min(page.limit, page.total - page.offset)) return near;
    const around = await rowsAround(request, { sortOrder, fields, ...page });
    if (around) return around;
    if (!plan.sorted) return undefined;
    const started = performance.now();
    const rows = await rowsOfListed(request, fields, plan.sorted);
    fieldPages.note(list, performance.now() - started);
    return rows;
  }

  /** The rows of a page, the fields of each in the order of `fields`, and how the total is found. */
  async function findRows(request: PageRequest, query: EntityDataQuery, fields: readonly string[]) {
    const { pageSize, page, sortOrder } = query.pageLink;
    const offset = page * pageSize;
    const found = await indexed.find(request, { sortOrder, fields, limit: pageSize, offset });
    if (found) return { rows: found.rows, total: async () => found.total };
    const counted = request.filters.some(({ key }) => key.type !== 'ENTITY_FIELD');
    // How many a search finds tells how their page is best found.
    const known = request.textSearch && !counted ? await count(request) : undefined;
    if (known === 0) return { rows: [], total: async () => 0 };
    const ordered = fieldList(request, sortOrder);
    // Indexes have entities without a value at the other end.
    const isInParts = ordered?.order.column !== undefined && ordered.order.isNullable && ordered.order.isDescending;
    if (known !== undefined && !(ordered && !isInParts && (await isSoon(request, ordered, known, offset + pageSize)))) {
      const rows = await rowsAround(request, { sortOrder, fields, offset, limit: pageSize, total: known });
      if (rows) return { rows, total: async () => known };
    }
    const few = known !== undefined && known <= maxFew ? 'found' : await fewVisible(request, sortOrder?.key);
    if (few === 'found') {
      const rows = await rowsOfFew(request, sortOrder, fields, { offset, limit: pageSize });
      if (rows) return { rows, total: async () => known ?? 0 };
    }
    const list = few === undefined ? ordered : undefined;
    if (list && (offset > sizes.skipped || isInParts || fieldPages.isSlow(list))) {
      const total = known ?? (await count(request));
      const limit = Math.min(pageSize, total - offset);
      const rows = await rowsOfList(request, list, { sortOrder, fields, offset, limit, total, isInParts });
      if (rows) return { rows, total: async () => total };
    }
    if (list && known !== undefined && !list.order.groups && offset <= sizes.skipped) {
      const rows = await rowsOfSearch(request, list, { sortOrder, fields, offset, limit: pageSize, total: known });
      if (rows) return { rows, total: async () => known };
    }
    const started = performance.now();
    const rows: PageRow[] = await timed(request, () =>
      withSearchIndex(
        request,
        (one) =>
          reads.run(
            one.user.tenantId,
            pageStatement({ ...one, sortOrder, fields, counted, few, limit: pageSize, offset }),
          ),
        (found) => found.length === 0,
      ),
    );
    if (list && offset <= sizes.skipped) fieldPages.note(list, performance.now() - started);
    // A page that is not full ends the list: nothing has to be counted then.
    const isLast = rows.length < pageSize && (rows.length > 0 || page === 0);
    const total = async (): Promise<number> => {
      if (isLast) return offset + rows.length;
      return known ?? rows[0]?.total ?? (await count(request));
    };
    return { rows, total };
  }

  return { count, findRows, learn: indexed.learn };
}
