import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { waitForOlderWrites } from './value-tables.ts';

let database: TestDatabase;
let other: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  other = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
  await other.drop();
});

/** Begins a transaction that writes. @returns a function that ends it */
async function write({ pool }: TestDatabase): Promise<() => Promise<void>> {
  const client = await pool.connect();
  await client.query('BEGIN');
  await client.query('SELECT pg_current_xact_id()');
  return async () => {
    await client.query('ROLLBACK');
    client.release();
  };
}

it('waits for older transactions of its own database, and for none of others', async () => {
  const endOther = await write(other);
  await waitForOlderWrites(database.pool, () => false);
  const endOwn = await write(database);
  let hasEnded = false;
  const waiting = waitForOlderWrites(database.pool, () => false).then(() => {
    expect(hasEnded).toBe(true);
  });
  const { rows } = await database.pool.query('SELECT pg_sleep(0.2)');
  expect(rows).toHaveLength(1);
  const endYounger = await write(database);
  hasEnded = true;
  await endOwn();
  await waiting;
  await endYounger();
  await endOther();
});
