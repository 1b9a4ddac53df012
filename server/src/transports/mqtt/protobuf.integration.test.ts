import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { DEFAULT_RPC_REQUEST_SCHEMA, DEFAULT_RPC_RESPONSE_SCHEMA } from '@signalbox/contract/rpc-schemas';
import type { MqttClient } from 'mqtt';
import protobuf from 'protobufjs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDevicePlatform, type DevicePlatform, until } from '../../../test/device-platform.ts';
import { createMqttClients } from '../../../test/mqtt-clients.ts';

/** Schema of telemetry: what devices of most tests send. */
const READING = `syntax = "proto3";
package telemetry;
message Unused { int32 a = 1; }
message Reading {
  optional double temperature = 1;
  int32 humidity = 2;
  int64 counter = 3;
  string note = 4;
  bytes raw = 5;
  Mode mode = 6;
  Inner inner = 7;
  repeated int32 samples = 8;
  map<string, double> limits = 9;
  oneof choice { bool on = 10; string word = 11; }
  enum Mode { OFF = 0; AUTO = 1; }
  message Inner { optional string key1 = 1; bool key2 = 2; }
}`;
const TIMED = `syntax = "proto3";
message Timed { optional int64 ts = 1; Values values = 2; message Values { double t = 1; } }`;
const CONFIGURATION = 'syntax = "proto3"; message Configuration { optional string firmware = 1; int32 serial = 2; }';
const OWN_CALL = `syntax = "proto3"; message Call {
  optional string method = 1; optional int32 requestId = 2; optional Params params = 3;
  message Params { int32 pin = 1; repeated double levels = 2; } }`;
const OWN_ANSWER = 'syntax = "proto3"; message Answer { int32 status = 1; optional string text = 2; }';

/** The fixed messages, as a device would have them. */
const FIXED = protobuf.parse(
  `syntax = "proto3";
   enum KeyValueType { BOOLEAN_V = 0; LONG_V = 1; DOUBLE_V = 2; STRING_V = 3; JSON_V = 4; }
   message KeyValueProto { string key = 1; KeyValueType type = 2; bool bool_v = 3; int64 long_v = 4;
     double double_v = 5; string string_v = 6; string json_v = 7; }
   message TsKvProto { int64 ts = 1; KeyValueProto kv = 2; }
   message AttributesRequest { string clientKeys = 1; string sharedKeys = 2; }
   message GetAttributeResponseMsg { int32 requestId = 1; repeated TsKvProto clientAttributeList = 2;
     repeated TsKvProto sharedAttributeList = 3; string error = 5; bool sharedStateMsg = 6; }
   message AttributeUpdateNotificationMsg { repeated TsKvProto sharedUpdated = 1; repeated string sharedDeleted = 2; }
   message RpcRequest { string method = 1; string params = 2; }
   message ToServerRpcResponseMsg { int32 requestId = 1; string payload = 2; string error = 3; }`,
  { keepCase: true },
).root;

let platform: DevicePlatform;
const clients = createMqttClients(() => platform);

beforeAll(async () => {
  platform = await createDevicePlatform({ clientCallTimeout: 2_000 });
});
afterAll(() => platform.close());
beforeEach(() => {
  platform.messages.length = 0;
});
afterEach(clients.end);

interface Payloads {
  telemetry?: string;
  attributes?: string;
  request?: string;
  response?: string;
  acceptsJson?: boolean;
  sendsJson?: boolean;
}

function profileData({ telemetry, attributes, request, response, acceptsJson, sendsJson }: Payloads): string {
  return JSON.stringify({
    transportConfiguration: {
      type: 'MQTT',
      transportPayloadTypeConfiguration: {
        transportPayloadType: 'PROTOBUF',
        deviceTelemetryProtoSchema: telemetry ?? READING,
        deviceAttributesProtoSchema: attributes ?? CONFIGURATION,
        deviceRpcRequestProtoSchema: request ?? DEFAULT_RPC_REQUEST_SCHEMA,
        deviceRpcResponseProtoSchema: response ?? DEFAULT_RPC_RESPONSE_SCHEMA,
        enableCompatibilityWithJsonPayloadFormat: acceptsJson ?? false,
        useJsonPayloadFormatForDefaultDownlinkTopics: sendsJson ?? false,
      },
    },
  });
}

