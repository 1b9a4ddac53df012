import type { Device } from '@signalbox/contract/device';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Lwm2mClientOptions, type Lwm2mTestClient, startLwm2mClient } from '../../../test/lwm2m-client.ts';
import { createLwm2mDevices, type TestMapping } from '../../../test/lwm2m-devices.ts';
import { createTestTenant, type TestTenant } from '../../../test/people.ts';
import { startTestPlatform, type TestPlatform } from '../../../test/platform.ts';

let platform: TestPlatform;
let acme: TestTenant;
const devices = createLwm2mDevices(() => acme.admin);
const { latest, attributes, call, history } = devices;
const clients: Lwm2mTestClient[] = [];
let made = 0;

beforeAll(async () => {
  platform = await startTestPlatform();
  acme = await createTestTenant(platform, 'lwm2m');
  await devices.addModels();
});
afterAll(() => platform?.stop());
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
});

const waiting = { timeout: 40_000, interval: 50 };

/** A device with its client, which has not registered yet. */
async function device(mapping: TestMapping, options: Partial<Lwm2mClientOptions> = {}, settings: object = {}) {
  const endpoint = `client-${++made}`;
  const profile = await devices.addProfile(mapping, settings);
  const one = await devices.addDevice(profile, endpoint);
  const client = await startLwm2mClient(platform.lwm2mPort(), { endpoint, resources: standard(), ...options });
  clients.push(client);
  return { one, client, profile, endpoint };
}

const standard = (): NonNullable<Lwm2mClientOptions['resources']> => ({
  '/3/0/0': { type: 'STRING', value: 'Signal Works' },
  '/3/0/6': { type: 'INTEGER', values: { 0: 1, 1: 5 } },
  '/3/0/9': { type: 'INTEGER', value: 95 },
  '/3/0/13': { type: 'TIME', value: 1_700_000_000 },
  '/3/0/14': { type: 'STRING', value: '+02' },
  '/3/0/15': { type: 'STRING', value: 'Europe/Berlin' },
  '/3303/0/5700': { type: 'FLOAT', value: 21.5 },
  '/3303/0/5850': { type: 'BOOLEAN', value: true },
  '/3303/0/5910': { type: 'OPAQUE', value: Buffer.from('beef', 'hex') },
});
const LINKS = '</>;rt="oma.lwm2m";ct="11542",</3303>;ver=1.1';

async function isActive(one: Device): Promise<unknown> {
  return (await attributes(one, 'SERVER_SCOPE')).active;
}

