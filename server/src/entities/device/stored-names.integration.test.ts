import { entityId } from '@signalbox/contract/id';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import {
  comparePages,
  createFleet,
  FAR,
  type Fleet,
  linksOf,
  listsOf,
  log,
  plainNames,
} from '../../../test/device-fleet.ts';
import { createEmbeddedLiveBus } from '../../bus/embedded-live-bus.ts';
import { createDeletedTenants } from '../../storage/deleted-tenants.ts';
import { newEntityId } from '../../storage/ids.ts';
import { createListPlaces } from '../../storage/list-places.ts';
import { forgetOtherCluster, removeOldChanges, removeOldLists } from './device-changes-kept.ts';
import { createDeviceLists } from './device-list.ts';
import type { Place } from './device-list-order.ts';

const MANY = { few: 0, fewByActivity: 0, nearActivity: 8, walked: 1000 };

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await forgetOtherCluster(database.pool);
});
afterAll(() => database?.drop());

/** One run of the server over a fleet, with its devices in memory. */
async function beginRun(fleet: Fleet, sizes: { changed?: number; stored?: number } = {}) {
  const liveBus = createEmbeddedLiveBus(log);
  const { pool } = database;
  /** Of which tenants the devices were read one by one. */
  const readTenants = new Set<unknown>();
  const watched = new Proxy(pool, {
    get(target, name) {
      if (name !== 'query') return Reflect.get(target, name, target);
      return (...args: unknown[]) => {
        const [query, given] = args as [string | { text: string; values?: unknown[] }, unknown[]?];
        const { text, values = [] } = typeof query === 'string' ? { text: query, values: given } : query;
        if (text.includes('(created_time, id) >')) readTenants.add(values[0]);
        return (target.query as (...given: unknown[]) => unknown).apply(target, args);
      };
    },
  });
  const places = createListPlaces<Place>({ pool, log, deletedTenants: createDeletedTenants() }, FAR);
  const lists = createDeviceLists(watched, liveBus, places, MANY, Number.POSITIVE_INFINITY, {
    ...{ from: 1, most: 100_000, changed: 5_000, stored: 100, rest: async () => undefined },
    ...sizes,
  });
  lists.names.open();
  await lists.names.settle();
  /** Which devices have been written since, and how often: what the server would tell itself. */
  const tell = (id: string, action: 'updated' | 'created' | 'deleted' = 'updated') =>
    liveBus.publish({ kind: 'entity', action, tenantId: fleet.tenantId, entityId: entityId('DEVICE', id) });
  return {
    run: { ...fleet, liveBus, places, lists },
    tell,
    /** Whether the devices were read one by one from their table. */
    hasReadAll: () => readTenants.has(fleet.tenantId),
    close: () => lists.names.close(),
  };
}

/** Makes changes, and tells a run of each of them, as the server does. */
async function change(fleet: Fleet, times: number, tell?: (id: string) => void): Promise<void> {
  for (let time = 0; time < times; time++) {
    const { rows: before } = await database.pool.query<{ xid: string }>('SELECT pg_current_xact_id()::text AS xid');
    await fleet.change(database.pool);
    const { rows } = await database.pool.query<{ id: string }>(
      'SELECT DISTINCT id FROM device_change WHERE tenant_id = $1 AND xid > $2::xid8',
      [fleet.tenantId, before[0]?.xid],
    );
    for (const { id } of rows) tell?.(id);
  }
}

const header = async ({ tenantId }: Fleet) =>
  (
    await database.pool.query<{ moment: string; unread: string[] }>(
      'SELECT moment, unread FROM stored_device_names WHERE tenant_id = $1',
      [tenantId],
    )
  ).rows[0];
const storedNames = async ({ tenantId }: Fleet): Promise<string[]> =>
  (
    await database.pool.query<{ names: string }>('SELECT names FROM stored_device_part WHERE tenant_id = $1', [
      tenantId,
    ])
  ).rows.flatMap(({ names }) => names.split('\n'));

