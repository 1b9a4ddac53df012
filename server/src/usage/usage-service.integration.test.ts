import { randomUUID } from 'node:crypto';
import { hourlyKey, USAGE_COUNTERS } from '@signalbox/contract/api-usage';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { insertTenants } from '../../test/tenants.ts';
import { createEmbeddedLiveBus } from '../bus/embedded-live-bus.ts';
import type { TimedValues } from '../values/value.ts';
import { COUNTER, createUsageMeter } from './usage-meter.ts';
import { createUsageService, type UsageNotice } from './usage-service.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const OCTOBER = Date.UTC(2026, 9);
const NOVEMBER = Date.UTC(2026, 10);
const HOUR = 3_600_000;
let clock: number;
/** tenant id → key → time → value, as they would be read */
let series: Map<string, Map<string, Map<number, unknown>>>;
let notices: UsageNotice[];
let opened: { close(): Promise<void> }[];
/** Makes writes fail. */
let failure: Error | undefined;
const liveBus = createEmbeddedLiveBus(pino({ level: 'silent' }));

function keep(tenantId: string, points: readonly TimedValues[]): void {
  const ofTenant = series.get(tenantId) ?? new Map<string, Map<number, unknown>>();
  series.set(tenantId, ofTenant);
  for (const { ts, values } of points) {
    for (const { key, value } of values) {
      const ofKey = ofTenant.get(key) ?? new Map<number, unknown>();
      ofTenant.set(key, ofKey.set(ts, value.value));
    }
  }
}

/** A server that counts, as far as this room goes. Counts are written when a test says so. */
function open() {
  const meter = createUsageMeter(() => undefined);
  const service = createUsageService({
    pool: database.pool,
    meter,
    liveBus,
    log: { error: () => undefined } as never,
    saveTimeseries: async (unit, writes) => {
      if (failure) throw failure;
      unit.afterCommit(() => {
        for (const { tenantId, points } of writes) keep(tenantId, points);
      });
    },
    tell: (notice) => notices.push(notice),
    period: 600_000,
    now: () => clock,
  });
  const server = { meter, ...service };
  opened.push(server);
  return server;
}

/** A tenant with these limits. */
async function newTenant(limits: Record<string, number> = {}): Promise<string> {
  const id = randomUUID();
  await insertTenants(database.pool, id);
  await setLimits(id, limits);
  await database.pool.query('UPDATE api_usage_state SET month = $2, hour = $2 WHERE tenant_id = $1', [id, OCTOBER]);
  return id;
}

function setLimits(tenantId: string, limits: Record<string, number>) {
  return database.pool.query(
    `UPDATE tenant_profile SET profile_data = $2
     WHERE id = (SELECT tenant_profile_id FROM tenant WHERE id = $1)`,
    [tenantId, JSON.stringify({ configuration: { type: 'DEFAULT', ...limits } })],
  );
}

async function profileOf(tenantId: string): Promise<string> {
  const { rows } = await database.pool.query('SELECT tenant_profile_id AS id FROM tenant WHERE id = $1', [tenantId]);
  return rows[0].id;
}

const points = (tenantId: string, key: string) => [...(series.get(tenantId)?.get(key) ?? [])];
const last = (tenantId: string, key: string) => points(tenantId, key).at(-1)?.[1];

beforeEach(() => {
  clock = OCTOBER + 1000;
  series = new Map();
  notices = [];
  opened = [];
  failure = undefined;
});
afterEach(async () => {
  failure = undefined;
  for (const server of opened) await server.close();
});

