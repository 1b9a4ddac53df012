import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { openDatabase } from './database.ts';
import { holdConnection } from './held-connection.ts';
import { inTransaction } from './transaction.ts';

let database: TestDatabase;
let pool: ReturnType<typeof openDatabase>['pool'];
let close: () => Promise<void>;

beforeEach(async () => {
  database = await createTestDatabase();
  ({ pool, close } = openDatabase(database.connection, 5));
});

afterEach(async () => {
  await close();
  await database.drop();
});

it('lets more transactions than there are connections wait for single statements of the same pool', async () => {
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, number) =>
      inTransaction(pool, async ({ client }) => {
        await client.query('SELECT 1');
        const { rows } = await pool.query<{ number: number }>('SELECT $1::integer AS number', [number]);
        return rows[0]?.number;
      }),
    ),
  );
  expect(answers).toEqual(Array.from({ length: 30 }, (_, number) => number));
}, 20_000);

it('gives the connection of work that failed to the next', async () => {
  const failing = Array.from({ length: 10 }, () =>
    inTransaction(pool, () => Promise.reject(new Error('the work fails'))),
  );
  for (const one of await Promise.allSettled(failing))
    expect(one).toMatchObject({ reason: { message: 'the work fails' } });
  expect(await inTransaction(pool, async ({ client }) => (await client.query('SELECT 1')).rowCount)).toBe(1);
});

it('refuses who has waited for half a minute, and leaves the turn to the next', async () => {
  const first = [await holdConnection(pool), await holdConnection(pool)];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const late = expect(holdConnection(pool)).rejects.toThrow('The database is busy');
    await vi.advanceTimersByTimeAsync(30_000);
    await late;
  } finally {
    vi.useRealTimers();
  }
  for (const { release } of first) release();
  const next = await holdConnection(pool);
  expect((await next.client.query('SELECT 1')).rowCount).toBe(1);
  next.release();
});
