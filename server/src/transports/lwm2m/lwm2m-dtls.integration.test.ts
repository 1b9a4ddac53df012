import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Device } from '@signalbox/contract/device';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeCertificate } from '../../../test/certificates.ts';
import type { DtlsClientOptions } from '../../../test/dtls-client.ts';
import { type Lwm2mTestClient, startLwm2mClient } from '../../../test/lwm2m-client.ts';
import { createLwm2mDevices, NO_SECURITY } from '../../../test/lwm2m-devices.ts';
import { createTestTenant, type TestTenant } from '../../../test/people.ts';
import { startTestPlatform, type TestPlatform } from '../../../test/platform.ts';

let folder: string;
let platform: TestPlatform;
let acme: TestTenant;
const devices = createLwm2mDevices(() => acme.admin);
const clients: Lwm2mTestClient[] = [];
let made = 0;

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'signalbox-lwm2m-'));
  const { cert, key } = await makeCertificate();
  writeFileSync(path.join(folder, 'server.pem'), cert + key);
  platform = await startTestPlatform({ mqttTlsPort: 0, httpsPort: 0, tlsCertificate: path.join(folder, 'server.pem') });
  acme = await createTestTenant(platform, 'lwm2m-dtls');
  await devices.addModels();
});
afterAll(async () => {
  await platform?.stop();
  rmSync(folder, { recursive: true, force: true });
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
});

const waiting = { timeout: 40_000, interval: 50 };
const MAPPING = { keyName: { '/3_1.0/0/9': 'battery' }, observe: ['/3_1.0/0/9'], telemetry: ['/3_1.0/0/9'] };
const KEY = '00112233445566778899aabbccddeeff';
const OTHER_KEY = 'ffeeddccbbaa99887766554433221100';
const CCM8 = 'PSK-AES128-CCM8';

async function clientOf(endpoint: string, dtls?: DtlsClientOptions, port = platform.lwm2msPort()) {
  const resources = { '/3/0/9': { type: 'INTEGER' as const, value: 80 } };
  const client = await startLwm2mClient(port, { endpoint, resources, ...(dtls ? { dtls } : {}) });
  clients.push(client);
  return client;
}
/** A device whose client shows itself in a way. */
async function deviceOf(client: object, bootstrap: object = NO_SECURITY.bootstrap) {
  const endpoint = `secured-${++made}`;
  const profile = await devices.addProfile(MAPPING);
  return { endpoint, device: await devices.addSecured(profile, endpoint, { client, bootstrap }) };
}
async function deviceWithKey(key = KEY) {
  const identity = `identity-${made + 1}`;
  const found = await deviceOf({ securityConfigClientMode: 'PSK', identity, key });
  return { ...found, identity, psk: { identity, key: Buffer.from(key, 'hex') } };
}
const battery = async (device: Device) => (await devices.latest(device, 'battery')).battery;
const rawKey = (pem: string): string =>
  new X509Certificate(pem).publicKey.export({ type: 'spki', format: 'der' }).toString('hex');
const bodyOf = (pem: string): string => new X509Certificate(pem).raw.toString('base64');

describe('a shared key', () => {
  it.each([CCM8, 'PSK-AES128-GCM-SHA256', 'ECDHE-PSK-AES128-CBC-SHA256'])(
    'lets a client in with %s',
    async (ciphers) => {
      const { endpoint, device, psk } = await deviceWithKey();
      const client = await clientOf(endpoint, { psk, ciphers });
      expect(await client.register()).toBe('2.01');
      await expect.poll(() => battery(device), waiting).toBe(80);
      expect(await devices.call(device, 'Read', { id: '/3_1.0/0/9' })).toMatchObject({ result: 'CONTENT' });
      expect(await client.update()).toBe('2.04');
      expect(await client.deregister()).toBe('2.02');
    },
  );

  it('that is another one, or of nobody, lets nobody in', async () => {
    const { endpoint, identity } = await deviceWithKey();
    const key = Buffer.from(OTHER_KEY, 'hex');
    const wrong = await clientOf(endpoint, { psk: { identity, key }, ciphers: CCM8 });
    const nobody = await clientOf(endpoint, { psk: { identity: 'nobody', key }, ciphers: CCM8 });
    for (const client of [wrong, nobody]) expect(await client.register()).toBeUndefined();
  });

  it('is no key for the name of another client, nor is none', async () => {
    const { psk } = await deviceWithKey();
    const other = await deviceWithKey(OTHER_KEY);
    const thief = await clientOf(other.endpoint, { psk, ciphers: CCM8 });
    expect(await thief.register()).toBe('4.03');
    const plain = await clientOf(other.endpoint, undefined, platform.lwm2mPort());
    expect(await plain.register()).toBe('4.03');
  });

  it('counts no more when it is replaced, whatever has begun with it', async () => {
    const { endpoint, device, identity, psk } = await deviceWithKey();
    const client = await clientOf(endpoint, { psk, ciphers: CCM8 });
    expect(await client.register()).toBe('2.01');
    const credentials = await acme.admin.get<{ credentialsValue: string }>(`/api/device/${device.id.id}/credentials`);
    const next = { securityConfigClientMode: 'PSK', identity, key: OTHER_KEY, endpoint };
    await acme.admin.post('/api/device/credentials', {
      ...credentials,
      credentialsValue: JSON.stringify({ ...NO_SECURITY, client: next }),
    });
    await expect.poll(() => client.update(), waiting).toBe('4.04');
    expect(await client.register()).toBe('4.03');
  });
});

