import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Device, DeviceCredentials } from '@signalbox/contract/device';
import type { DeviceProfile } from '@signalbox/contract/device-profile';
import { connectAsync } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestTenant, type Person } from '../../test/people.ts';
import { startTestPlatform, type TestPlatform } from '../../test/platform.ts';

const run = promisify(execFile);
let platform: TestPlatform;
let admin: Person;
let device: Device;
let token: string;
/** Where telemetry and attributes of the device are read. */
let url: string;

beforeAll(async () => {
  platform = await startTestPlatform({ activityReportPeriod: 100 });
  ({ admin } = await createTestTenant(platform, 'path'));
  device = await admin.post<Device>('/api/device', { name: 'Sensor', type: 'default' });
  token = (await admin.get<DeviceCredentials>(`/api/device/${device.id.id}/credentials`)).credentialsId as string;
  url = `/api/plugins/telemetry/DEVICE/${device.id.id}`;
});
afterAll(async () => {
  await platform.stop();
});

function connect() {
  return connectAsync(`mqtt://127.0.0.1:${platform.mqttPort()}`, { username: token, reconnectPeriod: 0 });
}

describe('a device on the whole server', () => {
  it('sends telemetry that is then read by REST', async () => {
    const port = String(platform.mqttPort());
    await run('mosquitto_pub', [
      ...['-h', '127.0.0.1', '-p', port, '-u', token, '-q', '1', '-t', 'v1/devices/me/telemetry'],
      ...['-m', '{"temperature":21.5,"on":true}'],
    ]);
    await expect
      .poll(() => admin.get(`${url}/values/timeseries?keys=temperature,on&useStrictDataTypes=true`))
      .toMatchObject({ temperature: [{ value: 21.5 }], on: [{ value: true }] });
  });

  it('has its state in server attributes', async () => {
    await expect
      .poll(async () => {
        const entries = await admin.get<{ key: string; value: unknown }[]>(`${url}/values/attributes/SERVER_SCOPE`);
        return Object.fromEntries(entries.map(({ key, value }) => [key, value]));
      })
      .toMatchObject({
        active: true,
        lastConnectTime: expect.any(Number),
        lastActivityTime: expect.any(Number),
        lastDisconnectTime: expect.any(Number),
      });
  });

  it('posts, reads and is told attributes', async () => {
    const client = await connect();
    const received: [string, string][] = [];
    client.on('message', (topic, payload) => received.push([topic, payload.toString()]));
    await client.subscribeAsync(['v1/devices/me/attributes', 'v1/devices/me/attributes/response/+'], { qos: 1 });
    await client.publishAsync('v1/devices/me/attributes', '{"firmware":"1.0.3"}', { qos: 1 });
    await expect
      .poll(() => admin.get(`${url}/values/attributes/CLIENT_SCOPE`))
      .toMatchObject([{ key: 'firmware', value: '1.0.3' }]);
    await admin.post(`/api/plugins/telemetry/${device.id.id}/SHARED_SCOPE`, { limit: 30 });
    await expect.poll(() => received).toEqual([['v1/devices/me/attributes', '{"limit":30}']]);
    await client.publishAsync('v1/devices/me/attributes/request/1', '{"clientKeys":"firmware","sharedKeys":"limit"}');
    await expect
      .poll(() => received[1])
      .toEqual(['v1/devices/me/attributes/response/1', '{"client":{"firmware":"1.0.3"},"shared":{"limit":30}}']);
    await admin.delete(`/api/plugins/telemetry/DEVICE/${device.id.id}/SHARED_SCOPE?keys=limit`);
    await expect.poll(() => received[2]).toEqual(['v1/devices/me/attributes', '{"deleted":["limit"]}']);
    await client.endAsync();
  });

  it('answers calls that pass through the default rule chain', async () => {
    const client = await connect();
    client.on('message', (topic, payload) => {
      const { params } = JSON.parse(payload.toString()) as { params: unknown };
      client.publish(topic.replace('request', 'response'), JSON.stringify({ got: params }));
    });
    await client.subscribeAsync('v1/devices/me/rpc/request/+', { qos: 1 });
    expect(await admin.post(`/api/rpc/twoway/${device.id.id}`, { method: 'set', params: { pin: 7 } })).toEqual({
      got: { pin: 7 },
    });
    expect(await admin.post(`/api/plugins/rpc/oneway/${device.id.id}`, { method: 'ping', params: {} })).toBeUndefined();
    const { rpcId } = await admin.post<{ rpcId: string }>(`/api/rpc/twoway/${device.id.id}`, {
      method: 'keep',
      params: 1,
      persistent: true,
    });
    await expect
      .poll(() => admin.get(`/api/rpc/persistent/${rpcId}`))
      .toMatchObject({ status: 'SUCCESSFUL', response: { got: 1 } });
    await client.endAsync();
  });

  it('sends protobuf by the schema of its profile, also after that has changed', async () => {
    const profileOf = (schema: string) => ({
      ...{ name: 'Binary', type: 'DEFAULT', transportType: 'MQTT' },
      profileData: {
        transportConfiguration: {
          type: 'MQTT',
          transportPayloadTypeConfiguration: {
            transportPayloadType: 'PROTOBUF',
            deviceTelemetryProtoSchema: `syntax = "proto3"; message Reading { ${schema} }`,
            deviceAttributesProtoSchema: 'syntax = "proto3"; message Configuration { string firmware = 1; }',
          },
        },
      },
    });
    const profile = await admin.post<DeviceProfile>('/api/deviceProfile', profileOf('optional int64 count = 1;'));
    const binary = await admin.post<Device>('/api/device', { name: 'Binary 1', deviceProfileId: profile.id });
    const { credentialsId } = await admin.get<DeviceCredentials>(`/api/device/${binary.id.id}/credentials`);
    const client = await connectAsync(`mqtt://127.0.0.1:${platform.mqttPort()}`, {
      username: credentialsId as string,
      reconnectPeriod: 0,
    });
    const latest = async (key: string): Promise<unknown> => {
      await client.publishAsync('v1/devices/me/telemetry', Buffer.from([8, 42]), { qos: 1 });
      const values = `/api/plugins/telemetry/DEVICE/${binary.id.id}/values/timeseries?keys=${key}`;
      const found = await admin.get<Record<string, { value: unknown }[]>>(`${values}&useStrictDataTypes=true`);
      return found[key]?.[0]?.value;
    };
    await expect.poll(() => latest('count')).toBe(42);
    await admin.post('/api/deviceProfile', { ...profileOf('optional int64 total = 1;'), id: profile.id });
    await expect.poll(() => latest('total')).toBe(42);
    await client.endAsync();
  });

  it('loses its session with its credentials, and cannot come back with them', async () => {
    const client = await connect();
    const closed = new Promise<void>((resolve) => client.once('close', () => resolve()));
    const credentials = await admin.get<DeviceCredentials>(`/api/device/${device.id.id}/credentials`);
    await admin.post('/api/device/credentials', { ...credentials, credentialsId: 'another-token' });
    await closed;
    await expect(connect()).rejects.toMatchObject({ code: 5 });
    token = 'another-token';
    await (await connect()).endAsync();
  });

  it('cannot come back when it is deleted', async () => {
    const client = await connect();
    const closed = new Promise<void>((resolve) => client.once('close', () => resolve()));
    await admin.delete(`/api/device/${device.id.id}`);
    await closed;
    await expect(connect()).rejects.toMatchObject({ code: 5 });
  });
});
