import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Device } from '@signalbox/contract/device';
import type { DeviceProfile } from '@signalbox/contract/device-profile';
import type { OtaPackageInfo } from '@signalbox/contract/ota-package';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeCertificate } from '../certificates.ts';
import { createTestTenant, type TestTenant } from '../people.ts';
import { startTestPlatform, type TestPlatform } from '../platform.ts';
import { setRootChain } from '../root-chain.ts';
import { type ClientProcess, placeOf, startClient } from './client-process.ts';

const SCRIPTS = fileURLToPath(new URL('../../../scripts/interop/', import.meta.url));
let platform: TestPlatform;
let acme: TestTenant;
let folder: string;
const clients: ClientProcess[] = [];
let made = 0;

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'signalbox-python-'));
  const { cert, key } = await makeCertificate();
  writeFileSync(path.join(folder, 'server.pem'), cert + key);
  const tlsCertificate = path.join(folder, 'server.pem');
  platform = await startTestPlatform({ tlsCertificate, mqttTlsPort: 0, otaDevicesPerMinute: 1000 });
  acme = await createTestTenant(platform, 'python');
  await answerCalls(acme);
});
afterAll(async () => {
  await platform?.stop();
  rmSync(folder, { recursive: true, force: true });
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.stop()));
});

/** What the root chain of a new tenant does with messages of devices, and an answer to their calls. */
const answerCalls = (tenant: TestTenant): Promise<void> =>
  setRootChain(
    tenant,
    [
      ['filter.TbMsgTypeSwitchNode', 'switch', { version: 0 }],
      ['telemetry.TbMsgTimeseriesNode', 'telemetry', { defaultTTL: 0 }],
      ['telemetry.TbMsgAttributesNode', 'attributes', { scope: 'CLIENT_SCOPE', notifyDevice: false }],
      ['rpc.TbSendRPCRequestNode', 'call', { timeoutInSeconds: 60 }],
      ['rpc.TbSendRPCReplyNode', 'answer', { requestIdMetaDataAttribute: 'requestId' }],
    ],
    [
      [0, 1, 'Post telemetry'],
      [0, 2, 'Post attributes'],
      [0, 3, 'RPC Request to Device'],
      [0, 4, 'RPC Request from Device'],
    ],
  );

function start(python: string, script: string, ...args: string[]): ClientProcess {
  const client = startClient(placeOf(python), [path.join(SCRIPTS, script), ...args], { cwd: folder });
  clients.push(client);
  return client;
}

async function addDevice(): Promise<{ device: Device; token: string }> {
  const token = `python-token-${++made}`;
  const device = await acme.admin.post<Device>(`/api/device?accessToken=${token}`, { name: `python ${made}` });
  return { device, token };
}
async function latest({ id }: Device, ...keys: string[]): Promise<Record<string, unknown>> {
  const url = `/api/plugins/telemetry/DEVICE/${id.id}/values/timeseries?useStrictDataTypes=true&keys=${keys.join(',')}`;
  const found = await acme.admin.get<Record<string, { value: unknown }[]>>(url);
  return Object.fromEntries(Object.entries(found).map(([key, [point]]) => [key, point?.value]));
}
async function attributes({ id }: Device, scope: string): Promise<Record<string, unknown>> {
  const url = `/api/plugins/telemetry/DEVICE/${id.id}/values/attributes/${scope}`;
  const list = await acme.admin.get<{ key: string; value: unknown }[]>(url);
  return Object.fromEntries(list.map(({ key, value }) => [key, value]));
}
const share = ({ id }: Device, values: object) =>
  acme.admin.post(`/api/plugins/telemetry/DEVICE/${id.id}/SHARED_SCOPE`, values);
const call = async ({ id }: Device, method: string, params: unknown) =>
  (await acme.admin.call('POST', `/api/plugins/rpc/twoway/${id.id}`, { method, params, timeout: 20_000 })).body;
const say = (client: ClientProcess, ...command: unknown[]): void => client.say(JSON.stringify(command));

