import type { Device } from '@signalbox/contract/device';
import type { DeviceProfile } from '@signalbox/contract/device-profile';
import type { OtaPackageInfo } from '@signalbox/contract/ota-package';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { coap } from '../../../../test/coap-client.ts';
import { type Lwm2mTestClient, startLwm2mClient } from '../../../../test/lwm2m-client.ts';
import { createLwm2mDevices, NO_SECURITY } from '../../../../test/lwm2m-devices.ts';
import { createTestTenant, type TestTenant } from '../../../../test/people.ts';
import { startTestPlatform, type TestPlatform } from '../../../../test/platform.ts';

let platform: TestPlatform;
let acme: TestTenant;
const devices = createLwm2mDevices(() => acme.admin);
const { history } = devices;
const clients: Lwm2mTestClient[] = [];
let made = 0;

beforeAll(async () => {
  platform = await startTestPlatform({ otaDevicesPerMinute: 1000 });
  acme = await createTestTenant(platform, 'lwm2m-updates');
  await devices.addModels();
});
afterAll(() => platform?.stop());
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
});

const waiting = { timeout: 40_000, interval: 50 };
const SIZE = 5000;
const bytes = Buffer.from(Array.from({ length: SIZE }, (_, index) => (index * 7) & 255));

async function packageOf(of: DeviceProfile, type: string, more: object = {}): Promise<OtaPackageInfo> {
  const title = `Package-${++made}`;
  const body = { type, title, version: '2.0', deviceProfileId: of.id, ...more };
  const info = await acme.admin.post<OtaPackageInfo>('/api/otaPackage', body);
  if ('url' in more) return info;
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), 'image.bin');
  const path = `/api/otaPackage/${info.id.id}?checksumAlgorithm=CRC32`;
  const reply = await fetch(`http://127.0.0.1:${platform.httpPort()}${path}`, {
    method: 'POST',
    headers: { 'x-authorization': `Bearer ${acme.admin.token}` },
    body: form,
  });
  expect(reply.status).toBe(200);
  return (await reply.json()) as OtaPackageInfo;
}

const resources = () =>
  ({
    '/3/0/3': { type: 'STRING', value: '1.0' },
    '/5/0/0': { type: 'OPAQUE', value: Buffer.alloc(0) },
    '/5/0/1': { type: 'STRING', value: '' },
    '/5/0/3': { type: 'INTEGER', value: 0 },
    '/5/0/5': { type: 'INTEGER', value: 0 },
    '/5/0/6': { type: 'STRING', value: 'Old' },
    '/5/0/7': { type: 'STRING', value: '1.0' },
    '/5/0/9': { type: 'INTEGER', value: 2 },
    '/9/0/0': { type: 'STRING', value: 'Old' },
    '/9/0/1': { type: 'STRING', value: '1.0' },
    '/9/0/2': { type: 'OPAQUE', value: Buffer.alloc(0) },
    '/9/0/3': { type: 'STRING', value: '' },
    '/9/0/7': { type: 'INTEGER', value: 0 },
    '/9/0/9': { type: 'INTEGER', value: 0 },
    '/19/0/0': { type: 'OPAQUE', values: { 0: Buffer.alloc(0) } },
  }) as const;

/** A registered client that is given a package. */
async function updated(
  settings: object,
  type: 'FIRMWARE' | 'SOFTWARE' = 'FIRMWARE',
  more: object = {},
  prepare: (client: Lwm2mTestClient) => void = () => undefined,
) {
  const endpoint = `updated-${++made}`;
  const profile = await devices.addProfile({}, settings);
  const info = await packageOf(profile, type, more);
  const one = await devices.addDevice(profile, endpoint);
  const client = await startLwm2mClient(platform.lwm2mPort(), { endpoint, resources: { ...resources() } });
  clients.push(client);
  prepare(client);
  const member = type === 'FIRMWARE' ? 'firmwareId' : 'softwareId';
  await client.register();
  const current = await acme.admin.get<Device>(`/api/device/${one.id.id}`);
  await acme.admin.post('/api/device', { ...current, [member]: info.id });
  const say = async (path: string, value: number): Promise<void> => {
    client.set(path, value);
    expect(await client.notify(path)).toBe('ACK');
  };
  const requestsOf = (method: string, path: string) =>
    client.requests.filter((request) => request.method === method && request.path === path);
  return { one, client, info, say, requestsOf, endpoint };
}
const states = (one: Device, prefix = 'fw') => history(one, `${prefix}_state`);

