import type pg from 'pg';

/** Work that becomes visible together. */
export interface UnitOfWork {
  /** The connection the transaction runs on. */
  client: pg.PoolClient;
  /**
   * Runs right before the commit, in the order given, so that what many callers add to one unit can be written in one
   * statement. The unit fails when it throws.
   */
  beforeCommit: (action: () => Promise<void>) => void;
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
  const preparations: (() => Promise<void>)[] = [];
  const committed: (() => void)[] = [];
  const rolledBack: (() => void)[] = [];
  let broken: Error | undefined;
  try {
    await client.query('BEGIN');
    const result = await work({
      client,
      beforeCommit: (action) => preparations.push(action),
      afterCommit: (action) => committed.push(action),
      afterRollback: (action) => rolledBack.push(action),
    });
    // A preparation may add another one.
    for (let next = preparations.shift(); next; next = preparations.shift()) await next();
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
