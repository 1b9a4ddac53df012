import type pg from 'pg';
import { isTransient } from '../config/transient-error.ts';
import { holdConnection } from './held-connection.ts';
import { type TransactionMarker, takeTransactionMarker } from './transaction-marker.ts';

/** Work that is committed together. */
export interface UnitOfWork {
  /** The connection the transaction runs on. */
  client: pg.PoolClient;
  /**
   * Runs right before the commit, in the order of registration, so that what many callers add to one unit can be
   * written in one statement. The unit fails when it throws.
   */
  beforeCommit: (action: () => Promise<void>) => void;
  /** Runs after the commit, in the order of registration; never after a rollback. Must not throw. */
  afterCommit: (action: () => void) => void;
  /** Runs after a rollback, to undo what was prepared in memory; never after a commit. Must not throw. */
  afterRollback: (action: () => void) => void;
}

/**
 * Runs `work` in a transaction. When the reply to the COMMIT is lost, its outcome is queried, however long
 * it is unavailable: a commit that succeeded counts.
 * @param isClosed true when no one waits for the outcome, so that it is not queried again
 * @throws whatever `work` throws, after the rollback
 */
export async function inTransaction<T>(
  pool: pg.Pool,
  work: (unit: UnitOfWork) => Promise<T>,
  isClosed: () => boolean = () => false,
): Promise<T> {
  const preparations: (() => Promise<void>)[] = [];
  const committed: (() => void)[] = [];
  const rolledBack: (() => void)[] = [];
  let isInDoubt = false;
  let isBroken = false;
  let result: T | undefined;
  const { client, release } = await holdConnection(pool);
  let marker: TransactionMarker | undefined;
  try {
    marker = takeTransactionMarker();
    await marker.begin(client);
    result = await work({
      client,
      beforeCommit: (action) => preparations.push(action),
      afterCommit: (action) => committed.push(action),
      afterRollback: (action) => rolledBack.push(action),
    });
    // A hook may add another one.
    for (let next = preparations.shift(); next; next = preparations.shift()) await next();
    isInDoubt = true;
    await client.query('COMMIT');
    release();
  } catch (error) {
    // A connection that cannot roll back is closed instead of returned.
    const failure = await client.query('ROLLBACK').then(
      () => undefined,
      (failed: Error) => failed,
    );
    release(failure);
    isBroken = failure !== undefined;
    if (!isInDoubt || !isTransient(error) || !(await marker?.isCommitted(pool, isClosed))) {
      runAll(rolledBack);
      throw error;
    }
  } finally {
    marker?.release(isBroken);
  }
  runAll(committed);
  return result as T;
}

/** Runs every hook. A failing one neither stops the others nor changes the outcome of the transaction. */
function runAll(hooks: readonly (() => void)[]): void {
  for (const hook of hooks) {
    try {
      hook();
    } catch (error) {
      process.emitWarning(error instanceof Error ? error : String(error));
    }
  }
}