describe('a registration', () => {
  it('connects the device, is prolonged, and ends', async () => {
    const { one, client } = await device({});
    expect(await client.register()).toBe('2.01');
    await expect.poll(() => isActive(one), waiting).toBe(true);
    expect(await client.update(['lt=500'])).toBe('2.04');
    expect(await client.deregister()).toBe('2.02');
    expect(await client.update()).toBe('4.04');
    await expect.poll(() => attributes(one, 'SERVER_SCOPE'), waiting).toHaveProperty('lastDisconnectTime');
    await expect
      .poll(() => history(one, 'transportLog'), waiting)
      .toContainEqual(expect.stringContaining('registered'));
  });

  it('is refused to whom nobody knows, and in versions that there are not', async () => {
    const { client } = await device({});
    const stranger = await startLwm2mClient(platform.lwm2mPort(), { endpoint: 'nobody' });
    clients.push(stranger);
    expect(await stranger.register()).toBe('4.03');
    expect(await client.register(['lwm2m=2.0'])).toBe('4.12');
    expect((await stranger.request('0.02', ['rd'], ['lt=300'], Buffer.alloc(0), 40))?.code).toBe('4.00');
    expect((await stranger.request('0.02', ['rd'], ['ep=x'], Buffer.from('what'), 40))?.code).toBe('4.00');
    expect((await stranger.request('0.01', ['rd'], []))?.code).toBe('4.05');
    expect((await stranger.request('0.01', ['other'], []))?.code).toBe('4.04');
    expect((await stranger.request('0.04', ['rd', 'unknown'], []))?.code).toBe('4.04');
  });

  it('ends when its lifetime is over', async () => {
    const { one, client } = await device({});
    expect(await client.register(['lt=1'])).toBe('2.01');
    await expect.poll(() => attributes(one, 'SERVER_SCOPE'), waiting).toHaveProperty('lastDisconnectTime');
    expect(await client.update()).toBe('4.04');
  });

  it.each([90, -90])('lasts as long as it says when the clock is set by %i minutes', async (minutes) => {
    const lasting = await device({});
    const { one, client } = await device({});
    await lasting.client.register(['lt=3600']);
    await client.register(['lt=1']);
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      vi.setSystemTime(Date.now() + minutes * 60_000);
      await expect.poll(() => attributes(one, 'SERVER_SCOPE'), waiting).toHaveProperty('lastDisconnectTime');
      expect(await lasting.client.update()).toBe('2.04');
    } finally {
      vi.useRealTimers();
    }
  });

  it('ends with the credentials and with the device', async () => {
    const { one, client } = await device({});
    await client.register();
    const credentials = await acme.admin.get<object>(`/api/device/${one.id.id}/credentials`);
    await acme.admin.post('/api/device/credentials', {
      ...credentials,
      credentialsType: 'ACCESS_TOKEN',
      credentialsId: 'a token of its own',
      credentialsValue: null,
    });
    await expect.poll(() => client.update(), waiting).toBe('4.04');
    expect(await client.register()).toBe('4.03');
    const second = await device({});
    await second.client.register();
    await acme.admin.delete(`/api/device/${second.one.id.id}`);
    await expect.poll(() => second.client.update(), waiting).toBe('4.04');
  });

  it('starts over from another place', async () => {
    const mapping = { keyName: { '/3_1.0/0/9': 'battery' }, observe: ['/3_1.0/0/9'], telemetry: ['/3_1.0/0/9'] };
    const { one, client } = await device(mapping);
    await client.register();
    await expect.poll(() => client.observed.size, waiting).toBe(1);
    const before = client.location();
    await client.move();
    client.observed.clear();
    expect(await client.update()).toBe('2.04');
    await expect.poll(() => client.observed.size, waiting).toBe(1);
    await client.move();
    client.observed.clear();
    expect(await client.register()).toBe('2.01');
    expect(client.location()).not.toBe(before);
    await expect.poll(() => client.observed.size, waiting).toBe(1);
    client.set('/3/0/9', 40);
    expect(await client.notify('/3/0/9')).toBe('ACK');
    await expect.poll(() => latest(one, 'battery'), waiting).toEqual({ battery: 40 });
  });
});

it('keeps a registration until its client has shown itself at another address', async () => {
  const { one, client, endpoint } = await device({});
  expect(await client.register()).toBe('2.01');
  const other = await startLwm2mClient(platform.lwm2mPort(), { endpoint, resources: standard() });
  clients.push(other);
  // As if the address were invented: what is sent there is answered by nobody.
  other.silent = true;
  expect(await other.register()).toBeUndefined();
  expect(await client.update()).toBe('2.04');
  expect(await isActive(one)).toBe(true);
  other.silent = false;
  expect(await other.register()).toBe('2.01');
  expect(await client.update()).toBe('4.04');
  expect(await other.update()).toBe('2.04');
});

