import type { AuditLog } from '@signalbox/contract/audit-log';
import type { Device, DeviceCredentials } from '@signalbox/contract/device';
import type { PageData } from '@signalbox/contract/page';
import type { RuleChain } from '@signalbox/contract/rule-chain';
import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { coap } from '../../test/coap-client.ts';
import { createTestTenant, type TestTenant } from '../../test/people.ts';
import { startTestPlatform, type TestPlatform } from '../../test/platform.ts';
import { noteArrivals } from '../../test/root-chain.ts';
import { decodeToJson } from '../protobuf/decode.ts';
import { encodeMessage } from '../protobuf/encode.ts';
import { PROVISION_REQUEST, PROVISION_RESPONSE } from '../transports/payload/device-messages.ts';

let platform: TestPlatform;
let acme: TestTenant;
const clients: MqttClient[] = [];

beforeAll(async () => {
  platform = await startTestPlatform();
  acme = await createTestTenant(platform, 'acme');
  await addProfile('creating', 'ALLOW_CREATE_NEW_DEVICES');
  await addProfile('checking', 'CHECK_PRE_PROVISIONED_DEVICES');
  await addProfile('closed', 'DISABLED');
});
afterAll(() => platform?.stop());
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.endAsync(true)));
});

async function addProfile(name: string, provisionType: string, more: object = {}): Promise<void> {
  await acme.admin.post('/api/deviceProfile', {
    ...more,
    name,
    type: 'DEFAULT',
    transportType: 'DEFAULT',
    provisionType,
    provisionDeviceKey: `key of ${name}`,
    profileData: {
      configuration: { type: 'DEFAULT' },
      transportConfiguration: { type: 'DEFAULT' },
      provisionConfiguration: { type: provisionType, provisionDeviceSecret: `secret of ${name}` },
      alarms: [],
    },
  });
}

const keyOf = (profile: string) => ({
  provisionDeviceKey: `key of ${profile}`,
  provisionDeviceSecret: `secret of ${profile}`,
});
const NOT_FOUND = { errorMsg: 'Provision data was not found!', status: 'NOT_FOUND' };
const FAILURE = { status: 'FAILURE', errorMsg: 'Failed to provision device!' };

const byHttp = (body: unknown) => platform.as('').call<Record<string, unknown>>('POST', '/api/v1/provision', body);
async function ask(body: unknown): Promise<Record<string, unknown>> {
  const reply = await byHttp(body);
  expect(reply.status).toBe(200);
  return reply.body;
}

async function connect(options: IClientOptions): Promise<MqttClient> {
  const client = await connectAsync(`mqtt://127.0.0.1:${platform.mqttPort()}`, {
    protocolVersion: 4,
    reconnectPeriod: 0,
    connectTimeout: 30_000,
    ...options,
  });
  clients.push(client);
  return client;
}

/** Asks on a connection, and waits for the answer. */
async function askOn(client: MqttClient, payload: string | Buffer): Promise<Buffer> {
  const answer = new Promise<Buffer>((resolve) => {
    client.on('message', (topic, bytes) => topic === '/provision/response' && resolve(bytes));
  });
  await client.publishAsync('/provision/request', payload, { qos: 1 });
  return answer;
}

const deviceNamed = (name: string) =>
  acme.admin.get<Device>(`/api/tenant/devices?deviceName=${encodeURIComponent(name)}`);
async function stateOf(device: Device): Promise<unknown> {
  const [state] = await acme.admin.get<{ value: unknown }[]>(
    `/api/plugins/telemetry/DEVICE/${device.id.id}/values/attributes/SERVER_SCOPE?keys=provisionState`,
  );
  return state?.value;
}

