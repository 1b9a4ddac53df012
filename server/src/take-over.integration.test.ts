import type { Device } from '@signalbox/contract/device';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ANY_PORT } from '../test/any-port.ts';
import { createTestTenant, type TestTenant } from '../test/people.ts';
import { startTestPlatform, type TestPlatform } from '../test/platform.ts';
import { readSettings } from './config/settings.ts';
import { startPlatform } from './platform.ts';

const PATIENCE = { timeout: 40_000, interval: 20 };
let platform: TestPlatform;
let tenant: TestTenant;

beforeAll(async () => {
  platform = await startTestPlatform();
  tenant = await createTestTenant(platform, 'take-over');
});
afterAll(() => platform?.stop());

test('a server knows the points that the previous one has stored until its partitions were taken over', async () => {
  const device = await tenant.admin.post<Device>('/api/device', { name: 'Watched', type: 'default' });
  const { pool } = platform.database;
  const path = `/api/plugins/telemetry/DEVICE/${device.id.id}`;
  const holder = await pool.connect();
  try {
    await holder.query('BEGIN');
    await holder.query('LOCK TABLE message_log IN ROW EXCLUSIVE MODE');
    const starting = startPlatform({
      settings: { ...readSettings({}), ...ANY_PORT },
      log: pino({ level: 'silent' }),
      connection: platform.database.connection,
      onBroken: () => undefined,
    });
    await expect
      .poll(async () => {
        const { rowCount } = await pool.query(
          "SELECT FROM pg_locks WHERE relation = 'message_log'::regclass AND mode = 'ExclusiveLock' AND NOT granted",
        );
        return rowCount;
      }, PATIENCE)
      .toBe(1);
    // Only the message about it has to wait.
    const saving = tenant.admin.call('POST', `${path}/timeseries/ANY`, { ts: 1_000, values: { late: 1 } });
    await expect
      .poll(() => tenant.admin.get(`${path}/values/timeseries?keys=late&startTs=0&endTs=2000`), PATIENCE)
      .toMatchObject({ late: [{ value: '1' }] });
    await holder.query('COMMIT');
    const next = await starting;
    await saving;
    try {
      const reply = await next.http.inject({
        method: 'GET',
        url: `${path}/values/timeseries?keys=late&startTs=0&endTs=2000`,
        headers: { 'x-authorization': `Bearer ${tenant.admin.token}` },
      });
      expect(reply.json()).toMatchObject({ late: [{ value: '1' }] });
    } finally {
      await next.stop();
    }
  } finally {
    holder.release(true);
  }
});
