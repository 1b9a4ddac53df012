import { ALARM_SEVERITIES, ALARM_STATUSES } from '@signalbox/contract/alarm';
import { NULL_UUID } from '@signalbox/contract/id';
import fc from 'fast-check';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fillAlarms } from '../../test/alarm-data.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createEmbeddedLiveBus } from '../bus/embedded-live-bus.ts';
import { openDatabase } from '../storage/database.ts';
import { createDeletedTenants } from '../storage/deleted-tenants.ts';
import { newEntityId } from '../storage/ids.ts';
import { createListPlaces } from '../storage/list-places.ts';
import { severityCode, statusCode } from './alarm-codes.ts';
import type { AlarmFilter } from './alarm-filter.ts';
import { createAlarmLists } from './alarm-lists.ts';
import { createAlarmTallies } from './alarm-tallies.ts';
import { createTimeOrders, type OrderPlace } from './alarm-time-order.ts';
import { createAlarmTotals } from './alarm-totals.ts';
import { createAlarmTypes } from './alarm-types.ts';
import { createAlarmVersions } from './alarm-versions.ts';

const COUNT = 1_500;
const HOUR = 3_600_000;
const NOW = Date.now();
const log = pino({ level: 'silent' });
const tenantId = newEntityId().id;
const customerId = newEntityId().id;
let database: TestDatabase;
let own: ReturnType<typeof openDatabase>;

beforeEach(async () => {
  database = await createTestDatabase();
  own = openDatabase(database.connection, 4);
  const common = { tenantId, newest: NOW, span: 200 * HOUR };
  const originators = () => Array.from({ length: 20 }, () => ({ entityType: 'DEVICE', id: newEntityId().id }) as const);
  await fillAlarms(database.pool, { ...common, customerId, originators: originators(), count: COUNT });
  await fillAlarms(database.pool, {
    ...common,
    customerId: NULL_UUID,
    originators: originators(),
    count: COUNT,
    newest: NOW + 7,
  });
});
afterEach(async () => {
  await own.close();
  await database.drop();
});

function open() {
  const { db, pool } = own;
  const tallies = createAlarmTallies(pool, log);
  const types = createAlarmTypes({ db, pool });
  // No list is gone through: places are counted, or there are none.
  const places = createListPlaces<OrderPlace>(
    { pool, log, deletedTenants: createDeletedTenants() },
    { far: Number.MAX_SAFE_INTEGER, step: 1 },
  );
  const versions = createAlarmVersions(createEmbeddedLiveBus(log));
  const timeOrders = createTimeOrders(db, places, versions, tallies, { few: 0, many: 0, far: 0 });
  return {
    tallies,
    lists: createAlarmLists({ db, tallies, types, totals: createAlarmTotals(db, tallies, types), timeOrders }),
  };
}

interface Asked {
  isOfCustomer: boolean;
  key: 'startTs' | 'endTs';
  order: 'ASC' | 'DESC';
  filter: Pick<AlarmFilter, 'severities' | 'statuses'>;
  /** Where the page is in the list, from 0 to 1. */
  at: number;
}

const requested: fc.Arbitrary<Asked> = fc.record({
  isOfCustomer: fc.boolean(),
  key: fc.constantFrom('startTs', 'endTs'),
  order: fc.constantFrom('ASC', 'DESC'),
  filter: fc.record(
    {
      severities: fc.subarray([...ALARM_SEVERITIES], { minLength: 1 }),
      statuses: fc.subarray([...ALARM_STATUSES], { minLength: 1 }),
    },
    { requiredKeys: [] },
  ),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
});

/** Statements that change some alarms; `$1` tells which, `$2` is a time. */
const CHANGES = {
  start: 'UPDATE alarm SET start_ts = $2 WHERE id IN (SELECT id FROM alarm ORDER BY md5(id || $1) LIMIT 40)',
  end: 'UPDATE alarm SET end_ts = end_ts + $2::bigint % 5000000 WHERE id IN (SELECT id FROM alarm ORDER BY md5(id || $1) LIMIT 90)',
  // Cleared ones, so that no two of a type become active.
  status: `UPDATE alarm SET status = 2 + $2::bigint % 2, severity = (severity + 1) % 5 WHERE id IN
    (SELECT id FROM alarm WHERE status >= 2 ORDER BY md5(id || $1) LIMIT 70)`,
  owner: `UPDATE alarm SET customer_id = CASE WHEN customer_id = '${customerId}' THEN '${NULL_UUID}'::uuid
    ELSE '${customerId}' END WHERE $2::bigint > 0 AND id IN (SELECT id FROM alarm ORDER BY md5(id || $1) LIMIT 30)`,
  deletion: 'DELETE FROM alarm WHERE $2::bigint > 0 AND id IN (SELECT id FROM alarm ORDER BY md5(id || $1) LIMIT 25)',
  copy: `INSERT INTO alarm (id, created_time, tenant_id, customer_id, originator_type, originator_id, type, severity, status,
      start_ts, end_ts, ack_ts, clear_ts, details, propagate, propagate_relation_types, version, history_size, history_last)
    SELECT gen_random_uuid(), created_time, tenant_id, customer_id, originator_type, originator_id, type, severity, status,
      $2, $2::bigint + 1, 0, 0, details, false, '[]', 0, 0, ''
    FROM alarm WHERE status >= 2 ORDER BY md5(id || $1) LIMIT 25`,
};
const changes = fc.array(
  fc.record({
    kind: fc.constantFrom(...(Object.keys(CHANGES) as (keyof typeof CHANGES)[])),
    which: fc.string({ minLength: 1, maxLength: 3, unit: fc.constantFrom(...'abcdef') }),
    time: fc.integer({ min: 0, max: 300 * HOUR }).map((before) => NOW - before),
    isFolded: fc.boolean(),
  }),
  { minLength: 1, maxLength: 6 },
);

