import type { Alarm, AlarmHistoryEntry, AlarmInfo } from '@signalbox/contract/alarm';
import type { Device } from '@signalbox/contract/device';
import type { PageData } from '@signalbox/contract/page';
import fc from 'fast-check';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestTenant, type TestTenant } from '../../test/people.ts';
import { startTestPlatform, type TestPlatform } from '../../test/platform.ts';
import { watchRuleMessages } from '../../test/rule-messages.ts';
import { createEmbeddedLiveBus } from '../bus/embedded-live-bus.ts';
import type { Message } from '../messages/message.ts';
import { createAlarmRetention } from './alarm-retention.ts';
import { createAlarmTallies } from './alarm-tallies.ts';

let platform: TestPlatform;
let acme: TestTenant;
beforeAll(async () => {
  platform = await startTestPlatform();
  acme = await createTestTenant(platform, 'acme');
});
afterAll(() => platform?.stop());

let made = 0;
const makeDevice = (more: Partial<Device> = {}): Promise<Device> =>
  acme.admin.post<Device>('/api/device', { name: `Device ${++made}`, ...more });

const raise = (originator: Device | { id: unknown }, more: object = {}): Promise<Alarm> =>
  acme.admin.post<Alarm>('/api/alarm', {
    type: 'Hot',
    originator: originator.id,
    severity: 'MAJOR',
    status: 'ACTIVE_UNACK',
    ...more,
  });

const read = (id: string): Promise<Alarm> => acme.admin.get<Alarm>(`/api/alarm/${id}`);
const list = (query: string): Promise<PageData<AlarmInfo>> =>
  acme.admin.get<PageData<AlarmInfo>>(`/api/alarms?pageSize=1000&page=0&${query}`);