describe('values of a client', () => {
  const keyName = {
    '/3_1.0/0/0': 'manufacturer',
    '/3_1.0/0/6': 'sources',
    '/3_1.0/0/9': 'battery',
    '/3303_1.1/0/5700': 'temperature',
    '/3303_1.1/0/5850': 'on',
    '/3303_1.1/0/5910': 'bitmap',
    '/3303_1.0/0/5701': 'unit',
  };
  const mapping: TestMapping = {
    keyName,
    observe: ['/3_1.0/0/9', '/3303_1.1/0/5700'],
    attribute: ['/3_1.0/0/0', '/3_1.0/0/6', '/3303_1.1/0/5910'],
    telemetry: ['/3_1.0/0/9', '/3303_1.1/0/5700', '/3303_1.1/0/5850', '/3303_1.0/0/5701'],
    attributeLwm2m: { '/3_1.0/0/9': { pmin: 10, pmax: 60, dim: 3, ver: '1.0', gt: 1.5 } },
  };

  it.each(['1.0', '1.1'] as const)('are read and observed as the profile says (%s)', async (version) => {
    const { one, client } = await device(mapping, { version, links: LINKS });
    await client.register();
    const expected = { battery: 95, temperature: 21.5, on: true };
    await expect.poll(() => latest(one, 'battery', 'temperature', 'on'), waiting).toEqual(expected);
    await expect
      .poll(() => attributes(one, 'CLIENT_SCOPE'), waiting)
      .toEqual({ manufacturer: 'Signal Works', sources: { 0: 1, 1: 5 }, bitmap: 'beef' });
    await expect
      .poll(() => client.requests.filter(({ method }) => method === 'PUT'), waiting)
      .toMatchObject([{ path: '/3/0/9', query: ['pmin=10', 'pmax=60', 'gt=1.5'] }]);
    expect([...client.observed.keys()]).toEqual(['/3/0/9', '/3303/0/5700']);
    client.set('/3303/0/5700', -4.25);
    expect(await client.notify('/3303/0/5700')).toBe('ACK');
    await expect.poll(() => latest(one, 'temperature'), waiting).toEqual({ temperature: -4.25 });
    expect(client.requests.filter(({ path }) => path === '/3303/0/5701')).toEqual([]);
  });

  it('come in blocks when they are long', async () => {
    const { one, client } = await device(
      { keyName: { '/3_1.0/0/0': 'manufacturer' }, attribute: ['/3_1.0/0/0'] },
      { resources: { ...standard(), '/3/0/0': { type: 'STRING', value: 'long '.repeat(1000) } } },
    );
    await client.register();
    await expect.poll(() => attributes(one, 'CLIENT_SCOPE'), waiting).toEqual({ manufacturer: 'long '.repeat(1000) });
  });

  it('follow the profile when it changes', async () => {
    const { one, client, profile } = await device({ ...mapping, attributeLwm2m: {} }, { links: LINKS });
    await client.register();
    await expect.poll(() => client.observed.size, waiting).toBe(2);
    await devices.saveProfile(profile, {
      keyName: { '/3_1.0/0/9': 'charge' },
      observe: ['/3_1.0/0/9'],
      telemetry: ['/3_1.0/0/9'],
    });
    await expect.poll(() => [...client.observed.keys()], waiting).toEqual(['/3/0/9']);
    client.set('/3/0/9', 11);
    await expect
      .poll(async () => [await client.notify('/3/0/9'), await latest(one, 'charge')], waiting)
      .toEqual(['ACK', { charge: 11 }]);
  });

  it('that nobody wants any more are reset', async () => {
    const { client } = await device({ keyName, observe: ['/3_1.0/0/9'], telemetry: ['/3_1.0/0/9'] });
    await client.register();
    await expect.poll(() => client.observed.size, waiting).toBe(1);
    expect(await client.deregister()).toBe('2.02');
    expect(await client.notify('/3/0/9')).toBe('RST');
  });

  it('do not stop the others when the client refuses one', async () => {
    const { one, client } = await device(mapping, { links: LINKS });
    client.refusals.set('/3/0/0', '4.05');
    await client.register();
    await expect.poll(() => latest(one, 'battery'), waiting).toEqual({ battery: 95 });
    await expect.poll(() => history(one, 'transportLog'), waiting).toContain('Warn: Read /3/0/0: 4.05 ');
  });
});

it('acknowledges a notification that can never be read, and tells so', async () => {
  const mapping = { keyName: { '/3_1.0/0/9': 'battery' }, observe: ['/3_1.0/0/9'], telemetry: ['/3_1.0/0/9'] };
  const { one, client } = await device(mapping);
  await client.register();
  await expect.poll(() => latest(one, 'battery'), waiting).toEqual({ battery: 95 });
  client.resources.set('/3/0/9', { type: 'STRING', value: 'not a number' });
  expect(await client.notify('/3/0/9')).toBe('ACK');
  await expect
    .poll(() => history(one, 'transportLog'), waiting)
    .toContainEqual(expect.stringContaining('Error: Notification /3/0/9: '));
  client.resources.set('/3/0/9', { type: 'INTEGER', value: 12 });
  expect(await client.notify('/3/0/9')).toBe('ACK');
  await expect.poll(() => latest(one, 'battery'), waiting).toEqual({ battery: 12 });
});