describe('a profile that lets devices be created', () => {
  it('creates them with a token of ours', async () => {
    const reply = await ask({ deviceName: 'New 1', ...keyOf('creating') });
    expect(reply).toEqual({
      status: 'SUCCESS',
      credentialsType: 'ACCESS_TOKEN',
      credentialsValue: expect.stringMatching(/^[A-Za-z0-9]{20}$/),
    });
    const device = await deviceNamed('New 1');
    expect(device.type).toBe('creating');
    expect(await stateOf(device)).toBe('provisioned');
    const client = await connect({ username: reply.credentialsValue as string });
    await client.publishAsync('v1/devices/me/telemetry', '{"a":1}', { qos: 1 });
  });

  it.each([
    ['ACCESS_TOKEN', { token: 'own-token-1' }, 'own-token-1'],
    [
      'MQTT_BASIC',
      { clientId: 'c1', username: 'u1', password: 'p1' },
      { clientId: 'c1', userName: 'u1', password: 'p1' },
    ],
    ['X509_CERTIFICATE', { hash: '-----BEGIN CERTIFICATE-----\nMIIC\n-----END CERTIFICATE-----' }, 'MIIC'],
  ])('gives them credentials of type %s that they bring along', async (credentialsType, parts, credentialsValue) => {
    const reply = await ask({ deviceName: `Own ${credentialsType}`, credentialsType, ...parts, ...keyOf('creating') });
    expect(reply).toEqual({ status: 'SUCCESS', credentialsType, credentialsValue });
  });

  it('tells the root chain of them, also where the profile has a chain of its own', async () => {
    const { id: own } = await acme.admin.post<RuleChain>('/api/ruleChain', { name: 'Own chain' });
    const log = {
      type: 'org.thingsboard.rule.engine.action.TbLogNode',
      name: 'log',
      configuration: { jsScript: 'return "";' },
      additionalInfo: {},
    };
    await acme.admin.post('/api/ruleChain/metadata', { ruleChainId: own, firstNodeIndex: 0, nodes: [log] });
    const ofProfile = await noteArrivals(acme, own.id);
    const ofRoot = await noteArrivals(acme);
    await addProfile('own chain', 'ALLOW_CREATE_NEW_DEVICES', { defaultRuleChainId: own });
    await ask({ deviceName: 'Told', ...keyOf('own chain') });
    const { id } = await deviceNamed('Told');
    await expect.poll(() => ofRoot(id.id)).toEqual(['ENTITY_CREATED', 'PROVISION_SUCCESS']);
    await ask({ deviceName: 'Told', ...keyOf('own chain') });
    await expect.poll(() => ofRoot(id.id)).toEqual(['ENTITY_CREATED', 'PROVISION_SUCCESS', 'PROVISION_FAILURE']);
    expect(await ofProfile(id.id)).not.toContain('ENTITY_CREATED');
  });

  it('names one that does not say how it is called', async () => {
    const { credentialsValue } = await ask(keyOf('creating'));
    const found = await acme.admin.get<PageData<Device>>('/api/tenant/devices?pageSize=100&page=0&type=creating');
    const credentials = await Promise.all(
      found.data.map(({ id }) => acme.admin.get<DeviceCredentials>(`/api/device/${id.id}/credentials`)),
    );
    const at = credentials.findIndex(({ credentialsId }) => credentialsId === credentialsValue);
    expect(found.data[at]?.name).toMatch(/^[A-Za-z0-9]{20}$/);
  });

  it('refuses names and credentials that are taken, and says so in the audit log', async () => {
    await acme.admin.post('/api/device', { name: 'Taken' });
    expect(await ask({ deviceName: 'Taken', ...keyOf('creating') })).toEqual(FAILURE);
    await ask({ deviceName: 'First', token: 'same-token', ...keyOf('creating') });
    expect(await ask({ deviceName: 'Second', token: 'same-token', ...keyOf('creating') })).toEqual(FAILURE);
    const device = await deviceNamed('Taken');
    const audit = () =>
      acme.admin.get<PageData<AuditLog>>(`/api/audit/logs/entity/DEVICE/${device.id.id}?pageSize=10&page=0`);
    await expect
      .poll(async () => (await audit()).data.map(({ actionType, actionStatus }) => [actionType, actionStatus]))
      .toContainEqual(['PROVISION_FAILURE', 'FAILURE']);
    expect(JSON.stringify(await audit())).not.toContain('secret of');
  });

  it.each(['<b>bold</b>', 'x'.repeat(256)])('refuses the name %s', async (deviceName) => {
    expect(await ask({ deviceName, ...keyOf('creating') })).toEqual(FAILURE);
  });

  it.each([
    ['ACCESS_TOKEN', { token: 'half \ud800' }],
    ['ACCESS_TOKEN', { token: 'nul \0' }],
    ['MQTT_BASIC', { clientId: 'half', username: '\ude00' }],
  ])('refuses credentials of the type %s that would be stored as others: %j', async (credentialsType, credentials) => {
    const deviceName = `Half ${JSON.stringify(credentials)}`;
    expect(await ask({ deviceName, ...keyOf('creating'), credentialsType, ...credentials })).toEqual(FAILURE);
    const path = `/api/tenant/devices?deviceName=${encodeURIComponent(deviceName)}`;
    expect((await acme.admin.call('GET', path)).status).toBe(404);
  });

  it('keeps to the limit of the tenant', async () => {
    const requested = await Promise.all(
      Array.from({ length: 30 }, () => ask({ deviceName: 'One of many', ...keyOf('creating') })),
    );
    expect(requested.filter(({ status }) => status === 'SUCCESS')).toHaveLength(1);
  });
});

