import type { Device, DeviceCredentials } from '@signalbox/contract/device';
import type { Relation } from '@signalbox/contract/relation';
import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTestTenant, type TestTenant } from '../../../../test/people.ts';
import { startTestPlatform, type TestPlatform } from '../../../../test/platform.ts';
import { decodeToJson } from '../../../protobuf/decode.ts';
import { encodeMessage } from '../../../protobuf/encode.ts';
import { gatewayMessage } from '../../payload/device-messages.ts';

let platform: TestPlatform;
let acme: TestTenant;
const clients: MqttClient[] = [];
let made = 0;

beforeAll(async () => {
  platform = await startTestPlatform();
  acme = await createTestTenant(platform, 'acme');
});
afterAll(() => platform?.stop());
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.endAsync(true)));
});

type Message = { topic: string; payload: Buffer };

/** A client of a gateway, with what it was sent. */
interface GatewayClient {
  device: Device;
  client: MqttClient;
  received: Message[];
  isClosed: () => boolean;
  send: (topic: string, payload: unknown) => Promise<number | undefined>;
  /** The next message on a topic. */
  next: (topic: string) => Promise<Record<string, unknown>>;
}

async function connect(token: string, options: IClientOptions = {}): Promise<MqttClient> {
  const client = await connectAsync(`mqtt://127.0.0.1:${platform.mqttPort()}`, {
    username: token,
    protocolVersion: 4,
    reconnectPeriod: 0,
    connectTimeout: 30_000,
    ...options,
  });
  clients.push(client);
  return client;
}

async function tokenOf(device: Device): Promise<string> {
  const { credentialsId } = await acme.admin.get<DeviceCredentials>(`/api/device/${device.id.id}/credentials`);
  return credentialsId ?? '';
}

async function addGateway(
  more: object = {},
  additionalInfo: object = { gateway: true },
  options: IClientOptions = {},
): Promise<GatewayClient> {
  const device = await acme.admin.post<Device>('/api/device', {
    name: `Gateway ${++made}`,
    additionalInfo,
    ...more,
  });
  const client = await connect(await tokenOf(device), options);
  const received: Message[] = [];
  let closed = false;
  client.on('message', (topic, payload) => received.push({ topic, payload }));
  client.on('close', () => (closed = true));
  return {
    device,
    client,
    received,
    isClosed: () => closed,
    send: async (topic, payload) => {
      const bytes = Buffer.isBuffer(payload) || typeof payload === 'string' ? payload : JSON.stringify(payload);
      const ack = await client.publishAsync(`v1/gateway/${topic}`, bytes, { qos: 1 });
      return (ack as { reasonCode?: number } | undefined)?.reasonCode;
    },
    async next(topic) {
      const find = () => received.find((message) => message.topic === `v1/gateway/${topic}`);
      await expect.poll(find).toBeDefined();
      const message = find() as Message;
      received.splice(received.indexOf(message), 1);
      return JSON.parse(message.payload.toString()) as Record<string, unknown>;
    },
  };
}

const named = (name: string) =>
  acme.admin.call<Device>('GET', `/api/tenant/devices?deviceName=${encodeURIComponent(name)}`);
async function deviceNamed(name: string): Promise<Device> {
  const { status, body } = await named(name);
  expect(status, name).toBe(200);
  return body;
}
async function latest(device: Device, keys: string): Promise<Record<string, { value: unknown }[]>> {
  return acme.admin.get(
    `/api/plugins/telemetry/DEVICE/${device.id.id}/values/timeseries?keys=${keys}&useStrictDataTypes=true`,
  );
}
async function attributes(device: Device, scope: string): Promise<Record<string, unknown>> {
  const list = await acme.admin.get<{ key: string; value: unknown }[]>(
    `/api/plugins/telemetry/DEVICE/${device.id.id}/values/attributes/${scope}`,
  );
  return Object.fromEntries(list.map(({ key, value }) => [key, value]));
}