async function addProfile(payloads: Payloads = {}): Promise<string> {
  const { rows } = await platform.pool.query<{ id: string }>(
    `INSERT INTO device_profile (id, created_time, tenant_id, name, is_default, type, transport_type, provision_type, profile_data)
     VALUES (gen_random_uuid(), 0, $1, gen_random_uuid()::text, false, 'DEFAULT', 'MQTT', 'DISABLED', $2) RETURNING id`,
    [platform.tenantId, profileData(payloads)],
  );
  return rows[0]?.id as string;
}

const connect = (token: string): Promise<MqttClient> => clients.connect(token, 5);

/** A connected device of a profile with protobuf, and all that it receives. */
async function protobufDevice(payloads: Payloads = {}) {
  const profileId = await addProfile(payloads);
  const device = await platform.addDevice({ profileId });
  const client = await connect(device.token);
  const received: { topic: string; payload: Buffer }[] = [];
  client.on('message', (topic, payload) => received.push({ topic, payload }));
  return { ...device, profileId, client, received };
}

function encode(schema: string, type: string, values: object): Buffer {
  const found = protobuf.parse(schema, { keepCase: true }).root.lookupType(type);
  return Buffer.from(found.encode(found.fromObject(values)).finish());
}

function decode(root: protobuf.Root, type: string, payload: Buffer): object {
  const found = root.lookupType(type);
  return found.toObject(found.decode(payload), { longs: String, enums: String });
}

const encodeFixed = (type: string, values: object): Buffer =>
  Buffer.from(FIXED.lookupType(type).encode(FIXED.lookupType(type).fromObject(values)).finish());

const posted = () =>
  platform.messages
    .filter(({ type }) => type.startsWith('POST_'))
    .map(({ type, data }) => [type === 'POST_TELEMETRY_REQUEST' ? 'telemetry' : 'attributes', data]);

/** Calls the device as a user; the answer, whatever its status. */
async function callDevice(id: string, params: unknown, method = 'set', persistent = false) {
  const response = await fetch(`${platform.url}/api/rpc/twoway/${id}`, {
    method: 'POST',
    headers: { authorization: 'Bearer x' },
    body: JSON.stringify({ method, params, persistent }),
  });
  return { status: response.status, text: await response.text() };
}

async function expectClosed(client: MqttClient, topic: string, payload: string | Buffer): Promise<void> {
  const reasons: number[] = [];
  client.on('disconnect', (packet) => reasons.push(packet.reasonCode ?? 0));
  client.publish(topic, payload, { qos: 1 }, () => {});
  await until(() => !client.connected, 'the end of the connection');
  expect(reasons).toEqual([0x99]);
}

