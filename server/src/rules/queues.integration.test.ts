import type { Asset } from '@signalbox/contract/asset';
import type { Device } from '@signalbox/contract/device';
import type { PageData } from '@signalbox/contract/page';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestTenant, type TestTenant } from '../../test/people.ts';
import { startTestPlatform, type TestPlatform } from '../../test/platform.ts';
import { setRootChain } from '../../test/root-chain.ts';
import { serverName } from '../config/service-id.ts';

const PATIENCE = { timeout: 40_000, interval: 50 };
let platform: TestPlatform;
let tenant: TestTenant;

type Series = Record<string, { ts: number; value: string }[]>;

/** Telemetry with `bad` fails; with `order` it goes on in the queue that keeps the order, where it is stored. */
const useChain = (): Promise<void> =>
  setRootChain(
    tenant,
    [
      ['filter.TbMsgTypeSwitchNode', 'Types', { version: 0 }],
      ['filter.TbJsFilterNode', 'Bad?', { jsScript: "if (msg.bad) throw 'too bad'; return msg.order !== undefined;" }],
      ['flow.TbCheckpointNode', 'In order', { queueName: 'SequentialByOriginator' }],
      ['telemetry.TbMsgTimeseriesNode', 'Save', { defaultTTL: 0 }],
    ],
    [
      [0, 1, 'Post telemetry'],
      [1, 2, 'True'],
      [2, 3, 'Success'],
    ],
  );

async function send(token: string, values: object): Promise<void> {
  const reply = await platform.as('').call('POST', `/api/v1/${token}/telemetry`, values);
  expect(reply.status).toBe(200);
}

const queueAssets = async (): Promise<Asset[]> =>
  (await tenant.admin.get<PageData<Asset>>('/api/tenant/assets?pageSize=100&page=0&type=TbServiceQueue')).data;

const seriesOf = (entityType: string, id: string, keys: string): Promise<Series> =>
  tenant.admin.get<Series>(
    `/api/plugins/telemetry/${entityType}/${id}/values/timeseries?keys=${keys}&startTs=0&endTs=99999999999999&limit=1000`,
  );

/** Sum of all points of a key. */
const sumOf = (series: Series, key: string): number =>
  (series[key] ?? []).reduce((sum, { value }) => sum + Number(value), 0);

beforeAll(async () => {
  platform = await startTestPlatform({ queueStatisticsPeriod: 1_000 });
  tenant = await createTestTenant(platform, 'queues');
  await useChain();
});
afterAll(() => platform?.stop());

describe('queues', () => {
  test('are listed by kind of service', async () => {
    const { admin } = tenant;
    expect(await admin.get('/api/tenant/queues?serviceType=TB_RULE_ENGINE')).toEqual([
      'Main',
      'HighPriority',
      'SequentialByOriginator',
    ]);
    for (const kind of ['TB_CORE', 'TB_TRANSPORT', 'JS_EXECUTOR']) {
      expect(await admin.get(`/api/tenant/queues?serviceType=${kind}`)).toEqual([]);
    }
    expect(await admin.call('GET', '/api/tenant/queues?serviceType=ANY')).toMatchObject({ status: 400 });
    expect(await admin.call('GET', '/api/tenant/queues')).toMatchObject({ status: 400 });
    expect(await tenant.customerUser.call('GET', '/api/tenant/queues?serviceType=TB_RULE_ENGINE')).toMatchObject({
      status: 403,
    });
  });

  test('take messages over at a checkpoint, in order, and their counts are telemetry of an asset each', async () => {
    const { admin } = tenant;
    const device = await admin.post<Device>('/api/device?accessToken=token-queue', { name: 'Queued', type: 'default' });
    for (let order = 0; order < 20; order++) await send('token-queue', { ts: 1_000 + order, values: { order } });
    await send('token-queue', { bad: true });
    await expect.poll(async () => (await seriesOf('DEVICE', device.id.id, 'order')).order?.length, PATIENCE).toBe(20);
    await expect
      .poll(async () => (await queueAssets()).map(({ name }) => name).sort(), PATIENCE)
      .toEqual([`Main_${serverName()}`, `SequentialByOriginator_${serverName()}`]);
    const assets = await queueAssets();
    const keys = 'totalMsgs,successfulMsgs,timeoutMsgs,failedMsgs,tmpTimeout,tmpFailed,ruleEngineException';
    const idOf = (queue: string): string => assets.find(({ name }) => name.startsWith(queue))?.id.id as string;
    const read = (queue: string): Promise<Series> => seriesOf('ASSET', idOf(queue), keys);
    // Creating the device was a message, too.
    await expect.poll(async () => sumOf(await read('Main'), 'totalMsgs'), PATIENCE).toBeGreaterThanOrEqual(22);
    const main = await read('Main');
    expect(Object.keys(main).sort()).toEqual(keys.split(',').sort());
    expect(sumOf(main, 'failedMsgs')).toBe(1);
    expect(sumOf(main, 'successfulMsgs')).toBe(sumOf(main, 'totalMsgs') - 1);
    expect(['timeoutMsgs', 'tmpTimeout', 'tmpFailed'].map((key) => sumOf(main, key))).toEqual([0, 0, 0]);
    const [exception] = main.ruleEngineException ?? [];
    expect(JSON.parse(exception?.value ?? '')).toEqual({
      ruleNodeId: expect.any(String),
      ruleChainId: expect.any(String),
      ruleNodeName: 'Bad?',
      ruleChainName: 'Root Rule Chain',
      message: expect.stringContaining('too bad'),
    });
    await expect.poll(async () => sumOf(await read('Sequential'), 'successfulMsgs'), PATIENCE).toBe(20);
    expect((await read('Sequential')).ruleEngineException).toBeUndefined();
  });
});