describe('a gateway', () => {
  it('brings in devices: with their profile, its customer and a relation', async () => {
    const gateway = await addGateway({ customerId: acme.customer.id });
    expect(await gateway.send('connect', { device: 'Valve 1', type: 'valve' })).toBeUndefined();
    const valve = await deviceNamed('Valve 1');
    expect(valve).toMatchObject({ type: 'valve', customerId: acme.customer.id });
    const relations = await acme.admin.get<Relation[]>(
      `/api/relations?fromType=DEVICE&fromId=${gateway.device.id.id}&relationType=Created`,
    );
    expect(relations.map(({ to }) => to.id)).toEqual([valve.id.id]);
    await gateway.send('connect', { device: 'Valve 2', type: null });
    expect((await deviceNamed('Valve 2')).type).toBe('default');
    // Those that are there already are taken as they are.
    await gateway.send('connect', { device: 'Valve 1', type: 'other' });
    expect((await deviceNamed('Valve 1')).type).toBe('valve');
    await expect.poll(() => attributes(valve, 'SERVER_SCOPE')).toMatchObject({ active: true });
  });

  it('sends telemetry and attributes of several devices, also of those that it has not connected', async () => {
    const gateway = await addGateway();
    await gateway.send('telemetry', {
      'Meter A': [{ ts: 1_700_000_000_000, values: { power: 1.5, count: 7 } }, { state: 'on' }],
      'Meter B': [{ power: 2 }],
      'Meter C': [],
    });
    await gateway.send('attributes', { 'Meter A': { model: 'x1', floor: 3 }, 'Meter B': { model: 'x2' } });
    const [a, b] = [await deviceNamed('Meter A'), await deviceNamed('Meter B')];
    await expect
      .poll(() => latest(a, 'power,count,state'))
      .toMatchObject({
        power: [{ ts: 1_700_000_000_000, value: 1.5 }],
        count: [{ value: 7 }],
        state: [{ value: 'on' }],
      });
    await expect.poll(() => latest(b, 'power')).toMatchObject({ power: [{ value: 2 }] });
    await expect.poll(() => attributes(a, 'CLIENT_SCOPE')).toEqual({ model: 'x1', floor: 3 });
    await expect.poll(() => attributes(b, 'CLIENT_SCOPE')).toEqual({ model: 'x2' });
  });

  it('reads attributes of its devices: one value by itself, several by their keys', async () => {
    const gateway = await addGateway();
    await gateway.client.subscribeAsync('v1/gateway/attributes/response', { qos: 1 });
    await gateway.send('attributes', { 'Reader 1': { a: 5, b: 'six' } });
    const reader = await deviceNamed('Reader 1');
    await expect.poll(() => attributes(reader, 'CLIENT_SCOPE')).toEqual({ a: 5, b: 'six' });
    const ask = (request: object) => gateway.send('attributes/request', { device: 'Reader 1', ...request });
    await ask({ id: 1, client: true, key: 'a' });
    expect(await gateway.next('attributes/response')).toEqual({ id: 1, device: 'Reader 1', value: 5 });
    await ask({ id: 2, client: true, keys: ['a', 'b'] });
    expect(await gateway.next('attributes/response')).toEqual({
      id: 2,
      device: 'Reader 1',
      values: { a: 5, b: 'six' },
    });
    await ask({ id: 3, client: false, keys: ['a', 'b'] });
    expect(await gateway.next('attributes/response')).toEqual({ id: 3, device: 'Reader 1' });
  });

  it('is told of shared attributes and calls of its devices, and answers them', async () => {
    const gateway = await addGateway();
    await gateway.send('connect', { device: 'Lamp 1', type: 'lamp' });
    const lamp = await deviceNamed('Lamp 1');
    const shared = `/api/plugins/telemetry/DEVICE/${lamp.id.id}/SHARED_SCOPE`;
    await acme.admin.post(shared, { level: 7 });
    expect(await gateway.next('attributes')).toEqual({ device: 'Lamp 1', data: { level: 7 } });
    await acme.admin.delete(`${shared}?keys=level`);
    expect(await gateway.next('attributes')).toEqual({ device: 'Lamp 1', data: { deleted: ['level'] } });

    const answer = acme.admin.post(`/api/rpc/twoway/${lamp.id.id}`, { method: 'set', params: { on: true } });
    const { device, data } = (await gateway.next('rpc')) as { device: string; data: Record<string, unknown> };
    expect({ device, ...data }).toEqual({ device: 'Lamp 1', id: data.id, method: 'set', params: { on: true } });
    await gateway.send('rpc', { device: 'Lamp 1', id: data.id, data: { ok: true } });
    expect(await answer).toEqual({ ok: true });
  });

  it('is told of devices by the names that it has given them, spaces and all', async () => {
    const gateway = await addGateway();
    await gateway.send('connect', { device: ' Lamp with spaces ' });
    const lamp = await deviceNamed(' Lamp with spaces ');
    await acme.admin.post(`/api/plugins/telemetry/DEVICE/${lamp.id.id}/SHARED_SCOPE`, { level: 1 });
    expect(await gateway.next('attributes')).toEqual({ device: ' Lamp with spaces ', data: { level: 1 } });
  });

  it('disconnects a device, and all of them when it goes itself', async () => {
    const gateway = await addGateway();
    await gateway.send('connect', { device: 'Gone 1' });
    await gateway.send('connect', { device: 'Gone 2' });
    const [one, two] = [await deviceNamed('Gone 1'), await deviceNamed('Gone 2')];
    await gateway.send('disconnect', { device: 'Gone 1' });
    await expect.poll(() => attributes(one, 'SERVER_SCOPE')).toHaveProperty('lastDisconnectTime');
    expect(await attributes(two, 'SERVER_SCOPE')).not.toHaveProperty('lastDisconnectTime');
    expect((await acme.admin.call('POST', `/api/rpc/oneway/${one.id.id}`, { method: 'm', params: {} })).status).toBe(
      504,
    );
    await gateway.client.endAsync(true);
    await expect.poll(() => attributes(two, 'SERVER_SCOPE')).toHaveProperty('lastDisconnectTime');
  });

  it('is active for its devices where it is set so', async () => {
    const [plain, active] = [await addGateway(), await addGateway({}, { gateway: true, overwriteActivityTime: true })];
    await plain.send('connect', { device: 'Quiet 1' });
    await active.send('connect', { device: 'Quiet 2' });
    const [one, two] = [await deviceNamed('Quiet 1'), await deviceNamed('Quiet 2')];
    const seen = async (device: Device) => Number((await attributes(device, 'SERVER_SCOPE')).lastActivityTime);
    await expect.poll(() => seen(one)).toBeGreaterThan(0);
    await expect.poll(() => seen(two)).toBeGreaterThan(0);
    /** Says something at a topic of gateways that is about no device, until it counts for the device of the active one. */
    const sayMore = async () => {
      const before = await seen(two);
      await expect
        .poll(async () => {
          await Promise.all([plain.send('other', '{}'), active.send('other', '{}')]);
          await active.client.publishAsync('v1/devices/me/telemetry', '{"own":1}', { qos: 1 });
          return seen(two);
        })
        .toBeGreaterThan(before);
    };
    // What came of the connection is written by then.
    await sayMore();
    const first = await seen(one);
    await sayMore();
    expect(await seen(one)).toBe(first);
  });

  it('lets its devices be claimed', async () => {
    const gateway = await addGateway();
    await gateway.send('claim', { 'Claimed 1': { secretKey: 's', durationMs: 60_000 } });
    const claim = (secretKey: string) =>
      acme.customerUser.call('POST', '/api/customer/device/Claimed%201/claim', { secretKey });
    expect((await claim('s')).status).toBe(200);
    expect((await deviceNamed('Claimed 1')).customerId).toEqual(acme.customer.id);
  });

  it('has its devices found again after they were deleted, and connects them again', async () => {
    const gateway = await addGateway();
    await gateway.send('telemetry', { Phoenix: [{ a: 1 }] });
    const first = await deviceNamed('Phoenix');
    await acme.admin.delete(`/api/device/${first.id.id}`);
    await gateway.send('telemetry', { Phoenix: [{ a: 2 }] });
    const second = await deviceNamed('Phoenix');
    expect(second.id.id).not.toBe(first.id.id);
    await expect.poll(() => latest(second, 'a')).toMatchObject({ a: [{ value: 2 }] });
  });

  it('keeps many devices and the order of what they send', async () => {
    const gateway = await addGateway();
    const names = Array.from({ length: 300 }, (_, at) => `Crowd ${at}`);
    await Promise.all(
      [1, 2, 3].map((round) => gateway.send('telemetry', Object.fromEntries(names.map((name) => [name, [{ round }]])))),
    );
    const found = await acme.admin.get<{ totalElements: number }>(
      '/api/tenant/devices?pageSize=1&page=0&textSearch=Crowd',
    );
    expect(found.totalElements).toBe(300);
    const last = await deviceNamed('Crowd 299');
    await expect.poll(() => latest(last, 'round')).toMatchObject({ round: [{ value: 3 }] });
  });
});

