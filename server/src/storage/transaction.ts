import type pg from 'pg';

/** Work that becomes visible together. */
export interface UnitOfWork {
  /** The connection the transaction runs on. */
  client: pg.PoolClient;
  /** Runs after the commit, in the order given; never when the transaction is rolled back. Must not throw. */
  afterCommit: (action: () => void) => void;
  /** Runs after a rollback, so that what was prepared in memory can be taken back. */
  afterRollback: (action: () => void) => void;
}

/**
 * Runs `work` in a transaction.
 * @throws whatever `work` throws, after the rollback
 */
export async function inTransaction<T>(pool: pg.Pool, work: (unit: UnitOfWork) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  const committed: (() => void)[] = [];
  const rolledBack: (() => void)[] = [];
  let broken: Error | undefined;
  try {
    await client.query('BEGIN');
    const result = await work({
      client,
      afterCommit: (action) => committed.push(action),
      afterRollback: (action) => rolledBack.push(action),
    });
    await client.query('COMMIT');
    for (const action of committed) action();
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch((failure: Error) => {
      broken = failure;
    });
    for (const action of rolledBack) action();
    throw error;
  } finally {
    // A connection that could not roll back is closed instead of returned.
    client.release(broken);
  }
}
