import type { Device, DeviceCredentials } from '@signalbox/contract/device';
import type { Event } from '@signalbox/contract/event';
import type { PageData } from '@signalbox/contract/page';
import { connectAsync } from 'mqtt';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ANY_PORT } from '../../test/any-port.ts';
import { createTestTenant, type TestTenant } from '../../test/people.ts';
import { startTestPlatform, type TestPlatform } from '../../test/platform.ts';
import { readSettings } from '../config/settings.ts';
import { startPlatform } from '../platform.ts';

const PATIENCE = { timeout: 40_000, interval: 50 };

let platform: TestPlatform;
let acme: TestTenant;
beforeAll(async () => {
  platform = await startTestPlatform();
  acme = await createTestTenant(platform, 'acme');
});
afterAll(() => platform?.stop());

async function newDevice(name: string) {
  const device = await acme.admin.post<Device>('/api/device', { name, type: 'default' });
  const credentials = await acme.admin.get<DeviceCredentials>(`/api/device/${device.id.id}/credentials`);
  return { device, credentials, token: credentials.credentialsId as string };
}

const connect = (username: string, more = {}) =>
  connectAsync(`mqtt://127.0.0.1:${platform.mqttPort()}`, { username, reconnectPeriod: 0, ...more });
const post = (token: string) => platform.as('').call('POST', `/api/v1/${token}/telemetry`, { a: 1 });

/** Why the credentials of a device were refused, the last time first. */
async function refusalsOf({ id }: Device): Promise<string[]> {
  const path = `/api/events/DEVICE/${id.id}/ERROR?tenantId=${acme.tenant.id.id}&pageSize=10&page=0`;
  const { data } = await acme.admin.get<PageData<Event>>(path);
  const bodies = data.map(({ body }) => body as { method: string; error: string });
  return bodies.filter(({ method }) => method === 'CONNECT').map(({ error }) => error);
}

describe('a device whose credentials are refused', () => {
  it.each(['MQTT', 'HTTP'])(
    'is named to its tenant when it shows a token that was replaced (%s)',
    async (transport) => {
      const { device, credentials, token } = await newDevice(`Old token ${transport}`);
      expect((await post(token)).status).toBe(200);
      await acme.admin.post('/api/device/credentials', { ...credentials, credentialsId: `new ${transport}` });
      if (transport === 'MQTT') await expect(connect(token)).rejects.toThrow();
      else expect((await post(token)).status).toBe(401);
      await vi.waitFor(async () => {
        expect(await refusalsOf(device)).toEqual(['The device showed credentials that it does not have any more']);
      }, PATIENCE);
      // One event a minute, however often it tries.
      expect((await post(token)).status).toBe(401);
      expect((await post(`new ${transport}`)).status).toBe(200);
      expect(await refusalsOf(device)).toHaveLength(1);
    },
  );

  it('is named when its password is wrong, and strangers are nobody', async () => {
    const { device, credentials } = await newDevice('Wrong password');
    const value = { clientId: 'boiler', userName: 'boiler user', password: 'right' };
    await acme.admin.post('/api/device/credentials', {
      ...credentials,
      credentialsType: 'MQTT_BASIC',
      credentialsId: null,
      credentialsValue: JSON.stringify(value),
    });
    await expect(connect('boiler user', { clientId: 'boiler', password: 'wrong' })).rejects.toThrow();
    await expect(connect('nobody', { clientId: 'nothing' })).rejects.toThrow();
    await vi.waitFor(async () => {
      expect(await refusalsOf(device)).toEqual([
        'The client id, user name or password differs from the credentials of the device',
      ]);
    }, PATIENCE);
    const client = await connect('boiler user', { clientId: 'boiler', password: 'right' });
    await client.endAsync();
  });
});

describe('a device that was connected when the server was killed', () => {
  it('is not connected any more after the next start', async () => {
    const { device, token } = await newDevice('Cut off');
    const client = await connect(token);
    await client.publishAsync('v1/devices/me/telemetry', '{"a":1}', { qos: 1 });
    const { pool } = platform.database;
    const times = async () => {
      const { rows } = await pool.query<{ name: string; value: number }>(
        `SELECT k.name, a.long_value::float8 AS value FROM attribute a JOIN telemetry_key k ON k.id = a.key_id
         WHERE a.entity_id = $1 AND k.name IN ('lastConnectTime', 'lastDisconnectTime')`,
        [device.id.id],
      );
      return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
    };
    await vi.waitFor(async () => expect((await times()).lastConnectTime).toBeGreaterThan(0), PATIENCE);
    await platform.halt();
    await client.endAsync(true);
    // A server that is killed writes no end of a connection.
    await pool.query(
      `DELETE FROM attribute WHERE entity_id = $1
         AND key_id = (SELECT id FROM telemetry_key WHERE name = 'lastDisconnectTime')`,
      [device.id.id],
    );
    const again = await startPlatform({
      settings: { ...readSettings({}), ...ANY_PORT },
      log: pino({ level: 'silent' }),
      connection: platform.database.connection,
      onBroken(error) {
        throw error;
      },
    });
    try {
      await vi.waitFor(async () => {
        const { lastConnectTime = 0, lastDisconnectTime = 0 } = await times();
        expect(lastDisconnectTime).toBeGreaterThan(lastConnectTime);
      }, PATIENCE);
    } finally {
      await again.stop();
    }
  });
});
