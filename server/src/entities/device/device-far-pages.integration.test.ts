import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import {
  comparePages,
  createFleet,
  DEVICES,
  learnAll,
  linksOf,
  listsOf,
  listsWith,
  log,
  PAGE,
  plainNames,
} from '../../../test/device-fleet.ts';
import { createDeviceChanges } from './device-changes.ts';
import { foreseeLists } from './foreseen-lists.ts';

/** What the database says to one of two transactions that wait for each other. */
const DEADLOCK = '40P01';
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query("INSERT INTO telemetry_key (name) VALUES ('active'), ('lastActivityTime')");
});

afterAll(async () => {
  await database.drop();
});

describe('far pages of lists', () => {
  it('are those of a plain query while devices are created, renamed, moved and deleted', async () => {
    const fleet = await createFleet(database.pool);
    let isChanging = true;
    // Some change much in one transaction, which ends later, or not at all; their changes come out of order.
    const writers = [0, 1, 2].map(async (writer) => {
      const client = await database.pool.connect();
      try {
        for (let at = 0; isChanging; at++) {
          await client.query('BEGIN');
          try {
            for (let changes = 0; changes <= writer * 3; changes++) await fleet.change(client);
            await client.query(at % 5 === 4 ? 'ROLLBACK' : 'COMMIT');
          } catch (error) {
            await client.query('ROLLBACK');
            if ((error as { code?: string }).code !== DEADLOCK) throw error;
          }
          fleet.tell();
        }
      } finally {
        client.release();
      }
    });
    // Places are found, and corrected, in the midst of this.
    await learnAll(fleet);
    for (let round = 0; round < 3; round++) {
      for (const { filter, textSearch } of listsOf(fleet)) {
        for (const link of linksOf(textSearch)) {
          const { data } = await fleet.lists.list(fleet.tenantId, { ...link, page: 20 + round }, filter);
          expect(new Set(data.map(({ id }) => id.id)).size).toBe(data.length);
        }
      }
      await fleet.places.keepCorrect();
    }
    isChanging = false;
    await Promise.all(writers);
    fleet.tell();
    await fleet.places.settle();
    await comparePages(fleet);
    await fleet.places.settle();
    for (let changes = 0; changes < 40; changes++) await fleet.change(database.pool);
    fleet.tell();
    const placeNow = vi.spyOn(fleet.places, 'placeNow');
    await comparePages(fleet);
    // They were read from places that have been corrected.
    const used = await Promise.all(placeNow.mock.results.map(({ value }) => value));
    expect(used.length).toBeGreaterThan(50);
    expect(used.filter((place) => place === undefined).length).toBeLessThan(used.length / 10);
  });

  it('are read from places in all orders after a start, before anybody has asked', async () => {
    const fleet = await createFleet(database.pool);
    const foreseen = foreseeLists(database.pool, fleet.lists.learn, log, DEVICES);
    foreseen.open(Promise.resolve());
    await foreseen.settle();
    await foreseen.close();
    const known = vi.spyOn(fleet.places, 'isKnown');
    for (const link of linksOf(undefined)) {
      const wanted = await plainNames(fleet, link, {});
      const { data } = await fleet.lists.list(fleet.tenantId, { ...link, page: 21 }, {});
      expect(data.map(({ name }) => name)).toEqual(wanted.slice(21 * PAGE, 22 * PAGE));
    }
    expect(known.mock.results.map(({ value }) => value)).toEqual(linksOf(undefined).map(() => true));
  });

  it('are read from places that were found as soon as a page near the beginning took long', async () => {
    const { pool } = database;
    const fleet = await createFleet(pool);
    const { places, lists } = listsWith(pool, fleet.liveBus, fleet.places, 0);
    const known = vi.spyOn(places, 'isKnown');
    const link = { pageSize: 7, page: 1, sortProperty: 'label', sortOrder: 'ASC' as const, textSearch: 'unit' };
    await lists.list(fleet.tenantId, link, {});
    await places.settle();
    known.mockClear();
    await lists.list(fleet.tenantId, { ...link, page: 30 }, {});
    expect(known.mock.results.map(({ value }) => value)).toEqual([true]);
  });

  it('are right after changes that are too many to be told one by one, and after these have been removed', async () => {
    const fleet = await createFleet(database.pool);
    const changes = createDeviceChanges({ pool: database.pool, liveBus: fleet.liveBus, log, round: 1, kept: 0 });
    await learnAll(fleet);
    await comparePages(fleet);
    await fleet.change(database.pool);
    fleet.tell();
    changes.open();
    try {
      await expect
        .poll(async () => (await database.pool.query('SELECT FROM device_change')).rowCount, { timeout: 60_000 })
        .toBe(0);
    } finally {
      await changes.close();
    }
    await comparePages(fleet);
    await database.pool.query('DELETE FROM device WHERE tenant_id = $1 AND name LIKE $2', [fleet.tenantId, 'U%']);
    await database.pool.query('INSERT INTO device_change (step, tenant_id) VALUES (0, $1)', [fleet.tenantId]);
    fleet.tell();
    await comparePages(fleet);
  });
});
