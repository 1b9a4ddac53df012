import { X509Certificate } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Device } from '@signalbox/contract/device';
import type { DeviceExchange, DeviceExchanges } from '@signalbox/contract/device-exchange';
import { connectAsync, type MqttClient } from 'mqtt';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import {
  makeCertificate,
  makeRevocationList,
  makeSignedCertificate,
  type TestCertificate,
} from '../../../test/certificates.ts';
import { DtlsClient } from '../../../test/dtls-client.ts';
import { type Lwm2mTestClient, startLwm2mClient } from '../../../test/lwm2m-client.ts';
import { createLwm2mDevices, NO_SECURITY } from '../../../test/lwm2m-devices.ts';
import { createTestTenant, PASSWORD, type TestTenant } from '../../../test/people.ts';
import { startTestPlatform, type TestPlatform } from '../../../test/platform.ts';

const DAY = 86_400_000;
const PATIENCE = { timeout: 30_000, interval: 50 };

/** Devices of MQTT, CoAP and LwM2M whose certificates end, or are revoked, while they are connected. */
let folder: string;
let platform: TestPlatform;
let acme: TestTenant;
let issuer: TestCertificate;
let made = 0;
const devices = createLwm2mDevices(() => acme.admin);
const mqttClients: MqttClient[] = [];
const lwm2mClients: Lwm2mTestClient[] = [];

