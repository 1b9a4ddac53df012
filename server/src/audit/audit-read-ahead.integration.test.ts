import { NULL_UUID } from '@signalbox/contract/id';
import { Kysely, PostgresDialect } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { blocksOf } from '../../test/read-blocks.ts';
import { createDeletedTenants } from '../storage/deleted-tenants.ts';
import { newEntityId } from '../storage/ids.ts';
import { createListPlaces } from '../storage/list-places.ts';
import type { Schema } from '../storage/schema.ts';
import { createTimelinePages, type LinePlace } from '../storage/timeline-pages.ts';
import { createTimelineTotals } from '../storage/timeline-totals.ts';
import { type AuditRow, createAuditLogReader } from './audit-log-reader.ts';
import type { NamePlace } from './audit-name-order.ts';
import { createAuditReadAhead } from './audit-read-ahead.ts';

const [long, short] = [newEntityId().id, newEntityId().id];
const log = pino({ level: 'silent' });
const LINES = 12_000;

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  const insert = `INSERT INTO audit_log (id, created_time, tenant_id, customer_id, entity_id, entity_type, entity_name, user_id,
      user_name, action_type, action_data, action_status, action_failure_details)
    SELECT gen_random_uuid(), number, $1, $2, $1, (ARRAY['DEVICE', 'ASSET'])[1 + number % 2], 'name ' || number, $1,
      'somebody ' || number % 3, (ARRAY['ADDED', 'UPDATED'])[1 + number % 2], '{}', 'SUCCESS', ''
    FROM generate_series(1, $3::integer) AS number`;
  await database.pool.query(insert, [long, NULL_UUID, LINES]);
  await database.pool.query(insert, [short, NULL_UUID, LINES / 4]);
  await database.pool.query('VACUUM (ANALYZE) audit_log');
});

afterAll(() => database.drop());

function openLog() {
  const requested: { text: string; values: readonly unknown[] }[] = [];
  const db = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: database.pool }),
    log: ({ query }) => {
      requested.push({ text: query.sql, values: query.parameters });
    },
  });
  const deletedTenants = createDeletedTenants();
  const lines = { db, table: 'audit_log', deletedTenants };
  const totals = createTimelineTotals(lines);
  const parts = { pool: database.pool, log, deletedTenants };
  const places = createListPlaces<LinePlace>(parts);
  const pages = createTimelinePages<AuditRow>(lines, totals, places);
  const reader = createAuditLogReader(db, totals, pages, createListPlaces<NamePlace>(parts));
  const readAhead = createAuditReadAhead(database.pool, reader, { from: LINES / 2, most: LINES * 10 });
  /** Blocks that the first page of a list is read from. */
  async function blocksOfPage(tenantId: string, sortProperty: string): Promise<number> {
    requested.length = 0;
    const { totalElements } = await reader.list(
      tenantId,
      { pageSize: 10, page: 0, sortProperty, sortOrder: 'ASC' },
      {},
    );
    expect(totalElements).toBe(tenantId === long ? LINES : LINES / 4);
    let blocks = 0;
    for (const { text, values } of [...requested]) blocks += await blocksOf(database.pool, text, values);
    return blocks;
  }
  return { readAhead, blocksOfPage, requested };
}

it('counts long logs after a start, before somebody reads them', async () => {
  const cold = openLog();
  const warm = openLog();
  warm.readAhead.open();
  await warm.readAhead.settle();
  for (const sortProperty of ['entityType', 'userName', 'actionType', 'actionStatus']) {
    const first = await cold.blocksOfPage(long, sortProperty);
    const known = await warm.blocksOfPage(long, sortProperty);
    expect(known, sortProperty).toBeLessThan(first - 30);
  }
  expect(await warm.blocksOfPage(short, 'userName')).toBe(await cold.blocksOfPage(short, 'userName'));
});

it('does not begin once it is closed', async () => {
  const opened = openLog();
  opened.readAhead.open();
  await opened.readAhead.close();
  expect(opened.requested).toEqual([]);
});
