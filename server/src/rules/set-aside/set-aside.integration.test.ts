import { randomBytes } from 'node:crypto';
import type { AuditLog } from '@signalbox/contract/audit-log';
import type { Device } from '@signalbox/contract/device';
import type { Job } from '@signalbox/contract/job';
import type { PageData } from '@signalbox/contract/page';
import type { SetAsideMessage, SetAsideMessageInfo, SetAsideSummary } from '@signalbox/contract/set-aside-message';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestTenant, type TestTenant } from '../../../test/people.ts';
import { startTestPlatform, type TestPlatform } from '../../../test/platform.ts';
import { setRootChain } from '../../../test/root-chain.ts';
import { type Message, newMessage } from '../../messages/message.ts';
import { setAside, trimSetAside } from '../../messages/set-aside.ts';

const PATIENCE = { timeout: 40_000, interval: 50 };
let platform: TestPlatform;
let tenant: TestTenant;
let other: TestTenant;
let device: Device;

/** Marks telemetry, which then fails at the node `Check` while it is broken, and is stored when it is not. */
const useChain = (isBroken: boolean): Promise<void> =>
  setRootChain(
    tenant,
    [
      ['filter.TbMsgTypeSwitchNode', 'Types', { version: 0 }],
      [
        'transform.TbTransformMsgNode',
        'Mark',
        { jsScript: 'msg.marks = (msg.marks || 0) + 1; return {msg: msg, metadata: metadata, msgType: msgType};' },
      ],
      ['filter.TbJsFilterNode', 'Check', { jsScript: isBroken ? "throw 'not now';" : 'return true;' }],
      ['telemetry.TbMsgTimeseriesNode', 'Save', { defaultTTL: 0 }],
    ],
    [
      [0, 1, 'Post telemetry'],
      [1, 2, 'Success'],
      [2, 3, 'True'],
    ],
  );

async function send(...values: object[]): Promise<void> {
  for (const one of values) {
    expect((await platform.as('').call('POST', '/api/v1/token-aside/telemetry', one)).status).toBe(200);
  }
}

const list = (more = '', who = tenant): Promise<PageData<SetAsideMessageInfo>> =>
  who.admin.get(`/api/setAsideMessages?pageSize=100&page=0&sortProperty=createdTime&sortOrder=ASC${more}`);
const total = async (more = ''): Promise<number> => (await list(more)).totalElements;

async function storedMarks(): Promise<string[]> {
  const series = await tenant.admin.get<Record<string, { value: string }[]>>(
    `/api/plugins/telemetry/DEVICE/${device.id.id}/values/timeseries?keys=marks&startTs=0&endTs=99999999999999&limit=1000`,
  );
  return (series.marks ?? []).map(({ value }) => value);
}

async function finished({ id }: Job): Promise<Job> {
  await expect.poll(async () => (await tenant.admin.get<Job>(`/api/jobs/${id}`)).endedTime, PATIENCE).not.toBeNull();
  return tenant.admin.get<Job>(`/api/jobs/${id}`);
}

beforeAll(async () => {
  platform = await startTestPlatform();
  tenant = await createTestTenant(platform, 'aside');
  other = await createTestTenant(platform, 'other');
});
afterAll(() => platform?.stop());

beforeEach(async () => {
  if (device) await tenant.admin.delete(`/api/device/${device.id.id}`);
  await platform.database.pool.query('DELETE FROM message_set_aside');
  await useChain(true);
  device = await tenant.admin.post<Device>('/api/device?accessToken=token-aside', { name: 'Pump', type: 'default' });
});