describe('firmware', () => {
  it('is pushed into object 5, installed, and the device says how it goes', async () => {
    const { one, client, info, say, requestsOf } = await updated({ fwUpdateStrategy: 1 });
    await expect.poll(() => requestsOf('PUT', '/5/0/0').length, waiting).toBe(1);
    expect(requestsOf('PUT', '/5/0/0')[0]).toMatchObject({ contentFormat: 42, body: bytes });
    await say('/5/0/3', 1);
    await say('/5/0/3', 2);
    await expect.poll(() => requestsOf('POST', '/5/0/2').length, waiting).toBe(1);
    await say('/5/0/3', 3);
    await expect
      .poll(() => states(one), waiting)
      .toEqual(['QUEUED', 'INITIATED', 'DOWNLOADING', 'DOWNLOADED', 'UPDATING']);
    // It restarts, and has what it was to have.
    client.set('/5/0/6', Buffer.from(info.title).toString());
    client.set('/5/0/7', '2.0');
    client.set('/5/0/3', 0);
    client.set('/5/0/5', 1);
    expect(await client.register()).toBe('2.01');
    await expect.poll(async () => (await states(one)).at(-1), waiting).toBe('UPDATED');
    expect(requestsOf('PUT', '/5/0/0')).toHaveLength(1);
  });

  it('is fetched from an address of the LwM2M server (strategy 2)', async () => {
    const { client, info } = await updated({ fwUpdateStrategy: 2, fwUpdateResource: 'coap://devices.example:5685/' });
    const uri = `coap://devices.example:5685/tbfw/${info.id.id}`;
    await expect.poll(() => client.resources.get('/5/0/1')?.value, waiting).toBe(uri);
    const whole = await coap(platform.lwm2mPort(), 'get', `tbfw/${info.id.id}`);
    expect(whole.code).toBe('2.05');
    expect(whole.body.equals(bytes)).toBe(true);
    expect((await coap(platform.lwm2mPort(), 'get', 'tbfw/b5e8b0a0-0000-1000-8000-000000000000')).code).toBe('4.04');
    expect((await coap(platform.lwm2mPort(), 'put', `tbfw/${info.id.id}`, 'x')).code).toBe('4.05');
  });

  it('is fetched from there by a client that has registered over DTLS, too', async () => {
    const [endpoint, identity, key] = [`updated-${++made}`, `identity-${made}`, '00112233445566778899aabbccddeeff'];
    const profile = await devices.addProfile({}, { fwUpdateStrategy: 2 });
    const info = await packageOf(profile, 'FIRMWARE');
    const one = await devices.addSecured(profile, endpoint, {
      ...NO_SECURITY,
      client: { securityConfigClientMode: 'PSK', identity, key },
    });
    const dtls = { psk: { identity, key: Buffer.from(key, 'hex') }, ciphers: 'PSK-AES128-CCM8' };
    const client = await startLwm2mClient(platform.lwm2msPort(), { endpoint, resources: { ...resources() }, dtls });
    clients.push(client);
    expect(await client.register()).toBe('2.01');
    const current = await acme.admin.get<Device>(`/api/device/${one.id.id}`);
    await acme.admin.post('/api/device', { ...current, firmwareId: info.id });
    const uri = `coap://localhost:5685/tbfw/${info.id.id}`;
    await expect.poll(() => client.resources.get('/5/0/1')?.value, waiting).toBe(uri);
    const whole = await coap(platform.lwm2mPort(), 'get', `tbfw/${info.id.id}`);
    expect(whole.code).toBe('2.05');
    expect(whole.body.equals(bytes)).toBe(true);
  });

  it('that has an address of its own is fetched there', async () => {
    const { client } = await updated({}, 'FIRMWARE', { usesUrl: true, url: 'coap://files.example/1' });
    await expect.poll(() => client.resources.get('/5/0/1')?.value, waiting).toBe('coap://files.example/1');
  });

  it('is pushed into object 19 (strategy 3)', async () => {
    const { client } = await updated({ fwUpdateStrategy: 3 });
    await expect.poll(() => client.resources.get('/19/0/0')?.values?.[0], waiting).toEqual(bytes);
  });

  it('is sent again when that may help, and fails in the end', async () => {
    const { one, say, requestsOf } = await updated({ fwUpdateStrategy: 1 });
    for (let attempt = 1; attempt <= 4; attempt++) {
      await expect.poll(() => requestsOf('PUT', '/5/0/0').length, waiting).toBe(attempt);
      await say('/5/0/3', 1);
      await say('/5/0/5', 4);
    }
    await expect.poll(async () => (await states(one)).at(-1), waiting).toBe('FAILED');
    expect(requestsOf('PUT', '/5/0/0')).toHaveLength(4);
    await expect
      .poll(() => history(one, 'transportLog'), waiting)
      .toContain('Error: FIRMWARE update: Connection lost during downloading process');
  });

  it('fails where the client refuses it, or says neither name nor version', async () => {
    const byUrl = { usesUrl: true, url: 'coap://files.example/2' };
    const refusing = await updated({ fwUpdateStrategy: 1 }, 'FIRMWARE', byUrl, ({ refusals }) => {
      refusals.set('/5/0/1', '4.05');
    });
    const silent = await updated({ fwUpdateStrategy: 1 }, 'FIRMWARE', {}, (client) => {
      for (const path of ['/5/0/6', '/5/0/7', '/3/0/3']) client.resources.delete(path);
    });
    for (const { one } of [refusing, silent]) {
      await expect.poll(async () => (await states(one)).at(-1), waiting).toBe('FAILED');
    }
    await expect
      .poll(() => history(refusing.one, 'transportLog'))
      .toContainEqual(expect.stringContaining('refused the package: 4.05'));
  });
});

describe('software', () => {
  it('is pushed into object 9, and installed when it is delivered', async () => {
    const { one, say, requestsOf } = await updated({ swUpdateStrategy: 1 }, 'SOFTWARE');
    await expect.poll(() => requestsOf('PUT', '/9/0/2').length, waiting).toBe(1);
    expect(requestsOf('PUT', '/9/0/2')[0]?.body.equals(bytes)).toBe(true);
    await say('/9/0/7', 1);
    await say('/9/0/9', 3);
    await say('/9/0/7', 3);
    await expect.poll(() => requestsOf('POST', '/9/0/4').length, waiting).toBe(1);
    await say('/9/0/9', 2);
    await expect
      .poll(() => states(one, 'sw'), waiting)
      .toEqual(['QUEUED', 'INITIATED', 'DOWNLOADING', 'VERIFIED', 'DOWNLOADED', 'UPDATED']);
  });

  it('is fetched from an address of the LwM2M server (strategy 2)', async () => {
    const { client, info } = await updated(
      { swUpdateStrategy: 2, swUpdateResource: 'coap://devices.example:5685' },
      'SOFTWARE',
    );
    const uri = `coap://devices.example:5685/tbfw/${info.id.id}`;
    await expect.poll(() => client.resources.get('/9/0/3')?.value, waiting).toBe(uri);
  });
});