describe('a profile that checks devices', () => {
  async function prepare(name: string, type: string, state?: string): Promise<Device> {
    const device = await acme.admin.post<Device>('/api/device', { name, type });
    if (state) {
      await acme.admin.post(`/api/plugins/telemetry/DEVICE/${device.id.id}/SERVER_SCOPE`, { provisionState: state });
    }
    return device;
  }

  it('gives known devices their credentials, also again', async () => {
    const device = await prepare('Known', 'checking');
    const { credentialsId } = await acme.admin.get<DeviceCredentials>(`/api/device/${device.id.id}/credentials`);
    for (const _ of [1, 2]) {
      expect(await ask({ deviceName: 'Known', ...keyOf('checking') })).toEqual({
        status: 'SUCCESS',
        credentialsType: 'ACCESS_TOKEN',
        credentialsValue: credentialsId,
      });
      expect(await stateOf(device)).toBe('provisioned');
    }
  });

  it('refuses others', async () => {
    await prepare('Of another profile', 'default');
    await prepare('Withdrawn', 'checking', 'withdrawn');
    for (const deviceName of ['Unknown', 'Of another profile', 'Withdrawn', undefined]) {
      expect(await ask({ deviceName, ...keyOf('checking') }), deviceName).toEqual(FAILURE);
    }
  });
});

describe('a request', () => {
  it.each([
    ['an unknown key', { provisionDeviceKey: 'nobody', provisionDeviceSecret: 'x' }],
    ['a wrong secret', { ...keyOf('creating'), provisionDeviceSecret: 'wrong' }],
    ['an empty key', { provisionDeviceKey: '', provisionDeviceSecret: 'x' }],
    ['an empty secret', { ...keyOf('creating'), provisionDeviceSecret: '' }],
    ['the key of a profile that provisions nobody', keyOf('closed')],
    ['a key that nobody can store', { provisionDeviceKey: 'a\0b', provisionDeviceSecret: 'x' }],
  ])('with %s finds nothing', async (_, request) => {
    expect(await ask({ deviceName: 'Hopeful', ...request })).toEqual(NOT_FOUND);
  });

  it.each([
    ['no JSON', 'nonsense', 'A provision request must be a JSON object'],
    ['no secret', { provisionDeviceKey: 'k' }, /^Failed to find the field provisionDeviceSecret in JSON body /],
    ['a name that is no text', { deviceName: 5, ...keyOf('creating') }, '"deviceName" must be a text'],
    [
      'another kind of credentials',
      { credentialsType: 'LWM2M_CREDENTIALS', ...keyOf('creating') },
      '"credentialsType" must be one of ACCESS_TOKEN, MQTT_BASIC, X509_CERTIFICATE',
    ],
  ])('with %s is told what is wrong', async (_, body, message) => {
    const reply = await byHttp(body);
    expect(reply.status).toBe(500);
    expect(reply.body.message).toEqual(typeof message === 'string' ? message : expect.stringMatching(message));
  });

  it('is not looked at for a while when many of its address have failed', async () => {
    const own = await startTestPlatform();
    try {
      const from = (body: object) => own.as('').call('POST', '/api/v1/provision', body);
      const tenant = await createTestTenant(own, 'guessed');
      await tenant.admin.post('/api/deviceProfile', {
        name: 'guessed',
        type: 'DEFAULT',
        transportType: 'DEFAULT',
        provisionType: 'ALLOW_CREATE_NEW_DEVICES',
        provisionDeviceKey: 'k',
        profileData: {
          configuration: { type: 'DEFAULT' },
          transportConfiguration: { type: 'DEFAULT' },
          provisionConfiguration: { type: 'ALLOW_CREATE_NEW_DEVICES', provisionDeviceSecret: 's' },
          alarms: [],
        },
      });
      const right = { provisionDeviceKey: 'k', provisionDeviceSecret: 's' };
      expect((await from(right)).body).toMatchObject({ status: 'SUCCESS' });
      await Promise.all(
        Array.from({ length: 90 }, () => from({ provisionDeviceKey: 'k', provisionDeviceSecret: 'guess' })),
      );
      expect((await from(right)).body).toEqual(NOT_FOUND);
    } finally {
      await own.stop();
    }
  });
});

