import { connectAsync } from 'mqtt';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDevicePlatform, type DevicePlatform, until } from '../../test/device-platform.ts';

/** Where devices soon count as inactive, and where no test lasts that long. */
let platform: DevicePlatform;
let patient: DevicePlatform;

beforeAll(async () => {
  platform = await createDevicePlatform({ defaultInactivityTimeout: 400, inactivityCheckPeriod: 50 });
  patient = await createDevicePlatform({ defaultInactivityTimeout: 3_600_000, inactivityCheckPeriod: 50 });
});
afterAll(async () => {
  await platform.close();
  await patient.close();
});
beforeEach(() => {
  platform.messages.length = 0;
  patient.messages.length = 0;
});

const stateOf = (id: string, at = platform): Record<string, unknown> =>
  Object.fromEntries(
    [...(at.attributes.get(id)?.values() ?? [])]
      .filter(({ scope }) => scope === 'SERVER_SCOPE')
      .map(({ key, value }) => [key, value.value]),
  );
const eventsOf = (id: string, at = platform) =>
  at.messages.filter(({ type, originator }) => originator.id === id && type.endsWith('_EVENT'));
const typesOf = (id: string, at = platform): string[] => eventsOf(id, at).map(({ type }) => type);

async function connect(token: string, at = platform) {
  return connectAsync(`mqtt://127.0.0.1:${at.mqttPort}`, { username: token, reconnectPeriod: 0 });
}

describe('the state of a device', () => {
  it('follows its connection, in attributes and in messages', async () => {
    const device = await patient.addDevice();
    const before = Date.now();
    const client = await connect(device.token, patient);
    await until(() => typesOf(device.id, patient).length === 2, 'connect and activity');
    expect(stateOf(device.id, patient)).toMatchObject({ active: true });
    await client.endAsync();
    await until(() => typesOf(device.id, patient).includes('DISCONNECT_EVENT'), 'the disconnect');
    expect(typesOf(device.id, patient).slice(0, 3)).toEqual(['CONNECT_EVENT', 'ACTIVITY_EVENT', 'DISCONNECT_EVENT']);

    const [connected, active] = eventsOf(device.id, patient);
    expect(connected?.metadata).toEqual({ deviceName: device.name, deviceType: 'sensor', scope: 'SERVER_SCOPE' });
    const data = JSON.parse(connected?.data ?? '') as Record<string, number>;
    expect(Object.keys(data)).toEqual([
      'lastConnectTime',
      'lastActivityTime',
      'lastDisconnectTime',
      'lastInactivityAlarmTime',
      'inactivityTimeout',
    ]);
    expect(data.lastConnectTime).toBeGreaterThanOrEqual(before);
    expect(data.inactivityTimeout).toBe(3_600_000);
    expect(JSON.parse(active?.data ?? '')).toMatchObject({ active: true, lastDisconnectTime: 0 });
    expect(stateOf(device.id, patient)).toMatchObject({
      lastConnectTime: expect.any(Number),
      lastDisconnectTime: expect.any(Number),
      lastActivityTime: expect.any(Number),
    });
  });

  it('becomes inactive once after the timeout, and active again at the next message', async () => {
    const device = await platform.addDevice();
    const client = await connect(device.token);
    await until(() => typesOf(device.id).includes('INACTIVITY_EVENT'), 'inactivity');
    const event = eventsOf(device.id).at(-1);
    expect(JSON.parse(event?.data ?? '')).toMatchObject({ active: false });
    expect(stateOf(device.id)).toMatchObject({ active: false, inactivityAlarmTime: expect.any(Number) });
    // After a second device has done the same, it is still a single event.
    const other = await platform.addDevice();
    await (await connect(other.token)).endAsync();
    await until(() => typesOf(other.id).includes('INACTIVITY_EVENT'), 'inactivity of the other device');
    expect(typesOf(device.id).filter((type) => type === 'INACTIVITY_EVENT')).toHaveLength(1);
    await client.publishAsync('v1/devices/me/telemetry', '{"a":1}', { qos: 1 });
    await until(() => typesOf(device.id).at(-1) === 'ACTIVITY_EVENT', 'activity');
    expect(stateOf(device.id)).toMatchObject({ active: true });
    await client.endAsync();
  });

  it('uses the timeout that is set for the device', async () => {
    const [device, other] = [await patient.addDevice(), await patient.addDevice()];
    const clients = [await connect(device.token, patient), await connect(other.token, patient)];
    for (const { id } of [device, other]) {
      await until(() => typesOf(id, patient).includes('ACTIVITY_EVENT'), 'activity');
    }
    await patient.saveAttributes({
      tenantId: patient.tenantId,
      entityId: { entityType: 'DEVICE', id: device.id },
      scope: 'SERVER_SCOPE',
      entries: [{ key: 'inactivityTimeout', value: { type: 'LONG', value: 100 } }],
    });
    await until(() => typesOf(device.id, patient).includes('INACTIVITY_EVENT'), 'inactivity');
    expect(JSON.parse(eventsOf(device.id, patient).at(-1)?.data ?? '')).toMatchObject({ inactivityTimeout: 100 });
    expect(typesOf(other.id, patient)).not.toContain('INACTIVITY_EVENT');
    for (const client of clients) await client.endAsync();
  });

  it('starts as inactive for a new device, and is reported once when it stays silent', async () => {
    const device = await platform.addDevice();
    platform.liveBus.publish({
      kind: 'entity',
      action: 'created',
      tenantId: platform.tenantId,
      entityId: { entityType: 'DEVICE', id: device.id },
    });
    await until(() => stateOf(device.id).active === false, 'the first state');
    await until(() => typesOf(device.id).includes('INACTIVITY_EVENT'), 'inactivity');
    expect(typesOf(device.id)).toEqual(['INACTIVITY_EVENT']);
  });

  it('is available soon after the creation, not only with the next activity report', async () => {
    const reporting = await createDevicePlatform({ activityReportPeriod: 3_600_000 });
    try {
      const { id } = await reporting.addDevice();
      const entityId = { entityType: 'DEVICE', id } as const;
      reporting.liveBus.publish({ kind: 'entity', action: 'created', tenantId: reporting.tenantId, entityId });
      await until(() => (reporting.attributes.get(id)?.size ?? 0) > 0, 'the first state');
    } finally {
      await reporting.close();
    }
  });

  it('reconnects when a newer session takes over, and disconnects with the last one', async () => {
    const device = await patient.addDevice();
    const first = await connect(device.token, patient);
    const second = await connect(device.token, patient);
    await until(() => !first.connected, 'the end of the first session');
    await second.endAsync();
    await until(() => typesOf(device.id, patient).includes('DISCONNECT_EVENT'), 'the disconnect');
    expect(typesOf(device.id, patient).filter((type) => type !== 'ACTIVITY_EVENT')).toEqual([
      'CONNECT_EVENT',
      'CONNECT_EVENT',
      'DISCONNECT_EVENT',
    ]);
  });
});
