import type { Device } from '@signalbox/contract/device';
import type { Event } from '@signalbox/contract/event';
import { entityId } from '@signalbox/contract/id';
import type { PageData, TimePageLink } from '@signalbox/contract/page';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestTenant, type TestTenant } from '../../test/people.ts';
import { startTestPlatform, type TestPlatform } from '../../test/platform.ts';
import { createDeletedTenants } from '../storage/deleted-tenants.ts';
import { newEntityId } from '../storage/ids.ts';
import { createTimelineTotals } from '../storage/timeline-totals.ts';
import { DEBUG_EVENT_LIFETIME, deleteOldEvents } from './event-retention.ts';
import type { EventFilter, EventStore, NewEvent } from './event-store.ts';
import { createEventStore } from './event-table.ts';

let platform: TestPlatform;
let events: EventStore;
let acme: TestTenant;
let other: TestTenant;
let device: Device;
let tenantId: string;
beforeAll(async () => {
  platform = await startTestPlatform();
  events = createEventStore(platform.database.pool, pino({ level: 'silent' }));
  acme = await createTestTenant(platform, 'acme');
  other = await createTestTenant(platform, 'other');
  device = await acme.admin.post<Device>('/api/device', { name: 'Pump' });
  tenantId = acme.tenant.id.id;
  const debug = (body: object, createdTime: number): NewEvent => ({
    tenantId,
    entityId: device.id,
    type: 'DEBUG_RULE_NODE',
    createdTime,
    body: { server: 'node-1', type: 'IN', msgType: 'POST_TELEMETRY_REQUEST', data: '{"temperature":21}', ...body },
  });
  const other1 = (type: NewEvent['type'], body: Record<string, unknown>): NewEvent => ({
    tenantId,
    entityId: device.id,
    type,
    createdTime: 2000,
    body: { server: 'node-1', ...body },
  });
  events.append([
    debug({}, 1000),
    debug({ type: 'OUT', relationType: 'Success' }, 2000),
    debug({ type: 'OUT', relationType: 'Failure', error: 'Boom at 100%', data: 'null \u0000 character' }, 3000),
    other1('LC_EVENT', { event: 'STARTED', success: true }),
    other1('LC_EVENT', { event: 'UPDATED', success: false, error: 'no' }),
    other1('STATS', { messagesProcessed: 10, errorsOccurred: 0 }),
    other1('ERROR', { method: 'onRuleMsg', error: 'stack' }),
  ]);
  await events.flush();
});
afterAll(async () => {
  await events?.close();
  await platform?.stop();
});

const path = (query = '') => `/api/events/DEVICE/${device.id.id}?tenantId=${tenantId}&pageSize=10&page=0${query}`;
const find = (filter: object, query = '') => acme.admin.post<PageData<Event>>(path(query), filter);