describe('telemetry in protobuf', () => {
  it('is stored by the names and types of the schema, default values included', async () => {
    const { client } = await protobufDevice();
    const reading = {
      ...{ temperature: 42, counter: '9007199254740993', note: '007', raw: Buffer.from([0, 1, 255]), mode: 'AUTO' },
      ...{ inner: { key1: 'x' }, samples: [1, -2], limits: { low: 0.5 }, word: 'up' },
    };
    await client.publishAsync('v1/devices/me/telemetry', encode(READING, 'telemetry.Reading', reading), { qos: 1 });
    await client.publishAsync('v1/devices/me/telemetry', '', { qos: 1 });
    expect(posted()).toEqual([
      [
        'telemetry',
        '{"temperature":42.0,"humidity":0,"counter":9007199254740993,"note":7,"raw":"AAH/","mode":"AUTO",' +
          '"inner":{"key1":"x","key2":false},"samples":[1,-2],"limits":{"low":0.5},"word":"up"}',
      ],
      ['telemetry', '{"humidity":0,"counter":0,"note":"","raw":"","mode":"OFF","samples":[],"limits":{}}'],
    ]);
  });

  it('stays a double, however many digits it has', async () => {
    const { client } = await protobufDevice({
      telemetry: 'syntax = "proto3"; message M { double d = 1; float f = 2; }',
    });
    for (const d of [0.1 + 0.2, 1e22, 5e-324, 12345678]) {
      await client.publishAsync('v2/t', encode('syntax = "proto3"; message M { double d = 1; }', 'M', { d }), {
        qos: 1,
      });
    }
    const values = platform.messages.filter(({ type }) => type.startsWith('POST_')).map(({ values }) => values?.[0]);
    expect(values).toEqual(
      [0.1 + 0.2, 1e22, 5e-324, 12345678].map((value) => ({ key: 'd', value: { type: 'DOUBLE', value } })),
    );
  });

  it('comes from mosquitto_pub too', async () => {
    const { token } = await protobufDevice({ telemetry: TIMED });
    const [host, port] = ['127.0.0.1', String(platform.mqttPort)];
    const publisher = spawn('mosquitto_pub', ['-h', host, '-p', port, '-u', token, '-q', '1', '-t', 'v2/t/p', '-s']);
    publisher.stdin.end(encode(TIMED, 'Timed', { ts: '1700000000001', values: { t: -0.5 } }));
    await once(publisher, 'close');
    expect(posted()).toEqual([['telemetry', '{"t":-0.5}']]);
  });

  it('carries a time of its own with ts and values', async () => {
    const { client } = await protobufDevice({ telemetry: TIMED });
    const timed = encode(TIMED, 'Timed', { ts: '1700000000000', values: { t: 1.5 } });
    await client.publishAsync('v1/devices/me/telemetry', timed, { qos: 1 });
    const [message] = platform.messages.filter(({ type }) => type === 'POST_TELEMETRY_REQUEST');
    expect([message?.metadata.ts, message?.data]).toEqual(['1700000000000', '{"t":1.5}']);
  });

  it('closes the connection when the bytes are no such message, and stores nothing', async () => {
    for (const payload of [Buffer.from([9, 1]), Buffer.from('{"humidity":1}'), Buffer.from([34, 2, 255, 254])]) {
      const { client, token } = await protobufDevice();
      await expectClosed(client, 'v1/devices/me/telemetry', payload);
      expect(posted()).toEqual([]);
      expect((await connect(token)).connected).toBe(true);
    }
  });

  it('closes the connection while the schema of the profile cannot be used', async () => {
    const { client } = await protobufDevice({ telemetry: 'no schema' });
    await expectClosed(client, 'v1/devices/me/telemetry', Buffer.from([16, 1]));
  });
});

describe('attributes in protobuf', () => {
  it('are posted, requested and answered', async () => {
    const { client, received, id } = await protobufDevice();
    const configuration = encode(CONFIGURATION, 'Configuration', { firmware: '1.0.1', serial: 7 });
    await client.publishAsync('v1/devices/me/attributes', configuration, { qos: 1 });
    expect(posted()).toEqual([['attributes', '{"firmware":"1.0.1","serial":7}']]);
    const entity = { tenantId: platform.tenantId, entityId: { entityType: 'DEVICE', id } } as const;
    await platform.saveAttributes({
      ...entity,
      scope: 'CLIENT_SCOPE',
      entries: [
        { key: 'a', value: { type: 'LONG', value: 9007199254740993n } },
        { key: 'b', value: { type: 'BOOLEAN', value: true } },
        { key: 'c', value: { type: 'JSON', value: '{"x":1}' } },
      ],
    });
    await platform.saveAttributes({
      ...entity,
      scope: 'SHARED_SCOPE',
      entries: [
        { key: 'd', value: { type: 'DOUBLE', value: 0.5 } },
        { key: 'e', value: { type: 'STRING', value: 'x' } },
      ],
    });
    const ts = expect.stringMatching(/^\d{13}$/);
    const ask = async (topic: string, keys: object): Promise<object> => {
      received.length = 0;
      await client.publishAsync(topic, encodeFixed('AttributesRequest', keys), { qos: 1 });
      const answer = await until(() => received[0], 'the answer');
      expect(answer.topic).toBe(topic.replace('request', 'response').replace('req', 'res'));
      return decode(FIXED, 'GetAttributeResponseMsg', answer.payload);
    };
    expect(await ask('v1/devices/me/attributes/request/5', { clientKeys: 'a,b,c', sharedKeys: 'd,e,none' })).toEqual({
      requestId: 5,
      clientAttributeList: [
        { ts, kv: { key: 'a', type: 'LONG_V', long_v: '9007199254740993' } },
        { ts, kv: { key: 'b', bool_v: true } },
        { ts, kv: { key: 'c', type: 'JSON_V', json_v: '{"x":1}' } },
      ],
      sharedAttributeList: [
        { ts, kv: { key: 'd', type: 'DOUBLE_V', double_v: 0.5 } },
        { ts, kv: { key: 'e', type: 'STRING_V', string_v: 'x' } },
      ],
    });
    expect(await ask('v2/a/req/6', { sharedKeys: 'e' })).toMatchObject({
      requestId: 6,
      sharedAttributeList: [{ kv: { key: 'e' } }],
    });
    expect(await ask('v2/a/req/p/7', {})).toMatchObject({
      clientAttributeList: [{}, {}, {}],
      sharedAttributeList: [{}, {}],
    });
  });

  it('are pushed when they change and when they are deleted', async () => {
    const { client, received, id } = await protobufDevice();
    const entity = { tenantId: platform.tenantId, entityId: { entityType: 'DEVICE', id } } as const;
    for (const topic of ['v1/devices/me/attributes', 'v2/a', 'v2/a/p']) {
      received.length = 0;
      await client.subscribeAsync(topic, { qos: 1 });
      await platform.saveAttributes({
        ...entity,
        scope: 'SHARED_SCOPE',
        entries: [{ key: 'limit', value: { type: 'DOUBLE', value: 5 } }],
      });
      platform.liveBus.publish({
        ...{ kind: 'attributesDeleted', ...entity, scope: 'SHARED_SCOPE', keys: ['x', 'y'], notifyDevice: true },
      } as Parameters<typeof platform.liveBus.publish>[0]);
      await until(() => received.length === 2, 'both updates');
      expect(received.map((message) => message.topic)).toEqual([topic, topic]);
      expect(received.map(({ payload }) => decode(FIXED, 'AttributeUpdateNotificationMsg', payload))).toEqual([
        { sharedUpdated: [{ ts: expect.any(String), kv: { key: 'limit', type: 'DOUBLE_V', double_v: 5 } }] },
        { sharedDeleted: ['x', 'y'] },
      ]);
    }
  });
});

