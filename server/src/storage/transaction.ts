import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { isTransient } from '../config/transient-error.ts';

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

/** ms between queries for the outcome of a transaction */
const OUTCOME_PAUSE = 200;

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
  const client = await pool.connect();
  const preparations: (() => Promise<void>)[] = [];
  const committed: (() => void)[] = [];
  const rolledBack: (() => void)[] = [];
  let id = '';
  let isInDoubt = false;
  let result: T | undefined;
  try {
    id = await begin(client);
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
    client.release();
  } catch (error) {
    // A connection that cannot roll back is closed instead of returned.
    const broken = await client.query('ROLLBACK').then(
      () => undefined,
      (failure: Error) => failure,
    );
    client.release(broken);
    if (!isInDoubt || !isTransient(error) || !(await isCommitted(pool, id, isClosed))) {
      runAll(rolledBack);
      throw error;
    }
  }
  runAll(committed);
  return result as T;
}

/**
 * Runs `work` as a part of `unit` that can fail alone: its effects are then undone, and the rest of the unit continues.
 * @returns its error; undefined when it succeeded
 * @throws errors that are not the work's own, such as a lost connection: the whole unit fails
 */
export async function inSavepoint(
  unit: UnitOfWork,
  work: (part: UnitOfWork) => Promise<void>,
): Promise<Error | undefined> {
  const preparations: (() => Promise<void>)[] = [];
  const committed: (() => void)[] = [];
  const rolledBack: (() => void)[] = [];
  await unit.client.query('SAVEPOINT part_of_unit');
  try {
    await work({
      client: unit.client,
      beforeCommit: (action) => preparations.push(action),
      afterCommit: (action) => committed.push(action),
      afterRollback: (action) => rolledBack.push(action),
    });
    for (let next = preparations.shift(); next; next = preparations.shift()) await next();
    await unit.client.query('RELEASE SAVEPOINT part_of_unit');
    for (const action of committed) unit.afterCommit(action);
    for (const action of rolledBack) unit.afterRollback(action);
    return undefined;
  } catch (error) {
    if (isTransient(error)) {
      for (const action of rolledBack) unit.afterRollback(action);
      throw error;
    }
    await unit.client.query('ROLLBACK TO SAVEPOINT part_of_unit');
    runAll(rolledBack);
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** Begins a transaction and returns its id, by which its outcome can be queried later. */
async function begin(client: pg.PoolClient): Promise<string> {
  const results = (await client.query('BEGIN; SELECT pg_current_xact_id()::text AS id')) as unknown as [
    unknown,
    pg.QueryResult<{ id: string }>,
  ];
  return results[1].rows[0]?.id ?? '';
}

/** Whether a transaction was committed; queries until the database answers. */
async function isCommitted(pool: pg.Pool, id: string, isClosed: () => boolean): Promise<boolean> {
  while (!isClosed()) {
    try {
      const found = await pool.query<{ status: string | null }>('SELECT pg_xact_status($1::xid8) AS status', [id]);
      const status = found.rows[0]?.status;
      if (status !== 'in progress') return status === 'committed';
    } catch (error) {
      // A transaction that the database does not know was not committed.
      if (!isTransient(error)) return false;
    }
    await delay(OUTCOME_PAUSE);
  }
  return false;
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
