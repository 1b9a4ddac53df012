import { Buffer } from 'node:buffer';
import type { Device, DeviceCredentials } from '@signalbox/contract/device';
import type { DeviceExchange, DeviceExchanges } from '@signalbox/contract/device-exchange';
import { connectAsync, type MqttClient } from 'mqtt';
import { ObjectType } from 'net-snmp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { coap } from '../../../test/coap-client.ts';
import { startLwm2mClient } from '../../../test/lwm2m-client.ts';
import { createLwm2mDevices } from '../../../test/lwm2m-devices.ts';
import { createTestTenant, type TestTenant } from '../../../test/people.ts';
import { startTestPlatform, type TestPlatform } from '../../../test/platform.ts';
import { startSnmpAgent } from '../../../test/snmp-agent.ts';
import { createSnmpDevices } from '../../../test/snmp-devices.ts';

const PATIENCE = { timeout: 40_000, interval: 50 };

let platform: TestPlatform;
let acme: TestTenant;
const clients: MqttClient[] = [];
let made = 0;

beforeAll(async () => {
  platform = await startTestPlatform({ outboundAllowed: '127.0.0.0/8' });
  acme = await createTestTenant(platform, 'exchanges');
});
afterAll(() => platform?.stop());
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.endAsync(true)));
});

async function addDevice(more: object = {}) {
  const device = await acme.admin.post<Device>('/api/device', {
    name: `Exchanging ${++made}`,
    type: 'default',
    ...more,
  });
  const credentials = await acme.admin.get<DeviceCredentials>(`/api/device/${device.id.id}/credentials`);
  return { device, credentials, token: credentials.credentialsId as string };
}
const logOf = async ({ id }: Device): Promise<DeviceExchange[]> =>
  (await acme.admin.get<DeviceExchanges>(`/api/device/${id.id}/exchanges`)).exchanges;
async function connect(username: string, more = {}): Promise<MqttClient> {
  const url = `mqtt://127.0.0.1:${platform.mqttPort()}`;
  const client = await connectAsync(url, { username, reconnectPeriod: 0, protocolVersion: 5, ...more });
  clients.push(client);
  return client;
}
const shared = ({ id }: Device, values: object) =>
  acme.admin.post(`/api/plugins/telemetry/DEVICE/${id.id}/SHARED_SCOPE`, values);
/** Waits until an exchange of the device looks like that. */
const seen = (device: Device, expected: Partial<DeviceExchange>) =>
  expect.poll(() => logOf(device), PATIENCE).toContainEqual(expect.objectContaining(expected));