describe('the client library for devices', () => {
  const connect = async (token: string): Promise<ClientProcess> => {
    const client = start('SDK', 'sdk_device.py', '127.0.0.1', String(platform.mqttPort()), token);
    await client.told('connected');
    return client;
  };

  it('sends telemetry and attributes, and asks for attributes', async () => {
    const { device, token } = await addDevice();
    await share(device, { target: 5 });
    const client = await connect(token);
    say(client, 'telemetry', { temperature: 21.5, open: true, name: 'Berlin', list: [1, 2] });
    await client.told('published 0');
    await expect
      .poll(() => latest(device, 'temperature', 'open', 'name', 'list'))
      .toEqual({ temperature: 21.5, open: true, name: 'Berlin', list: [1, 2] });
    say(client, 'telemetry', [{ ts: 1_700_000_000_000, values: { old: 1 } }]);
    await expect.poll(() => latest(device, 'old')).toEqual({ old: 1 });
    say(client, 'attributes', { model: 'X1' });
    await expect.poll(() => attributes(device, 'CLIENT_SCOPE')).toEqual({ model: 'X1' });
    say(client, 'request', ['model'], ['target']);
    await client.told('has {"client": {"model": "X1"}, "shared": {"target": 5}}');
    await share(device, { target: 6 });
    await client.told('shared {"target": 6}');
    await acme.admin.delete(`/api/plugins/telemetry/DEVICE/${device.id.id}/SHARED_SCOPE?keys=target`);
    await client.told('shared {"deleted": ["target"]}');
    expect((await attributes(device, 'SERVER_SCOPE')).active).toBe(true);
  });

  it('calls and is called', async () => {
    const { device, token } = await addDevice();
    const client = await connect(token);
    await expect.poll(() => call(device, 'setLed', { on: true })).toEqual({ echo: { on: true } });
    await client.told('called {"method": "setLed", "params": {"on": true}}');
    say(client, 'call', 'getCurrentTime', { zone: 'UTC' });
    await client.told('answered {"method": "getCurrentTime", "params": {"zone": "UTC"}}');
  });

  it('lets its device be claimed', async () => {
    const { device, token } = await addDevice();
    const client = await connect(token);
    say(client, 'claim', 'a secret', 600_000);
    await client.told('published 0');
    const claim = () =>
      acme.customerUser.call('POST', `/api/customer/device/${encodeURIComponent(device.name)}/claim`, {
        secretKey: 'a secret',
      });
    await expect.poll(async () => (await claim()).body).toMatchObject({ response: 'SUCCESS' });
  });

  it('provisions itself', async () => {
    const profile = await acme.admin.post<DeviceProfile>('/api/deviceProfile', {
      ...{ name: 'provisioned', type: 'DEFAULT', transportType: 'DEFAULT' },
      ...{ provisionType: 'ALLOW_CREATE_NEW_DEVICES', provisionDeviceKey: 'the-key' },
      profileData: {
        ...{ configuration: { type: 'DEFAULT' }, transportConfiguration: { type: 'DEFAULT' }, alarms: null },
        provisionConfiguration: { type: 'ALLOW_CREATE_NEW_DEVICES', provisionDeviceSecret: 'the-secret' },
      },
    });
    const port = String(platform.mqttPort());
    const client = start('SDK', 'sdk_device.py', '127.0.0.1', port, 'provision', 'the-key', 'the-secret', 'newcomer');
    const told = await client.told(/^provisioned/);
    const { credentialsValue, status } = JSON.parse(told.slice('provisioned '.length)) as Record<string, string>;
    expect(status).toBe('SUCCESS');
    const device = await acme.admin.get<Device>('/api/tenant/devices?deviceName=newcomer');
    expect(device.deviceProfileId).toEqual(profile.id);
    await connect(credentialsValue as string);
    await expect.poll(async () => (await attributes(device, 'SERVER_SCOPE')).active).toBe(true);
  });

  it('downloads firmware', async () => {
    const { device, token } = await addDevice();
    const client = await connect(token);
    const info = await acme.admin.post<OtaPackageInfo>('/api/otaPackage', {
      ...{ type: 'FIRMWARE', title: 'image', version: '2.0', deviceProfileId: device.deviceProfileId },
    });
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(2500).fill(7)]), 'image.bin');
    const url = `http://127.0.0.1:${platform.httpPort()}/api/otaPackage/${info.id.id}?checksumAlgorithm=SHA256`;
    const headers = { 'x-authorization': `Bearer ${acme.admin.token}` };
    expect((await fetch(url, { method: 'POST', headers, body: form })).status).toBe(200);
    say(client, 'firmware');
    await acme.admin.post('/api/device', { ...device, firmwareId: info.id });
    await client.told('firmware 2500 "2.0"');
    await expect.poll(() => latest(device, 'fw_state')).toEqual({ fw_state: 'VERIFIED' });
  });
});

describe('Paho', () => {
  it.each([
    ['311', false],
    ['5', false],
    ['5', true],
  ])('connects by MQTT %s (TLS: %s)', async (version, isSecure) => {
    const { device, token } = await addDevice();
    const port = isSecure ? (platform.transportAddresses().mqtts?.port as number) : platform.mqttPort();
    const certificate = isSecure ? [path.join(folder, 'server.pem')] : [];
    const client = start('PAHO', 'paho_device.py', 'localhost', String(port), token, version, ...certificate);
    await client.told('ready');
    expect(client.lines.filter((line) => line.startsWith('subscribed'))).toEqual([
      'subscribed ["Granted QoS 1", "Granted QoS 1"]',
      expect.stringMatching(/^subscribed \["(Unspecified error|Topic filter invalid|Not authorized)"]$/),
    ]);
    await expect.poll(() => latest(device, 'qos0', 'qos1', 'qos2')).toEqual({ qos0: 0, qos1: 1, qos2: 2 });
    expect(await call(device, 'ask', { a: 1 })).toEqual({ ok: true });
    await share(device, { target: 6 });
    await client.told('received "v1/devices/me/attributes" {"target": 6}');
    client.say('stop');
    await client.told(/^disconnected/);
  });
});
