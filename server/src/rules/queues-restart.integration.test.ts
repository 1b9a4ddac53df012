import type { Device } from '@signalbox/contract/device';
import type { DeviceProfile } from '@signalbox/contract/device-profile';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ANY_PORT } from '../../test/any-port.ts';
import { createTestTenant, type TestTenant } from '../../test/people.ts';
import { startTestPlatform, type TestPlatform } from '../../test/platform.ts';
import { setRootChain } from '../../test/root-chain.ts';
import { readSettings } from '../config/settings.ts';
import { newMessage } from '../messages/message.ts';
import { createPostgresMessageLog } from '../messages/postgres-message-log.ts';
import { startPlatform } from '../platform.ts';

const PATIENCE = { timeout: 40_000, interval: 50 };
const log = pino({ level: 'silent' });
let platform: TestPlatform;
let tenant: TestTenant;

beforeAll(async () => {
  platform = await startTestPlatform();
  tenant = await createTestTenant(platform, 'queues-restart');
});
afterAll(() => platform?.stop());

test('what a killed server left in the log stays behind the message of its device that waits for its retry', async () => {
  const { admin } = tenant;
  const { pool } = platform.database;
  const waiting = async (): Promise<unknown[]> =>
    (
      await pool.query<{ data: string }>(
        "SELECT message ->> 'data' AS data FROM message_held WHERE message ->> 'type' = 'POST_TELEMETRY_REQUEST' ORDER BY place",
      )
    ).rows.map(({ data }) => JSON.parse(data) as unknown);
  await setRootChain(
    tenant,
    [
      ['filter.TbMsgTypeSwitchNode', 'Types', { version: 0 }],
      ['filter.TbJsFilterNode', 'Check', { jsScript: "if (msg.order === 1) throw 'not yet'; return true;" }],
      ['telemetry.TbMsgTimeseriesNode', 'Save', { defaultTTL: 0 }],
    ],
    [
      [0, 1, 'Post telemetry'],
      [1, 2, 'True'],
    ],
  );
  const profile = await admin.post<DeviceProfile>('/api/deviceProfile', {
    name: 'In order',
    type: 'DEFAULT',
    transportType: 'DEFAULT',
    provisionType: 'DISABLED',
    profileData: {},
    defaultQueueName: 'SequentialByOriginator',
  });
  const device = await admin.post<Device>('/api/device?accessToken=in-order', {
    name: 'In order',
    deviceProfileId: profile.id,
  });
  await platform.as('').post('/api/v1/in-order/telemetry', { order: 1 });
  await expect.poll(waiting, PATIENCE).toEqual([{ order: 1 }]);
  // It would be tried again while the server is away.
  await pool.query('UPDATE message_held SET due = due + 3600000');
  await platform.halt();
  const left = await createPostgresMessageLog({
    ...{ pool, log, partitions: readSettings({}).messagePartitions, retentionHours: 24 },
    onBroken: (error) => {
      throw error;
    },
  });
  await left.append([
    newMessage({
      tenantId: tenant.tenant.id.id,
      type: 'POST_TELEMETRY_REQUEST',
      originator: { entityType: 'DEVICE', id: device.id.id },
      queueName: 'SequentialByOriginator',
      data: '{"order":2}',
    }),
  ]);
  await left.close();
  const again = await startPlatform({
    settings: { ...readSettings({}), ...ANY_PORT },
    log,
    connection: platform.database.connection,
    onBroken(error) {
      throw error;
    },
  });
  try {
    await expect.poll(waiting, PATIENCE).toEqual([{ order: 1 }, { order: 2 }]);
  } finally {
    await again.stop();
  }
});