describe('the protocol log of a device', () => {
  it('tells of MQTT what came, what was refused and why, and what was sent', async () => {
    const { device, token } = await addDevice();
    expect(await logOf(device)).toEqual([]);
    const client = await connect(token);
    await client.subscribeAsync('v1/devices/me/attributes', { qos: 1 });
    await client.publishAsync('v1/devices/me/telemetry', '{"temperature":21.5,"wifiPassword":"abc"}', { qos: 1 });
    await client.publishAsync('some/where', 'x', { qos: 1 });
    await shared(device, { rate: 5 });
    const mqtt = { protocol: 'MQTT' } as const;
    await seen(device, { ...mqtt, direction: 'OUT', kind: 'PUBLISH', outcome: 'ACKNOWLEDGED', payload: '{"rate":5}' });
    client.publish('v1/devices/me/telemetry', '{"temperature":', { qos: 1 });
    await seen(device, { ...mqtt, direction: 'OUT', kind: 'CLOSE' });
    const log = await logOf(device);
    expect(log).toMatchObject([
      { direction: 'IN', kind: 'CONNECT', outcome: 'ACCEPTED', detail: expect.stringContaining('with user name') },
      { direction: 'IN', kind: 'SUBSCRIBE', outcome: 'ACCEPTED', address: 'v1/devices/me/attributes' },
      {
        direction: 'IN',
        kind: 'PUBLISH',
        address: 'v1/devices/me/telemetry',
        detail: expect.stringMatching(/^QoS 1, packet \d+$/),
        outcome: 'ACCEPTED',
        format: 'JSON',
        payload: '{"temperature":21.5,"wifiPassword":"***"}',
        duration: expect.any(Number),
      },
      { direction: 'IN', kind: 'PUBLISH', address: 'some/where', outcome: 'IGNORED' },
      { direction: 'OUT', kind: 'PUBLISH', address: 'v1/devices/me/attributes', outcome: 'ACKNOWLEDGED' },
      { direction: 'IN', kind: 'PUBLISH', outcome: 'REFUSED', reason: expect.stringContaining('JSON') },
      { direction: 'OUT', kind: 'CLOSE' },
    ]);
    expect(JSON.stringify(log)).not.toContain(token);
  });

  it('tells that the credentials of the device were refused', async () => {
    const { device, credentials, token } = await addDevice();
    // Whose a replaced token was is known where it has been used.
    await platform.as('').call('POST', `/api/v1/${token}/telemetry`, { a: 1 });
    await logOf(device);
    await acme.admin.post('/api/device/credentials', { ...credentials, credentialsId: `new ${token}`.slice(0, 30) });
    await expect(connect(token)).rejects.toThrow();
    await seen(device, { direction: 'IN', protocol: 'MQTT', kind: 'CONNECT', outcome: 'REFUSED' });
    await platform.as('').call('POST', `/api/v1/${token}/telemetry`, { a: 1 });
    await seen(device, { direction: 'IN', protocol: 'HTTP', kind: 'CONNECT', outcome: 'REFUSED' });
  });

  it('tells of HTTP requests and answers, without the token', async () => {
    const { device, token } = await addDevice();
    await logOf(device);
    const http = (method: 'GET' | 'POST', path: string, body?: unknown) =>
      platform.as('').call(method, `/api/v1/${token}/${path}`, body);
    await http('POST', 'telemetry', { a: 1 });
    await http('POST', 'telemetry', [1]);
    await shared(device, { rate: 5 });
    await http('GET', 'attributes?sharedKeys=rate');
    await http('GET', 'rpc?timeout=50');
    await http('POST', 'claim', { secretKey: 'hush' });
    const log = await logOf(device);
    expect(log).toMatchObject([
      { kind: 'POST', address: '/api/v1/***/telemetry', outcome: 'ACCEPTED', payload: '{"a":1}' },
      { kind: 'POST', outcome: 'REFUSED', reason: expect.stringMatching(/^400 ./) },
      { kind: 'GET', address: '/api/v1/***/attributes?sharedKeys=rate', outcome: 'ACCEPTED' },
      { direction: 'OUT', kind: '200', payload: '{"shared":{"rate":5}}' },
      {
        kind: 'GET',
        address: '/api/v1/***/rpc?timeout=50',
        outcome: 'IGNORED',
        reason: expect.stringContaining('408'),
      },
      { kind: 'POST', address: '/api/v1/***/claim', payload: '***' },
    ]);
    expect(JSON.stringify(log)).not.toContain(token);
  });

  it('tells of CoAP requests with their codes', async () => {
    const { device, token } = await addDevice();
    await logOf(device);
    await coap(platform.coapPort(), 'post', `api/v1/${token}/telemetry`, '{"a":1}');
    await coap(platform.coapPort(), 'post', `api/v1/${token}/telemetry`, '{"a"');
    await shared(device, { rate: 5 });
    await coap(platform.coapPort(), 'get', `api/v1/${token}/attributes?sharedKeys=rate`);
    const log = await logOf(device);
    expect(log).toMatchObject([
      {
        protocol: 'COAP',
        kind: 'POST',
        address: '/api/v1/***/telemetry',
        detail: expect.stringMatching(/^CON, message \d+/),
        outcome: 'ACCEPTED',
        reason: '2.01',
        payload: '{"a":1}',
      },
      { kind: 'POST', outcome: 'REFUSED', reason: expect.stringMatching(/^4\.00 ./) },
      { kind: 'GET', address: '/api/v1/***/attributes?sharedKeys=rate', outcome: 'ACCEPTED', reason: '2.05' },
      { direction: 'OUT', kind: '2.05', payload: '{"shared":{"rate":5}}' },
    ]);
    expect(JSON.stringify(log)).not.toContain(token);
  });

  it('tells of devices behind a gateway what concerns them', async () => {
    const { device, token } = await addDevice({ additionalInfo: { gateway: true } });
    const client = await connect(token);
    const name = `Behind ${made}`;
    await client.publishAsync('v1/gateway/connect', JSON.stringify({ device: name }), { qos: 1 });
    const behind = await acme.admin.get<Device>(`/api/tenant/devices?deviceName=${encodeURIComponent(name)}`);
    await Promise.all([logOf(behind), logOf(device)]);
    await client.publishAsync('v1/gateway/telemetry', JSON.stringify({ [name]: [{ ts: 1, values: { a: 1 } }] }), {
      qos: 1,
    });
    await shared(behind, { rate: 5 });
    await seen(behind, { direction: 'OUT', protocol: 'GATEWAY', address: 'v1/gateway/attributes' });
    await expect
      .poll(() => logOf(behind), PATIENCE)
      .toContainEqual(
        expect.objectContaining({ direction: 'IN', address: 'v1/gateway/telemetry', outcome: 'ACCEPTED' }),
      );
    await seen(device, { protocol: 'MQTT', kind: 'PUBLISH', address: 'v1/gateway/telemetry', outcome: 'ACCEPTED' });
  });

  it('tells of SNMP what was asked and answered', async () => {
    const agent = await startSnmpAgent({ community: 'hush-hush' });
    try {
      const snmp = createSnmpDevices(() => acme.admin);
      const oid = agent.add(ObjectType.Integer, 42);
      const text = agent.add(ObjectType.OctetString, 'no number');
      const query = (...mappings: { oid: string; key: string; dataType: string }[]) => ({
        spec: 'TELEMETRY_QUERYING',
        queryingFrequencyMs: 200,
        mappings,
      });
      const profile = await snmp.addProfile([
        query({ oid, key: 'count', dataType: 'LONG' }),
        query({ oid: text, key: 'text', dataType: 'LONG' }),
      ]);
      const device = await snmp.addDevice(profile, { port: agent.port, community: 'hush-hush' });
      await logOf(device);
      await seen(device, { direction: 'OUT', protocol: 'SNMP', kind: 'GET', address: oid, outcome: 'ACKNOWLEDGED' });
      await seen(device, { direction: 'IN', kind: 'RESPONSE', payload: `${oid} = 42`, outcome: 'ACCEPTED' });
      await seen(device, { direction: 'IN', payload: `${text} = no number`, outcome: 'REFUSED' });
      agent.answers = false;
      await seen(device, { direction: 'OUT', kind: 'GET', outcome: 'FAILED', reason: 'The device does not answer' });
      expect(JSON.stringify(await logOf(device))).not.toContain('hush-hush');
    } finally {
      agent.close();
    }
  });

  it('tells of LwM2M its registration, what was read and what was observed', async () => {
    const devices = createLwm2mDevices(() => acme.admin);
    await devices.addModels();
    const profile = await devices.addProfile({
      keyName: { '/3_1.0/0/9': 'battery' },
      observe: ['/3_1.0/0/9'],
      telemetry: ['/3_1.0/0/9'],
    });
    const device = await devices.addDevice(profile, 'exchanging');
    await logOf(device);
    const client = await startLwm2mClient(platform.lwm2mPort(), {
      endpoint: 'exchanging',
      resources: { '/3/0/9': { type: 'INTEGER', value: 80 } },
    });
    try {
      await client.register();
      const lwm2m = { protocol: 'LWM2M' } as const;
      await seen(device, { ...lwm2m, direction: 'IN', kind: 'POST', outcome: 'ACCEPTED', reason: '2.01' });
      await seen(device, { ...lwm2m, direction: 'OUT', kind: 'GET', address: '/3/0/9', outcome: 'ACKNOWLEDGED' });
    } finally {
      await client.close();
    }
  });

  it('is for those who may read the telemetry of the device', async () => {
    const { device } = await addDevice();
    const other = await createTestTenant(platform, 'exchanges-other');
    expect((await other.admin.call('GET', `/api/device/${device.id.id}/exchanges`)).status).toBe(404);
    expect((await platform.as('').call('GET', `/api/device/${device.id.id}/exchanges`)).status).toBe(401);
  });

  it('keeps a payload of bytes as hex', async () => {
    const { device, token } = await addDevice();
    const client = await connect(token);
    await logOf(device);
    client.publish('v1/devices/me/telemetry', Buffer.from([0, 1, 255]));
    await seen(device, { kind: 'PUBLISH', format: 'HEX', payload: '0001ff', size: 3, outcome: 'REFUSED' });
  });
});