describe('what a client does not answer', () => {
  const keyName = { '/3_1.0/0/0': 'manufacturer', '/3_1.0/0/9': 'battery', '/3_1.0/0/14': 'offset' };
  const mapping = { keyName, attribute: ['/3_1.0/0/0'], observe: ['/3_1.0/0/9'], telemetry: ['/3_1.0/0/9'] };

  it('is left out, and asked for again when the client is heard', async () => {
    const { one, client } = await device(mapping);
    await devices.share(one, { offset: '+05' });
    client.resetting.add('/3/0/0');
    await client.register();
    await expect.poll(() => client.resources.get('/3/0/14')?.value, waiting).toBe('+05');
    await expect.poll(() => latest(one, 'battery'), waiting).toEqual({ battery: 95 });
    await expect
      .poll(() => history(one, 'transportLog'), waiting)
      .toContain('Warn: Read /3/0/0: The client has reset the request');
    expect(await attributes(one, 'CLIENT_SCOPE')).toEqual({});
    client.resetting.clear();
    await expect
      .poll(async () => [await client.update(), await attributes(one, 'CLIENT_SCOPE')], waiting)
      .toEqual(['2.04', { manufacturer: 'Signal Works' }]);
  });

  it('ends the configuration when it is all, until the client is heard', async () => {
    const { one, client } = await device(mapping);
    for (const path of ['/3/0/0', '/3/0/9']) client.resetting.add(path);
    await client.register();
    await expect.poll(() => history(one, 'transportLog'), waiting).toContain('Error: The client has reset the request');
    client.resetting.clear();
    await expect
      .poll(async () => [await client.update(), await latest(one, 'battery')], waiting)
      .toEqual(['2.04', { battery: 95 }]);
    expect(client.observed.size).toBe(1);
  });
});

describe('shared attributes', () => {
  const keyName = {
    '/3_1.0/0/14': 'offset',
    '/3303_1.1/0/5850': 'on',
    '/3303_1.1/0/5910': 'bitmap',
    '/3_1.0/0/13': 'time',
  };

  it('are written when they differ, before and after the registration', async () => {
    const { one, client } = await device({ keyName, attribute: ['/3_1.0/0/14'] }, { links: LINKS, version: '1.1' });
    await devices.share(one, { offset: '+05', on: false });
    await client.register();
    await expect.poll(() => client.resources.get('/3/0/14')?.value, waiting).toBe('+05');
    await expect.poll(() => client.resources.get('/3303/0/5850')?.value, waiting).toBe(false);
    await devices.share(one, { bitmap: 'CAFE', time: 1_600_000_000_000, unknown: 1 });
    await expect.poll(() => client.resources.get('/3303/0/5910')?.value, waiting).toEqual(Buffer.from('cafe', 'hex'));
    await expect.poll(() => client.resources.get('/3/0/13')?.value, waiting).toBe(1_600_000_000);
    const writes = () => client.requests.filter(({ method }) => method === 'PUT').length;
    const before = writes();
    await devices.share(one, { offset: '+05' });
    await expect.poll(() => history(one, 'transportLog'), waiting).toContain('Info: /3/0/14 has the value already');
    expect(writes()).toBe(before);
  });
});

it('writes shared attributes that change while the client is being configured', async () => {
  const { one, client } = await device({ keyName: { '/3_1.0/0/14': 'offset', '/3_1.0/0/15': 'zone' } });
  await devices.share(one, { offset: '+05', zone: 'Asia/Tokyo' });
  let shared: Promise<unknown> | undefined;
  client.onRequest = ({ path, method }) => {
    if (!path.startsWith('/3/0/1') || method !== 'PUT' || shared) return undefined;
    // The next write stays under way until the first one is outdated.
    client.silent = true;
    shared = devices.share(one, { offset: '+06', zone: 'Asia/Seoul' }).finally(() => {
      client.silent = false;
    });
    return undefined;
  };
  await client.register();
  await expect.poll(() => client.resources.get('/3/0/14')?.value, waiting).toBe('+06');
  await expect.poll(() => client.resources.get('/3/0/15')?.value, waiting).toBe('Asia/Seoul');
  await shared;
});

