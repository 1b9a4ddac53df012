import { type PageData, type PageLink, pageData } from '@signalbox/contract/page';
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { badRequest } from '../http/errors.ts';
import type { Database } from './database.ts';

/** Properties a list can be sorted by, each with its SQL. */
export type SortColumns = Record<string, RawBuilder<unknown>>;

/**
 * ORDER BY of a list: the requested property, then creation time and id so that pages never overlap.
 * @param prefix table or alias of the entity, for `created_time` and `id`
 * @throws ApiError 400 / 31 for a property that is not offered
 */
export function orderBy(link: PageLink, columns: SortColumns, prefix: string): RawBuilder<unknown> {
  const tieBreak = sql`${sql.ref(`${prefix}.created_time`)} DESC, ${sql.ref(`${prefix}.id`)} DESC`;
  if (!link.sortProperty) return tieBreak;
  const column = Object.hasOwn(columns, link.sortProperty) ? columns[link.sortProperty] : undefined;
  if (!column) {
    throw badRequest(
      `Unsupported sort property '${link.sortProperty}'! Only ${Object.keys(columns).join(', ')} are allowed.`,
    );
  }
  if (link.sortProperty === 'createdTime') {
    return link.sortOrder === 'DESC'
      ? tieBreak
      : sql`${sql.ref(`${prefix}.created_time`)} ASC, ${sql.ref(`${prefix}.id`)} ASC`;
  }
  const direction = link.sortOrder === 'DESC' ? sql`DESC` : sql`ASC`;
  return sql`${column} ${direction} NULLS LAST, ${tieBreak}`;
}

/** LIKE pattern of a case-insensitive "contains"; `%`, `_` and `\` in the text are literal. */
export function containsPattern(text: string): string {
  return `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
}

/** Case-insensitive "contains" on a column, or no condition when there is nothing to search for. */
export function contains(column: Expression<string | null>, textSearch: string | undefined): RawBuilder<SqlBool> {
  if (!textSearch) return sql<SqlBool>`true`;
  return sql<SqlBool>`lower(${column}) LIKE ${containsPattern(textSearch)}`;
}

/** A list in SQL, without its page. */
export interface ListQuery {
  /** Columns of a row. */
  select: RawBuilder<unknown>;
  /** Tables, joined. */
  from: RawBuilder<unknown>;
  where: RawBuilder<SqlBool>;
  orderBy: RawBuilder<unknown>;
}

/** Reads one page of a list and its exact total; rows are counted only when the page does not reveal the total. */
export async function selectPage<Row>(
  db: Database,
  link: { pageSize: number; page: number },
  list: ListQuery,
): Promise<PageData<Row>> {
  const offset = link.page * link.pageSize;
  const { rows } = await sql<Row>`SELECT ${list.select} FROM ${list.from} WHERE ${list.where}
    ORDER BY ${list.orderBy} LIMIT ${link.pageSize} OFFSET ${offset}`.execute(db);
  const isLastPage = rows.length < link.pageSize && (rows.length > 0 || offset === 0);
  if (isLastPage) return pageData(rows, offset + rows.length, link);
  const counted = await sql<{ total: number }>`SELECT count(*)::integer AS total FROM ${list.from}
    WHERE ${list.where}`.execute(db);
  return pageData(rows, counted.rows[0]?.total ?? 0, link);
}
