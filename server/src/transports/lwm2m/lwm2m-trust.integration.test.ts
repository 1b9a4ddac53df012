import { X509Certificate } from 'node:crypto';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeCertificate, makeSignedCertificate, type TestCertificate } from '../../../test/certificates.ts';
import { type Lwm2mTestClient, startLwm2mClient } from '../../../test/lwm2m-client.ts';
import { createLwm2mDevices, NO_SECURITY } from '../../../test/lwm2m-devices.ts';
import { createTestTenant, type TestTenant } from '../../../test/people.ts';
import { startTestPlatform, type TestPlatform } from '../../../test/platform.ts';

let folder: string;
let platform: TestPlatform;
let acme: TestTenant;
let root: TestCertificate;
let between: TestCertificate;
const devices = createLwm2mDevices(() => acme.admin);
const clients: Lwm2mTestClient[] = [];
let made = 0;

const trustStore = (): string => path.join(folder, 'trust.pem');
/** Puts other authorities into the trust store, at once as a whole. */
function trust(...authorities: TestCertificate[]): void {
  const next = path.join(folder, 'next.pem');
  writeFileSync(next, authorities.map(({ cert }) => cert).join(''));
  renameSync(next, trustStore());
}

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'signalbox-lwm2m-trust-'));
  const { cert, key } = await makeCertificate();
  const tlsCertificate = path.join(folder, 'server.pem');
  writeFileSync(tlsCertificate, cert + key);
  root = await makeCertificate('Root');
  between = await makeSignedCertificate('Between', root, { isAuthority: true });
  trust(root);
  platform = await startTestPlatform({ mqttTlsPort: 0, httpsPort: 0, tlsCertificate, lwm2mTrustStore: trustStore() });
  acme = await createTestTenant(platform, 'lwm2m-trust');
  await devices.addModels();
});
afterAll(async () => {
  await platform?.stop();
  rmSync(folder, { recursive: true, force: true });
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
});

const waiting = { timeout: 30_000, interval: 50 };
const MAPPING = { keyName: { '/3_1.0/0/9': 'battery' }, observe: ['/3_1.0/0/9'], telemetry: ['/3_1.0/0/9'] };

/** A device in a mode; without a certificate unless one is given. */
async function deviceOf(client: object = { securityConfigClientMode: 'X509', cert: null }) {
  const endpoint = `trusted-${++made}`;
  const profile = await devices.addProfile(MAPPING);
  return { endpoint, device: await devices.addSecured(profile, endpoint, { ...NO_SECURITY, client }) };
}
/** A client that shows a certificate, and those above it that it sends along. */
async function clientOf(endpoint: string, own: TestCertificate, ...above: TestCertificate[]) {
  const certificate = { key: own.key, cert: [own, ...above].map(({ cert }) => cert).join('') };
  const resources = { '/3/0/9': { type: 'INTEGER' as const, value: 80 } };
  const client = await startLwm2mClient(platform.lwm2msPort(), { endpoint, resources, dtls: { certificate } });
  clients.push(client);
  return client;
}
const bodyOf = ({ cert }: TestCertificate): string => new X509Certificate(cert).raw.toString('base64');

describe('a device without a certificate of its own', () => {
  it('is who shows one with its name that an authority has signed', async () => {
    const { endpoint, device } = await deviceOf();
    const client = await clientOf(endpoint, await makeSignedCertificate(endpoint, root));
    expect(await client.register()).toBe('2.01');
    await expect.poll(async () => (await devices.latest(device, 'battery')).battery, waiting).toBe(80);
    expect(await client.update()).toBe('2.04');
    const longer = await clientOf(endpoint, await makeSignedCertificate(endpoint, between), between);
    expect(await longer.register()).toBe('2.01');
  });

  it('is nobody whose certificate somebody else has signed, whatever is sent along', async () => {
    const { endpoint } = await deviceOf();
    const foreign = await makeCertificate('Root');
    const own = await makeSignedCertificate(endpoint, foreign);
    for (const above of [[], [foreign], [root], [between, root], [foreign, root]]) {
      expect(await (await clientOf(endpoint, own, ...above)).register()).toBe('4.03');
    }
    expect(await (await clientOf(endpoint, await makeCertificate(endpoint))).register()).toBe('4.03');
  });

  it('is nobody whose certificate has expired, names another one or is for servers', async () => {
    const { endpoint } = await deviceOf();
    const other = await deviceOf();
    const late = await clientOf(endpoint, await makeSignedCertificate(endpoint, root, { isExpired: true }));
    // It does not even agree on keys.
    expect(await late.register()).toBeUndefined();
    const thief = await clientOf(endpoint, await makeSignedCertificate(other.endpoint, root));
    expect(await thief.register()).toBe('4.03');
    const server = await makeSignedCertificate(endpoint, root, { usage: 'serverAuth' });
    expect(await (await clientOf(endpoint, server)).register()).toBe('4.03');
  });
});

it('is no way in for a device with a stored certificate, or in another mode', async () => {
  const own = await makeCertificate('own');
  const { endpoint } = await deviceOf({ securityConfigClientMode: 'X509', cert: bodyOf(own) });
  const plain = await deviceOf({ securityConfigClientMode: 'NO_SEC' });
  for (const name of [endpoint, plain.endpoint]) {
    const client = await clientOf(name, await makeSignedCertificate(name, root));
    expect(await client.register()).toBe('4.03');
  }
  expect(await (await clientOf(endpoint, own)).register()).toBe('2.01');
});

it('counts as its file says, also for those who have registered', { timeout: 60_000 }, async () => {
  const { endpoint } = await deviceOf();
  const next = await makeCertificate('Next');
  const before = await makeSignedCertificate(endpoint, root);
  const registered = await clientOf(endpoint, before);
  expect(await registered.register()).toBe('2.01');
  const stays = await deviceOf();
  const pinned = await makeCertificate('pinned');
  const profile = await devices.addProfile(MAPPING);
  const credentials = { ...NO_SECURITY, client: { securityConfigClientMode: 'X509', cert: bodyOf(pinned) } };
  await devices.addSecured(profile, 'pinned', credentials);
  const untouched = await clientOf('pinned', pinned);
  expect(await untouched.register()).toBe('2.01');
  trust(next);
  await expect.poll(() => registered.update(), waiting).toBe('4.04');
  expect(await registered.register()).toBe('4.03');
  expect(await untouched.update()).toBe('2.04');
  const later = await clientOf(stays.endpoint, await makeSignedCertificate(stays.endpoint, next));
  expect(await later.register()).toBe('2.01');
  trust(root, next);
  await expect.poll(() => registered.register(), waiting).toBe('2.01');
  expect(await later.update()).toBe('2.04');
});
