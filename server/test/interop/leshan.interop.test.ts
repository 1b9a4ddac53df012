import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Device } from '@signalbox/contract/device';
import type { OtaPackageInfo } from '@signalbox/contract/ota-package';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeCertificate, type TestCertificate } from '../certificates.ts';
import { createLwm2mDevices, NO_SECURITY, TEMPERATURE_MODEL, type TestMapping } from '../lwm2m-devices.ts';
import { createTestTenant, type TestTenant } from '../people.ts';
import { startTestPlatform, type TestPlatform } from '../platform.ts';
import type { ClientProcess } from './client-process.ts';
import { certificateHex, leshanModels, privateKeyHex, publicKeyHex, startLeshan } from './leshan.ts';

let platform: TestPlatform;
let acme: TestTenant;
let folder: string;
let ofServer: TestCertificate;
const devices = createLwm2mDevices(() => acme.admin);
const { latest, attributes, call, share, history } = devices;
const clients: ClientProcess[] = [];
let made = 0;

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'signalbox-leshan-'));
  ofServer = await makeCertificate();
  writeFileSync(path.join(folder, 'server.pem'), ofServer.cert + ofServer.key);
  writeFileSync(path.join(folder, '3303.xml'), TEMPERATURE_MODEL);
  platform = await startTestPlatform({ tlsCertificate: path.join(folder, 'server.pem'), otaDevicesPerMinute: 1000 });
  acme = await createTestTenant(platform, 'leshan');
  // The objects as OMA publishes them.
  const models = ['3.xml', '5.xml'].map((name) => readFileSync(path.join(leshanModels(), name), 'utf8'));
  for (const [place, source] of [...models, TEMPERATURE_MODEL].entries()) {
    const data = Buffer.from(source).toString('base64');
    await acme.admin.post('/api/resource', {
      ...{ title: `Model ${place}`, resourceType: 'LWM2M_MODEL', fileName: `${place}.xml`, data },
    });
  }
});
afterAll(async () => {
  await platform?.stop();
  rmSync(folder, { recursive: true, force: true });
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.stop()));
});

const MAPPING: TestMapping = {
  keyName: {
    '/3_1.2/0/0': 'manufacturer',
    '/3_1.2/0/6': 'sources',
    '/3_1.2/0/9': 'battery',
    '/3_1.2/0/15': 'timezone',
    '/3303_1.1/0/5700': 'temperature',
    '/3303_1.1/0/5850': 'on',
  },
  attribute: ['/3_1.2/0/0', '/3_1.2/0/15'],
  telemetry: ['/3_1.2/0/9', '/3_1.2/0/6', '/3303_1.1/0/5700', '/3303_1.1/0/5850'],
  observe: ['/3_1.2/0/9', '/3303_1.1/0/5700'],
};
const RESOURCES = {
  '/3/0/0': 'Signal Works',
  '/3/0/6': '0:1,1:5',
  '/3/0/9': '80',
  '/3/0/11': '0:0',
  '/3/0/13': '1700000000',
  '/3/0/15': 'Europe/Berlin',
  '/3/0/16': 'U',
  '/3303/0/5700': '21.5',
  '/3303/0/5850': 'true',
};
const KEY = '00112233445566778899aabbccddeeff';
const OTHER_KEY = 'ffeeddccbbaa99887766554433221100';

function client(options: Record<string, string>): ClientProcess {
  const secure = options.mode ? `coaps://localhost:${platform.lwm2msPort()}` : undefined;
  const server = secure ?? `coap://127.0.0.1:${platform.lwm2mPort()}`;
  const started = startLeshan({ server, models: folder, ...RESOURCES, ...options });
  clients.push(started);
  return started;
}
async function deviceOf({ mapping = MAPPING, settings = {}, shows = NO_SECURITY.client as object } = {}) {
  const endpoint = `leshan-${++made}`;
  const profile = await devices.addProfile(mapping, settings);
  const device = await devices.addSecured(profile, endpoint, { ...NO_SECURITY, client: shows });
  return { endpoint, device, profile };
}
const isActive = async (device: Device) => (await attributes(device, 'SERVER_SCOPE')).active;
const battery = async (device: Device) => (await latest(device, 'battery')).battery;

