import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { migrate } from './migrate.ts';
import { inTransaction } from './transaction.ts';

let dataDir: string;
let postgres: EmbeddedPostgres;
let pool: pg.Pool;

async function start(): Promise<void> {
  postgres = await startEmbeddedPostgres(dataDir, () => undefined);
  pool = new pg.Pool(postgres.connection);
  pool.on('error', () => undefined);
}

beforeAll(async () => {
  dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'signalbox-crash-'));
  await start();
  await migrate(pool);
  await pool.query('CREATE TABLE effect (number integer PRIMARY KEY)');
});

afterAll(async () => {
  await pool?.end();
  await postgres?.stop();
  await fs.rm(dataDir, { recursive: true, force: true });
});

/** Number of the transaction, which it has then for certain. */
async function numberOf(client: pg.ClientBase): Promise<string | undefined> {
  return (await client.query<{ id: string }>('SELECT pg_current_xact_id()::text AS id')).rows[0]?.id;
}

it('takes a transaction that a crash lost for lost, also when another one got its number', {
  timeout: 60_000,
}, async () => {
  let lost: string | undefined;
  /** The crash comes before the COMMIT. */
  const crashing = Object.assign(Object.create(pool) as pg.Pool, {
    connect: async () => {
      const client = await pool.connect();
      client.on('error', () => undefined);
      const query = client.query.bind(client) as (text: unknown, values?: unknown) => Promise<unknown>;
      return Object.assign(Object.create(client), {
        query: async (text: unknown, values?: unknown) => {
          if (text !== 'COMMIT') return query(text, values);
          postgres.kill();
          await query('SELECT pg_sleep(60)').catch(() => undefined);
          client.release(true);
          // The killed one may take a moment to be gone.
          await vi.waitFor(start, { timeout: 40_000, interval: 200 });
          // Whoever comes next takes the number of the lost one.
          for (let number: string | undefined; number !== lost; ) {
            const other = await pool.connect();
            await other.query('BEGIN');
            number = await numberOf(other);
            expect(BigInt(number ?? 0)).toBeLessThanOrEqual(BigInt(lost ?? 0));
            await other.query('COMMIT');
            other.release();
          }
          throw new Error('Connection terminated unexpectedly');
        },
        release: () => undefined,
      });
    },
    query: (...given: Parameters<pg.Pool['query']>) => pool.query(...given),
  });
  const hooks: string[] = [];
  const outcome = inTransaction(crashing, async ({ client, afterCommit, afterRollback }) => {
    afterCommit(() => hooks.push('committed'));
    afterRollback(() => hooks.push('rolled back'));
    lost = await numberOf(client);
    await client.query('INSERT INTO effect VALUES (1)');
  });
  await expect(outcome).rejects.toThrow('Connection terminated unexpectedly');
  expect(hooks).toEqual(['rolled back']);
  expect((await pool.query('SELECT 1 FROM effect')).rowCount).toBe(0);
});
