import type { EntityDataQuery, EntityKey } from '@signalbox/contract/entity-query';
import { sql } from 'kysely';
import { deviceKind } from '../entities/device/device-kind.ts';
import type { Database } from '../storage/database.ts';
import type { ListPlaces } from '../storage/list-places.ts';
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
import { idListOf, idsIn } from './id-list.ts';
import type { IndexedPlace } from './indexed-page.ts';
import { createIndexedQueries, type QuerySizes, UNDEFINED_TABLE } from './indexed-queries.ts';
import type { QueryReads } from './query-reads.ts';
import type { QueryOrders, QueryTotals } from './query-totals.ts';
import { isFieldSearch } from './search-candidates.ts';

/** A text is common when this part of all values has it. */
const COMMON = 0.02;

export interface QueryRowsParts {
  db: Database;
  /** Runs what may take long. */
  reads: QueryReads;
  totals: QueryTotals;
  orders: QueryOrders;
  valueIndex: Pick<ValueIndex, 'noteSlow' | 'confirm'>;
  /** Where the rows of far pages are. */
  places: ListPlaces<IndexedPlace>;
  sizes: QuerySizes;
}

/** Finds the rows of pages, and counts what queries find. */
export function createQueryRows({ db, reads, totals, orders, valueIndex, places, sizes }: QueryRowsParts) {
  const maxFew = sizes.few;
  const indexed = createIndexedQueries({ db, reads, totals, orders, valueIndex, sizes, places });

  async function count(request: PageRequest): Promise<number> {
    const total = await indexed.count(request);
    if (total !== undefined) return total;
    const read = () =>
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
    const asked = { tenantId, name: JSON.stringify([text, parameters]), versions, least: sizes.slow };
    return orders.remember(asked, () =>
      timed(request, () =>
        withSearchIndex(
          request,
          async (one) => idListOf(await reads.run(tenantId, foundStatement({ ...one, sortOrder }, maxFew))),
          (found) => found === '',
        ),
      ),
    );
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
    const few = known !== undefined && known <= maxFew ? 'found' : await fewVisible(request, sortOrder?.key);
    const order = few === 'found' ? await foundIds(request, sortOrder) : undefined;
    if (order !== undefined) {
      const ids = sql`SELECT unnest(${uuidArray(idsIn(order, { offset, limit: pageSize }))}::uuid[]) AS id,
        NULL::bigint AS total`;
      const { source } = request.selection;
      return {
        rows: await reads.run(request.user.tenantId, rowsStatement(source, fields, ids)),
        total: async () => known ?? 0,
      };
    }
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