describe('Leshan without encryption', () => {
  it('registers, is read and observed, and ends', async () => {
    const { endpoint, device } = await deviceOf();
    const leshan = client({ endpoint });
    await leshan.told('registered');
    await expect.poll(() => isActive(device)).toBe(true);
    const telemetry = () => latest(device, 'battery', 'sources', 'temperature', 'on');
    await expect.poll(telemetry).toEqual({ battery: 80, sources: { 0: 1, 1: 5 }, temperature: 21.5, on: true });
    await expect
      .poll(() => attributes(device, 'CLIENT_SCOPE'))
      .toEqual({ manufacturer: 'Signal Works', timezone: 'Europe/Berlin' });
    leshan.say('set /3/0/9 79');
    leshan.say('set /3303/0/5700 -4.25');
    await expect.poll(telemetry).toMatchObject({ battery: 79, temperature: -4.25 });
    leshan.say('update');
    await leshan.told('updated');
    leshan.say('stop');
    await leshan.told('deregistered');
    const log = () => history(device, 'transportLog');
    await expect.poll(log).toContainEqual(expect.stringMatching('Client unregistered'));
  });

  it('answers every kind of call', async () => {
    const { endpoint, device } = await deviceOf({ settings: { compositeOperationsSupport: true } });
    const leshan = client({ endpoint });
    await leshan.told('registered');
    await expect.poll(() => latest(device, 'on')).toEqual({ on: true });
    const content = (text: string) => ({ result: 'CONTENT', value: expect.stringContaining(text) as unknown });
    const changed = { result: 'CHANGED' };
    const calls: [method: string, params: object, reply: unknown][] = [
      ['Read', { key: 'battery' }, content('value=80')],
      ['Read', { id: '/3_1.2' }, content('value=Signal Works')],
      ['Read', { id: '/3303_1.1/0' }, content('value=21.5')],
      ['Read', { id: '/3_1.2/0/6' }, content('id=1, value=5')],
      ['Discover', { id: '/3_1.2' }, content('</3/0/6>;dim=2')],
      ['DiscoverAll', {}, content('"url":"/3303/0"')],
      ['Execute', { id: '/3_1.2/0/4' }, changed],
      ['WriteReplace', { key: 'timezone', value: 'Asia/Tokyo' }, changed],
      ['WriteUpdate', { id: '/3_1.2/0', value: { 14: '+09', 15: 'Asia/Seoul' } }, changed],
      ['WriteReplace', { id: '/3_1.2/0/13', value: 1_700_000_060_000 }, changed],
      ['WriteReplace', { key: 'on', value: false }, changed],
      ['WriteReplace', { id: '/3303_1.1/0/5910', value: 'beef' }, changed],
      ['WriteAttributes', { id: '/3_1.2/0/9', attributes: { pmin: 0, pmax: 600 } }, changed],
      ['Observe', { id: '/3303_1.1/0/5850' }, content('value=false')],
      ['ObserveReadAll', {}, content('/3303_1.1/0/5850')],
      ['ObserveCancel', { id: '/3303_1.1/0/5850' }, content('1')],
      ['ReadComposite', { ids: ['/3_1.2/0/9', '/3303_1.1/0'] }, content('21.5')],
      ['WriteComposite', { nodes: { '/3_1.2/0/14': '+02', '/3303_1.1/0/5850': true } }, changed],
      ['ObserveCancelAll', {}, content('2')],
      ['Delete', { id: '/3303_1.1/0' }, { result: 'DELETED' }],
    ];
    for (const [method, params, reply] of calls) {
      expect([method, params, await call(device, method, params)]).toEqual([method, params, reply]);
    }
    expect(leshan.lines).toEqual(
      expect.arrayContaining(
        ['executed /3/0/4 null', 'wrote /3/0/15 Asia/Tokyo', 'wrote /3/0/14 +09', 'wrote /3/0/14 +02'].concat([
          'wrote /3303/0/5850 false',
          'wrote /3303/0/5910 2 bytes',
          'wrote /3303/0/5850 true',
        ]),
      ),
    );
  });

  it('has shared attributes written into its resources, also when it was away', async () => {
    const { endpoint, device } = await deviceOf();
    await share(device, { timezone: 'Asia/Tokyo' });
    const leshan = client({ endpoint });
    await leshan.told('wrote /3/0/15 Asia/Tokyo');
    await share(device, { timezone: 'America/Lima', on: false });
    await leshan.told('wrote /3/0/15 America/Lima');
    await leshan.told('wrote /3303/0/5850 false');
  });

  it('sends values on its own account', async () => {
    const { endpoint, device } = await deviceOf({ mapping: { ...MAPPING, observe: [] } });
    const leshan = client({ endpoint });
    await leshan.told('registered');
    await expect.poll(() => battery(device)).toBe(80);
    for (const [format, value] of [
      ['SENML_JSON', 61],
      ['SENML_CBOR', 62],
    ] as const) {
      const before = leshan.lines.length;
      leshan.say(`set /3/0/9 ${value}`);
      leshan.say(`send ${format} /3/0/9,/3303/0/5700`);
      expect(await leshan.told(/^sent/, before)).toMatch('CHANGED');
      await expect.poll(() => battery(device)).toBe(value);
    }
    // What it has collected is stored with the time of each value.
    for (const value of [71, 72]) {
      const before = leshan.lines.length;
      leshan.say(`set /3/0/9 ${value}`);
      leshan.say('collect /3/0/9');
      await leshan.told('collected', before);
      // Of two values of one millisecond the later one counts.
      const collected = Date.now();
      await expect.poll(() => Date.now() - collected).toBeGreaterThan(5);
    }
    leshan.say('flush SENML_JSON');
    await expect.poll(() => history(device, 'battery')).toEqual(['80', '61', '62', '71', '72']);
  });

  it('sleeps, and gets what there is for it when it wakes', async () => {
    const { endpoint, device } = await deviceOf({ settings: { powerMode: 'PSM', psmActivityTimer: 1000 } });
    const leshan = client({ endpoint, queue: 'true' });
    await leshan.told('registered');
    await expect.poll(() => history(device, 'transportLog')).toContain('Info: Client is sleeping!');
    await share(device, { timezone: 'America/Lima' });
    const answer = call(device, 'Read', { key: 'battery' });
    leshan.say('update');
    await leshan.told('wrote /3/0/15 America/Lima');
    expect(await answer).toMatchObject({ result: 'CONTENT' });
  });

  it.each([1, 2])('gets firmware by strategy %i', async (fwUpdateStrategy) => {
    const resource = `coap://127.0.0.1:${platform.lwm2mPort()}`;
    const { endpoint, device, profile } = await deviceOf({
      mapping: {},
      settings: { fwUpdateStrategy, ...(fwUpdateStrategy === 2 ? { fwUpdateResource: resource } : {}) },
    });
    const info = await acme.admin.post<OtaPackageInfo>('/api/otaPackage', {
      ...{ type: 'FIRMWARE', title: `Firmware ${made}`, version: '2.0', deviceProfileId: profile.id },
    });
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(5000).fill(7)]), 'image.bin');
    const url = `http://127.0.0.1:${platform.httpPort()}/api/otaPackage/${info.id.id}?checksumAlgorithm=CRC32`;
    const headers = { 'x-authorization': `Bearer ${acme.admin.token}` };
    expect((await fetch(url, { method: 'POST', headers, body: form })).status).toBe(200);
    const objects = { '/5/0/3': '0', '/5/0/5': '0', '/5/0/6': info.title, '/5/0/7': '1.0', '/5/0/9': '2' };
    const leshan = client({ endpoint, next: '2.0', ...objects });
    await leshan.told('registered');
    const current = await acme.admin.get<Device>(`/api/device/${device.id.id}`);
    await acme.admin.post('/api/device', { ...current, firmwareId: info.id });
    await leshan.told('received 5000');
    await leshan.told(/^executed \/5\/0\/2/);
    await expect.poll(async () => (await history(device, 'fw_state')).at(-1)).toBe('UPDATED');
  });
});

