import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../storage/database.ts';
import type { ListPlaces } from '../storage/list-places.ts';
import { UNDEFINED_TABLE } from '../storage/table-pages.ts';
import { uuidArray } from '../storage/uuid-array.ts';
import type { ValueIndex } from '../telemetry/value-index/value-index.ts';
import { countStatement, type PageRequest, type PageRow, rowsStatement, type SortOrder } from './entity-query-sql.ts';
import { idListOf, idsIn } from './id-list.ts';
import {
  entitiesOf,
  type IndexedPlace,
  type IndexedRequest,
  indexedCount,
  isFiltered,
  type PagePlan,
  planPage,
} from './indexed-page.ts';
import type { QueryReads } from './query-reads.ts';
import type { QueryOrders, QueryTotals } from './query-totals.ts';

/** What decides how a page is found; `few` and `many` are numbers of entities. */
export interface QuerySizes {
  /** Up to this many can be found first and sorted then, where that takes less than to walk the index of the order. */
  few: number;
  /**
   * The same where the index that finds them knows what they are sorted by, their creation time, and for orders by a field,
   * which are remembered.
   */
  many: number;
  /** ms in which latest values are taken to stay as they are, for pages far from both ends of their order and for totals. */
  lately: number;
  /** ms that it took at least to count what a search finds when that is remembered. */
  slow: number;
  /** Rows of an order by a field that are skipped before a page without knowing how many there are. */
  skipped: number;
  /** How many times as many rows of an order are walked as would do if what is found were spread evenly in it. */
  near: number;
}
export const QUERY_SIZES: QuerySizes = {
  few: 20_000,
  many: 50_000,
  lately: 10_000,
  slow: 30,
  skipped: 1_000,
  near: 10,
};

export interface IndexedQueriesParts {
  db: Database;
  reads: QueryReads;
  totals: QueryTotals;
  orders: QueryOrders;
  valueIndex: Pick<ValueIndex, 'confirm'>;
  sizes: QuerySizes;
  /** Where the rows of far pages are. */
  places: ListPlaces<IndexedPlace>;
  /** What memory knows of what is found; undefined: nothing. */
  inMemory: {
    count(request: PageRequest): Promise<number | undefined>;
    /** Finds the ids of a page. */
    idsAround(
      request: PageRequest,
      sortOrder: SortOrder | null | undefined,
      page: { offset: number; rows: number },
    ): Promise<RawBuilder<{ id: string }> | undefined>;
  };
}

/**
 * Queries by values that have an index. Each returns undefined when it has to be answered without: a request has no
 * index, or what it has was dropped meanwhile.
 */