describe('an alarm', () => {
  it('is raised for many devices at once while a rule chain is saved, which makes the server forget who lives', async () => {
    const devices = await Promise.all(Array.from({ length: 30 }, () => makeDevice()));
    await acme.admin.post('/api/ruleChain', { name: 'Saved meanwhile', type: 'CORE' });
    const alarms = await Promise.all(devices.map((device) => raise(device)));
    expect(new Set(alarms.map(({ originator }) => originator.id))).toEqual(new Set(devices.map(({ id }) => id.id)));
  }, 20_000);

  it('is created with the members of the wire', async () => {
    const device = await makeDevice();
    const before = Date.now();
    const alarm = await raise(device, { details: { a: [1] } });
    expect(alarm).toEqual({
      id: { entityType: 'ALARM', id: expect.any(String) },
      createdTime: expect.any(Number),
      tenantId: acme.tenant.id,
      customerId: device.customerId,
      type: 'Hot',
      originator: device.id,
      severity: 'MAJOR',
      status: 'ACTIVE_UNACK',
      startTs: expect.any(Number),
      endTs: alarm.startTs,
      ackTs: 0,
      clearTs: 0,
      details: { a: [1] },
      propagate: false,
      propagateRelationTypes: [],
      name: 'Hot',
    });
    expect(alarm.startTs).toBeGreaterThanOrEqual(before);
    expect(await read(alarm.id.id)).toEqual(alarm);
    const info = await acme.admin.get<AlarmInfo>(`/api/alarm/info/${alarm.id.id}`);
    expect(info).toEqual({ ...alarm, originatorName: device.name });
  });

  it('is merged into the active one of its type and originator', async () => {
    const device = await makeDevice();
    const first = await raise(device, { startTs: 1000, details: { a: 1 } });
    const second = await raise(device, { severity: 'CRITICAL', startTs: 3000, details: { b: 1 } });
    expect(second).toEqual({ ...first, severity: 'CRITICAL', endTs: 3000, details: { b: 1 } });
    // Without times: there is still reason for it.
    const before = Date.now();
    const again = await raise(device, { severity: 'CRITICAL', details: { b: 1 } });
    expect(again).toEqual({ ...second, endTs: expect.any(Number) });
    expect(again.endTs).toBeGreaterThanOrEqual(before);
    await acme.admin.post(`/api/alarm/${first.id.id}/clear`);
    const third = await raise(device);
    expect(third.id.id).not.toBe(first.id.id);
    const other = await raise(device, { type: 'Cold' });
    expect(other.id.id).not.toBe(third.id.id);
  });

  it('is changed by its id, whatever its state', async () => {
    const device = await makeDevice();
    const alarm = await raise(device, { status: 'CLEARED_ACK', startTs: 5 });
    const changed = await acme.admin.post<Alarm>('/api/alarm', { ...alarm, status: 'CLEARED_UNACK', type: 'Other' });
    expect(changed).toEqual({ ...alarm, status: 'CLEARED_UNACK' });
  });

  it('is not opened again while there is another active one', async () => {
    const device = await makeDevice();
    const cleared = await raise(device, { status: 'CLEARED_ACK' });
    await raise(device);
    const reply = await acme.admin.call('POST', '/api/alarm', { ...cleared, status: 'ACTIVE_ACK' });
    expect(reply).toMatchObject({
      status: 400,
      body: { errorCode: 31, message: 'There is another active alarm of this type and originator!' },
    });
  });

  it('is acknowledged and cleared once', async () => {
    const alarm = await raise(await makeDevice());
    const act = (action: string) => acme.admin.call('POST', `/api/alarm/${alarm.id.id}/${action}`);
    expect(await act('ack')).toMatchObject({ status: 200, body: undefined });
    const acknowledged = await read(alarm.id.id);
    expect(acknowledged).toEqual({ ...alarm, status: 'ACTIVE_ACK', ackTs: expect.any(Number) });
    expect((await act('ack')).status).toBe(200);
    expect(await read(alarm.id.id)).toEqual(acknowledged);
    expect((await act('clear')).status).toBe(200);
    const cleared = await read(alarm.id.id);
    expect(cleared).toEqual({ ...acknowledged, status: 'CLEARED_ACK', clearTs: expect.any(Number) });
    expect((await act('clear')).status).toBe(200);
    expect(await read(alarm.id.id)).toEqual(cleared);
  });

  it('is deleted', async () => {
    const alarm = await raise(await makeDevice());
    const path = `/api/alarm/${alarm.id.id}`;
    expect(await acme.admin.call('DELETE', path)).toMatchObject({ status: 200, body: true });
    for (const method of ['GET', 'DELETE'] as const) {
      expect(await acme.admin.call(method, path)).toMatchObject({
        status: 404,
        body: { errorCode: 32, message: `Alarm with id [${alarm.id.id}] is not found` },
      });
    }
  });

  it.each([
    [{ type: null }, 'Alarm type should be specified!'],
    [{ originator: null }, 'Alarm originator should be specified!'],
    [{ severity: null }, 'Alarm severity should be specified!'],
    [{ status: null }, 'Alarm status should be specified!'],
  ])('is refused with %o', async (change, message) => {
    const body = { type: 'Hot', severity: 'MAJOR', status: 'ACTIVE_ACK', originator: acme.tenant.id, ...change };
    const reply = await acme.admin.call('POST', '/api/alarm', body);
    expect(reply).toMatchObject({ status: 400, body: { errorCode: 31, message } });
  });

  it.each([
    { type: 'x'.repeat(256) },
    { severity: 'BAD' },
    { status: 'ACTIVE' },
    { startTs: -1 },
    { details: { text: 'x'.repeat(65_536) } },
  ])('is refused with %o, naming it', async (change) => {
    const body = { type: 'Hot', severity: 'MAJOR', status: 'ACTIVE_ACK', originator: acme.tenant.id, ...change };
    const reply = await acme.admin.call<{ message: string }>('POST', '/api/alarm', body);
    expect(reply.status).toBe(400);
    expect(reply.body.message).toContain(Object.keys(change)[0]);
  });

  it('tells the rules and the audit log, as things of its originator', async () => {
    const device = await makeDevice();
    const messages = await watchRuleMessages(acme);
    const alarm = await raise(device);
    const created = await messages.of('ENTITY_CREATED', device.id.id);
    await raise(device, { severity: 'MINOR' });
    const updated = await messages.of('ENTITY_UPDATED', device.id.id);
    await acme.admin.post(`/api/alarm/${alarm.id.id}/ack`);
    await acme.admin.post(`/api/alarm/${alarm.id.id}/clear`);
    await acme.admin.delete(`/api/alarm/${alarm.id.id}`);
    for (const type of ['ALARM_ACK', 'ALARM_CLEAR', 'ALARM_DELETE']) {
      const message = await messages.of(type, device.id.id);
      expect(JSON.parse(message.data), type).toMatchObject({ id: alarm.id, originator: device.id });
      expect(JSON.parse(message.metadata)).toMatchObject({ userName: acme.admin.user.email });
    }
    expect(JSON.parse(updated.data)).toMatchObject({ id: alarm.id, severity: 'MINOR' });
    // The device was created before the messages were watched.
    expect(JSON.parse(created.data)).toEqual(alarm);
    const log = await acme.admin.get<PageData<{ actionType: string; entityName: string }>>(
      `/api/audit/logs/entity/DEVICE/${device.id.id}?pageSize=10&page=0&sortProperty=createdTime&sortOrder=ASC`,
    );
    expect(log.data.slice(1).map(({ actionType }) => actionType)).toEqual([
      'ADDED',
      'UPDATED',
      'ALARM_ACK',
      'ALARM_CLEAR',
      'ALARM_DELETE',
    ]);
  });

  it('follows its originator to another customer', async () => {
    const device = await makeDevice({ customerId: acme.customer.id });
    const alarm = await raise(device);
    const path = `/api/alarm/${alarm.id.id}`;
    expect((await acme.customerUser.call('POST', `${path}/ack`)).status).toBe(200);
    expect((await acme.otherCustomerUser.call('GET', path)).status).toBe(403);
    await acme.admin.post(`/api/customer/${acme.otherCustomer.id.id}/device/${device.id.id}`);
    expect((await acme.customerUser.call('GET', path)).status).toBe(403);
    expect((await acme.otherCustomerUser.call('GET', path)).status).toBe(200);
    const lists = await Promise.all(
      [acme.customerUser, acme.otherCustomerUser].map((user) =>
        user.get<PageData<Alarm>>('/api/alarms?pageSize=100&page=0'),
      ),
    );
    const has = lists.map(({ data }) => data.some(({ id }) => id.id === alarm.id.id));
    expect(has).toEqual([false, true]);
  });
});

