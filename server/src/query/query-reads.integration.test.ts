import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestDatabase } from '../../test/database.ts';
import { ApiError } from '../http/errors.ts';
import { openQueryReads, type QueryLanes, type QueryReads } from './query-reads.ts';

const LANES: QueryLanes = {
  quick: { atOnce: 3, ofTenant: 2, limit: 200, waiting: { perOwner: 2, total: 10 } },
  long: { atOnce: 2, ofTenant: 1, limit: 2_000, waiting: { perOwner: 1, total: 10 } },
};
const REFUSED = expect.objectContaining({ status: 429, retryAfter: expect.any(Number) });

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let reads: QueryReads & { close: () => Promise<void> };

beforeEach(async () => {
  database = await createTestDatabase();
  reads = openQueryReads(database.connection, LANES);
});

afterEach(async () => {
  await reads.close();
  await database.drop();
});

it('has a connection before anybody reads', async () => {
  const others = async (): Promise<number | null> => {
    const { rowCount } = await database.pool.query(
      'SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
    return rowCount;
  };
  await expect.poll(others).toBe(1);
});

/** Reads the text, which takes so many seconds. */
const slowly = (seconds: number, text: string) =>
  sql<{ text: string }>`SELECT ${text}::text AS text FROM pg_sleep(${seconds}::double precision)`;

/** Resolves when so many statements like this run. */
async function untilRunning(part: string, count: number): Promise<void> {
  for (;;) {
    const { rows } = await database.pool.query<{ count: number }>(
      `SELECT count(*)::integer AS count FROM pg_stat_activity
       WHERE datname = current_database() AND state = 'active' AND query LIKE $1 AND pid <> pg_backend_pid()`,
      [`%${part}%`],
    );
    if (rows[0]?.count === count) return;
  }
}

it('answers a query that takes longer than a quick one', async () => {
  expect(await reads.run('a', slowly(0.5, 'late'))).toEqual([{ text: 'late' }]);
});

it('stops a query that takes too long, and says so', async () => {
  const stopped = await reads.run('a', slowly(60, 'never')).catch((error: unknown) => error);
  expect(stopped).toBeInstanceOf(ApiError);
  expect(stopped).toMatchObject({ status: 400, message: expect.stringMatching(/stopped after 2 s.*narrow/) });
  expect(await reads.run('a', slowly(0, 'next'))).toEqual([{ text: 'next' }]);
});

it('answers others at once while a tenant asks for more than may run', async () => {
  // Locked out of the table, so that they take as long as this test wants.
  await database.pool.query('CREATE TABLE held (text text)');
  const holder = await database.pool.connect();
  await holder.query('BEGIN; LOCK TABLE held');
  const held = (text: string) => sql<{ text: string }>`SELECT ${text}::text AS text FROM held`;
  const loud = ['one', 'two', 'three', 'four'].map((text) =>
    reads.run('loud', held(text)).then(
      () => 'answered',
      (error: ApiError) => error.status,
    ),
  );
  await untilRunning('FROM held', 2);
  expect(await reads.run('quiet', slowly(0, 'at once'))).toEqual([{ text: 'at once' }]);
  await expect(reads.run('loud', held('five'))).rejects.toEqual(REFUSED);
  // All four are stopped as quick ones; one runs as a long one, one waits, and the others are refused.
  expect(await Promise.all(loud.slice(2))).toEqual([429, 429]);
  expect(await reads.run('quiet', slowly(0.4, 'long'))).toEqual([{ text: 'long' }]);
  await holder.query('ROLLBACK');
  holder.release();
  expect(await Promise.all(loud.slice(0, 2))).toEqual(['answered', 'answered']);
});

it('runs the same long query once for all who ask', async () => {
  await database.pool.query('CREATE TABLE held (text text); CREATE SEQUENCE runs');
  const holder = await database.pool.connect();
  await holder.query('BEGIN; LOCK TABLE held');
  const statement = sql<{ run: number }>`SELECT nextval('runs') AS run FROM (SELECT count(*) FROM held) AS counted`;
  const first = reads.run('a', statement);
  // Once it is known to be long, others join it.
  await untilRunning('FROM held', 1);
  await untilRunning('FROM held', 0);
  await untilRunning('FROM held', 1);
  const others = [reads.run('a', statement), reads.run('a', statement)];
  await holder.query('ROLLBACK');
  holder.release();
  expect(await Promise.all([first, ...others])).toEqual([[{ run: 1 }], [{ run: 1 }], [{ run: 1 }]]);
});

it('refuses values that cannot be stored', async () => {
  const beyond = sql`SELECT ${'1e999'}::double precision`;
  await expect(reads.run('a', beyond)).rejects.toMatchObject({ status: 400 });
});