describe('what a gateway may not do', () => {
  it.each([
    ['no JSON', 'telemetry', 'nonsense {'],
    ['no object', 'telemetry', '[1]'],
    ['no device', 'connect', { type: 'x' }],
    ['an empty name', 'connect', { device: ' ' }],
    ['a character that nobody can store', 'connect', { device: 'nul \0' }],
    ['no device of attributes', 'attributes/request', { id: 1, client: true, key: 'a' }],
    ['an id that is no number', 'rpc', { device: 'A', id: 'x', data: {} }],
    ['bad values in a list', 'telemetry', '{"A":["x"]}'],
    ['a key that would be stored as another', 'telemetry', { A: [{ 'half \ud800': 1 }] }],
    ['half of a character in a name', 'telemetry', { 'half \ud800': [{ a: 1 }] }],
  ])('%s ends its connection', async (_, topic, payload) => {
    const gateway = await addGateway();
    void gateway.send(topic, payload).catch(() => undefined);
    await expect.poll(gateway.isClosed).toBe(true);
  });

  it('what is wrong of one device keeps neither the connection nor the others from going on', async () => {
    const gateway = await addGateway();
    await gateway.send('telemetry', { 'Right 1': [{ a: 1 }], 'Wrong 1': { a: 1 } });
    const right = await deviceNamed('Right 1');
    await expect.poll(() => latest(right, 'a')).toMatchObject({ a: [{ value: 1 }] });
    expect((await named('Wrong%201')).status).toBe(404);
    // What has nothing to store is not acknowledged, and what comes after it is.
    let acknowledged = false;
    gateway.send('telemetry', { 'Wrong 1': { a: 1 } }).then(
      () => (acknowledged = true),
      () => undefined,
    );
    await gateway.send('telemetry', { 'Right 1': [{ a: 2 }] });
    expect([acknowledged, gateway.isClosed()]).toEqual([false, false]);
  });

  it.each([4, 5] as const)('speaks for itself under its own name (version %i)', async (protocolVersion) => {
    const gateway = await addGateway({}, { gateway: true }, { protocolVersion });
    const { name } = gateway.device;
    await gateway.send('connect', { device: name });
    await gateway.send('telemetry', { [name]: [{ load: 0.5 }], 'Beside it': [{ a: 1 }] });
    await gateway.send('attributes', { [name]: { firmware: 'g1' } });
    await expect.poll(() => latest(gateway.device, 'load')).toMatchObject({ load: [{ value: 0.5 }] });
    await expect.poll(() => attributes(gateway.device, 'CLIENT_SCOPE')).toMatchObject({ firmware: 'g1' });
    await gateway.send('attributes/request', { id: 1, device: name, client: true, key: 'firmware' });
    expect(await gateway.next('attributes/response')).toEqual({ id: 1, device: name, value: 'g1' });
    await gateway.send('disconnect', { device: name });
    // Its own session goes on.
    await gateway.client.publishAsync('v1/devices/me/telemetry', '{"load":0.7}', { qos: 1 });
    await expect.poll(() => latest(gateway.device, 'load')).toMatchObject({ load: [{ value: 0.7 }] });
    expect(gateway.isClosed()).toBe(false);
  });

  it('keeps what is not UTF-8 as U+FFFD', async () => {
    const gateway = await addGateway();
    await gateway.send('telemetry', Buffer.from('{"Latin":[{"unit":"\xb0C"}]}', 'latin1'));
    const latin = await deviceNamed('Latin');
    await expect.poll(() => latest(latin, 'unit')).toMatchObject({ unit: [{ value: '\ufffdC' }] });
  });

  it('MQTT 5 says what is wrong', async () => {
    const gateway = await addGateway({}, { gateway: true }, { protocolVersion: 5 });
    const refused = (topic: string, payload: unknown) =>
      gateway.send(topic, payload).then(
        () => 0,
        (error: { code?: number }) => error.code,
      );
    expect(await refused('telemetry', { 'Wrong 2': { a: 1 } })).toBe(0x99);
    expect(await refused('connect', { device: 'x'.repeat(256) })).toBe(0x99);
    expect(await refused('connect', { device: 'half \ud800' })).toBe(0x99);
    expect(await refused('connect', { device: '<img src=x onerror=alert(1)>' })).toBe(0x97);
    expect(await refused('telemetry', { 'Right 2': [{ a: 1 }] })).toBe(0);
    expect(gateway.isClosed()).toBe(false);
  });

  it('a device that is no gateway gets no acknowledgement, and no device', async () => {
    const device = await addGateway({}, { gateway: false });
    let acknowledged = false;
    device.send('connect', { device: 'Smuggled' }).then(
      () => (acknowledged = true),
      () => undefined,
    );
    await device.client.publishAsync('v1/devices/me/telemetry', '{"a":1}', { qos: 1 });
    expect(acknowledged).toBe(false);
    expect((await named('Smuggled')).status).toBe(404);
  });

  it('reach devices of another tenant', async () => {
    const other = await createTestTenant(platform, 'other');
    const theirs = await other.admin.post<Device>('/api/device', { name: 'Theirs' });
    const gateway = await addGateway();
    await gateway.send('telemetry', { Theirs: [{ stolen: 1 }] });
    expect((await deviceNamed('Theirs')).id.id).not.toBe(theirs.id.id);
    expect(await other.admin.get(`/api/plugins/telemetry/DEVICE/${theirs.id.id}/keys/timeseries`)).toEqual([]);
  });
});