describe('history', () => {
  const historyOf = async (id: string): Promise<AlarmHistoryEntry[]> =>
    (await acme.admin.get<PageData<AlarmHistoryEntry>>(`/api/alarm/history/${id}?pageSize=1000&page=0`)).data;

  it('has every change with its time and person, and counts updates that follow one another', async () => {
    const device = await makeDevice({ customerId: acme.customer.id });
    const alarm = await raise(device);
    for (let times = 0; times < 3; times++) await raise(device, { details: { times } });
    await raise(device, { severity: 'CRITICAL' });
    await acme.customerUser.post(`/api/alarm/${alarm.id.id}/ack`);
    await acme.admin.post(`/api/alarm/${alarm.id.id}/clear`);
    const admin = { cause: 'USER', causeId: { id: acme.admin.user.id.id }, causeName: acme.admin.user.email };
    expect((await historyOf(alarm.id.id)).reverse()).toMatchObject([
      { number: 1, change: 'CREATED', severity: 'MAJOR', status: 'ACTIVE_UNACK', ...admin, times: 1 },
      { number: 2, change: 'UPDATED', times: 3 },
      { number: 3, change: 'SEVERITY', severity: 'CRITICAL' },
      { number: 4, change: 'ACKNOWLEDGED', status: 'ACTIVE_ACK', causeName: acme.customerUser.user.email },
      { number: 5, change: 'CLEARED', status: 'CLEARED_ACK', ...admin },
    ]);
  });

  it('keeps the creation and the newest changes', async () => {
    const device = await makeDevice();
    const alarm = await raise(device);
    for (let at = 0; at < 110; at++) {
      await raise(device, { severity: 'MINOR' });
      await raise(device, { severity: 'MAJOR' });
    }
    const numbers = (await historyOf(alarm.id.id)).map(({ number }) => number);
    expect(numbers).toHaveLength(200);
    expect(numbers[0]).toBe(221);
    expect(numbers.at(-1)).toBe(1);
    expect(numbers.at(-2)).toBe(23);
  });
});

