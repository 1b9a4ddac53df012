import type { RawBuilder } from 'kysely';
import { createEmbeddedCache } from '../storage/cache.ts';
import type { Database } from '../storage/database.ts';
import type { ValueIndex } from '../telemetry/value-index/value-index.ts';
import { countStatement, type PageRequest, type PageRow, rowsStatement, type SortOrder } from './entity-query-sql.ts';
import { type IndexedRequest, indexedCount, indexedIds, isFiltered } from './indexed-page.ts';

/** Queries whose totals are remembered. */
const MAX_TOTALS = 1000;

/** Numbers of entities. */
export interface QuerySizes {
  /** Up to this many it is cheaper to sort the matches than to walk the index of the order. */
  few: number;
  /** The same where the index that finds them knows what they are sorted by: their creation time. */
  many: number;
}
export const QUERY_SIZES: QuerySizes = { few: 20_000, many: 100_000 };

/** PostgreSQL: a table of the statement does not exist. */
const UNDEFINED_TABLE = '42P01';

export interface IndexedQueriesParts {
  db: Database;
  run: <T>(statement: RawBuilder<T>) => Promise<T[]>;
  valueIndex: Pick<ValueIndex, 'confirm'>;
  sizes: QuerySizes;
}

/**
 * Queries by values that have an index. Each returns undefined when it has to be answered without: a request has no
 * index, or what it has was dropped meanwhile.
 */
export function createIndexedQueries({ db, run, valueIndex, sizes }: IndexedQueriesParts) {
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
    const { sql, parameters } = statement.compile(db);
    const name = JSON.stringify([sql, parameters]);
    const state = [...request.index.keys.values()].map(({ version }) => version).join(' ');
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
      const { statement, isReversed } = indexedIds(request, { ...page, total }, sizes);
      const rows = await whileReady(
        request,
        () => run(rowsStatement(request.selection.source, page.fields, statement)),
        (found) => found.length === 0,
      );
      return rows && { rows: isReversed ? rows.reverse() : rows, total };
    },
  };
}

const hasIndex = (request: PageRequest): request is IndexedRequest => request.index !== undefined;