describe('the usage of a tenant', () => {
  it('is there with the tenant, with all limits and states', async () => {
    const tenantId = await newTenant({ maxSms: 7 });
    await open().open();
    expect(last(tenantId, 'smsLimit')).toBe(7);
    expect(last(tenantId, 'transportApiState')).toBe('ENABLED');
    expect(USAGE_COUNTERS.filter(({ key }) => points(tenantId, key).length > 0)).toEqual([]);
  });

  it('is counted per month and per hour', async () => {
    const tenantId = await newTenant();
    const server = open();
    await server.open();
    server.meter.of(tenantId).add(COUNTER.transportMessages, 3);
    await server.flush();
    clock += HOUR;
    await server.flush();
    server.meter.of(tenantId).add(COUNTER.transportMessages, 4);
    await server.flush();
    expect(points(tenantId, 'transportMsgCount')).toEqual([[OCTOBER, 7]]);
    expect(points(tenantId, hourlyKey('transportMsgCount'))).toEqual([
      [OCTOBER, 3],
      [OCTOBER + HOUR, 4],
    ]);
  });

  it('belongs to the hour in which it was counted', async () => {
    const tenantId = await newTenant();
    const server = open();
    await server.open();
    await server.flush();
    server.meter.of(tenantId).add(COUNTER.transportMessages, 3);
    // The write comes a little late.
    clock = OCTOBER + HOUR + 5;
    await server.flush();
    expect(points(tenantId, hourlyKey('transportMsgCount'))).toEqual([[OCTOBER, 3]]);
  });

  it('goes on after a restart, and adds up what two servers count', async () => {
    const tenantId = await newTenant();
    const [first, second] = [open(), open()];
    await first.open();
    await second.open();
    first.meter.of(tenantId).add(COUNTER.ruleExecutions, 10);
    second.meter.of(tenantId).add(COUNTER.ruleExecutions, 5);
    await Promise.all([first.flush(), second.flush()]);
    // What was counted last is written by the close.
    first.meter.of(tenantId).add(COUNTER.ruleExecutions, 1);
    await first.close();
    const third = open();
    await third.open();
    third.meter.of(tenantId).add(COUNTER.ruleExecutions, 100);
    await third.flush();
    expect(points(tenantId, 'ruleEngineExecutionCount')).toEqual([[OCTOBER, 116]]);
  });

  it('is written later when it cannot be written now, and once', async () => {
    const tenantId = await newTenant();
    const server = open();
    await server.open();
    failure = new Error('no');
    server.meter.of(tenantId).add(COUNTER.ruleExecutions, 10);
    await server.flush();
    expect(points(tenantId, 'ruleEngineExecutionCount')).toEqual([]);
    failure = undefined;
    server.meter.of(tenantId).add(COUNTER.ruleExecutions, 1);
    await server.flush();
    await server.flush();
    expect(points(tenantId, 'ruleEngineExecutionCount')).toEqual([[OCTOBER, 11]]);
  });

  it('begins at 0 with a month, also of tenants that use nothing', async () => {
    const tenantId = await newTenant({ maxEmails: 10 });
    const idle = await newTenant({ maxJSExecutions: 1 });
    const server = open();
    await server.open();
    server.meter.of(tenantId).add(COUNTER.transportMessages, 3);
    server.meter.of(idle).add(COUNTER.scriptExecutions, 1);
    await server.flush();
    expect(server.meter.of(idle).mayUse('JS')).toBe(false);
    // A server that was off at the end of the month.
    await server.close();
    clock = NOVEMBER + 5;
    const next = open();
    await next.open();
    expect(next.meter.of(idle).mayUse('JS')).toBe(true);
    expect(points(tenantId, 'transportMsgCount')).toEqual([
      [OCTOBER, 3],
      [NOVEMBER, 0],
    ]);
    expect(last(idle, 'jsExecutionApiState')).toBe('ENABLED');
  });

  it('changes months while it runs, without counting twice', async () => {
    const tenantId = await newTenant({ maxTransportMessages: 10 });
    clock = NOVEMBER - 10;
    const server = open();
    await server.open();
    server.meter.of(tenantId).add(COUNTER.transportMessages, 10);
    await server.flush();
    expect(server.meter.of(tenantId).mayUse('TRANSPORT')).toBe(false);
    clock = NOVEMBER + 2;
    await server.flush();
    expect(server.meter.of(tenantId).mayUse('TRANSPORT')).toBe(true);
    server.meter.of(tenantId).add(COUNTER.transportMessages, 2);
    await server.flush();
    expect(points(tenantId, 'transportMsgCount')).toEqual([
      [OCTOBER, 10],
      [NOVEMBER, 2],
    ]);
    expect(notices.filter((notice) => notice.tenantId === tenantId).map(({ changes }) => changes[0]?.to)).toEqual([
      'DISABLED',
      'ENABLED',
    ]);
  });
});