export function createIndexedQueries(parts: IndexedQueriesParts) {
  const { db, reads, totals, orders, valueIndex, sizes, places, inMemory } = parts;
  /** @returns undefined when an index is gone, which shows in that nothing is found */
  async function whileReady<T>(
    { index: { keys, strict } }: IndexedRequest,
    read: () => Promise<T>,
    isNothing: (result: T) => boolean,
  ): Promise<T | undefined> {
    let result: T | undefined;
    try {
      result = await read();
      if (!isNothing(result)) return result;
    } catch (error) {
      if ((error as { code?: string }).code !== UNDEFINED_TABLE) throw error;
    }
    const isReady = await valueIndex.confirm([...keys.values()], strict);
    return isReady ? result : undefined;
  }

  async function totalOf(request: IndexedRequest): Promise<number | undefined> {
    if (!isFiltered(request)) {
      const [row] = await reads.run(request.user.tenantId, countStatement({ ...request, index: undefined }));
      return Number(row?.total ?? 0);
    }
    const statement = indexedCount(request);
    const { sql: text, parameters } = statement.compile(db);
    const counted = {
      tenantId: request.user.tenantId,
      name: JSON.stringify([text, parameters]),
      versions: stateOf(request),
      least: 0,
    };
    const count = () =>
      whileReady(
        request,
        async () => Number((await reads.run(request.user.tenantId, statement))[0]?.total ?? 0),
        (found) => found === 0,
      );
    return totals.remember(counted, async () => (await inMemory.count(request)) ?? count());
  }

  /** What a query finds, in an order whose places can be known. @param share of the entities, that is found */
  function listOf(request: IndexedRequest, far: FarPlan, share: number) {
    const numbered = (step: number) => {
      const { sql: text, parameters } = far.numbered(step).compile(db);
      return { text, values: parameters };
    };
    const list = { tenantId: request.user.tenantId, name: JSON.stringify(numbered(0)), share, numbered };
    const isMoving = sizes.lately > 0 && [...request.index.keys.values()].some(({ scope }) => scope === 'series');
    // Measurements move the rows all the time: where they were lately is near enough.
    return isMoving ? { ...list, state: '', renewed: sizes.lately } : { ...list, state: stateOf(request) };
  }

  /** The plan that begins at a place before the page, once these are known. */
  async function fromPlace(
    request: IndexedRequest,
    { far }: PagePlan,
    share: number,
    patience: number,
  ): Promise<PagePlan | undefined> {
    if (!far) return undefined;
    const before = await places.placeSoon(listOf(request, far, share), far.before, { patience });
    return before && { statement: far.from(before.place, before.skip), isReversed: far.isReversed };
  }

  /** What is remembered of all that a query finds, in its order. */
  function askedOf(request: IndexedRequest, all: RawBuilder<{ id: string }>) {
    const { sql: text, parameters } = all.compile(db);
    const name = JSON.stringify([text, parameters]);
    return { tenantId: request.user.tenantId, name, versions: stateOf(request), least: sizes.slow };
  }

  /** The ids of all that a query finds, one after the other in its order; they are sorted once for a while. */
  const sortedIds = (request: IndexedRequest, all: RawBuilder<{ id: string }>): Promise<string | undefined> =>
    orders.remember(askedOf(request, all), () =>
      whileReady(
        request,
        async () => idListOf(await reads.run(request.user.tenantId, all)),
        (found) => found === '',
      ),
    );

  return {
    /** Finds the places of an order that nobody has asked for yet, where it has far pages. */
    async learn(request: IndexedRequest, sortOrder: SortOrder): Promise<void> {
      const total = entitiesOf(request);
      const { far } = planPage(request, { sortOrder, total, limit: 1, offset: 0 }, sizes);
      if (far && places.isFar(total / 2)) await places.learn(listOf(request, far, 1));
    },

    async count(request: PageRequest): Promise<number | undefined> {
      return hasIndex(request) ? totalOf(request) : undefined;
    },

    async find(
      request: PageRequest,
      page: { sortOrder: SortOrder | null | undefined; fields: readonly string[]; limit: number; offset: number },
    ): Promise<{ rows: PageRow[]; total: number } | undefined> {
      if (!hasIndex(request)) return undefined;
      const total = await totalOf(request);
      if (total === undefined) return undefined;
      if (page.offset >= total) return { rows: [], total };
      const plan = planPage(request, { ...page, total }, sizes);
      const rowsOf = (ids: RawBuilder<unknown>) =>
        reads.run(
          request.user.tenantId,
          rowsStatement(
            request.selection.source,
            page.fields,
            sql`SELECT ids.id, NULL::bigint AS total FROM (${ids}) ids`,
          ),
        );
      // So few are sorted in no time, once it has been found in the database which these are.
      const isMany = total > sizes.few / 10;
      const isSome = isFiltered(request) && total > sizes.few / 100;
      const all = isMany ? plan.all : undefined;
      const known = all && orders.known(askedOf(request, all));
      const { near } = plan;
      const share = Math.min(1, total / Math.max(1, entitiesOf(request)));
      const isFar = places.isFar(Math.min(page.offset, total - page.offset - page.limit), share);
      const isPlaced = isMany && (isFar || near !== undefined);
      const isLong = isMany ? (isFar || near || all) && known === undefined : isSome;
      const limit = Math.min(page.limit, total - page.offset);
      // Places in the order of all are soon known to everybody; for those of a filter a whole order would be gone through.
      const soon = isPlaced && !all && !isFiltered(request) ? await fromPlace(request, plan, share, 0) : undefined;
      const around =
        isLong && !soon
          ? await inMemory.idsAround(request, page.sortOrder, { offset: page.offset, rows: limit })
          : undefined;
      const aroundRows =
        around &&
        (await whileReady(
          request,
          () => rowsOf(around),
          (found) => found.length === 0,
        ));
      // Some of them may have changed since.
      if (aroundRows?.length === limit) return { rows: aroundRows, total };
      if (near && known === undefined) {
        const rows = await whileReady(
          request,
          () => rowsOf(near.statement),
          () => false,
        );
        if (rows?.length === limit) {
          return { rows: near.isReversed ? rows.reverse() : rows, total };
        }
      }
      if (all) {
        const order = known ?? (await sortedIds(request, all));
        if (order === undefined) return undefined;
        return { rows: await rowsOf(sql`SELECT unnest(${uuidArray(idsIn(order, page))}::uuid[]) AS id`), total };
      }
      const placed = soon ?? (isPlaced ? await fromPlace(request, plan, share, Number.POSITIVE_INFINITY) : undefined);
      const { statement, isReversed } = placed ?? plan;
      const rows = await whileReady(
        request,
        () => rowsOf(statement),
        (found) => found.length === 0,
      );
      return rows && { rows: isReversed ? rows.reverse() : rows, total };
    },
  };
}

type FarPlan = NonNullable<PagePlan['far']>;

/** Another one whenever what a query finds may be. */
const stateOf = ({ index }: IndexedRequest): string => [...index.keys.values()].map(({ version }) => version).join(' ');

const hasIndex = (request: PageRequest): request is IndexedRequest => request.index !== undefined;
