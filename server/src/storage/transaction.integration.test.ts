import type pg from 'pg';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { loseCommitReplies } from '../../test/lost-commits.ts';
import { inTransaction, type UnitOfWork } from './transaction.ts';

let database: TestDatabase;
/** Records the hook calls of a unit. */
let told: string[];

beforeEach(async () => {
  database = await createTestDatabase();
  told = [];
  await database.pool.query('CREATE TABLE effect (number integer PRIMARY KEY)');
});

afterEach(async () => {
  vi.restoreAllMocks();
  await database.drop();
});

async function insertOne({ client, afterCommit, afterRollback }: UnitOfWork): Promise<string> {
  afterCommit(() => told.push('committed'));
  afterRollback(() => told.push('rolled back'));
  await client.query('INSERT INTO effect VALUES (1)');
  return 'done';
}

const count = async (): Promise<number> =>
  (await database.pool.query<{ count: number }>('SELECT count(*) AS count FROM effect')).rows[0]?.count ?? 0;

it('stays committed when a hook after the commit fails, and runs the other hooks', async () => {
  const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
  const done = await inTransaction(database.pool, async (unit) => {
    unit.afterCommit(() => {
      throw new Error('a hook fails');
    });
    return insertOne(unit);
  });
  expect(done).toBe('done');
  expect(told).toEqual(['committed']);
  expect(await count()).toBe(1);
  expect(warn).toHaveBeenCalledWith(expect.objectContaining({ message: 'a hook fails' }));
});

it('runs all hooks after a rollback and reports the error that caused it', async () => {
  vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
  const failed = inTransaction(database.pool, async (unit) => {
    unit.afterRollback(() => {
      throw new Error('a hook fails');
    });
    await insertOne(unit);
    throw new Error('the work fails');
  });
  await expect(failed).rejects.toThrow('the work fails');
  expect(told).toEqual(['rolled back']);
  expect(await count()).toBe(0);
});

it('queries the outcome of a transaction whose reply to the COMMIT was lost', async () => {
  const pool: pg.Pool = loseCommitReplies(database.pool, { isStored: () => true });
  await expect(inTransaction(pool, insertOne)).resolves.toBe('done');
  expect(told).toEqual(['committed']);
  expect(await count()).toBe(1);
});

it('rolls back when the connection broke before the COMMIT arrived', async () => {
  const pool: pg.Pool = loseCommitReplies(database.pool, { isStored: () => false });
  await expect(inTransaction(pool, insertOne)).rejects.toThrow('Connection terminated');
  expect(told).toEqual(['rolled back']);
  expect(await count()).toBe(0);
});