describe('messages that were set aside', () => {
  test('are listed with where and why they failed, and read with what they say', async () => {
    await send({ ts: 5_000, values: { t: 1 } }, { t: 2 });
    await expect.poll(() => total(), PATIENCE).toBe(2);
    const [first, second] = (await list()).data;
    expect(first).toMatchObject({
      id: { entityType: 'SET_ASIDE_MESSAGE' },
      messageType: 'POST_TELEMETRY_REQUEST',
      queueName: 'Main',
      originator: device.id,
      originatorName: 'Pump',
      ruleChainId: { entityType: 'RULE_CHAIN' },
      ruleChainName: 'Root Rule Chain',
      ruleNodeId: { entityType: 'RULE_NODE' },
      ruleNodeName: 'Check',
      reason: expect.stringContaining('not now'),
    });
    const read = await tenant.admin.get<SetAsideMessage>(`/api/setAsideMessage/${first?.id.id}`);
    expect(read).toMatchObject({
      ...first,
      data: '{"t":1,"marks":1}',
      metadata: { ts: '5000', deviceName: 'Pump' },
      entered: { messageType: 'POST_TELEMETRY_REQUEST', data: '{"t":1}', originator: device.id },
    });
    const at = `&startTime=${second?.createdTime}`;
    for (const [filter, count] of [
      ['&type=POST_TELEMETRY_REQUEST&queueName=Main', 2],
      ['&type=POST_ATTRIBUTES_REQUEST', 0],
      ['&queueName=HighPriority', 0],
      [`&originatorId=${device.id.id}`, 2],
      [`&originatorId=${tenant.customer.id.id}`, 0],
      [`&ruleNodeId=${first?.ruleNodeId?.id}&ruleChainId=${first?.ruleChainId?.id}`, 2],
      ['&textSearch=NOT%20now', 2],
      ['&textSearch=never', 0],
      [at, second?.createdTime === first?.createdTime ? 2 : 1],
      ['&endTime=1', 0],
    ] as const) {
      expect([filter, await total(filter)]).toEqual([filter, count]);
    }
    expect(await tenant.admin.get<SetAsideSummary>('/api/setAsideMessages/summary')).toEqual({
      total: 2,
      limit: 10_000,
      keptDays: 90,
      oldestTime: first?.createdTime,
      queues: [],
    });
  });

  test('are those of the tenant alone, and only for its administrators', async () => {
    await send({ t: 1 });
    await expect.poll(() => total(), PATIENCE).toBe(1);
    const id = (await list()).data[0]?.id.id;
    expect(await list('', other)).toMatchObject({ totalElements: 0 });
    for (const [method, path] of [
      ['GET', `/api/setAsideMessage/${id}`],
      ['POST', `/api/setAsideMessage/${id}/retry?from=NODE`],
      ['DELETE', `/api/setAsideMessage/${id}`],
    ] as const) {
      expect((await other.admin.call(method, path)).status).toBe(404);
      expect((await tenant.customerUser.call(method, path)).status).toBe(403);
    }
    expect(await total()).toBe(1);
  });

  test('go on from the node where they failed, or from the start, once it is repaired', async () => {
    await send({ ts: 1_000, values: { t: 1 } }, { ts: 2_000, values: { t: 2 } });
    await expect.poll(() => total(), PATIENCE).toBe(2);
    const [first, second] = (await list()).data;
    const retry = (id: string | undefined, from: string) =>
      tenant.admin.call('POST', `/api/setAsideMessage/${id}/retry?from=${from}`);
    expect((await retry(first?.id.id, 'HERE')).status).toBe(400);
    // Still broken: it comes back.
    await retry(first?.id.id, 'NODE');
    await expect
      .poll(async () => (await list()).data.map(({ id }) => id.id), PATIENCE)
      .toEqual([second?.id.id, expect.not.stringContaining(first?.id.id as string)]);
    await useChain(false);
    const [, again] = (await list()).data;
    const replies = await Promise.all([retry(again?.id.id, 'NODE'), retry(again?.id.id, 'NODE')]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 404]);
    await retry(second?.id.id, 'START');
    await expect.poll(storedMarks, PATIENCE).toEqual(['1', '1']);
    expect(await total()).toBe(0);
    const chain = first?.ruleChainId?.id;
    const audit = await tenant.admin.get<PageData<AuditLog>>(
      `/api/audit/logs/entity/RULE_CHAIN/${chain}?pageSize=100&page=0`,
    );
    expect(
      audit.data.flatMap(({ actionData }) => {
        const { setAsideMessage } = (actionData ?? {}) as { setAsideMessage?: { action: string } };
        return setAsideMessage ? [setAsideMessage.action] : [];
      }),
    ).toEqual(['RETRY_FROM_START', 'RETRY', 'RETRY']);
  });

  test('are retried and dropped in jobs: some of them, or all that a list finds', async () => {
    // Each with its own time: of values that come in the same millisecond, the last one is stored.
    await send(...Array.from({ length: 30 }, (_, t) => ({ ts: 1_000 + t, values: { t } })));
    await expect.poll(() => total(), PATIENCE).toBe(30);
    const { data } = await list();
    const job = (body: object) => tenant.admin.post<Job>('/api/jobs', { entityType: 'SET_ASIDE_MESSAGE', ...body });
    const dropped = await finished(await job({ action: 'DELETE', ids: data.slice(0, 5).map(({ id }) => id.id) }));
    expect(dropped).toMatchObject({ state: 'DONE', done: 5, failed: 0 });
    await useChain(false);
    const nothing = await job({ action: 'RETRY', list: { queueName: 'HighPriority' } });
    expect(await finished(nothing)).toMatchObject({ state: 'DONE', done: 0 });
    const all = await job({ action: 'RETRY', list: { originatorId: device.id.id, type: 'POST_TELEMETRY_REQUEST' } });
    expect(await finished(all)).toMatchObject({ state: 'DONE', done: 25, failed: 0 });
    await expect.poll(async () => (await storedMarks()).length, PATIENCE).toBe(25);
    expect(await total()).toBe(0);
    // What is gone was done by somebody else.
    const late = await job({ action: 'RETRY', ids: [data[0]?.id.id] });
    expect(await finished(late)).toMatchObject({ state: 'DONE', done: 1, failed: 0 });
  });

  test('are at most so many of a tenant: the oldest go', async () => {
    const message = (data: string): Message =>
      newMessage({ tenantId: tenant.tenant.id.id, type: 'T', originator: device.id, data });
    const place = { partition: 0, batch: 1 };
    for (const data of ['1', '2', '3', '4']) {
      await setAside(platform.database.pool, place, [{ message: message(data), error: `failed ${data}` }]);
    }
    await trimSetAside(platform.database.pool, [tenant.tenant.id.id, other.tenant.id.id], 3);
    expect((await list()).data.map(({ reason }) => reason)).toEqual(['failed 2', 'failed 3', 'failed 4']);
    // The same for long ones, of which the newest stays whatever its length.
    const long = message(JSON.stringify(randomBytes(30_000).toString('base64')));
    await setAside(platform.database.pool, place, [{ message: long, error: 'failed long' }]);
    await trimSetAside(platform.database.pool, [tenant.tenant.id.id], 10, 30_000);
    expect((await list()).data.map(({ reason }) => reason)).toEqual(['failed long']);
  });

  test('go with their originator', async () => {
    await send({ t: 1 });
    await expect.poll(() => total(), PATIENCE).toBe(1);
    const doomed = await tenant.admin.get<Device>(`/api/device/${device.id.id}`);
    await tenant.admin.delete(`/api/device/${doomed.id.id}`);
    await expect.poll(() => total(), PATIENCE).toBe(0);
    device = await tenant.admin.post<Device>('/api/device?accessToken=token-aside', { name: 'Pump', type: 'default' });
  });
});