describe('Leshan over DTLS', () => {
  it('shows a shared key', async () => {
    const identity = 'leshan-by-key';
    const { endpoint, device } = await deviceOf({ shows: { securityConfigClientMode: 'PSK', identity, key: KEY } });
    const leshan = client({ endpoint, mode: 'psk', identity, key: KEY });
    await leshan.told('registered');
    await expect.poll(() => battery(device)).toBe(80);
    leshan.say('set /3/0/9 33');
    await expect.poll(() => battery(device)).toBe(33);
    leshan.say('set /3/0/9 34');
    leshan.say('send SENML_CBOR /3/0/9');
    expect(await leshan.told(/^sent/)).toMatch('CHANGED');
    const wrong = client({ endpoint, mode: 'psk', identity, key: OTHER_KEY });
    await wrong.told(/^not registered/);
  });

  it('shows a key of its own', async () => {
    const own = await makeCertificate('meter');
    const { endpoint, device } = await deviceOf({
      shows: { securityConfigClientMode: 'RPK', key: publicKeyHex(own) },
    });
    const keys = { public: publicKeyHex(own), private: privateKeyHex(own), 'of-server': publicKeyHex(ofServer) };
    await client({ endpoint, mode: 'rpk', ...keys }).told('registered');
    await expect.poll(() => battery(device)).toBe(80);
  });

  it('shows a certificate', async () => {
    const own = await makeCertificate('valve');
    const cert = new X509Certificate(own.cert).raw.toString('base64');
    const { endpoint, device } = await deviceOf({ shows: { securityConfigClientMode: 'X509', cert } });
    const keys = { public: certificateHex(own), private: privateKeyHex(own), 'of-server': certificateHex(ofServer) };
    await client({ endpoint, mode: 'x509', ...keys }).told('registered');
    await expect.poll(() => battery(device)).toBe(80);
  });
});

