import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { openDatabase } from './database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());

it('keeps a connection for whoever comes back after a minute, and closes it after some more', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { pool, close } = openDatabase(database.connection, 1);
  try {
    const used = async (): Promise<number | undefined> =>
      (await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid;
    const first = await used();
    vi.advanceTimersByTime(60_000);
    expect(await used()).toBe(first);
    vi.advanceTimersByTime(10 * 60_000);
    expect(await used()).not.toBe(first);
  } finally {
    vi.useRealTimers();
    await close();
  }
});