it('lets a tenant have so many clients that others find room', async () => {
  const small = await startTestPlatform({ lwm2mClientsPerTenant: 1 });
  try {
    const [one, two] = [await createTestTenant(small, 'one'), await createTestTenant(small, 'two')];
    const clientOf = async (tenant: TestTenant, endpoint: string) => {
      const own = createLwm2mDevices(() => tenant.admin);
      await own.addDevice(await own.addProfile({}), endpoint);
      const client = await startLwm2mClient(small.lwm2mPort(), { endpoint, resources: standard() });
      clients.push(client);
      return client;
    };
    const first = await clientOf(one, 'first');
    const second = await clientOf(one, 'second');
    expect(await first.register()).toBe('2.01');
    expect(await second.register()).toBe('5.03');
    expect(await (await clientOf(two, 'third')).register()).toBe('2.01');
    // It takes its own place again, and gives it up.
    expect(await first.register()).toBe('2.01');
    expect(await first.deregister()).toBe('2.02');
    expect(await second.register()).toBe('2.01');
  } finally {
    await small.stop();
  }
});

describe('calls', () => {
  const keyName = { '/3_1.0/0/9': 'battery', '/3_1.0/0/14': 'offset' };
  const called = async (version: '1.0' | '1.1' = '1.1', composite = true) => {
    const made = await device({ keyName }, { version, links: LINKS }, { compositeOperationsSupport: composite });
    await made.client.register();
    return made;
  };

  it.each(['1.0', '1.1'] as const)('read, write, execute and delete (%s)', async (version) => {
    const { one, client } = await called(version);
    const battery = 'LwM2mSingleResource [id=9, value=95, type=INTEGER]';
    expect(await call(one, 'Read', { id: '/3_1.0/0/9' })).toEqual({ result: 'CONTENT', value: battery });
    expect(await call(one, 'Read', { key: 'battery' })).toEqual({ result: 'CONTENT', value: battery });
    expect(await call(one, 'Read', { id: '/3303_1.1/0' })).toEqual({
      result: 'CONTENT',
      value: expect.stringMatching(
        /^LwM2mObjectInstance \[id=0, resources=\{5700=LwM2mSingleResource \[id=5700, value=21.5/,
      ),
    });
    expect(await call(one, 'Read', { id: '/3_1.0/0/77' })).toEqual({ result: 'NOT_FOUND' });
    expect(await call(one, 'WriteReplace', { id: '/3_1.0/0/14', value: '+07' })).toEqual({ result: 'CHANGED' });
    expect(client.resources.get('/3/0/14')?.value).toBe('+07');
    expect(await call(one, 'WriteUpdate', { id: '/3_1.0/0', value: { 14: '-01', 15: 'UTC' } })).toEqual({
      result: 'CHANGED',
    });
    expect(client.resources.get('/3/0/15')?.value).toBe('UTC');
    expect(await call(one, 'WriteUpdate', { key: 'offset', value: '+08' })).toEqual({ result: 'CHANGED' });
    expect(client.resources.get('/3/0/14')?.value).toBe('+08');
    expect(await call(one, 'Execute', { id: '/3_1.0/0/4' })).toEqual({ result: 'CHANGED' });
    expect(await call(one, 'WriteAttributes', { id: '/3_1.0/0/9', attributes: { pmin: 5 } })).toEqual({
      result: 'CHANGED',
    });
    expect(client.requests.at(-1)).toMatchObject({ method: 'PUT', path: '/3/0/9', query: ['pmin=5'] });
    expect(await call(one, 'Delete', { id: '/3303_1.1/0' })).toEqual({ result: 'DELETED' });
    expect(await call(one, 'Discover', { id: '/3_1.0/0' })).toMatchObject({
      result: 'CONTENT',
      value: expect.stringMatching(/^<\/3\/0>,<\/3\/0\/0>/),
    });
    expect(await call(one, 'DiscoverAll')).toMatchObject({
      result: 'CONTENT',
      value: expect.stringContaining('"url":"/3/0"'),
    });
  });

  it('begin and end observations', async () => {
    const { one, client } = await called();
    expect(await call(one, 'ObserveReadAll')).toEqual({ result: 'CONTENT', value: '[]' });
    expect(await call(one, 'Observe', { id: '/3_1.0/0/9' })).toMatchObject({ result: 'CONTENT' });
    expect(await call(one, 'Observe', { key: 'battery' })).toEqual({
      result: 'BAD_REQUEST',
      error: 'Observation is already registered!',
    });
    await call(one, 'Observe', { id: '/3303_1.1/0' });
    expect(await call(one, 'ObserveReadAll')).toEqual({ result: 'CONTENT', value: '["/3_1.0/0/9","/3303_1.1/0"]' });
    expect(await client.notify('/3/0/9')).toBe('ACK');
    expect(await call(one, 'ObserveCancel', { id: '/3_1.0/0/9' })).toEqual({ result: 'CONTENT', value: '1' });
    expect(await call(one, 'ObserveCancelAll')).toEqual({ result: 'CONTENT', value: '1' });
    expect(client.observed.size).toBe(0);
  });

  it('do several things at once', async () => {
    const { one, client } = await called();
    expect(await call(one, 'ReadComposite', { ids: ['/3_1.0/0/9', '/3303_1.1/0/5700'] })).toEqual({
      result: 'CONTENT',
      value:
        '{/3/0/9=LwM2mSingleResource [id=9, value=95, type=INTEGER], /3303/0/5700=LwM2mSingleResource [id=5700, value=21.5, type=FLOAT]}',
    });
    expect(await call(one, 'ReadComposite', { keys: ['battery'] })).toMatchObject({ result: 'CONTENT' });
    const nodes = { '/3/0/14': '+02', '/3303_1.1/0/5850': false };
    expect(await call(one, 'WriteComposite', { nodes })).toEqual({ result: 'CHANGED' });
    expect(client.resources.get('/3303/0/5850')?.value).toBe(false);
    const error = { result: 'INTERNAL_SERVER_ERROR', error: 'This device does not support Composite Operation' };
    expect(await call((await called('1.0')).one, 'ReadComposite', { ids: ['/3_1.0/0/9'] })).toEqual(error);
    expect(await call((await called('1.1', false)).one, 'WriteComposite', { nodes })).toEqual(error);
  });

  it('are refused with the words that clients know', async () => {
    const { one } = await called();
    for (const [method, params, result, error] of [
      ['Explode', {}, 'METHOD_NOT_ALLOWED', 'Unsupported operation type: Explode'],
      ['Read', {}, 'BAD_REQUEST', "Can't find 'key' or 'id' in the requestParams parameters!"],
      ['Read', { key: 'none' }, 'BAD_REQUEST', 'none is not configured in the device profile!'],
      [
        'Read',
        { id: '/3303/0/5700' },
        'BAD_REQUEST',
        'Specified resource id /3303/0/5700 is not valid version! Must be version: 1.1',
      ],
      ['WriteReplace', { id: '/77/0/1', value: 1 }, 'BAD_REQUEST', "Tenant hasn't such the TbResources: /77_1.0/0/1!"],
      ['Execute', { id: '/77/0/1' }, 'BAD_REQUEST', "Tenant hasn't such the TbResources: /77_1.0/0/1!"],
      [
        'WriteUpdate',
        { id: '/3_1.0', value: {} },
        'BAD_REQUEST',
        'Update of the root level object is not supported yet!',
      ],
    ] as const) {
      expect(await call(one, method, params)).toEqual({ result, error });
    }
    expect(await call(one, 'FirmwareUpdate')).toMatchObject({ result: 'BAD_REQUEST' });
  });
});

describe('a client that sleeps', () => {
  it.each(['PSM', 'E_DRX'])('gets what there is for it when it wakes (%s)', async (powerMode) => {
    const { one, client } = await device(
      { keyName: { '/3_1.0/0/14': 'offset' } },
      {},
      { powerMode, psmActivityTimer: 300, pagingTransmissionWindow: 300, edrxCycle: 5000 },
    );
    await client.register();
    if (powerMode === 'PSM') {
      await expect.poll(() => history(one, 'transportLog'), waiting).toContain('Info: Client is sleeping!');
    } else {
      // One message more reaches it when the time after its last message is over.
      await new Promise((resolve) => setTimeout(resolve, 500));
      client.silent = true;
      await devices.share(one, { offset: '+01' });
      await expect.poll(() => history(one, 'transportLog'), waiting).toContain('Info: Client is sleeping!');
      client.silent = false;
    }
    const before = client.requests.length;
    await devices.share(one, { offset: '+03' });
    await devices.share(one, { offset: '+04' });
    const answer = call(one, 'Read', { id: '/3_1.0/0/9' });
    expect(client.requests.slice(before).filter(({ body }) => body.toString() !== '+01')).toEqual([]);
    await client.update();
    await expect.poll(() => client.resources.get('/3/0/14')?.value, waiting).toBe('+04');
    expect(await answer).toMatchObject({ result: 'CONTENT' });
    await expect.poll(() => history(one, 'transportLog'), waiting).toContain('Info: Client is awake!');
  });
});
