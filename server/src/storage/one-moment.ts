import type pg from 'pg';
import { holdConnection } from './held-connection.ts';

/** Runs statements that all see the database as it is when the first of them begins. */
export async function inOneMoment<T>(pool: pg.Pool, read: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const { client, release } = await holdConnection(pool);
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
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