describe('the bootstrap server', () => {
  const bootstrapPort = (secure: string) => platform.transportAddresses()[`lwm2m${secure}-bootstrap`]?.port as number;

  it.each(['NO_SEC', 'PSK'])('tells Leshan where it belongs (%s)', async (securityMode) => {
    const isSecure = securityMode === 'PSK';
    const endpoint = `leshan-${++made}`;
    const server = (bootstrap: string) => ({
      ...{ host: 'localhost', securityHost: 'localhost', securityMode, serverId: bootstrap ? 111 : 123 },
      port: bootstrap ? bootstrapPort('') : platform.lwm2mPort(),
      securityPort: bootstrap ? bootstrapPort('s') : platform.lwm2msPort(),
    });
    const profile = await devices.addProfile(
      MAPPING,
      {},
      {
        bootstrap: {
          servers: { shortId: 123, lifetime: 300, defaultMinPeriod: 1, notifIfDisabled: true, binding: 'U' },
          bootstrapServer: server('bootstrap'),
          lwm2mServer: server(''),
        },
      },
    );
    const identity = `identity-of-${endpoint}`;
    const shown = isSecure ? { clientPublicKeyOrId: identity, clientSecretKey: KEY } : {};
    const device = await devices.addSecured(profile, endpoint, {
      client: isSecure
        ? { securityConfigClientMode: 'PSK', identity, key: OTHER_KEY }
        : { securityConfigClientMode: 'NO_SEC' },
      bootstrap: {
        bootstrapServer: { securityMode, ...shown },
        lwm2mServer: { securityMode, ...shown, ...(isSecure ? { clientSecretKey: OTHER_KEY } : {}) },
      },
    });
    const leshan = client({
      ...{ endpoint, bootstrap: 'true' },
      ...(isSecure
        ? { server: `coaps://localhost:${bootstrapPort('s')}`, mode: 'psk', identity, key: KEY }
        : { server: `coap://localhost:${bootstrapPort('')}` }),
    });
    await leshan.told('bootstrapped');
    await leshan.told('registered');
    await expect.poll(() => battery(device)).toBe(80);
  });
});
