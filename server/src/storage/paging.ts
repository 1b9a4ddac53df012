import { type PageData, type PageLink, pageData } from '@signalbox/contract/page';
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { badRequest } from '../http/errors.ts';
import type { Database } from './database.ts';
import { walkOf } from './list-walk.ts';

/** Properties a list can be sorted by, each with its SQL. */
export type SortColumns = Record<string, RawBuilder<unknown>>;

/** Properties whose columns have a value in every row. */
const NEVER_NULL: ReadonlySet<string> = new Set(['name', 'title', 'type']);

/** How the rows of a list are ordered. */
export interface RowOrder {
  /** What they are sorted by before their creation time and id; undefined: by these alone. */
  column: RawBuilder<unknown> | undefined;
  /** The column has nulls, which come last in both directions. */
  isNullable: boolean;
  isDescending: boolean;
  /** Among equals, the newest come first. */
  isNewestFirst: boolean;
}

/**
 * The order of a list: the requested property, then creation time and id so that pages never overlap. The newest come
 * first among equals, the oldest where the order is reversed: one index, read in either direction, has both.
 * @throws ApiError 400 / 31 for a property that is not offered
 */
export function rowOrder(link: PageLink, columns: SortColumns): RowOrder {
  const { sortProperty, sortOrder } = link;
  const isDescending = sortOrder === 'DESC';
  const byTime = { column: undefined, isNullable: false };
  if (!sortProperty) return { ...byTime, isDescending: true, isNewestFirst: true };
  const column = Object.hasOwn(columns, sortProperty) ? columns[sortProperty] : undefined;
  if (!column) {
    throw badRequest(
      `Unsupported sort property '${sortProperty}'! Only ${Object.keys(columns).join(', ')} are allowed.`,
    );
  }
  if (sortProperty === 'createdTime') return { ...byTime, isDescending, isNewestFirst: isDescending };
  return { column, isNullable: !NEVER_NULL.has(sortProperty), isDescending, isNewestFirst: !isDescending };
}

/** ORDER BY of creation time and id alone. @param prefix table or alias of the entity */
export const creationOrder = (isNewestFirst: boolean, prefix: string): RawBuilder<unknown> => {
  const direction = isNewestFirst ? sql`DESC` : sql`ASC`;
  return sql`${sql.ref(`${prefix}.created_time`)} ${direction}, ${sql.ref(`${prefix}.id`)} ${direction}`;
};

/**
 * ORDER BY of a list.
 * @param prefix table or alias of the entity, for `created_time` and `id`
 * @throws ApiError 400 / 31 for a property that is not offered
 */
export function orderBy(link: PageLink, columns: SortColumns, prefix: string): RawBuilder<unknown> {
  const { column, isNullable, isDescending, isNewestFirst } = rowOrder(link, columns);
  const tieBreak = creationOrder(isNewestFirst, prefix);
  if (!column) return tieBreak;
  const nulls = isNullable ? sql`NULLS LAST` : sql``;
  return sql`${column} ${isDescending ? sql`DESC` : sql`ASC`} ${nulls}, ${tieBreak}`;
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
  /**
   * What `select` needs of others than `row`, the alias of `from`: joined to the rows of the page, of which it never
   * takes or adds one.
   */
  joined?: { row: string; join: RawBuilder<unknown> };
  where: RawBuilder<SqlBool>;
  orderBy: RawBuilder<unknown>;
}

/** The statement of a list without pages. */
function wholeList(db: Database, { select, from, joined, where, orderBy }: ListQuery) {
  const statement = sql`SELECT ${select} FROM ${from} ${joined?.join ?? sql``} WHERE ${where} ORDER BY ${orderBy}`;
  const { sql: text, parameters: values } = statement.compile(db);
  return { text, values };
}

/** Reads one page of a list, or the next rows of its walk, and its exact total; rows are counted only when the page does not reveal the total. */
export async function selectPage<Row>(
  db: Database,
  link: { pageSize: number; page: number },
  list: ListQuery,
): Promise<PageData<Row>> {
  const walk = walkOf(link);
  if (walk) return pageData(await walk.next<Row>(() => wholeList(db, list)), 0, link);
  const offset = link.page * link.pageSize;
  const pageOf = (select: RawBuilder<unknown>) => sql<Row>`SELECT ${select} FROM ${list.from} WHERE ${list.where}
    ORDER BY ${list.orderBy} LIMIT ${link.pageSize} OFFSET ${offset}`;
  const { joined } = list;
  const page = joined
    ? sql<Row>`SELECT ${list.select} FROM (${pageOf(sql`${sql.ref(joined.row)}.*`)}) AS ${sql.ref(joined.row)}
        ${joined.join} ORDER BY ${list.orderBy}`
    : pageOf(list.select);
  const { rows } = await page.execute(db);
  const isLastPage = rows.length < link.pageSize && (rows.length > 0 || offset === 0);
  if (isLastPage) return pageData(rows, offset + rows.length, link);
  const counted = await sql<{ total: number }>`SELECT count(*)::integer AS total FROM ${list.from}
    WHERE ${list.where}`.execute(db);
  return pageData(rows, counted.rows[0]?.total ?? 0, link);
}
