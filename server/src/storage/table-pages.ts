import type pg from 'pg';

/** PostgreSQL: a table of the statement does not exist. */
export const UNDEFINED_TABLE = '42P01';

/** Runs a statement. */
type Run = <Row extends object>(text: string, values: unknown[]) => Promise<Pick<pg.QueryResult<Row>, 'rows'>>;

/** How many pages a table has, in SQL. @param table its name, as an expression */
export const pageCount = (table: string): string =>
  `(pg_relation_size(${table}::regclass) / current_setting('block_size')::integer)::integer`;

/** How many pages a table has. */
export async function pagesOf(run: Run, table: string): Promise<number> {
  const { rows } = await run<{ pages: number }>(`SELECT ${pageCount('$1')} AS pages`, [table]);
  return rows[0]?.pages ?? 0;
}

/** A place in a table before all rows of a page: rows are compared with it by their `ctid`. */
export const beforePage = (page: number): string => `(${page},0)`;