describe('calls in protobuf', () => {
  it('of the platform go by the default schemas', async () => {
    const { client, received, id } = await protobufDevice();
    await client.subscribeAsync('v1/devices/me/rpc/request/+', { qos: 1 });
    const answer = callDevice(id, 'on');
    const { topic, payload } = await until(() => received[0], 'the call');
    const root = protobuf.parse(DEFAULT_RPC_REQUEST_SCHEMA).root;
    expect(decode(root, 'rpc.RpcRequestMsg', payload)).toEqual({ method: 'set', requestId: 0, params: 'on' });
    const reply = encode(DEFAULT_RPC_RESPONSE_SCHEMA, 'rpc.RpcResponseMsg', { payload: 'done' });
    await client.publishAsync(topic.replace('request', 'response'), reply, { qos: 1 });
    expect(await answer).toEqual({ status: 200, text: '{"payload":"done"}' });
  });

  it('of the platform go by the schemas of the profile', async () => {
    const { client, received, id } = await protobufDevice({ request: OWN_CALL, response: OWN_ANSWER });
    await client.subscribeAsync('v2/r/req/+', { qos: 1 });
    const answer = callDevice(id, { pin: 7, levels: [0.5, 1], unknown: 'ignored' });
    const { topic, payload } = await until(() => received[0], 'the call');
    expect(topic).toBe('v2/r/req/0');
    expect(decode(protobuf.parse(OWN_CALL).root, 'Call', payload)).toEqual({
      method: 'set',
      requestId: 0,
      params: { pin: 7, levels: [0.5, 1] },
    });
    await client.publishAsync('v2/r/res/0', encode(OWN_ANSWER, 'Answer', { text: 'ok' }), { qos: 1 });
    expect(await answer).toEqual({ status: 200, text: '{"status":0,"text":"ok"}' });
  });

  it('of the platform fail when the schema has no place for their params', async () => {
    const { client, received, id } = await protobufDevice();
    await client.subscribeAsync('v1/devices/me/rpc/request/+', { qos: 1 });
    expect(await callDevice(id, { pin: 1 })).toEqual({
      status: 200,
      text: '{"error":"Failed to convert device RPC command to MQTT msg"}',
    });
    const { text } = await callDevice(id, { pin: 1 }, 'set', true);
    const { rpcId } = JSON.parse(text) as { rpcId: string };
    const stored = async () =>
      (await fetch(`${platform.url}/api/rpc/persistent/${rpcId}`, { headers: { authorization: 'Bearer x' } })).json();
    await expect.poll(stored).toMatchObject({ status: 'FAILED' });
    expect(received).toEqual([]);
    const broken = await protobufDevice({ request: 'no schema' });
    await broken.client.subscribeAsync('v2/r/req/+', { qos: 1 });
    expect((await callDevice(broken.id, 'on')).text).toContain('Failed to convert');
    // The connection goes on.
    const answer = callDevice(id, 'fits');
    await until(() => received[0], 'the call');
    await client.publishAsync('v1/devices/me/rpc/response/2', '', { qos: 1 });
    expect(await answer).toEqual({ status: 200, text: '{}' });
  });

  it('of the device are passed to the rules and answered', async () => {
    const { client, received } = await protobufDevice();
    const ask = async (topic: string, call: object): Promise<unknown[]> => {
      received.length = 0;
      await client.publishAsync(topic, encodeFixed('RpcRequest', call), { qos: 1 });
      const answer = await until(() => received[0], 'the answer');
      return [answer.topic, decode(FIXED, 'ToServerRpcResponseMsg', answer.payload)];
    };
    expect(await ask('v1/devices/me/rpc/request/3', { method: 'getTime', params: '{"zone":"UTC"}' })).toEqual([
      'v1/devices/me/rpc/response/3',
      { requestId: 3, payload: '{"method":"getTime","params":{"zone":"UTC"}}' },
    ]);
    expect(await ask('v2/r/req/p/4', { method: 'getTime', params: 'plain text' })).toEqual([
      'v2/r/res/p/4',
      { requestId: 4, payload: '{"method":"getTime","params":"plain text"}' },
    ]);
    expect(await ask('v2/r/req/5', { method: 'unanswered' })).toEqual([
      'v2/r/res/5',
      { requestId: 5, error: 'timeout' },
    ]);
    await expectClosed(client, 'v1/devices/me/rpc/request/6', encodeFixed('RpcRequest', { params: '{}' }));
  });
});