describe('limits', () => {
  it('warn and stop, also after a restart', async () => {
    const tenantId = await newTenant({ maxDPStorageDays: 100 });
    const server = open();
    await server.open();
    server.meter.of(tenantId).add(COUNTER.storedDataPointDays, 80);
    await server.flush();
    expect(last(tenantId, 'dbApiState')).toBe('WARNING');
    server.meter.of(tenantId).add(COUNTER.storedDataPointDays, 25);
    await server.flush();
    expect(last(tenantId, 'dbApiState')).toBe('DISABLED');
    expect(notices.flatMap(({ changes }) => changes)).toMatchObject([
      { to: 'WARNING', used: [{ key: 'storageDataPointsCount', count: 80, limit: 100 }] },
      { to: 'DISABLED', used: [{ count: 105, limit: 100 }] },
    ]);
    await server.close();
    const next = open();
    await next.open();
    expect(next.meter.of(tenantId).mayUse('DB')).toBe(false);
    expect(next.meter.of(tenantId).mayUse('RE')).toBe(true);
  });

  it.each(['the profile is saved', 'the tenant gets another profile'])('are raised at once when %s', async (how) => {
    const tenantId = await newTenant({ maxDPStorageDays: 100 });
    const server = open();
    await server.open();
    server.meter.of(tenantId).add(COUNTER.storedDataPointDays, 100);
    await server.flush();
    expect(server.meter.of(tenantId).mayUse('DB')).toBe(false);
    await setLimits(tenantId, { maxDPStorageDays: 1000 });
    liveBus.publish({
      kind: 'entity',
      action: 'updated',
      tenantId,
      entityId: how.includes('profile is')
        ? { entityType: 'TENANT_PROFILE', id: await profileOf(tenantId) }
        : { entityType: 'TENANT', id: tenantId },
    });
    // It comes by itself, not with the next period of ten minutes.
    await expect.poll(() => server.meter.of(tenantId).mayUse('DB')).toBe(true);
    expect([last(tenantId, 'dbApiState'), last(tenantId, 'storageDataPointsLimit')]).toEqual(['ENABLED', 1000]);
  });

  it('stop what has been used already when they are lowered', async () => {
    const tenantId = await newTenant();
    const server = open();
    await server.open();
    server.meter.of(tenantId).add(COUNTER.ruleExecutions, 50);
    await server.flush();
    await setLimits(tenantId, { maxREExecutions: 50 });
    liveBus.publish({
      kind: 'entity',
      action: 'updated',
      tenantId,
      entityId: { entityType: 'TENANT_PROFILE', id: await profileOf(tenantId) },
    });
    await expect.poll(() => server.meter.of(tenantId).mayUse('RE')).toBe(false);
  });
});

it('is written in one transaction for any number of tenants and messages', async () => {
  const ids = [await newTenant(), await newTenant(), await newTenant()];
  const server = open();
  await server.open();
  let transactions = 0;
  database.pool.on('acquire', () => transactions++);
  for (const id of ids) {
    for (let message = 0; message < 1000; message++) server.meter.of(id).add(COUNTER.transportMessages);
  }
  await server.flush();
  expect(transactions).toBe(1);
  expect(ids.map((id) => last(id, 'transportMsgCount'))).toEqual([1000, 1000, 1000]);
});

it('is gone with its tenant, and then not counted', async () => {
  const tenantId = await newTenant();
  const server = open();
  await server.open();
  // Others of this file are stopped, and so known.
  const others = server.meter.size();
  server.meter.of(tenantId).add(COUNTER.ruleExecutions, 1);
  await database.pool.query('DELETE FROM api_usage_state WHERE tenant_id = $1', [tenantId]);
  await server.flush();
  expect(server.meter.size()).toBe(others);
});