describe('propagation', () => {
  const relate = (from: { id: unknown }, to: { id: unknown }, type = 'Contains') =>
    acme.admin.post('/api/relation', { from: from.id, to: to.id, type });
  const makeAsset = (name: string) => acme.admin.post<{ id: { id: string } }>('/api/asset', { name, type: 'room' });
  const typesOf = async (entityType: string, id: string): Promise<string[]> => {
    const page = await acme.admin.get<PageData<AlarmInfo>>(
      `/api/alarm/${entityType}/${id}?pageSize=100&page=0&fetchOriginator=true`,
    );
    expect(page.totalElements).toBe(page.data.length);
    return page.data.map(({ type }) => type).sort();
  };

  it('leads to whatever the originator belongs to, over any distance and around cycles', async () => {
    const [house, room, device] = [await makeAsset('House'), await makeAsset('Room'), await makeDevice()];
    await relate(house, room);
    await relate(room, device, 'Manages');
    await relate(device, house);
    await raise(device, { type: 'Everywhere', propagate: true });
    await raise(device, { type: 'Here' });
    await raise(device, { type: 'Managed', propagate: true, propagateRelationTypes: ['Manages'] });
    const late = await raise(device, { type: 'Late' });
    await acme.admin.post('/api/alarm', { ...late, propagate: true });
    expect(await typesOf('DEVICE', device.id.id)).toEqual(['Everywhere', 'Here', 'Late', 'Managed']);
    expect(await typesOf('ASSET', room.id.id)).toEqual(['Everywhere', 'Late', 'Managed']);
    expect(await typesOf('ASSET', house.id.id)).toEqual(['Everywhere', 'Late']);
  });

  it('tells the worst severity of what is there', async () => {
    const [hall, device] = [await makeAsset('Hall'), await makeDevice()];
    await relate(hall, device);
    const path = `/api/alarm/highestSeverity/ASSET/${hall.id.id}`;
    expect(await acme.admin.call('GET', path)).toMatchObject({ status: 200, body: undefined });
    await raise(device, { type: 'A', severity: 'WARNING', propagate: true });
    const worst = await raise(device, { type: 'B', severity: 'CRITICAL', propagate: true });
    expect((await acme.admin.call('GET', path)).body).toBe('CRITICAL');
    await acme.admin.post(`/api/alarm/${worst.id.id}/clear`);
    expect((await acme.admin.call('GET', `${path}?searchStatus=ACTIVE`)).body).toBe('WARNING');
    expect((await acme.admin.call('GET', `${path}?status=CLEARED_UNACK`)).body).toBe('CRITICAL');
    expect(await acme.admin.call('GET', `${path}?searchStatus=ANY&status=CLEARED_ACK`)).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining("can't be specified at the same time") },
    });
  });
});