describe('a gateway with protobuf', () => {
  it('speaks it on all its topics', async () => {
    const profile = await acme.admin.post<{ id: { id: string } }>('/api/deviceProfile', {
      name: 'protobuf gateways',
      type: 'DEFAULT',
      transportType: 'MQTT',
      provisionType: 'DISABLED',
      profileData: {
        configuration: { type: 'DEFAULT' },
        transportConfiguration: {
          type: 'MQTT',
          transportPayloadTypeConfiguration: {
            transportPayloadType: 'PROTOBUF',
            deviceTelemetryProtoSchema: 'syntax = "proto3"; message T { double t = 1; }',
            deviceAttributesProtoSchema: 'syntax = "proto3"; message A { string a = 1; }',
          },
        },
        provisionConfiguration: { type: 'DISABLED', provisionDeviceSecret: null },
        alarms: [],
      },
    });
    const gateway = await addGateway({ deviceProfileId: profile.id });
    const write = (name: string, members: object) => encodeMessage(gatewayMessage(name), members);
    await gateway.send('connect', write('ConnectMsg', { deviceName: 'Proto 1', deviceType: 'proto' }));
    await gateway.send(
      'telemetry',
      write('GatewayTelemetryMsg', {
        msg: [
          {
            deviceName: 'Proto 1',
            msg: {
              tsKvList: [
                {
                  ts: '1700000000000',
                  kv: [
                    { key: 'd', type: 'DOUBLE_V', doubleV: 1.5 },
                    { key: 'l', type: 'LONG_V', longV: '9007199254740993' },
                    { key: 'b', type: 'BOOLEAN_V', boolV: true },
                    { key: 's', type: 'STRING_V', stringV: 'text' },
                    { key: 'j', type: 'JSON_V', jsonV: '{"a": 1}' },
                  ],
                },
              ],
            },
          },
        ],
      }),
    );
    const device = await deviceNamed('Proto 1');
    expect(device.type).toBe('proto');
    const values = async () => {
      const series = await acme.admin.get<Record<string, { value: string }[]>>(
        `/api/plugins/telemetry/DEVICE/${device.id.id}/values/timeseries?keys=d,l,b,s,j`,
      );
      return Object.fromEntries(Object.entries(series).map(([key, [point]]) => [key, point?.value]));
    };
    await expect.poll(values).toEqual({
      d: '1.5',
      l: '9007199254740993',
      b: 'true',
      s: 'text',
      j: '{"a":1}',
    });
    await gateway.send(
      'attributes',
      write('GatewayAttributesMsg', {
        msg: [{ deviceName: 'Proto 1', msg: { kv: [{ key: 'm', type: 'LONG_V', longV: '5' }] } }],
      }),
    );
    await expect.poll(() => attributes(device, 'CLIENT_SCOPE')).toEqual({ m: 5 });
    await gateway.send(
      'attributes/request',
      write('GatewayAttributesRequestMsg', { id: 9, deviceName: 'Proto 1', client: true, keys: ['m'] }),
    );
    const decoded = async (topic: string, name: string) => {
      const find = () => gateway.received.find((message) => message.topic === `v1/gateway/${topic}`);
      await expect.poll(find).toBeDefined();
      return JSON.parse(decodeToJson(gatewayMessage(name), (find() as Message).payload)) as Record<string, unknown>;
    };
    expect(await decoded('attributes/response', 'GatewayAttributeResponseMsg')).toMatchObject({
      deviceName: 'Proto 1',
      responseMsg: { requestId: 9, clientAttributeList: [{ kv: { key: 'm', longV: '5' } }] },
    });
    const answer = acme.admin.post(`/api/rpc/twoway/${device.id.id}`, { method: 'go', params: { to: 1 } });
    const call = await decoded('rpc', 'GatewayDeviceRpcRequestMsg');
    expect(call).toMatchObject({ deviceName: 'Proto 1', rpcRequestMsg: { methodName: 'go', params: '{"to":1}' } });
    const { requestId } = call.rpcRequestMsg as { requestId: number };
    await gateway.send(
      'rpc',
      write('GatewayRpcResponseMsg', { deviceName: 'Proto 1', id: requestId, data: '{"done":true}' }),
    );
    expect(await answer).toEqual({ done: true });
    const other = await addGateway({ deviceProfileId: profile.id });
    const half = { key: 'j', type: 'JSON_V', jsonV: '{"a":9007199254740993,"b":"cut \\ud83d"}' };
    await other.send(
      'attributes',
      write('GatewayAttributesMsg', { msg: [{ deviceName: 'Proto 1', msg: { kv: [half] } }] }),
    );
    await expect.poll(() => attributes(device, 'CLIENT_SCOPE')).toMatchObject({ j: { b: 'cut \ufffd' } });
    for (const kv of [
      { key: 'a\0', type: 'LONG_V', longV: '1' },
      { key: 's', type: 'STRING_V', stringV: 'a\0' },
      { key: 'j', type: 'JSON_V', jsonV: '"\\u0000"' },
      { key: 'j', type: 'JSON_V', jsonV: '{' },
    ]) {
      const refused = await addGateway({ deviceProfileId: profile.id });
      const payload = write('GatewayAttributesMsg', { msg: [{ deviceName: 'Proto 1', msg: { kv: [kv] } }] });
      void refused.send('attributes', payload).catch(() => undefined);
      await expect.poll(refused.isClosed, { message: JSON.stringify(kv) }).toBe(true);
    }
    void gateway.send('telemetry', '{"Proto 1":[{"a":1}]}').catch(() => undefined);
    await expect.poll(gateway.isClosed).toBe(true);
  });
});