describe('a key or certificate of its own', () => {
  it('lets a client in that has no certificate', async () => {
    const own = await makeCertificate('meter');
    const { endpoint, device } = await deviceOf({ securityConfigClientMode: 'RPK', key: rawKey(own.cert) });
    const client = await clientOf(endpoint, { certificate: own, rawPublicKey: true });
    expect(await client.register()).toBe('2.01');
    await expect.poll(() => battery(device), waiting).toBe(80);
    const stranger = await clientOf(endpoint, { certificate: await makeCertificate('meter'), rawPublicKey: true });
    expect(await stranger.register()).toBe('4.03');
  });

  it('lets a client in by its certificate, and nobody who has one with the same name', async () => {
    const own = await makeCertificate('valve');
    const { endpoint, device } = await deviceOf({ securityConfigClientMode: 'X509', cert: bodyOf(own.cert) });
    const client = await clientOf(endpoint, { certificate: own });
    expect(await client.register()).toBe('2.01');
    await expect.poll(() => battery(device), waiting).toBe(80);
    const stranger = await clientOf(endpoint, { certificate: await makeCertificate(endpoint) });
    expect(await stranger.register()).toBe('4.03');
  });
});

it('bootstraps clients that have a shared key for it', async () => {
  const endpoint = `secured-${++made}`;
  const secure = { host: 'localhost', port: 5687, securityHost: 'localhost', securityPort: 5688, serverId: 111 };
  const profile = await devices.addProfile(
    MAPPING,
    {},
    {
      bootstrap: {
        servers: { shortId: 123, lifetime: 300, defaultMinPeriod: 1, notifIfDisabled: true, binding: 'UQ' },
        bootstrapServer: { ...secure, securityMode: 'PSK' },
        lwm2mServer: { ...secure, port: 5685, securityPort: 5686, serverId: 123, securityMode: 'PSK' },
      },
    },
  );
  const identity = `identity-of-${endpoint}`;
  const server = { securityMode: 'PSK', clientPublicKeyOrId: identity, clientSecretKey: KEY };
  await devices.addSecured(profile, endpoint, {
    client: { securityConfigClientMode: 'PSK', identity, key: OTHER_KEY },
    bootstrap: { bootstrapServer: server, lwm2mServer: { ...server, clientSecretKey: OTHER_KEY } },
  });
  const port = platform.transportAddresses()['lwm2ms-bootstrap']?.port as number;
  const client = await clientOf(endpoint, { psk: { identity, key: Buffer.from(KEY, 'hex') }, ciphers: CCM8 }, port);
  client.onRequest = ({ method }) => (method === 'DELETE' ? '2.02' : '2.04');
  expect((await client.request('0.02', ['bs'], [`ep=${endpoint}`]))?.code).toBe('2.04');
  await expect.poll(() => client.requests.some((request) => request.path === '/bs'), waiting).toBe(true);
  // The key for the LwM2M server is none for this one.
  const wrong = await clientOf(
    endpoint,
    { psk: { identity, key: Buffer.from(OTHER_KEY, 'hex') }, ciphers: CCM8 },
    port,
  );
  expect(await wrong.request('0.02', ['bs'], [`ep=${endpoint}`])).toBeUndefined();
});