describe('JSON beside protobuf', () => {
  it('is taken where the profile allows it, on all topics of the profile', async () => {
    const { client, received, id } = await protobufDevice({ acceptsJson: true });
    await client.publishAsync('v1/devices/me/telemetry', '{"t":1,"u":"2"}', { qos: 1 });
    await client.publishAsync('v2/t', encode(READING, 'telemetry.Reading', { humidity: 5 }), { qos: 1 });
    await client.publishAsync('v2/a', '{"firmware":"x"}', { qos: 1 });
    expect(posted().map(([, data]) => data)).toEqual([
      '{"t":1,"u":2}',
      '{"humidity":5,"counter":0,"note":"","raw":"","mode":"OFF","samples":[],"limits":{}}',
      '{"firmware":"x"}',
    ]);
    // What the device is told is protobuf still.
    await client.publishAsync('v1/devices/me/rpc/request/1', '{"method":"getTime"}', { qos: 1 });
    const answer = await until(() => received[0], 'the answer');
    expect(decode(FIXED, 'ToServerRpcResponseMsg', answer.payload)).toMatchObject({ requestId: 1 });
    await client.subscribeAsync('v1/devices/me/rpc/request/+', { qos: 1 });
    const call = callDevice(id, 'on');
    await until(() => received[1], 'the call');
    await client.publishAsync('v1/devices/me/rpc/response/0', '{"ok":true}', { qos: 1 });
    expect(await call).toEqual({ status: 200, text: '{"ok":true}' });
    await expectClosed(client, 'v1/devices/me/telemetry', 'neither {');
  });

  it('is what the device is told on the topics of v1 where the profile wants it', async () => {
    const { client, received, id } = await protobufDevice({ acceptsJson: true, sendsJson: true });
    await client.subscribeAsync('v1/devices/me/rpc/request/+', { qos: 1 });
    const call = callDevice(id, { pin: 1 });
    expect((await until(() => received[0], 'the call')).payload.toString()).toBe('{"method":"set","params":{"pin":1}}');
    const reply = encode(DEFAULT_RPC_RESPONSE_SCHEMA, 'rpc.RpcResponseMsg', { payload: 'ok' });
    await client.publishAsync('v1/devices/me/rpc/response/0', reply, { qos: 1 });
    expect((await call).text).toBe('{"payload":"ok"}');
    await client.publishAsync('v1/devices/me/attributes/request/1', '{}', { qos: 1 });
    expect((await until(() => received[1], 'the attributes')).payload.toString()).toBe('{}');
    await client.publishAsync('v2/a/req/2', '{}', { qos: 1 });
    const short = await until(() => received[2], 'the attributes on the short topic');
    expect(decode(FIXED, 'GetAttributeResponseMsg', short.payload)).toMatchObject({ requestId: 2 });
  });

  it('is on the topics that end with j, whatever the profile says', async () => {
    const { client, received, id } = await protobufDevice();
    await client.publishAsync('v2/t/j', '{"t":1}', { qos: 1 });
    await client.publishAsync('v2/a/j', '{"a":1}', { qos: 1 });
    expect(posted()).toEqual([
      ['telemetry', '{"t":1}'],
      ['attributes', '{"a":1}'],
    ]);
    await client.subscribeAsync('v2/r/req/j/+', { qos: 1 });
    const call = callDevice(id, [1]);
    const { topic, payload } = await until(() => received[0], 'the call');
    expect([topic, payload.toString()]).toEqual(['v2/r/req/j/0', '{"method":"set","params":[1]}']);
    await client.publishAsync('v2/r/res/j/0', '"done"', { qos: 1 });
    expect((await call).text).toBe('"done"');
    await expectClosed(client, 'v2/t/j', encode(READING, 'telemetry.Reading', { temperature: 1 }));
  });
});