const change = ({ kind, which, time }: { kind: keyof typeof CHANGES; which: string; time: number }) =>
  own.pool.query(CHANGES[kind], [which, time]);

/** The page as the table has it. */
async function naivePage({ isOfCustomer, key, order, filter, at }: Asked) {
  const column = key === 'startTs' ? 'start_ts' : 'end_ts';
  const ties = order === 'ASC' ? 'created_time DESC, id DESC' : 'created_time, id';
  const { rows } = await own.pool.query<{ id: string }>(
    `SELECT id FROM alarm WHERE ${isOfCustomer ? 'customer_id' : 'tenant_id'} = $1
       AND severity = ANY($2::smallint[]) AND status = ANY($3::smallint[]) ORDER BY ${column} ${order}, ${ties}`,
    [
      isOfCustomer ? customerId : tenantId,
      (filter.severities ?? ALARM_SEVERITIES).map(severityCode),
      (filter.statuses ?? ALARM_STATUSES).map(statusCode),
    ],
  );
  const page = Math.floor((at * rows.length) / 20);
  return { page, total: rows.length, ids: rows.slice(page * 20, page * 20 + 20).map(({ id }) => id) };
}

const ownerOf = ({ isOfCustomer }: Asked) =>
  ({ of: isOfCustomer ? 'customer' : 'tenant', id: isOfCustomer ? customerId : tenantId, tenantId }) as const;

it('pages by start and end, however far, are those of the table, whatever changes and whether it is counted yet', async () => {
  const { tallies, lists } = open();
  await fc.assert(
    fc.asyncProperty(changes, fc.array(requested, { minLength: 4, maxLength: 8 }), async (made, pages) => {
      for (const one of made) {
        await change(one);
        if (!one.isFolded) continue;
        tallies.noteChange();
        await tallies.settled();
      }
      for (const one of pages) {
        const expected = await naivePage(one);
        const { key: sortProperty, order: sortOrder } = one;
        const link = { page: expected.page, pageSize: 20, sortProperty, sortOrder };
        const found = await lists.page(ownerOf(one), one.filter, link);
        expect(found.data.map(({ id }) => id)).toEqual(expected.ids);
        expect(found.totalElements).toBe(expected.total);
      }
    }),
    { numRuns: 25 },
  );
  await tallies.close();
});

it('pages are read while alarms change and are counted, and are right afterwards', async () => {
  const { tallies, lists } = open();
  const kinds = ['end', 'status', 'copy', 'deletion', 'owner', 'start'] as const;
  const isRead = { done: false };
  const pages = fc.sample(requested, 30);
  const reading = (async () => {
    while (!isRead.done) {
      for (const one of pages) {
        const link = { page: Math.floor(one.at * 60), pageSize: 20, sortProperty: one.key, sortOrder: one.order };
        const found = await lists.page(ownerOf(one), one.filter, link);
        const ids = found.data.map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
      }
    }
  })();
  // What two of them change is changed in the order of their statements, so one after the other of each kind.
  for (let round = 0; round < 5; round++) {
    for (const kind of kinds) await change({ kind, which: `${round} ${kind}`, time: NOW - round * HOUR });
    tallies.noteChange();
    await tallies.settled();
  }
  isRead.done = true;
  await reading;
  for (const one of pages) {
    const expected = await naivePage(one);
    const link = { page: expected.page, pageSize: 20, sortProperty: one.key, sortOrder: one.order };
    const found = await lists.page(ownerOf(one), one.filter, link);
    expect({ ids: found.data.map(({ id }) => id), total: found.totalElements }).toEqual({
      ids: expected.ids,
      total: expected.total,
    });
  }
  await tallies.close();
});
