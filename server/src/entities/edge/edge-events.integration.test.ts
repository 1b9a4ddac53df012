import type { TimePageLink } from '@signalbox/contract/page';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { createDeletedTenants } from '../../storage/deleted-tenants.ts';
import { newEntityId } from '../../storage/ids.ts';
import { createListPlaces } from '../../storage/list-places.ts';
import type { LinePlace } from '../../storage/timeline-pages.ts';
import { createEdgeEvents } from './edge-events.ts';

const [tenant, edge, other] = [1, 2, 3].map(() => newEntityId().id) as [string, string, string];
const START = 1_700_000_000_000;
const PAGE_SIZE = 7;

interface Row {
  id: string;
  time: number;
  type: string;
}

let database: TestDatabase;
/** Events of the edge that people see, the oldest first. */
let rows: Row[];
beforeAll(async () => {
  database = await createTestDatabase();
  await add(0, 60);
});
afterAll(() => database?.drop());

/** Two at the same moment, one in five of a time series, one in seven of another edge. */
async function add(first: number, end: number): Promise<void> {
  await database.pool.query(
    `INSERT INTO edge_event (id, created_time, tenant_id, edge_id, action, type)
     SELECT gen_random_uuid(), $1 + number / 2 * 1000, $2, CASE WHEN number % 7 = 0 THEN $4 ELSE $3 END::uuid,
       CASE WHEN number % 5 = 0 THEN 'TIMESERIES_UPDATED' ELSE 'UPDATED' END, (ARRAY['DEVICE', 'ASSET'])[1 + number % 2]
     FROM generate_series($5::bigint, $6::bigint - 1) AS number`,
    [START, tenant, edge, other, first, end],
  );
  await learn();
}

async function learn(): Promise<void> {
  const found = await database.pool.query<Row>(
    `SELECT id, created_time AS time, type FROM edge_event
     WHERE edge_id = $1 AND action <> 'TIMESERIES_UPDATED' ORDER BY created_time, id`,
    [edge],
  );
  rows = found.rows;
}

const WAYS = {
  'read whole': { few: 1000, many: 1000, remembered: 1000, far: 1000, step: 1000 },
  'read from the nearer end': { few: 0, many: 1000, remembered: 1, far: 1000, step: 1000 },
  'read from known places': { few: 0, many: 0, remembered: 1, far: 3, step: 5 },
};

it.each(Object.entries(WAYS))('has every page in both directions, of any window and text: %s', async (_, way) => {
  const parts = { ...database, log: pino({ level: 'silent' }), deletedTenants: createDeletedTenants() };
  const places = createListPlaces<LinePlace>(parts, way);
  const events = createEdgeEvents(parts, places, way);
  const links: Partial<TimePageLink>[] = [
    {},
    { startTime: START + 9_000 },
    { endTime: START + 20_000 },
    { startTime: START + 5_000, endTime: START + 22_000 },
    { textSearch: 'dev' },
    { textSearch: 'ass', startTime: START + 9_000 },
  ];
  const checkAll = async () => {
    for (const link of links) {
      for (const sortOrder of ['ASC', 'DESC'] as const) {
        const { startTime = 0, endTime = Number.MAX_SAFE_INTEGER, textSearch = '' } = link;
        const shown = rows.filter(
          ({ time, type }) => time >= startTime && time <= endTime && type.toLowerCase().includes(textSearch),
        );
        const ids = (sortOrder === 'ASC' ? shown : shown.toReversed()).map(({ id }) => id);
        for (let page = 0; page * PAGE_SIZE <= ids.length; page++) {
          const of = { ...link, pageSize: PAGE_SIZE, page, sortProperty: 'createdTime', sortOrder };
          const found = await events.list(tenant, edge, of);
          expect(found.totalElements).toBe(ids.length);
          expect(found.data.map(({ id }) => id.id)).toEqual(ids.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE));
          await places.settle();
        }
      }
    }
  };
  // Of nothing known, of what is known by then, and of what came and went since.
  await checkAll();
  await checkAll();
  await database.pool.query('DELETE FROM edge_event WHERE created_time < $1', [START + 3_000]);
  await learn();
  events.forget();
  await checkAll();
  const now = Date.now();
  await database.pool.query(
    `INSERT INTO edge_event (id, created_time, tenant_id, edge_id, action, type) VALUES (gen_random_uuid(), $1, $2, $3, 'ADDED', 'DEVICE')`,
    [now, tenant, edge],
  );
  await learn();
  await checkAll();
});
