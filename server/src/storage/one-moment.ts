import type pg from 'pg';
import { holdConnection } from './held-connection.ts';

/**
 * Statements read rows as they lie in their tables, and sort them then. Of rows that change all the time an index does not know
 * which are there: each would be looked up by itself, and to read the whole table is quicker once that is a tenth of it.
 */
export const AS_THEY_LIE = `SET LOCAL enable_indexscan = off; SET LOCAL enable_indexonlyscan = off;
  SET LOCAL work_mem = '16MB'`;

/**
 * Runs statements that all see the database as it is when the first of them begins.
 * @param settings for these statements, in SQL
 */
export async function inOneMoment<T>(
  pool: pg.Pool,
  read: (client: pg.PoolClient) => Promise<T>,
  settings = '',
): Promise<T> {
  const { client, release } = await holdConnection(pool);
  try {
    await client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${settings}`);
    const result = await read(client);
    await client.query('COMMIT');
    release();
    return result;
  } catch (error) {
    // A connection that cannot roll back is closed instead of returned.
    const failure = await client.query('ROLLBACK').then(
      () => undefined,
      (failed: Error) => failed,
    );
    release(failure);
    throw error;
  }
}