describe('at most one alarm of a type and originator is active', () => {
  it('whatever many people do at once', { timeout: 120_000 }, async () => {
    const action = fc.constantFrom('raise', 'raise', 'clear', 'ack', 'delete', 'reopen');
    for (const actions of fc.sample(fc.array(action, { minLength: 6, maxLength: 24 }), 15)) {
      const device = await makeDevice();
      const { id } = await raise(device);
      const calls = actions.map((one) => {
        if (one === 'raise' || one === 'reopen') {
          return acme.admin.call('POST', '/api/alarm', {
            ...(one === 'reopen' ? { id } : {}),
            type: 'Hot',
            originator: device.id,
            severity: 'MINOR',
            status: 'ACTIVE_UNACK',
          });
        }
        return one === 'delete'
          ? acme.admin.call('DELETE', `/api/alarm/${id.id}`)
          : acme.admin.call('POST', `/api/alarm/${id.id}/${one}`);
      });
      const replies = await Promise.all(calls);
      expect(replies.filter(({ status }) => ![200, 400, 404].includes(status))).toEqual([]);
      const { rows } = await platform.database.pool.query<{ active: number }>(
        'SELECT count(*)::integer AS active FROM alarm WHERE originator_id = $1 AND status < 2',
        [device.id.id],
      );
      expect(rows[0]?.active).toBeLessThanOrEqual(1);
    }
  });
});

describe('what is left', () => {
  const count = async (id: string): Promise<number> => {
    const { rows } = await platform.database.pool.query<{ count: number }>(
      `SELECT (SELECT count(*) FROM alarm WHERE originator_id = $1)::integer
        + (SELECT count(*) FROM alarm_place WHERE entity_id = $1)::integer AS count`,
      [id],
    );
    return rows[0]?.count ?? 0;
  };

  it('of a deleted entity is nothing', async () => {
    const device = await makeDevice();
    const asset = await acme.admin.post<{ id: { id: string } }>('/api/asset', { name: 'Gone', type: 'room' });
    await acme.admin.post('/api/relation', { from: asset.id, to: device.id, type: 'Contains' });
    const alarm = await raise(device, { propagate: true });
    expect(await count(asset.id.id)).toBe(1);
    await acme.admin.delete(`/api/asset/${asset.id.id}`);
    await vi.waitFor(async () => expect(await count(asset.id.id)).toBe(0), { timeout: 40_000 });
    expect((await read(alarm.id.id)).originator).toEqual(device.id);
    await acme.admin.delete(`/api/device/${device.id.id}`);
    await vi.waitFor(async () => expect(await count(device.id.id)).toBe(0), { timeout: 40_000 });
  });

  it('of a deleted tenant is nothing', async () => {
    const brief = await createTestTenant(platform, 'brief');
    const device = await brief.admin.post<Device>('/api/device', { name: 'Brief' });
    for (const originator of [device.id, brief.tenant.id, brief.customer.id]) {
      await brief.admin.post('/api/alarm', { type: 'A', originator, severity: 'MAJOR', status: 'ACTIVE_ACK' });
    }
    await platform.system.delete(`/api/tenant/${brief.tenant.id.id}`);
    await vi.waitFor(
      async () => {
        const left = await platform.database.pool.query('SELECT FROM alarm WHERE tenant_id = $1', [brief.tenant.id.id]);
        expect(left.rowCount).toBe(0);
      },
      { timeout: 40_000 },
    );
  });
});

