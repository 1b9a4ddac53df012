import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { shippedCatalogue } from '../src/entities/widget/shipped-catalogue.ts';
import { updateShippedWidgets } from '../src/entities/widget/shipped-widgets.ts';
import { type OpenDatabase, openDatabase } from '../src/storage/database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/storage/embedded-postgres.ts';
import { migrate } from '../src/storage/migrate.ts';
import { DatabaseNotReady } from '../src/storage/postmaster.ts';
import { holdQueries } from './held-queries.ts';

/**
 * Database of the test run: one PostgreSQL for all test files, started on first use and adopted by the others; each
 * test gets its own database, copied from a migrated template. With SIGNALBOX_TEST_DATABASE_URL the tests run on
 * that server instead. `scripts/test.mjs` stops what is left at the end.
 */
const TEST_DATA_DIR = process.env.SIGNALBOX_TEST_DATA_DIR ?? path.join(os.tmpdir(), 'signalbox-test');
if (process.env.SLOW_QUERIES) holdQueries(Number(process.env.SLOW_QUERIES));
/** ms */
const MAX_START = 40_000;

async function adminConnection(): Promise<pg.PoolConfig> {
  const external = process.env.SIGNALBOX_TEST_DATABASE_URL;
  if (external) return { connectionString: external };
  const marker = path.join(TEST_DATA_DIR, 'starting');
  await fs.mkdir(TEST_DATA_DIR, { recursive: true });
  // Only one process starts it; the others wait until the marker disappears.
  for (;;) {
    try {
      await fs.writeFile(marker, String(process.pid), { flag: 'wx' });
      break;
    } catch {
      const owner = Number(await fs.readFile(marker, 'utf8').catch(() => '0'));
      if (owner > 0 && !isAlive(owner)) await fs.rm(marker, { force: true });
      else await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  try {
    const postgres = await startOrAdopt();
    const connection = { ...postgres.connection, database: 'postgres' };
    if (!postgres.adopted) await forgetOnPowerLoss(connection);
    return connection;
  } finally {
    await fs.rm(marker, { force: true });
  }
}

/** Tries again while a running database is too busy to answer: it looks like one that is about to end. */
async function startOrAdopt(): Promise<EmbeddedPostgres> {
  for (const end = Date.now() + MAX_START; ; await new Promise((resolve) => setTimeout(resolve, 100))) {
    try {
      return await startEmbeddedPostgres(TEST_DATA_DIR, () => undefined);
    } catch (error) {
      if (!(error instanceof DatabaseNotReady) || Date.now() > end) throw error;
    }
  }
}

/** Tests kill processes, not machines: writes accepted by the operating system need not be on the disk. */
async function forgetOnPowerLoss(connection: pg.PoolConfig): Promise<void> {
  await withAdmin(connection, async (client) => {
    for (const setting of ['fsync', 'full_page_writes']) await client.query(`ALTER SYSTEM SET ${setting} = off`);
    await client.query('SELECT pg_reload_conf()');
  });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function withAdmin<T>(connection: pg.PoolConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function inDatabase(connection: pg.PoolConfig, database: string): pg.PoolConfig {
  if (!connection.connectionString) return { ...connection, database };
  const url = new URL(connection.connectionString);
  url.pathname = `/${database}`;
  return { connectionString: url.href };
}

/** What a database has at first: empty tables, or the system's widget types too, as if a server had been started on it. */
export type DatabaseContent = 'tables' | 'widgets';

let digests: Promise<Record<DatabaseContent, string>> | undefined;

/** Finds what the templates' contents depend on: their names change with it, so that an old one is never used. */
async function digestContents(): Promise<Record<DatabaseContent, string>> {
  const folder = new URL('../src/storage/migrations/', import.meta.url);
  const hash = createHash('sha256').update(await fs.readFile(new URL(import.meta.url)));
  for (const file of (await fs.readdir(folder)).sort()) hash.update(await fs.readFile(new URL(file, folder)));
  const tables = hash.copy().digest('hex');
  return { tables, widgets: hash.update(await shippedCatalogue.fingerprint()).digest('hex') };
}

/** Makes the template unless it is there; returns its name. */
async function prepareTemplate(client: pg.Client, admin: pg.PoolConfig, content: DatabaseContent): Promise<string> {
  digests ??= digestContents();
  const template = `template_${content}_${(await digests)[content].slice(0, 16)}`;
  const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [template]);
  if (found.rowCount) return template;
  const source = content === 'widgets' ? await prepareTemplate(client, admin, 'tables') : 'template1';
  await client.query(`DROP DATABASE IF EXISTS ${template}_new WITH (FORCE)`);
  await client.query(`CREATE DATABASE ${template}_new TEMPLATE ${source}`);
  const fresh = openDatabase(inDatabase(admin, `${template}_new`), 2);
  if (content === 'widgets') {
    await updateShippedWidgets(fresh.pool);
  } else {
    await migrate(fresh.pool);
    // What the migrations have replaced in the catalogue would be skipped in each copy by each connection.
    const { rows } = await fresh.pool.query<{ name: string }>(
      `SELECT oid::regclass::text AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'pg_catalog'::regnamespace
         AND NOT relisshared`,
    );
    await fresh.pool.query(`VACUUM (FREEZE) ${rows.map(({ name }) => name).join(', ')}`);
  }
  await fresh.close();
  await client.query(`ALTER DATABASE ${template}_new RENAME TO ${template}`);
  return template;
}

export interface TestDatabase extends OpenDatabase {
  /** How to connect to this database. */
  connection: pg.PoolConfig;
  /** Closes the pool and drops the database. */
  drop: () => Promise<void>;
}

/** Creates a fresh, migrated database for a test file. */
export async function createTestDatabase(content: DatabaseContent = 'tables'): Promise<TestDatabase> {
  const admin = await adminConnection();
  const name = `test_${randomBytes(6).toString('hex')}`;
  await withAdmin(admin, async (client) => {
    await client.query('SELECT pg_advisory_lock(1)');
    const template = await prepareTemplate(client, admin, content);
    // By files: by the log, as is the default, each of its 860 relations is written page by page.
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
    await client.query('SELECT pg_advisory_unlock(1)');
  });
  const connection = inDatabase(admin, name);
  const database = openDatabase(connection, 6);
  return {
    ...database,
    connection,
    async drop() {
      await database.close();
      await withAdmin(admin, (client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
    },
  };
}