describe('events', () => {
  it('are listed newest first, by type or all', async () => {
    const all = await acme.admin.get<PageData<Event>>(path());
    expect(all.totalElements).toBe(7);
    expect(all.data[0]).toEqual({
      id: { id: expect.any(String) },
      createdTime: 3000,
      tenantId: acme.tenant.id,
      type: 'DEBUG_RULE_NODE',
      uid: expect.any(String),
      entityId: device.id,
      body: expect.objectContaining({ error: 'Boom at 100%', data: 'null \ufffd character' }),
    });
    const typed = path().replace('?', '/DEBUG_RULE_NODE?');
    expect(await acme.admin.get(typed)).toMatchObject({ totalElements: 3 });
    expect(await acme.admin.get(path('&startTime=2000&endTime=2999'))).toMatchObject({ totalElements: 5 });
    const oldest = await acme.admin.get<PageData<Event>>(path('&sortProperty=createdTime&sortOrder=ASC'));
    expect(oldest.data[0]?.createdTime).toBe(1000);
  });

  it.each([1_000, 0])('are the same by pages, from whichever end they are read (near: %i)', async (near) => {
    const store = createEventStore(platform.database.pool, pino({ level: 'silent' }), { near });
    const one = entityId('DEVICE', newEntityId().id);
    const types = ['ERROR', 'LC_EVENT', 'DEBUG_RULE_NODE'] as const;
    store.append(
      Array.from({ length: 40 }, (_, at) => ({
        ...{ tenantId, entityId: one, type: types[at % 3] as NewEvent['type'] },
        // Some share their time.
        ...{ createdTime: 1000 + Math.floor(at / 4), body: { number: at } },
      })),
    );
    const whole = { pageSize: 100, page: 0, sortProperty: 'createdTime' };
    const lists: [TimePageLink, EventFilter, number][] = [
      [{ ...whole, sortOrder: 'ASC' }, {}, 40],
      [{ ...whole, sortOrder: 'DESC' }, {}, 40],
      [{ ...whole, sortOrder: 'ASC', textSearch: 'e' }, { eventType: 'LC_EVENT' }, 13],
      [{ ...whole, sortOrder: 'DESC', textSearch: 'ERR', startTime: 1002 }, {}, 11],
    ];
    for (const [link, filter, total] of lists) {
      const all = await store.list(tenantId, one, link, filter);
      expect(all.data.length).toBe(total);
      const times = all.data.map(({ createdTime }) => createdTime);
      expect(times).toEqual([...times].sort((a, b) => (link.sortOrder === 'ASC' ? a - b : b - a)));
      const paged: string[] = [];
      for (let page = 0; page * 7 < total + 7; page++) {
        const some = await store.list(tenantId, one, { ...link, pageSize: 7, page }, filter);
        expect(some.totalElements).toBe(total);
        paged.push(...some.data.map(({ id }) => id.id));
      }
      expect(paged).toEqual(all.data.map(({ id }) => id.id));
    }
    expect(await store.list(tenantId, one, { ...whole, textSearch: '#' }, {})).toMatchObject({ totalElements: 0 });
    await store.close();
    await platform.database.pool.query('DELETE FROM event WHERE entity_id = $1', [one.id]);
  });

  it('of the past are counted once, whenever others come late or go', async () => {
    const { db, pool } = platform.database;
    const totals = createTimelineTotals({ db, table: 'event', deletedTenants: createDeletedTenants() }, Date.now, 1);
    const store = createEventStore(pool, pino({ level: 'silent' }), { near: 0, totals });
    const one = entityId('DEVICE', newEntityId().id);
    const append = (count: number, type: NewEvent['type'], createdTime?: number) =>
      store.append(
        Array.from({ length: count }, (_, at) => ({
          ...{ tenantId, entityId: one, type, body: { number: at } },
          ...(createdTime === undefined ? {} : { createdTime: createdTime + at }),
        })),
      );
    const query = vi.spyOn(pool, 'query');
    const listed = async (filter: EventFilter, link: Partial<TimePageLink> = {}) =>
      (await store.list(tenantId, one, { pageSize: 2, page: 1, ...link }, filter)).totalElements;
    append(7, 'ERROR', 100);
    append(4, 'LC_EVENT', 100);
    expect(await listed({})).toBe(11);
    expect(await listed({ eventType: 'ERROR' })).toBe(7);
    append(2, 'ERROR');
    expect(await listed({})).toBe(13);
    // Of a part of them, all are looked at.
    expect(await listed({}, { startTime: 102 })).toBe(9);
    expect(await listed({ eventType: 'ERROR', errorStr: 'none' })).toBe(0);
    append(3, 'ERROR', 200);
    expect(await listed({})).toBe(16);
    const counts = query.mock.calls.filter(([statement]) => JSON.stringify(statement).includes('count(*) FROM event'));
    expect(counts).toHaveLength(2);
    await deleteOldEvents(pool, 104 + 24 * 3_600_000, 1, { onDeleted: totals.forget });
    expect(await listed({})).toBe(8);
    query.mockRestore();
    await store.close();
    await pool.query('DELETE FROM event WHERE entity_id = $1', [one.id]);
  });

  it.each([
    [{ eventType: 'DEBUG_RULE_NODE' }, 3],
    [{ eventType: 'DEBUG_RULE_NODE', msgDirectionType: 'out' }, 2],
    [{ eventType: 'DEBUG_RULE_NODE', isError: true }, 1],
    [{ eventType: 'DEBUG_RULE_NODE', errorStr: '100%' }, 1],
    [{ eventType: 'DEBUG_RULE_NODE', dataSearch: 'TEMPERATURE' }, 2],
    [{ eventType: 'DEBUG_RULE_NODE', relationType: 'succ', msgType: 'telemetry', server: 'NODE' }, 1],
    [{ eventType: 'DEBUG_RULE_NODE', relationType: "'; DROP TABLE event; --" }, 0],
    [{ eventType: 'LC_EVENT', status: 'Success' }, 1],
    [{ eventType: 'LC_EVENT', status: 'Failed' }, 1],
    [{ eventType: 'LC_EVENT', event: 'start', errorStr: '' }, 1],
    [{ eventType: 'STATS', messagesProcessed: 10 }, 1],
    [{ eventType: 'STATS', messagesProcessed: 11 }, 0],
    [{ eventType: 'ERROR', method: 'onrule' }, 1],
  ])('match the filter %j', async (filter, count) => {
    expect((await find(filter)).totalElements).toBe(count);
  });

  it('are refused with an invalid filter, to other tenants and to users who may not read the entity', async () => {
    expect((await acme.admin.call('POST', path(), {})).status).toBe(400);
    expect((await acme.admin.call('POST', path(), { eventType: 'ODD' })).status).toBe(400);
    expect((await acme.admin.call('GET', path('&sortProperty=body'))).status).toBe(400);
    expect((await acme.admin.call('GET', path().replace(/tenantId=[^&]*&/, ''))).status).toBe(400);
    expect((await other.admin.call('GET', path())).status).toBe(404);
    expect((await acme.customerUser.call('GET', path())).status).toBe(403);
    const foreign = path().replace(tenantId, other.tenant.id.id);
    expect((await acme.admin.call('GET', foreign)).status).toBe(404);
  });

  it('of debug types are dropped after a week', async () => {
    const now = 2500 + DEBUG_EVENT_LIFETIME;
    expect(await deleteOldEvents(platform.database.pool, now, 90)).toBe(2);
    expect((await find({ eventType: 'DEBUG_RULE_NODE' })).totalElements).toBe(1);
    expect((await find({ eventType: 'LC_EVENT' })).totalElements).toBe(2);
  });

  it('of other types, and messages set aside, are dropped after the configured time', async () => {
    const { pool } = platform.database;
    await pool.query(`INSERT INTO message_set_aside SELECT gen_random_uuid(), 2000, $1, 0, 1, '{}', 'failed'`, [
      tenantId,
    ]);
    const day = 24 * 3_600_000;
    // Even if that is earlier than for debug events.
    expect(await deleteOldEvents(pool, 1999 + day, 1)).toBe(0);
    expect(await deleteOldEvents(pool, 2001 + day, 1)).toBe(5);
    expect((await find({ eventType: 'LC_EVENT' })).totalElements).toBe(0);
    expect((await find({ eventType: 'DEBUG_RULE_NODE' })).totalElements).toBe(1);
  });

  it('for edges are dropped after a month', async () => {
    const { pool } = platform.database;
    const month = 2_628_000_000;
    await pool.query(
      `INSERT INTO edge_event SELECT gen_random_uuid(), ts, $1, $1, 'UPDATED', 'DEVICE', $1
      FROM (VALUES (2000), (2002)) AS event (ts)`,
      [tenantId],
    );
    const onDeleted = vi.fn();
    await deleteOldEvents(pool, 2001 + month, 90, { onEdgeEventsDeleted: onDeleted });
    await deleteOldEvents(pool, 2001 + month, 90, { onEdgeEventsDeleted: onDeleted });
    expect(onDeleted).toHaveBeenCalledOnce();
    const { rows } = await pool.query('SELECT created_time FROM edge_event WHERE tenant_id = $1', [tenantId]);
    expect(rows).toEqual([{ created_time: 2002 }]);
  });

  it('are written in batches without delaying their reporters', async () => {
    const id = entityId('RULE_NODE', newEntityId().id);
    events.append(Array.from({ length: 2500 }, () => ({ tenantId, entityId: id, type: 'STATS' as const, body: {} })));
    const page = await events.list(tenantId, id, { pageSize: 5, page: 0 }, {});
    expect(page).toMatchObject({ totalElements: 2500, totalPages: 500 });
  });
});
