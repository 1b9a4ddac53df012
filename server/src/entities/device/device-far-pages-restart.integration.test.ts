import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  comparePages,
  createFleet,
  FAR,
  type Fleet,
  learnAll,
  linksOf,
  listsOf,
  listsWith,
  log,
} from '../../../test/device-fleet.ts';
import { type OpenDatabase, openDatabase } from '../../storage/database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../storage/embedded-postgres.ts';
import { migrate } from '../../storage/migrate.ts';
import { createDeviceChanges } from './device-changes.ts';
import type { Place } from './device-list-order.ts';
import type { DeviceNamesSizes } from './device-names.ts';

let dataDir: string;
let postgres: EmbeddedPostgres;
let database: OpenDatabase;

async function start(): Promise<void> {
  postgres = await startEmbeddedPostgres(dataDir, () => undefined);
  database = openDatabase(postgres.connection, 8);
}

beforeAll(async () => {
  dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'signalbox-places-'));
  await start();
  await migrate(database.pool);
  await database.pool.query("INSERT INTO telemetry_key (name) VALUES ('active'), ('lastActivityTime')");
}, 120_000);

afterAll(async () => {
  await database?.close();
  await postgres?.stop();
  await fs.rm(dataDir, { recursive: true, force: true });
});

/**
 * What one run of the server knows of the lists of a fleet.
 * @param kept ms that changes are kept at least
 * @param names which devices are in memory
 */
function beginRun(fleet: Fleet, kept = 60_000, names?: DeviceNamesSizes) {
  const { pool } = database;
  const changes = createDeviceChanges({ pool, liveBus: fleet.liveBus, log, round: 1, kept });
  const run = {
    ...fleet,
    pool,
    ...listsWith(pool, fleet.liveBus, changes.createPlaces<Place>('devices', FAR), undefined, names),
    changes,
  };
  return { ...run, isKnown: vi.spyOn(run.places, 'isKnown') };
}

/** Looks at a far page of each list, and says of how many the places were known at once. */
async function knownAtOnce(run: ReturnType<typeof beginRun>): Promise<{ known: number; all: number }> {
  for (const { filter, textSearch } of listsOf(run)) {
    for (const link of linksOf(textSearch)) await run.lists.list(run.tenantId, { ...link, page: 7 }, filter);
  }
  const known = run.isKnown.mock.results.filter(({ value }) => value === true).length;
  return { known, all: run.isKnown.mock.results.length };
}

const storedLists = async (tenantId: string): Promise<number> =>
  (await database.pool.query('SELECT FROM stored_list WHERE tenant_id = $1', [tenantId])).rowCount ?? 0;

/** @returns whether anything is noted of devices of a tenant */
const hasChanges = async (tenantId: string): Promise<boolean> =>
  (await database.pool.query('SELECT FROM device_change WHERE tenant_id = $1 LIMIT 1', [tenantId])).rowCount !== 0;

/** Waits until something is so, while devices are told to have changed. */
const told = <T>(fleet: Fleet, read: () => Promise<T>, check: (value: T) => void): Promise<void> =>
  vi.waitFor(
    async () => {
      fleet.tell();
      check(await read());
    },
    { timeout: 60_000, interval: 20 },
  );