/** Waits until what is in memory has been stored as of a later moment than now. */
async function untilStored({ run: fleet, tell }: Awaited<ReturnType<typeof beginRun>>): Promise<void> {
  const { rows } = await database.pool.query<{ xid: string }>('SELECT pg_current_xact_id()::text AS xid');
  await expect
    .poll(
      async () => {
        // Where nothing has changed at all, the moment before is as good.
        tell(newEntityId().id);
        const found = await header(fleet);
        if (!found) return false;
        const seen = await database.pool.query<{ isSeen: boolean }>(
          // Also by those who have transactions of other tests before them.
          'SELECT $1::xid8 < pg_snapshot_xmin($2::pg_snapshot) AS "isSeen"',
          [rows[0]?.xid, found.moment],
        );
        return seen.rows[0]?.isSeen;
      },
      { timeout: 30_000, interval: 20 },
    )
    .toBe(true);
}

/** Compares what texts find: how many, and on which page. */
async function compareSearches({ run }: Awaited<ReturnType<typeof beginRun>>): Promise<void> {
  for (const textSearch of ['unit', 'ärger 1', '7', 'z', 'nothing']) {
    for (const link of linksOf(textSearch)) {
      const wanted = await plainNames(run, link, {});
      const found = await run.lists.list(run.tenantId, { ...link, page: 1 }, {});
      expect({ link, total: found.totalElements, names: found.data.map(({ name }) => name) }).toEqual({
        ...{ link, total: wanted.length },
        names: wanted.slice(link.pageSize, 2 * link.pageSize),
      });
    }
  }
}