describe('alarms that ended long ago', () => {
  it('are deleted when the profile of their tenant says so, and the rules are told', async () => {
    const profile = await platform.system.post<{ id: unknown }>('/api/tenantProfile', {
      name: 'ten days',
      profileData: { configuration: { alarmsTtlDays: 10 } },
    });
    // Another one keeps them for longer than there are days.
    const patient = await createTestTenant(platform, 'patient');
    const forever = await platform.system.post<{ id: unknown }>('/api/tenantProfile', {
      name: 'forever',
      profileData: { configuration: { alarmsTtlDays: Number.MAX_SAFE_INTEGER } },
    });
    await platform.system.post('/api/tenant', { ...patient.tenant, tenantProfileId: forever.id });
    const tidy = await createTestTenant(platform, 'tidy');
    await platform.system.post('/api/tenant', { ...tidy.tenant, tenantProfileId: profile.id });
    const device = await tidy.admin.post<Device>('/api/device', { name: 'Tidy' });
    const day = 24 * 3_600_000;
    const now = Date.now();
    for (const [type, endTs] of [
      ['ended', now - 11 * day],
      ['recent', now - 9 * day],
    ]) {
      const alarm = { type, originator: device.id, severity: 'MAJOR', status: 'CLEARED_ACK', startTs: 1, endTs };
      await tidy.admin.post('/api/alarm', alarm);
    }
    const { pool } = platform.database;
    const tallies = createAlarmTallies(pool, pino({ level: 'silent' }));
    await pool.query('UPDATE alarm SET created_time = $2 WHERE originator_id = $1', [device.id.id, now - 30 * day]);
    const kept = await raise(await makeDevice(), { endTs: 1, startTs: 1 });
    const messages: Message[] = [];
    const retention = createAlarmRetention({
      pool,
      liveBus: createEmbeddedLiveBus(pino({ level: 'silent' })),
      messageLog: { append: async (list) => void messages.push(...list) },
      log: pino({ level: 'silent' }),
      onChange: tallies.noteChange,
      removeEmptyTallies: tallies.removeEmpty,
    });
    expect(await retention.deleteOld(now)).toBe(1);
    expect(messages).toMatchObject([{ type: 'ALARM_DELETE', originator: device.id, metadata: {} }]);
    expect(JSON.parse(messages[0]?.data ?? '')).toMatchObject({ type: 'ended' });
    expect((await read(kept.id.id)).id).toEqual(kept.id);
    const left = await tidy.admin.get<PageData<Alarm>>('/api/alarms?pageSize=10&page=0');
    expect(left.data.map(({ type }) => type)).toEqual(['recent']);
    await tallies.settled();
    const emptyOnes = `SELECT ((SELECT count(*) FROM alarm_tally WHERE total = 0)
      + (SELECT count(*) FROM alarm_type WHERE total = 0))::integer AS count`;
    expect((await pool.query(emptyOnes)).rows[0].count).toBeGreaterThan(0);
    retention.open();
    await retention.close();
    expect((await pool.query(emptyOnes)).rows[0].count).toBe(0);
    await tallies.close();
  });
});

describe('limits of a tenant', () => {
  it('refuse further alarms, and let those that there are be updated', async () => {
    const profile = await platform.system.post<{ id: unknown }>('/api/tenantProfile', {
      name: 'two alarms',
      profileData: { configuration: { maxCreatedAlarms: 2 } },
    });
    const small = await createTestTenant(platform, 'small');
    await platform.system.post('/api/tenant', { ...small.tenant, tenantProfileId: profile.id });
    const device = await small.admin.post<Device>('/api/device', { name: 'Small' });
    const alarm = { originator: device.id, severity: 'MAJOR', status: 'ACTIVE_ACK' };
    await small.admin.post('/api/alarm', { ...alarm, type: 'A' });
    await vi.waitFor(
      async () => {
        const usage = await platform.database.pool.query<{ limits: number[] | null }>(
          'SELECT limits::float8[] FROM api_usage_state WHERE tenant_id = $1',
          [small.tenant.id.id],
        );
        expect(usage.rows[0]?.limits?.at(-1)).toBe(2);
      },
      { timeout: 40_000 },
    );
    await small.admin.post('/api/alarm', { ...alarm, type: 'B' });
    const refused = await small.admin.call('POST', '/api/alarm', { ...alarm, type: 'C' });
    expect(refused).toMatchObject({ status: 500, body: { message: 'Alarms creation is disabled' } });
    expect((await small.admin.call('POST', '/api/alarm', { ...alarm, type: 'A' })).status).toBe(200);
  });
});

it('names the originators of a list when asked', async () => {
  const device = await makeDevice();
  const alarm = await raise(device);
  const named = async (query: string) => (await list(query)).data.find(({ id }) => id.id === alarm.id.id);
  expect(await named('')).toEqual({ ...alarm, originatorName: null });
  expect(await named('fetchOriginator=true')).toEqual({ ...alarm, originatorName: device.name });
});