const file = (name: string): string => path.join(folder, name);
/** Revokes these certificates, and no others. */
async function revoke(...revoked: TestCertificate[]): Promise<void> {
  writeFileSync(file('next.pem'), await makeRevocationList(issuer, revoked, { reason: 'keyCompromise' }));
  renameSync(file('next.pem'), file('lists.pem'));
}

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'signalbox-withdrawn-'));
  const { cert, key } = await makeCertificate();
  writeFileSync(file('server.pem'), cert + key);
  issuer = await makeCertificate('Issuer');
  writeFileSync(file('trust.pem'), issuer.cert);
  await revoke();
  platform = await startTestPlatform({
    ...{ mqttTlsPort: 0, httpsPort: 0, coapDtlsPort: 0, lwm2mDtlsPort: 0, lwm2mBootstrapDtlsPort: 0 },
    tlsCertificate: file('server.pem'),
    tlsRevocationLists: file('lists.pem'),
    lwm2mTrustStore: file('trust.pem'),
  });
  acme = await createTestTenant(platform, 'acme');
});
afterEach(async () => {
  vi.useRealTimers();
  for (const client of coapClients.splice(0)) client.close();
  await Promise.all(mqttClients.splice(0).map((client) => client.endAsync(true)));
  await Promise.all(lwm2mClients.splice(0).map((client) => client.close()));
});
afterAll(async () => {
  await platform?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function deviceOf(own: TestCertificate): Promise<Device> {
  const credentials = { credentialsType: 'X509_CERTIFICATE', credentialsId: null, credentialsValue: own.cert };
  return acme.admin.post('/api/device-with-credentials', { device: { name: `Device ${++made}` }, credentials });
}
const logOf = async ({ id }: Device): Promise<DeviceExchange[]> =>
  (await acme.admin.get<DeviceExchanges>(`/api/device/${id.id}/exchanges`)).exchanges;
const seen = (device: Device, expected: object) =>
  expect.poll(() => logOf(device), PATIENCE).toContainEqual(expect.objectContaining(expected));

async function mqttOf(own: TestCertificate): Promise<MqttClient> {
  const port = platform.transportAddresses().mqtts?.port;
  const client = await connectAsync(`mqtts://127.0.0.1:${port}`, {
    ...{ ...own, rejectUnauthorized: false, reconnectPeriod: 0, protocolVersion: 5 },
  });
  mqttClients.push(client);
  return client;
}
const coapClients: { close(): void }[] = [];
/** A client of CoAP that agrees on keys, and says nothing. */
function coapOf(own: TestCertificate) {
  const client = new DtlsClient({ certificate: own });
  const socket = createSocket('udp4');
  const flush = (): void => {
    for (const bytes of client.outgoing()) socket.send(bytes, platform.transportAddresses().coaps?.port, '127.0.0.1');
  };
  socket.on('message', (bytes) => {
    client.take(bytes);
    flush();
  });
  const timer = setInterval(() => {
    if (client.isDone || client.isFailed) return;
    client.handleTimeout();
    flush();
  }, 500);
  flush();
  const made = {
    isIn: () => client.isDone,
    isRefused: () => client.isFailed,
    isEnded: () => client.read() === 'ended',
    close() {
      clearInterval(timer);
      socket.close();
      client.free();
    },
  };
  coapClients.push(made);
  return made;
}

async function lwm2mOf(own: TestCertificate, isStored: boolean) {
  const endpoint = `client-${++made}`;
  const profile = await devices.addProfile({});
  const cert = isStored ? new X509Certificate(own.cert).raw.toString('base64') : null;
  const client = { securityConfigClientMode: 'X509', cert };
  return { endpoint, device: await devices.addSecured(profile, endpoint, { ...NO_SECURITY, client }) };
}
async function lwm2mClient(endpoint: string, own: TestCertificate): Promise<Lwm2mTestClient> {
  const client = await startLwm2mClient(platform.lwm2msPort(), { endpoint, resources: {}, dtls: { certificate: own } });
  lwm2mClients.push(client);
  return client;
}
const signed = (name: string) => makeSignedCertificate(name, issuer);

/** Connects devices by all protocols. @returns what became of them */
async function connectAll() {
  const [ofMqtt, ofCoap, ofLwm2m] = await Promise.all(['meter', 'valve', 'tank'].map(signed));
  if (!ofMqtt || !ofCoap || !ofLwm2m) throw new Error('There are no certificates');
  const stored = await lwm2mOf(ofLwm2m, true);
  const named = await lwm2mOf(ofLwm2m, false);
  const ofNamed = await signed(named.endpoint);
  const [mqttDevice, coapDevice] = [await deviceOf(ofMqtt), await deviceOf(ofCoap)];
  for (const device of [mqttDevice, coapDevice, stored.device, named.device]) await logOf(device);
  const mqtt = await mqttOf(ofMqtt);
  const coap = coapOf(ofCoap);
  await expect.poll(coap.isIn, PATIENCE).toBe(true);
  const clients = [await lwm2mClient(stored.endpoint, ofLwm2m), await lwm2mClient(named.endpoint, ofNamed)];
  for (const client of clients) expect(await client.register()).toBe('2.01');
  return {
    certificates: { ofMqtt, ofCoap, ofLwm2m, ofNamed },
    devices: { mqttDevice, coapDevice, stored, named },
    connected: () => ({ mqtt: mqtt.connected, coap: !coap.isEnded() }),
    logs: (device: Device) => devices.history(device, 'transportLog'),
  };
}
const GONE = { mqtt: false, coap: false };

it('a newer list ends the sessions of who is in it, and lets them in no more', { timeout: 120_000 }, async () => {
  const other = await signed('other');
  await deviceOf(other);
  const bystander = await mqttOf(other);
  const { certificates, devices: of, connected, logs } = await connectAll();
  await revoke(...Object.values(certificates));
  await expect.poll(connected, PATIENCE).toEqual(GONE);
  const reason = (name: string) => `The certificate of ${name} was revoked on 2026-11-01 (key compromise)`;
  await seen(of.mqttDevice, { kind: 'CLOSE', reason: reason('meter') });
  await seen(of.coapDevice, { kind: 'CLOSE', protocol: 'COAP', reason: reason('valve') });
  for (const { device } of [of.stored, of.named]) {
    await expect.poll(() => logs(device), PATIENCE).toContainEqual(expect.stringContaining('counts no more'));
  }
  await expect(mqttOf(certificates.ofMqtt)).rejects.toThrow();
  await seen(of.mqttDevice, { kind: 'CONNECT', outcome: 'REFUSED', reason: reason('meter') });
  const again = coapOf(certificates.ofCoap);
  await expect.poll(again.isRefused, PATIENCE).toBe(true);
  await seen(of.coapDevice, { kind: 'CONNECT', outcome: 'REFUSED', reason: reason('valve') });
  for (const [{ endpoint, device }, own, name] of [
    [of.stored, certificates.ofLwm2m, 'tank'],
    [of.named, certificates.ofNamed, of.named.endpoint],
  ] as const) {
    // It does not even agree on keys.
    expect(await (await lwm2mClient(endpoint, own)).register()).toBeUndefined();
    await seen(device, { protocol: 'LWM2M', outcome: 'REFUSED', reason: reason(name) });
  }
  expect(bystander.connected).toBe(true);
  await revoke();
  await expect.poll(() => mqttOf(certificates.ofMqtt).then((client) => client.connected, String), PATIENCE).toBe(true);
});

it('certificates that end while their devices are connected end their sessions', { timeout: 120_000 }, async () => {
  const { certificates, devices: of, connected } = await connectAll();
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(Date.now() + 3 * DAY);
  await expect.poll(connected, PATIENCE).toEqual(GONE);
  await expect(mqttOf(certificates.ofMqtt)).rejects.toThrow();
  // The session of who looks is over by then, too.
  const looking = await platform.signIn(acme.admin.user.email, PASSWORD);
  for (const { device } of [of.stored, of.named]) {
    const logs = () => createLwm2mDevices(() => looking).history(device, 'transportLog');
    await expect.poll(logs, PATIENCE).toContain('Info: The certificate of the client has expired');
  }
});
