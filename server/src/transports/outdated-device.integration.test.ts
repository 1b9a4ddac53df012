import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDevicePlatform, type DevicePlatform } from '../../test/device-platform.ts';
import { createMqttClients } from '../../test/mqtt-clients.ts';

let platform: DevicePlatform;
const { connect, end } = createMqttClients(() => platform);

beforeAll(async () => {
  platform = await createDevicePlatform();
});
afterAll(() => platform.close());
beforeEach(() => {
  platform.messages.length = 0;
});
afterEach(async () => {
  vi.restoreAllMocks();
  await end();
});

/** Does something between the moment in which a device is read next and the one in which the reader learns of it. */
function afterNextRead(deviceId: string, change: () => Promise<void>): void {
  const { find } = platform.directory;
  let done = false;
  vi.spyOn(platform.directory, 'find').mockImplementation(async (id, ...rest) => {
    const found = await find(id, ...rest);
    if (done || id !== deviceId) return found;
    done = true;
    await change();
    return found;
  });
}

async function rename(deviceId: string, name: string): Promise<void> {
  await platform.pool.query('UPDATE device SET name = $2 WHERE id = $1', [deviceId, name]);
  platform.liveBus.publish({
    kind: 'entity',
    action: 'updated',
    tenantId: platform.tenantId,
    entityId: { entityType: 'DEVICE', id: deviceId },
  });
}

describe('a device that changes while it connects', () => {
  it('is refused over MQTT when its credentials were replaced', async () => {
    const device = await platform.addDevice();
    afterNextRead(device.id, () => platform.setCredentials(device.id, 'ACCESS_TOKEN', `${device.token}-new`, null));
    await expect(connect(device.token)).rejects.toMatchObject({ code: 5 });
    expect((await connect(`${device.token}-new`)).connected).toBe(true);
  });

  it('is refused over HTTP when its credentials were replaced', async () => {
    const device = await platform.addDevice();
    afterNextRead(device.id, () => platform.setCredentials(device.id, 'ACCESS_TOKEN', `${device.token}-new`, null));
    const post = (token: string) =>
      fetch(`${platform.url}/api/v1/${token}/telemetry`, { method: 'POST', body: '{"a":1}' });
    expect((await post(device.token)).status).toBe(401);
    expect((await post(`${device.token}-new`)).status).toBe(200);
    expect(platform.messages.filter(({ type }) => type === 'POST_TELEMETRY_REQUEST')).toHaveLength(1);
  });

  /** The name in the newest telemetry; other messages may come after it. */
  const nameOfTelemetry = () =>
    platform.messages.findLast(({ type }) => type === 'POST_TELEMETRY_REQUEST')?.metadata.deviceName;

  it('has the name it was given last', async () => {
    const device = await platform.addDevice();
    afterNextRead(device.id, () => rename(device.id, 'Renamed'));
    const client = await connect(device.token);
    await client.publishAsync('v1/devices/me/telemetry', '{"a":1}', { qos: 1 });
    expect(nameOfTelemetry()).toBe('Renamed');
  });

  it('keeps the newer of two names whichever is read first', async () => {
    const device = await platform.addDevice();
    const client = await connect(device.token);
    const held = Promise.withResolvers<void>();
    const first = Promise.withResolvers<void>();
    afterNextRead(device.id, async () => {
      first.resolve();
      await held.promise;
    });
    await rename(device.id, 'Older');
    await first.promise;
    await rename(device.id, 'Newer');
    const nameSent = async () => {
      await client.publishAsync('v1/devices/me/telemetry', '{"a":1}', { qos: 1 });
      return nameOfTelemetry();
    };
    await expect.poll(nameSent).toBe('Newer');
    held.resolve();
    await Promise.all(vi.mocked(platform.directory.find).mock.results.map(({ value }) => value));
    expect(await nameSent()).toBe('Newer');
  });
});