describe('far pages of lists after a restart', { timeout: 120_000 }, () => {
  it('are read at once from places that were known before, and are right after changes before and after the stop', async () => {
    const fleet = await createFleet(database.pool);
    const first = beginRun(fleet);
    await learnAll(first);
    await first.places.store();
    for (let changes = 0; changes < 30; changes++) await fleet.change(database.pool);
    await first.changes.close();
    for (let changes = 0; changes < 10; changes++) await fleet.change(database.pool);
    const second = beginRun(fleet);
    const { known, all } = await knownAtOnce(second);
    expect(known).toBe(all);
    expect(known).toBeGreaterThan(10);
    await comparePages(second);
    await second.changes.close();
  });

  it('are read at once of what a text finds, whose places memory knew before and does not know yet', async () => {
    const fleet = await createFleet(database.pool);
    const sizes = { from: 1, most: 100_000, changed: 5_000 };
    const first = beginRun(fleet, 60_000, sizes);
    first.lists.names.open();
    await first.lists.names.settle();
    const links = linksOf('UNIT').map((link) => ({ ...link, page: 4 }));
    const look = async ({ lists }: ReturnType<typeof beginRun>): Promise<void> => {
      for (const link of links) await lists.list(fleet.tenantId, link, {});
    };
    await look(first);
    // Nobody has gone through an order for these pages.
    expect(first.isKnown).not.toHaveBeenCalled();
    await first.lists.names.close();
    await vi.waitFor(
      async () => {
        await first.places.store();
        expect(await storedLists(fleet.tenantId)).toBe(links.length);
      },
      { timeout: 60_000, interval: 50 },
    );
    await first.changes.close();
    for (let changes = 0; changes < 10; changes++) await fleet.change(database.pool);
    const second = beginRun(fleet);
    await look(second);
    expect(second.isKnown.mock.results.map(({ value }) => value)).toEqual(links.map(() => true));
    await comparePages(second);
    await second.changes.close();
  });

  it('are right after a crash of the database beside writers', async () => {
    const fleet = await createFleet(database.pool);
    const first = beginRun(fleet);
    await learnAll(first);
    let isChanging = true;
    let changed = 0;
    const writers = [0, 1, 2].map(async (writer) => {
      while (isChanging) {
        const client = await database.pool.connect().catch(() => undefined);
        if (!client) return;
        try {
          await client.query('BEGIN');
          for (let changes = 0; changes <= writer * 3; changes++) await fleet.change(client);
          await client.query('COMMIT');
          changed++;
          client.release();
        } catch (error) {
          client.release(error as Error);
        }
      }
    });
    // Snapshots are stored while some transactions are under way, which are lost or end later.
    for (let round = 0; round < 3; round++) {
      const before = changed;
      await expect.poll(() => changed, { timeout: 60_000 }).toBeGreaterThan(before + 3);
      await first.places.keepCorrect();
      await first.places.store();
      await learnAll(first);
    }
    const before = changed;
    await expect.poll(() => changed, { timeout: 60_000 }).toBeGreaterThan(before + 3);
    postgres.kill();
    isChanging = false;
    await Promise.all(writers);
    await database.close();
    await vi.waitFor(start, { timeout: 60_000, interval: 200 });
    const second = beginRun(fleet);
    expect((await knownAtOnce(second)).known).toBeGreaterThan(10);
    await comparePages(second);
    await second.changes.close();
  });

  it('are found again when changes are missing that the stored places need, or when these are of another cluster', async () => {
    const fleet = await createFleet(database.pool);
    const first = beginRun(fleet);
    await learnAll(first);
    await first.changes.close();
    await fleet.change(database.pool);
    await database.pool.query('DELETE FROM device_change');
    await database.pool.query('UPDATE device_change_start SET xid = pg_current_xact_id()');
    const second = beginRun(fleet);
    await comparePages(second);
    await learnAll(second);
    await second.changes.close();
    expect(await storedLists(fleet.tenantId)).toBeGreaterThan(10);
    await database.pool.query("UPDATE device_change_start SET cluster = 'another'");
    const third = beginRun(fleet);
    await comparePages(third);
    await third.places.settle();
    await third.changes.close();
  });

  it('are kept of so many lists only, those that were right last', async () => {
    const fleet = await createFleet(database.pool);
    const insert = `INSERT INTO stored_list (owner, list, tenant_id, step, places, numbers, moment)
      SELECT 'devices', $2::text || number, $1, 50, '[]', '{}', $3 FROM generate_series(1, 300) AS number`;
    await database.pool.query(insert, [fleet.tenantId, 'moving', null]);
    await database.pool.query(insert, [fleet.tenantId, 'older', '3:3:']);
    const first = beginRun(fleet);
    await learnAll(first);
    await first.changes.close();
    const second = beginRun(fleet);
    expect((await knownAtOnce(second)).known).toBeGreaterThan(10);
    expect(await storedLists(fleet.tenantId)).toBeLessThanOrEqual(200);
    await second.changes.close();
  });

  it('are found again after a device profile got another name, by which lists may be sorted or found', async () => {
    const fleet = await createFleet(database.pool);
    const first = beginRun(fleet);
    await learnAll(first);
    await first.changes.close();
    await database.pool.query('UPDATE device_profile SET name = name WHERE id = $1', [fleet.profiles[0]]);
    const second = beginRun(fleet);
    expect((await knownAtOnce(second)).known).toBeGreaterThan(10);
    const placeNow = vi.spyOn(second.places, 'placeNow');
    await database.pool.query("UPDATE device_profile SET name = 'another' WHERE id = $1", [fleet.profiles[0]]);
    await comparePages(second);
    expect(await placeNow.mock.results[0]?.value).toBeUndefined();
    await second.changes.close();
  });

  it('keep changes for as long as places need them, and neither names of deleted devices nor anything of a deleted tenant', async () => {
    await database.pool.query('DELETE FROM stored_list');
    const fleet = await createFleet(database.pool);
    const first = beginRun(fleet);
    await learnAll(first);
    await first.changes.close();
    expect(await storedLists(fleet.tenantId)).toBeGreaterThan(10);
    const { rows } = await database.pool.query<{ name: string }>(
      `DELETE FROM device WHERE tenant_id = $1 AND id IN (
         SELECT (place ->> 'id')::uuid FROM stored_list, jsonb_array_elements(places) AS place
         WHERE tenant_id = $1 AND place ->> 'value' IS NOT NULL LIMIT 5)
       RETURNING lower(name) AS name`,
      [fleet.tenantId],
    );
    expect(rows.length).toBeGreaterThan(0);
    // Nobody has asked since the start, so the changes are still needed.
    const second = beginRun(fleet, 0);
    const store = vi.spyOn(second.places, 'store');
    second.changes.open();
    await told(
      fleet,
      async () => store.mock.calls.length,
      (rounds) => expect(rounds).toBeGreaterThan(3),
    );
    expect(await hasChanges(fleet.tenantId)).toBe(true);
    await comparePages(second);
    const names = async (): Promise<string[]> =>
      (
        await database.pool.query<{ value: string }>(
          `SELECT place ->> 'value' AS value FROM stored_list, jsonb_array_elements(places) AS place WHERE tenant_id = $1`,
          [fleet.tenantId],
        )
      ).rows.map(({ value }) => value);
    const isNamed = async () => (await names()).filter((name) => rows.some((row) => row.name === name));
    await told(fleet, isNamed, (found) => expect(found).toEqual([]));
    await told(
      fleet,
      () => hasChanges(fleet.tenantId),
      (are) => expect(are).toBe(false),
    );
    for (const table of ['device', 'device_profile', 'customer', 'api_usage_state']) {
      await database.pool.query(`DELETE FROM ${table} WHERE tenant_id = $1`, [fleet.tenantId]);
    }
    await database.pool.query('DELETE FROM tenant WHERE id = $1', [fleet.tenantId]);
    expect(await storedLists(fleet.tenantId)).toBe(0);
    await told(
      fleet,
      () => hasChanges(fleet.tenantId),
      (are) => expect(are).toBe(false),
    );
    await second.changes.close();
  });
});