describe('over MQTT', () => {
  it.each([
    ['user name', 4, { username: 'provision' }],
    ['client id', 5, { clientId: 'provision' }],
  ] as const)('a client with %s "provision" (version %s) gets its credentials', async (kind, version, login) => {
    const client = await connect({ ...login, protocolVersion: version });
    await client.subscribeAsync('/provision/response', { qos: 1 });
    const request = { deviceName: `By ${kind}`, ...keyOf('creating') };
    const { status, credentialsValue } = JSON.parse(String(await askOn(client, JSON.stringify(request))));
    expect(status).toBe('SUCCESS');
    const device = await connect({ username: credentialsValue });
    await device.publishAsync('v1/devices/me/telemetry', '{"a":1}', { qos: 1 });
  });

  it('is answered in protobuf what came in protobuf', async () => {
    const client = await connect({ username: 'provision' });
    const request = encodeMessage(PROVISION_REQUEST, {
      deviceName: 'By protobuf',
      credentialsType: 'MQTT_BASIC',
      provisionDeviceCredentialsMsg: keyOf('creating'),
      credentialsDataProto: { validateBasicMqttCredRequestMsg: { clientId: 'c9', userName: 'u9', password: 'p9' } },
    });
    const reply = JSON.parse(decodeToJson(PROVISION_RESPONSE, await askOn(client, request)));
    expect(reply).toMatchObject({ status: 'SUCCESS', credentialsType: 'MQTT_BASIC' });
    expect(JSON.parse(reply.credentialsValue)).toEqual({ clientId: 'c9', userName: 'u9', password: 'p9' });
    const wrong = encodeMessage(PROVISION_REQUEST, {
      provisionDeviceCredentialsMsg: { provisionDeviceKey: 'x', provisionDeviceSecret: 'y' },
    });
    client.removeAllListeners('message');
    expect(JSON.parse(decodeToJson(PROVISION_RESPONSE, await askOn(client, wrong)))).toMatchObject({
      status: 'NOT_FOUND',
    });
  });

  it.each([
    ['another topic', 'v1/devices/me/telemetry', '{"a":1}'],
    ['a request without a key', '/provision/request', '{}'],
    ['bytes that are nothing', '/provision/request', '\xff\xff'],
  ])('%s ends the connection', async (_, topic, payload) => {
    const client = await connect({ username: 'provision' });
    let isClosed = false;
    client.on('close', () => (isClosed = true));
    client.publish(topic, payload, { qos: 1 }, () => undefined);
    await expect.poll(() => isClosed).toBe(true);
  });
});

describe('a device that asks over CoAP', () => {
  const byCoap = (payload: string | Buffer) => coap(platform.coapPort(), 'post', 'api/v1/provision', payload);

  it('gets credentials, with which it can send at once', async () => {
    const reply = await byCoap(JSON.stringify({ deviceName: 'By CoAP', ...keyOf('creating') }));
    expect(reply.code).toBe('2.01');
    const { status, credentialsValue } = JSON.parse(reply.text) as Record<string, string>;
    expect(status).toBe('SUCCESS');
    const posted = await coap(platform.coapPort(), 'post', `api/v1/${credentialsValue}/telemetry`, '{"t":1}');
    expect(posted.code).toBe('2.01');
  });

  it('is answered in protobuf when it asks so', async () => {
    const { provisionDeviceKey, provisionDeviceSecret } = keyOf('creating');
    const reply = await byCoap(
      encodeMessage(PROVISION_REQUEST, {
        deviceName: 'By CoAP in protobuf',
        provisionDeviceCredentialsMsg: { provisionDeviceKey, provisionDeviceSecret },
      }),
    );
    expect(reply.code).toBe('2.01');
    expect(JSON.parse(decodeToJson(PROVISION_RESPONSE, reply.body))).toMatchObject({ status: 'SUCCESS' });
  });

  it('is refused with what nobody has, and with what is no request', async () => {
    const reply = await byCoap(JSON.stringify({ deviceName: 'x', ...keyOf('closed') }));
    expect(reply.code).toBe('4.00');
    expect(reply.output).toContain(JSON.stringify(NOT_FOUND));
    expect((await byCoap('{}')).code).toBe('4.00');
    // Names of features are read in any case.
    const loud = JSON.stringify({ deviceName: 'Loud', ...keyOf('creating') });
    expect((await coap(platform.coapPort(), 'post', 'api/v1/PROVISION', loud)).code).toBe('2.01');
  });
});