describe('names of devices that are stored', { timeout: 120_000 }, () => {
  it('are read after a start in place of all devices, and are right whatever has changed before and after', async () => {
    const fleet = await createFleet(database.pool);
    const first = await beginRun(fleet);
    expect(first.hasReadAll()).toBe(true);
    await change(fleet, 30, first.tell);
    await untilStored(first);
    await change(fleet, 30, first.tell);
    await untilStored(first);
    await first.close();
    // Nobody is told of these.
    await change(fleet, 20);
    const second = await beginRun(fleet);
    expect(second.hasReadAll()).toBe(false);
    await comparePages(second.run);
    await compareSearches(second);
    await change(fleet, 30, second.tell);
    await compareSearches(second);
    await untilStored(second);
    await second.close();
    const third = await beginRun(fleet);
    expect(third.hasReadAll()).toBe(false);
    await compareSearches(third);
    await third.close();
  });

  it('are right wherever a run ends while devices change', async () => {
    const fleet = await createFleet(database.pool);
    for (let round = 0; round < 6; round++) {
      const run = await beginRun(fleet, { stored: 50 });
      if (round > 1) expect(run.hasReadAll()).toBe(false);
      await untilStored(run);
      await change(fleet, 7 + round * 5, run.tell);
      if (round % 2) await compareSearches(run);
      await run.close();
      await change(fleet, 3);
    }
    const last = await beginRun(fleet);
    await compareSearches(last);
    await last.close();
  });

  it('are not used when changes are missing, too many, or of another cluster', async () => {
    const fleet = await createFleet(database.pool);
    const first = await beginRun(fleet);
    await untilStored(first);
    await first.close();
    const { pool } = database;
    await change(fleet, 12);
    const few = await beginRun(fleet, { changed: 5, stored: 60_000 });
    expect(few.hasReadAll()).toBe(true);
    expect(await header(fleet)).toBeUndefined();
    await compareSearches(few);
    await few.close();

    const second = await beginRun(fleet);
    await untilStored(second);
    await second.close();
    await change(fleet, 3);
    await pool.query('DELETE FROM device_change');
    await pool.query('UPDATE device_change_start SET xid = pg_current_xact_id()');
    const third = await beginRun(fleet);
    expect(third.hasReadAll()).toBe(true);
    await compareSearches(third);
    await untilStored(third);
    await third.close();

    await pool.query("UPDATE device_change_start SET cluster = 'another'");
    const fourth = await beginRun(fleet, { stored: 60_000 });
    expect(fourth.hasReadAll()).toBe(true);
    await fourth.close();
    await forgetOtherCluster(pool);
    expect(await header(fleet)).toBeUndefined();
  });

  it('keep the changes that they need, until there are too many of these', async () => {
    const fleet = await createFleet(database.pool);
    const first = await beginRun(fleet);
    await untilStored(first);
    await first.close();
    await change(fleet, 3);
    const { rows } = await database.pool.query<{ xid: string }>('SELECT pg_current_xact_id()::text AS xid');
    const now = rows[0]?.xid as string;
    const { isAny } = await removeOldChanges(database.pool, now);
    expect(isAny).toBe(true);
    const second = await beginRun(fleet, { stored: 60_000 });
    expect(second.hasReadAll()).toBe(false);
    await second.close();
    await removeOldLists(database.pool, now);
    expect(await header(fleet)).toBeUndefined();
  });

  it('have neither names of deleted devices for long, nor anything of tenants that are deleted or small', async () => {
    const fleet = await createFleet(database.pool);
    const first = await beginRun(fleet);
    await untilStored(first);
    const { rows } = await database.pool.query<{ id: string; name: string }>(
      `DELETE FROM device WHERE id IN (SELECT id FROM device WHERE tenant_id = $1 LIMIT 3) RETURNING id, name`,
      [fleet.tenantId],
    );
    for (const { id } of rows) first.tell(id, 'deleted');
    await vi.waitFor(
      async () => {
        const names = new Set(await storedNames(fleet));
        const left = await plainNames(fleet, { sortProperty: 'name', sortOrder: 'ASC' }, {});
        expect([...names].sort()).toEqual([...new Set(left.map((name) => name.toLowerCase()))].sort());
      },
      { timeout: 30_000, interval: 50 },
    );
    await first.close();
    const other = createDeviceLists(
      database.pool,
      createEmbeddedLiveBus(log),
      createListPlaces<Place>({ pool: database.pool, log, deletedTenants: createDeletedTenants() }, FAR),
      MANY,
      Number.POSITIVE_INFINITY,
      { from: 1_000_000, most: 2_000_000, changed: 1 },
    );
    other.names.open();
    await other.names.settle();
    await other.names.close();
    expect(await header(fleet)).toBeUndefined();
    expect(await storedNames(fleet)).toEqual([]);

    const again = await beginRun(fleet);
    await untilStored(again);
    for (const table of ['device', 'device_profile', 'customer', 'api_usage_state']) {
      await database.pool.query(`DELETE FROM ${table} WHERE tenant_id = $1`, [fleet.tenantId]);
    }
    await database.pool.query('DELETE FROM tenant WHERE id = $1', [fleet.tenantId]);
    await again.close();
    expect(await header(fleet)).toBeUndefined();
    expect(await storedNames(fleet)).toEqual([]);
  });

  it('are gone with those in memory when too many devices change to follow them', async () => {
    const fleet = await createFleet(database.pool);
    const first = await beginRun(fleet, { changed: 20 });
    await untilStored(first);
    expect(await storedNames(fleet)).not.toEqual([]);
    const { rows } = await database.pool.query<{ id: string }>(
      'DELETE FROM device WHERE id IN (SELECT id FROM device WHERE tenant_id = $1 LIMIT 30) RETURNING id',
      [fleet.tenantId],
    );
    for (const { id } of rows) first.tell(id, 'deleted');
    await expect.poll(() => storedNames(fleet), { timeout: 30_000 }).toEqual([]);
    expect(await header(fleet)).toBeUndefined();
    await compareSearches(first);
    await first.close();
  });

  it('are all of the names that lists have', async () => {
    const fleet = await createFleet(database.pool);
    await database.pool.query(
      `UPDATE device SET name = E'two\\nlines \\u001f ' || name, label = '' WHERE id IN (SELECT id FROM device WHERE tenant_id = $1 LIMIT 2)`,
      [fleet.tenantId],
    );
    const first = await beginRun(fleet);
    await untilStored(first);
    await first.close();
    const second = await beginRun(fleet);
    expect(second.hasReadAll()).toBe(false);
    for (const { filter, textSearch } of listsOf(fleet)) {
      for (const link of linksOf(textSearch)) {
        const found = await second.run.lists.list(fleet.tenantId, { ...link, page: 0 }, filter);
        expect(found.totalElements).toBe((await plainNames(fleet, link, filter)).length);
      }
    }
    await second.close();
  });
});
