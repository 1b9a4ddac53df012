import type pg from 'pg';

/** The right of one server to do something that only one may do. */
export interface Lease {
  /** Tries to take the lease; false when another server holds it. Ends with the server's connection. */
  acquire(name: string): Promise<boolean>;
  release(name: string): Promise<void>;
  close(): Promise<void>;
}

/** Leases as advisory locks of PostgreSQL, held by one connection of their own. */
export function createPostgresLease(pool: pg.Pool): Lease {
  let connection: Promise<pg.PoolClient> | undefined;
  const client = (): Promise<pg.PoolClient> => {
    connection ??= pool.connect();
    return connection;
  };
  return {
    async acquire(name) {
      const result = await (await client()).query<{ taken: boolean }>(
        'SELECT pg_try_advisory_lock(hashtext($1)) AS taken',
        [name],
      );
      return result.rows[0]?.taken === true;
    },
    async release(name) {
      await (await client()).query('SELECT pg_advisory_unlock(hashtext($1))', [name]);
    },
    async close() {
      if (!connection) return;
      (await connection).release(true);
      connection = undefined;
    },
  };
}
