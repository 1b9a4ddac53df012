import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type Lwm2mClientOptions, type Lwm2mTestClient, startLwm2mClient } from '../../../test/lwm2m-client.ts';
import { createLwm2mDevices } from '../../../test/lwm2m-devices.ts';
import { createTestTenant, type TestTenant } from '../../../test/people.ts';
import { startTestPlatform, type TestPlatform } from '../../../test/platform.ts';
import { writeCbor } from './codecs/cbor.ts';
import { Format } from './codecs/content.ts';

let platform: TestPlatform;
let acme: TestTenant;
const devices = createLwm2mDevices(() => acme.admin);
const clients: Lwm2mTestClient[] = [];
let made = 0;

beforeAll(async () => {
  platform = await startTestPlatform();
  acme = await createTestTenant(platform, 'lwm2m-sends');
  await devices.addModels();
});
afterAll(() => platform?.stop());
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
});

const waiting = { timeout: 40_000, interval: 50 };
const MAPPING = {
  keyName: { '/3_1.0/0/9': 'battery', '/3_1.0/0/15': 'timezone', '/3303_1.1/0/5910': 'bitmap' },
  telemetry: ['/3_1.0/0/9', '/3303_1.1/0/5910'],
  attribute: ['/3_1.0/0/15'],
};
const RESOURCES: NonNullable<Lwm2mClientOptions['resources']> = {
  '/3/0/9': { type: 'INTEGER', value: 95 },
  '/3/0/15': { type: 'STRING', value: 'Europe/Berlin' },
  '/3303/0/5910': { type: 'OPAQUE', value: Buffer.from('beef', 'hex') },
};

async function sender() {
  const endpoint = `sender-${++made}`;
  const device = await devices.addDevice(await devices.addProfile(MAPPING), endpoint);
  const client = await startLwm2mClient(platform.lwm2mPort(), {
    ...{ endpoint, version: '1.1', resources: RESOURCES, links: '</3303>;ver=1.1' },
  });
  clients.push(client);
  const send = async (payload: unknown, format: number | null = Format.senmlJson) => {
    const bytes = Buffer.from(Buffer.isBuffer(payload) ? payload : JSON.stringify(payload));
    return (await client.request('0.02', ['dp'], [], bytes, format ?? undefined))?.code;
  };
  return { device, client, send };
}

it('stores what a client sends, as its profile says', async () => {
  const { device, client, send } = await sender();
  expect(await client.register()).toBe('2.01');
  await expect
    .poll(() => devices.latest(device, 'battery', 'bitmap'), waiting)
    .toEqual({ battery: 95, bitmap: 'beef' });
  expect(
    await send([
      { bn: '/3/0/', n: '9', v: 41 },
      { n: '15', vs: 'Asia/Tokyo' },
      { bn: '/3303/0/5910', vd: 'yv4' },
    ]),
  ).toBe('2.04');
  await expect
    .poll(() => devices.latest(device, 'battery', 'bitmap'), waiting)
    .toEqual({ battery: 41, bitmap: 'cafe' });
  await expect
    .poll(() => devices.attributes(device, 'CLIENT_SCOPE'), waiting)
    .toMatchObject({ timezone: 'Asia/Tokyo' });
  const cbor = writeCbor([
    new Map<number, number | string>([
      [-2, '/3/0/9'],
      [2, 42],
    ]),
  ]);
  expect(await send(cbor, Format.senmlCbor)).toBe('2.04');
  await expect.poll(() => devices.latest(device, 'battery'), waiting).toEqual({ battery: 42 });
});

it('stores values of earlier times with their times', async () => {
  const { device, client, send } = await sender();
  await client.register();
  await expect.poll(() => devices.latest(device, 'battery'), waiting).toEqual({ battery: 95 });
  const at = 1_700_000_000;
  expect(
    await send([
      { bn: '/3/0/9', bt: at, t: 10, v: 12 },
      { t: 0.5, v: 11 },
      { n: '', bt: 0, t: -60, v: 13 },
    ]),
  ).toBe('2.04');
  const points = async (range: string) =>
    (
      await acme.admin.get<Record<string, { ts: number; value: string }[]>>(
        `/api/plugins/telemetry/DEVICE/${device.id.id}/values/timeseries?keys=battery&orderBy=ASC&limit=10&${range}`,
      )
    ).battery;
  await expect
    .poll(() => points(`startTs=0&endTs=${at * 1000 + 60_000}`), waiting)
    .toEqual([
      { ts: at * 1000 + 500, value: '11' },
      { ts: at * 1000 + 10_000, value: '12' },
    ]);
  // The last one is of a minute ago: before what was read.
  expect(await devices.history(device, 'battery')).toEqual(['11', '12', '13', '95']);
});

it('refuses what is not one, and whoever is not registered', async () => {
  const { device, client, send } = await sender();
  const good = [{ n: '/3/0/9', v: 1 }];
  expect(await send(good)).toBe('4.04');
  await client.register();
  expect(await send('no list')).toBe('4.00');
  expect(await send([{ n: '/3/0/9', v: 1, t: 'soon' }])).toBe('4.00');
  expect(await send([{ n: '/3/0/9', v: 1, bt: 1e20 }])).toBe('4.00');
  expect(await send(good, Format.text)).toBe('4.15');
  expect(await send(good, null)).toBe('4.15');
  expect(await send([...good, { n: '/4711/0/1', v: 1 }])).toBe('4.04');
  expect((await client.request('0.01', ['dp'], []))?.code).toBe('4.05');
  await client.deregister();
  expect(await send(good)).toBe('4.04');
  expect(await devices.history(device, 'battery')).not.toContain('1');
});
