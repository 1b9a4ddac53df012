import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { insertTenants } from '../../test/tenants.ts';
import { type OpenDatabase, openDatabase } from './database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { newEntityId, randomUuid } from './ids.ts';
import { migrate } from './migrate.ts';

const DEVICES = 500;
/** The last one before that of listed states, which fills tables again and replaces functions. */
const BEFORE = 55;

let dataDir: string;
let postgres: EmbeddedPostgres;
let database: OpenDatabase;

async function start(): Promise<void> {
  postgres = await startEmbeddedPostgres(dataDir, () => undefined);
  database = openDatabase(postgres.connection, 4);
}

beforeAll(async () => {
  dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'signalbox-migration-'));
  await start();
});

afterAll(async () => {
  await postgres?.stop();
  await fs.rm(dataDir, { recursive: true, force: true });
});

/** A new device of the tenant, so that the functions of its triggers run. */
async function insertDevice(tenantId: string, profileId: string, name: string): Promise<void> {
  await database.pool.query(
    `INSERT INTO device (id, created_time, tenant_id, customer_id, device_profile_id, name, type, device_data)
     VALUES ($1, 1, $2, $2, $3, $4, 'any', '{}')`,
    [randomUuid(), tenantId, profileId, name],
  );
}

const rowsIn = async (table: string): Promise<number | undefined> =>
  (await database.pool.query<{ rows: number }>(`SELECT count(*)::integer AS rows FROM ${table}`)).rows[0]?.rows;

it('leaves everything as it was when it is killed in the middle, and the next start migrates', {
  timeout: 120_000,
}, async () => {
  expect(await migrate(database.pool, BEFORE)).toBeGreaterThan(0);
  const [tenantId, profileId] = [newEntityId().id, newEntityId().id];
  await insertTenants(database.pool, tenantId);
  await database.pool.query(
    `INSERT INTO device_profile (id, created_time, tenant_id, name, is_default, type, transport_type, provision_type, profile_data)
     VALUES ($1, 1, $2, 'any', true, 'DEFAULT', 'DEFAULT', 'DISABLED', '{}')`,
    [profileId, tenantId],
  );
  for (let at = 0; at < DEVICES; at++) await insertDevice(tenantId, profileId, `Device ${at}`);

  // Whoever reads the table lets the migration fill its new tables, and not replace this one.
  const reader = await database.pool.connect();
  await reader.query('BEGIN');
  await reader.query('SELECT FROM device_activity LIMIT 1');
  const migrating = migrate(database.pool).then(
    () => undefined,
    (error: Error) => error,
  );
  await vi.waitFor(
    async () => {
      const { rowCount } = await database.pool.query(
        "SELECT FROM pg_locks WHERE NOT granted AND relation = 'device_activity'::regclass",
      );
      expect(rowCount).toBe(1);
    },
    { timeout: 60_000, interval: 100 },
  );
  postgres.kill();
  expect((await migrating)?.message).toBeTruthy();
  reader.release(true);
  await database.close();
  // The killed one may take a moment to be gone.
  await vi.waitFor(start, { timeout: 60_000, interval: 200 });

  const { rows } = await database.pool.query('SELECT max(version) AS version FROM schema_migration');
  expect(rows).toEqual([{ version: BEFORE }]);
  const { rowCount } = await database.pool.query("SELECT FROM pg_class WHERE relname = 'device_state'");
  expect(rowCount).toBe(0);
  expect(await rowsIn('device_activity')).toBe(DEVICES);
  // Its functions are those of before, too.
  await insertDevice(tenantId, profileId, 'Between');
  expect(await rowsIn('device_activity')).toBe(DEVICES + 1);

  expect(await migrate(database.pool)).toBeGreaterThan(0);
  await insertDevice(tenantId, profileId, 'After');
  for (const table of ['device', 'device_activity', 'device_state']) expect(await rowsIn(table)).toBe(DEVICES + 2);
  expect(await migrate(database.pool)).toBe(0);
  await database.close();
});
