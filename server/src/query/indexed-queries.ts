import { type RawBuilder, sql } from 'kysely';
import { createEmbeddedCache } from '../storage/cache.ts';
import type { Database } from '../storage/database.ts';
import type { ListPlaces } from '../storage/list-places.ts';
import type { ValueIndex } from '../telemetry/value-index/value-index.ts';
import { countStatement, type PageRequest, type PageRow, rowsStatement, type SortOrder } from './entity-query-sql.ts';
import {
  entitiesOf,
  type IndexedPlace,
  type IndexedRequest,
  indexedCount,
  isFiltered,
  type PagePlan,
  planPage,
} from './indexed-page.ts';

/** Queries whose totals are remembered. */
const MAX_TOTALS = 1000;

/** What decides how a page is found; `few` and `many` are numbers of entities. */
export interface QuerySizes {
  /** Up to this many can be found first and sorted then, where that takes less than to walk the index of the order. */
  few: number;
  /** The same where the index that finds them knows what they are sorted by: their creation time. */
  many: number;
  /** ms in which an order by latest values is taken to stay as it is, for pages far from both of its ends. */
  lately: number;
}
export const QUERY_SIZES: QuerySizes = { few: 20_000, many: 50_000, lately: 10_000 };

/** PostgreSQL: a table of the statement does not exist. */
const UNDEFINED_TABLE = '42P01';

export interface IndexedQueriesParts {
  db: Database;
  run: <T>(statement: RawBuilder<T>) => Promise<T[]>;
  valueIndex: Pick<ValueIndex, 'confirm'>;
  sizes: QuerySizes;
  /** Where the rows of far pages are. */
  places: ListPlaces<IndexedPlace>;
}

/**
 * Queries by values that have an index. Each returns undefined when it has to be answered without: a request has no
 * index, or what it has was dropped meanwhile.
 */
export function createIndexedQueries({ db, run, valueIndex, sizes, places }: IndexedQueriesParts) {
  /** count statement and its values → total, as of a state of its index */
  const totals = createEmbeddedCache<{ total: number; state: string }>(MAX_TOTALS);

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
      const [row] = await run(countStatement({ ...request, index: undefined }));
      return Number(row?.total ?? 0);
    }
    const statement = indexedCount(request);
    const { sql: text, parameters } = statement.compile(db);
    const name = JSON.stringify([text, parameters]);
    const state = stateOf(request);
    const known = totals.get(name);
    if (known?.state === state) return known.total;
    const total = await whileReady(
      request,
      async () => Number((await run(statement))[0]?.total ?? 0),
      (found) => found === 0,
    );
    if (total !== undefined) totals.set(name, { total, state });
    return total;
  }

  /** Far pages are read from a place before them, once these are known. */
  function idsOf(
    request: IndexedRequest,
    { statement, isReversed, far }: PagePlan,
    { offset, limit, total }: { offset: number; limit: number; total: number },
  ): Pick<PagePlan, 'statement' | 'isReversed'> {
    const share = Math.min(1, total / Math.max(1, entitiesOf(request)));
    // Not for so few that they are sorted in no time.
    if (far && total > sizes.few / 10 && places.isFar(Math.min(offset, total - offset - limit), share)) {
      const numbered = (step: number) => {
        const { sql: text, parameters } = far.numbered(step).compile(db);
        return { text, values: parameters };
      };
      const list = {
        tenantId: request.user.tenantId,
        name: JSON.stringify(numbered(0)),
        state: stateOf(request),
        share,
        // Measurements move the rows all the time: where they were lately is near enough.
        lately: [...request.index.keys.values()].some(({ scope }) => scope === 'series') ? sizes.lately : 0,
        numbered,
      };
      const before = places.placeBefore(list, offset);
      if (before) return { statement: far.from(before.place, before.skip), isReversed: false };
    }
    return { statement, isReversed };
  }

  return {
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
      const { statement, isReversed } = idsOf(request, planPage(request, { ...page, total }, sizes), {
        ...page,
        total,
      });
      const ids = sql`SELECT ids.id, NULL::bigint AS total FROM (${statement}) ids`;
      const rows = await whileReady(
        request,
        () => run(rowsStatement(request.selection.source, page.fields, ids)),
        (found) => found.length === 0,
      );
      return rows && { rows: isReversed ? rows.reverse() : rows, total };
    },
  };
}

/** Another one whenever what a query finds may be. */
const stateOf = ({ index }: IndexedRequest): string => [...index.keys.values()].map(({ version }) => version).join(' ');

const hasIndex = (request: PageRequest): request is IndexedRequest => request.index !== undefined;