describe('a device with JSON', () => {
  it('may use protobuf on the topics that end with p, where messages are the same for all', async () => {
    const device = await platform.addDevice();
    const client = await connect(device.token);
    const received: { topic: string; payload: Buffer }[] = [];
    client.on('message', (topic, payload) => received.push({ topic, payload }));
    await client.publishAsync('v2/a/req/p/1', encodeFixed('AttributesRequest', { clientKeys: 'a' }), { qos: 1 });
    const attributes = await until(() => received[0], 'the attributes');
    expect([attributes.topic, decode(FIXED, 'GetAttributeResponseMsg', attributes.payload)]).toEqual([
      'v2/a/res/p/1',
      { requestId: 1 },
    ]);
    await client.subscribeAsync('v2/r/req/p/+', { qos: 1 });
    const call = callDevice(device.id, 'on');
    const { payload } = await until(() => received[1], 'the call');
    const root = protobuf.parse(DEFAULT_RPC_REQUEST_SCHEMA).root;
    expect(decode(root, 'rpc.RpcRequestMsg', payload)).toMatchObject({ params: 'on' });
    const reply = encode(DEFAULT_RPC_RESPONSE_SCHEMA, 'rpc.RpcResponseMsg', { payload: 'ok' });
    await client.publishAsync('v2/r/res/p/0', reply, { qos: 1 });
    expect((await call).text).toBe('{"payload":"ok"}');
    // Telemetry has no schema.
    await expectClosed(client, 'v2/t/p', Buffer.from([8, 1]));
  });
});

describe('a profile that changes', () => {
  it('takes effect on open connections', async () => {
    const { client, profileId } = await protobufDevice();
    const change = async (data: string): Promise<void> => {
      await platform.pool.query('UPDATE device_profile SET profile_data = $2 WHERE id = $1', [profileId, data]);
      platform.liveBus.publish({
        kind: 'entity',
        action: 'updated',
        tenantId: platform.tenantId,
        entityId: { entityType: 'DEVICE_PROFILE', id: profileId },
      });
    };
    const last = () => posted().at(-1)?.[1];
    /** Publishes until the profile of the session is the new one. */
    const publishUntil = async (payload: string | Buffer, data: string): Promise<void> => {
      for (const end = Date.now() + 20_000; last() !== data && Date.now() < end; ) {
        await client.publishAsync('v1/devices/me/telemetry', payload, { qos: 1 });
      }
      expect(last()).toBe(data);
    };
    const renamed = 'syntax = "proto3"; message M { optional int32 other = 2; }';
    await publishUntil(
      Buffer.from([16, 5]),
      '{"humidity":5,"counter":0,"note":"","raw":"","mode":"OFF","samples":[],"limits":{}}',
    );
    await change(profileData({ telemetry: renamed }));
    await publishUntil(Buffer.from([16, 5]), '{"other":5}');
    await change(JSON.stringify({ transportConfiguration: { type: 'MQTT' } }));
    // A text that is protobuf too (fields 4, a number and 106 bytes, which the schema does not know): until the session
    // has the new profile, it is a message without values.
    await publishUntil(` {"j${'":1'.padEnd(105)}}`, '{"j":1}');
    expect(client.connected).toBe(true);
  });
});
