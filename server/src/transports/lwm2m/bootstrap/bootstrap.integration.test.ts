import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type Lwm2mTestClient, startLwm2mClient } from '../../../../test/lwm2m-client.ts';
import { createLwm2mDevices } from '../../../../test/lwm2m-devices.ts';
import { createTestTenant, type TestTenant } from '../../../../test/people.ts';
import { startTestPlatform, type TestPlatform } from '../../../../test/platform.ts';
import { readContent } from '../codecs/codecs.ts';
import { pathText } from '../codecs/content.ts';
import { bootstrapTypeOf } from './bootstrap-config.ts';

let platform: TestPlatform;
let acme: TestTenant;
const devices = createLwm2mDevices(() => acme.admin);
const clients: Lwm2mTestClient[] = [];
let made = 0;

beforeAll(async () => {
  platform = await startTestPlatform();
  acme = await createTestTenant(platform, 'lwm2m-bootstrap');
});
afterAll(() => platform?.stop());
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
});

const waiting = { timeout: 40_000, interval: 50 };
const NONE = Buffer.alloc(0);
const SECRET = '00112233445566778899aabbccddeeff';
const profileServers = (securityMode: string) => ({
  servers: { shortId: 123, lifetime: 600, defaultMinPeriod: 1, notifIfDisabled: true, binding: 'U' },
  bootstrapServer: { host: '0.0.0.0', port: 5687, securityMode: 'NO_SEC', serverId: 111, clientHoldOffTime: 1 },
  lwm2mServer: {
    ...{ host: 'devices.example', port: 5685, securityHost: 'secure.example', securityPort: 5686 },
    ...{ securityMode, serverId: 123, serverPublicKey: '', clientHoldOffTime: 2, bootstrapServerAccountTimeout: 0 },
  },
});

async function asking(securityMode: string, credentials: object) {
  const endpoint = `bootstrapped-${++made}`;
  const profile = await devices.addProfile({}, {}, { bootstrap: profileServers(securityMode) });
  const one = await devices.addDevice(profile, endpoint, {
    bootstrapServer: { securityMode: 'NO_SEC' },
    lwm2mServer: credentials,
  });
  const client = await startLwm2mClient(platform.lwm2mBootstrapPort(), { endpoint });
  clients.push(client);
  client.onRequest = ({ method }) => (method === 'DELETE' ? '2.02' : '2.04');
  return { one, client, ask: async () => (await client.request('0.02', ['bs'], [`ep=${endpoint}`]))?.code };
}

/** What was written: path → value. */
const written = (client: Lwm2mTestClient): Record<string, unknown> =>
  Object.fromEntries(
    client.requests
      .filter(({ method }) => method === 'PUT')
      .flatMap(({ path, contentFormat, body }) =>
        readContent(contentFormat, body, path.split('/').slice(1).map(Number), bootstrapTypeOf),
      )
      .map(({ path, value }) => [pathText(path), value]),
  );

it('tells a client which server it belongs to', async () => {
  const { one, client, ask } = await asking('NO_SEC', { securityMode: 'NO_SEC' });
  expect(await ask()).toBe('2.04');
  await expect
    .poll(() => client.requests.map(({ method, path }) => `${method} ${path}`), waiting)
    .toEqual(['DELETE /0', 'DELETE /1', 'GET /0', 'PUT /1/0', 'PUT /0/0', 'PUT /0/1', 'POST /bs']);
  expect(written(client)).toEqual({
    ...{ '/1/0/0': 123, '/1/0/1': 600, '/1/0/2': 1, '/1/0/6': true, '/1/0/7': 'U' },
    ...{ '/0/0/0': 'coap://localhost:5687', '/0/0/1': true, '/0/0/2': 3, '/0/0/10': 111, '/0/0/11': 1, '/0/0/12': 0 },
    ...{ '/0/1/0': 'coap://devices.example:5685', '/0/1/1': false, '/0/1/2': 3, '/0/1/10': 123 },
    ...{ '/0/1/11': 2, '/0/1/12': 0 },
    // Each instance has keys, also empty ones.
    ...{ '/0/0/3': NONE, '/0/0/4': NONE, '/0/0/5': NONE, '/0/1/3': NONE, '/0/1/4': NONE, '/0/1/5': NONE },
  });
  await expect.poll(() => devices.history(one, 'transportLog'), waiting).toContain('Info: Bootstrap finished');
});

it('gives it the keys for a secure server', async () => {
  const { client, ask } = await asking('PSK', {
    ...{ securityMode: 'PSK', clientPublicKeyOrId: 'me', clientSecretKey: SECRET },
  });
  expect(await ask()).toBe('2.04');
  await expect.poll(() => client.requests.at(-1)?.path, waiting).toBe('/bs');
  expect(written(client)).toMatchObject({
    '/0/1/0': 'coaps://secure.example:5686',
    '/0/1/2': 0,
    '/0/1/3': Buffer.from('me'),
    '/0/1/5': Buffer.from(SECRET, 'hex'),
  });
});

it('leaves what the client knows of it where the client keeps that', async () => {
  const { client, ask } = await asking('NO_SEC', { securityMode: 'NO_SEC' });
  client.resources.set('/0/1', { type: 'STRING', value: '' });
  client.onRequest = ({ method }) => (method === 'GET' ? undefined : method === 'DELETE' ? '2.02' : '2.04');
  expect(await ask()).toBe('2.04');
  await expect.poll(() => client.requests.at(-1)?.path, waiting).toBe('/bs');
  expect(written(client)).toMatchObject({
    ...{ '/0/1/0': 'coap://localhost:5687', '/0/1/1': true },
    ...{ '/0/0/0': 'coap://devices.example:5685', '/0/0/1': false },
  });
});

it('refuses what does not fit, and strangers', async () => {
  const { one, client, ask } = await asking('PSK', { securityMode: 'NO_SEC' });
  expect(await ask()).toBe('4.00');
  await expect
    .poll(() => devices.history(one, 'transportLog'), waiting)
    .toContain(
      'Error: Bootstrap: The security mode of the LwM2M server is NO_SEC in the credentials, PSK in the profile',
    );
  expect(client.requests).toEqual([]);
  expect((await client.request('0.02', ['bs'], ['ep=nobody']))?.code).toBe('4.03');
  expect((await client.request('0.02', ['bs'], []))?.code).toBe('4.00');
  expect((await client.request('0.01', ['bs'], []))?.code).toBe('4.05');
  expect((await client.request('0.02', ['rd'], []))?.code).toBe('4.04');
});

it('stops when the client refuses a part', async () => {
  const { one, client, ask } = await asking('NO_SEC', { securityMode: 'NO_SEC' });
  client.onRequest = ({ method }) => (method === 'PUT' ? '4.05' : '2.02');
  expect(await ask()).toBe('2.04');
  await expect
    .poll(() => devices.history(one, 'transportLog'), waiting)
    .toContain('Error: Bootstrap: /1/0 was answered with 4.05');
});
