import { spawn } from 'node:child_process';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDevicePlatform, type DevicePlatform, until } from '../../../test/device-platform.ts';
import { createMqttClients } from '../../../test/mqtt-clients.ts';
import { rawConnect } from '../../../test/raw-mqtt.ts';

let platform: DevicePlatform;
const { connect, mosquittoPub, end } = createMqttClients(() => platform);

beforeAll(async () => {
  platform = await createDevicePlatform();
});
afterAll(() => platform.close());
beforeEach(() => {
  platform.messages.length = 0;
});
afterEach(async () => {
  // A test that failed with the gate closed must not hold up the others.
  platform.gate.open();
  await end();
});

const posted = (type = 'POST_TELEMETRY_REQUEST') => platform.messages.filter((message) => message.type === type);

describe('telemetry over MQTT', () => {
  it.each([
    ['mqttv31', '1'],
    ['mqttv311', '0'],
    ['mqttv311', '1'],
    ['mqttv311', '2'],
    ['mqttv5', '1'],
    ['mqttv5', '2'],
  ])('takes what mosquitto_pub sends as %s with QoS %s', async (version, qos) => {
    const device = await platform.addDevice();
    await mosquittoPub(
      device.token,
      'v1/devices/me/telemetry',
      '{"t":21.5,"n":"7","on":true}',
      '-q',
      qos,
      '-V',
      version,
    );
    const [message] = await until(() => posted().length > 0 && posted(), 'the message');
    expect(message).toMatchObject({
      type: 'POST_TELEMETRY_REQUEST',
      tenantId: platform.tenantId,
      originator: { entityType: 'DEVICE', id: device.id },
      data: '{"t":21.5,"n":7,"on":true}',
      metadata: { deviceName: device.name, deviceType: 'sensor' },
    });
    expect(Number(message?.metadata.ts)).toBeGreaterThan(Date.now() - 10_000);
  });

  it('makes one message of each time in a list', async () => {
    const { token } = await platform.addDevice();
    await mosquittoPub(token, 'v2/t', '[{"ts":1000,"values":{"a":1}},{"ts":"2000","values":{"a":2.0}}]', '-q', '1');
    expect(posted().map(({ data, metadata }) => [metadata.ts, data])).toEqual([
      ['1000', '{"a":1}'],
      ['2000', '{"a":2.0}'],
    ]);
  });

  it('acknowledges only when the log has it, and in the order of the publishes', async () => {
    const { token } = await platform.addDevice();
    const client = await connect(token);
    platform.gate.closed = true;
    const order: string[] = [];
    const first = client
      .publishAsync('v1/devices/me/telemetry', '{"a":1}', { qos: 1 })
      .then(() => order.push('stored'));
    const second = client.publishAsync('some/other/topic', 'x', { qos: 1 }).then(() => order.push('dropped'));
    // Events of the device may wait beside it.
    await until(
      () => platform.gate.waiting.some(({ types }) => types.includes('POST_TELEMETRY_REQUEST')),
      'the append',
    );
    await client.publishAsync('some/other/topic', 'x', { qos: 0 });
    expect(order).toEqual([]);
    platform.gate.open();
    await Promise.all([first, second]);
    expect(order).toEqual(['stored', 'dropped']);
  });

  it('stops reading while the log is full', async () => {
    const { token } = await platform.addDevice();
    const client = await connect(token);
    platform.gate.full = true;
    await client.publishAsync('v1/devices/me/telemetry', '{"a":1}', { qos: 1 });
    const second = client.publishAsync('v1/devices/me/telemetry', '{"a":2}', { qos: 1 });
    await until(() => platform.gate.relief.length > 0, 'a wait for relief');
    expect(posted().map(({ data }) => data)).toEqual(['{"a":1}']);
    platform.gate.open();
    await second;
    expect(posted().map(({ data }) => data)).toEqual(['{"a":1}', '{"a":2}']);
  });

  it('stores a QoS 2 publish once, however often it is sent before its release', async () => {
    const { token } = await platform.addDevice();
    const socket = await rawConnect(platform.mqttPort, token, 4);
    const publish = Buffer.from('\x00\x17v1/devices/me/telemetry\x00\x05{"a":1}', 'latin1');
    socket.write(Buffer.concat([Buffer.from([0x34, publish.length]), publish]));
    await until(() => socket.received.includes(Buffer.from([0x50, 2, 0, 5])), 'PUBREC');
    socket.received = Buffer.alloc(0);
    socket.write(Buffer.concat([Buffer.from([0x3c, publish.length]), publish]));
    await until(() => socket.received.includes(Buffer.from([0x50, 2, 0, 5])), 'PUBREC again');
    socket.write(Buffer.from([0x62, 2, 0, 5]));
    await until(() => socket.received.includes(Buffer.from([0x70, 2, 0, 5])), 'PUBCOMP');
    expect(posted()).toHaveLength(1);
    socket.destroy();
  });

  it('uses the topics of the profile', async () => {
    const { rows } = await platform.pool.query<{ id: string }>(
      `INSERT INTO device_profile (id, created_time, tenant_id, name, is_default, type, transport_type, provision_type,
                                   default_queue_name, default_rule_chain_id, profile_data)
       VALUES (gen_random_uuid(), 0, $1, 'own topics', false, 'DEFAULT', 'MQTT', 'DISABLED', 'HighPriority', gen_random_uuid(),
               '{"transportConfiguration":{"type":"MQTT","deviceTelemetryTopic":"plant/+/t","deviceAttributesTopic":"plant/a/#"}}')
       RETURNING id`,
      [platform.tenantId],
    );
    const { token } = await platform.addDevice({ profileId: rows[0]?.id as string });
    await mosquittoPub(token, 'plant/7/t', '{"a":1}', '-q', '1');
    await mosquittoPub(token, 'plant/a/b/c', '{"b":2}', '-q', '1');
    await mosquittoPub(token, 'v1/devices/me/telemetry', '{"c":3}', '-q', '1');
    const stored = platform.messages.filter(({ type }) => type.startsWith('POST_'));
    expect(stored.map(({ type, data }) => [type, data])).toEqual([
      ['POST_TELEMETRY_REQUEST', '{"a":1}'],
      ['POST_ATTRIBUTES_REQUEST', '{"b":2}'],
    ]);
    expect(stored[0]?.queueName).toBe('HighPriority');
    expect(stored[0]?.ruleChainId).not.toBeNull();
  });

  it('lets MQTT 5 clients name topics by alias', async () => {
    const { token } = await platform.addDevice();
    const client = await connect(token, 5, { autoAssignTopicAlias: true });
    for (const value of [1, 2, 3]) {
      await client.publishAsync('v1/devices/me/telemetry', `{"a":${value}}`, { qos: 1 });
    }
    expect(posted().map(({ data }) => data)).toEqual(['{"a":1}', '{"a":2}', '{"a":3}']);
  });
});

describe('attributes over MQTT', () => {
  it('answers requests with the values of the requested scopes', async () => {
    const device = await platform.addDevice();
    const save = (scope: 'CLIENT_SCOPE' | 'SHARED_SCOPE' | 'SERVER_SCOPE', key: string, value: number) =>
      platform.saveAttributes({
        tenantId: platform.tenantId,
        entityId: { entityType: 'DEVICE', id: device.id },
        scope,
        entries: [{ key, value: { type: 'LONG', value } }],
      });
    await save('CLIENT_SCOPE', 'a', 1);
    await save('CLIENT_SCOPE', 'b', 2);
    await save('SHARED_SCOPE', 'c', 3);
    await save('SERVER_SCOPE', 'd', 4);
    const client = await connect(device.token);
    const answers: [string, string][] = [];
    client.on('message', (topic, payload) => answers.push([topic, payload.toString()]));
    await client.subscribeAsync('v1/devices/me/attributes/response/+', { qos: 1 });
    const ask = async (topic: string, payload: string): Promise<[string, string]> => {
      answers.length = 0;
      await client.publishAsync(topic, payload, { qos: 1 });
      return until(() => answers[0], 'the answer');
    };
    expect(await ask('v1/devices/me/attributes/request/1', '{"clientKeys":"a","sharedKeys":"c,x"}')).toEqual([
      'v1/devices/me/attributes/response/1',
      '{"client":{"a":1},"shared":{"c":3}}',
    ]);
    expect((await ask('v1/devices/me/attributes/request/2', '{}'))[1]).toBe(
      '{"client":{"a":1,"b":2},"shared":{"c":3}}',
    );
    expect((await ask('v1/devices/me/attributes/request/3', '{"sharedKeys":"c"}'))[1]).toBe('{"shared":{"c":3}}');
    expect(await ask('v2/a/req/4', '{"clientKeys":"nothing"}')).toEqual(['v2/a/res/4', '{}']);
    expect((await ask('v2/a/req/j/5', '{"clientKeys":"a"}'))[0]).toBe('v2/a/res/j/5');
  });

  it('pushes shared attributes to subscribers, also to mosquitto_sub', async () => {
    const device = await platform.addDevice();
    const subscriber = spawn('stdbuf', [
      ...['-oL', 'mosquitto_sub'],
      ...['-h', '127.0.0.1', '-p', String(platform.mqttPort), '-u', device.token],
      ...['-t', 'v1/devices/me/attributes', '-q', '1', '-C', '1', '-d'],
    ]);
    let output = '';
    subscriber.stdout.on('data', (chunk) => {
      output += chunk;
    });
    await until(() => output.includes('Subscribed'), 'the subscription');
    const entity = { tenantId: platform.tenantId, entityId: { entityType: 'DEVICE', id: device.id } } as const;
    const entries = [{ key: 'limit', value: { type: 'DOUBLE', value: 5 } }] as const;
    await platform.saveAttributes({ ...entity, scope: 'SERVER_SCOPE', entries: [...entries] });
    await platform.saveAttributes({ ...entity, scope: 'SHARED_SCOPE', entries: [...entries], notifyDevice: false });
    await platform.saveAttributes({ ...entity, scope: 'SHARED_SCOPE', entries: [...entries] });
    await until(() => output.includes('{"limit":5.0}'), 'the update');
  });

  it('tells what was deleted, in the family of the last subscription', async () => {
    const device = await platform.addDevice();
    const client = await connect(device.token, 5);
    const received: [string, string][] = [];
    client.on('message', (topic, payload) => received.push([topic, payload.toString()]));
    await client.subscribeAsync('v1/devices/me/attributes');
    await client.subscribeAsync('v2/a');
    platform.liveBus.publish({
      kind: 'attributesDeleted',
      tenantId: platform.tenantId,
      entityId: { entityType: 'DEVICE', id: device.id },
      scope: 'SHARED_SCOPE',
      keys: ['x', 'y'],
      notifyDevice: true,
    });
    expect(await until(() => received[0], 'the update')).toEqual(['v2/a', '{"deleted":["x","y"]}']);
  });

  it('grants what a device may subscribe and refuses the rest', async () => {
    const { token } = await platform.addDevice();
    const client = await connect(token, 4);
    const granted = await new Promise<number[]>((resolve) => {
      client.on('packetreceive', (packet) => packet.cmd === 'suback' && resolve(packet.granted as number[]));
      client.subscribe(
        ['v1/devices/me/rpc/request/+', 'v2/a/res/+', '#', 'v1/devices/me/telemetry'],
        { qos: 2 },
        () => {},
      );
    });
    expect(granted).toEqual([1, 1, 0x80, 0x80]);
  });
});

describe('a firmware package', () => {
  it.each([4, 5] as const)(
    'is not there: a device of version %i is told so, and its connection ends',
    async (version) => {
      const { token } = await platform.addDevice();
      const client = await connect(token, version);
      const told: string[] = [];
      client.on('message', (topic, payload) => told.push(`${topic} ${payload}`));
      await client.subscribeAsync('v2/fw/response/+/chunk/+', { qos: 1 });
      const ended = new Promise<void>((resolve) => client.once('close', () => resolve()));
      await client.publishAsync('v2/fw/request/1/chunk/0', '512', { qos: 1 });
      await ended;
      expect(told).toEqual(['v2/fw/error NOT_FOUND']);
    },
  );
});

describe('what SDKs ask first', () => {
  it('answers getSessionLimits with the limits of the tenant', async () => {
    await setLimits({ transportDeviceMsgRateLimit: '100:1,2000:60' });
    const { token } = await platform.addDevice();
    const client = await connect(token, 5);
    const answer = new Promise<string>((resolve) =>
      client.on('message', (_topic, payload) => resolve(payload.toString())),
    );
    await client.subscribeAsync('v1/devices/me/rpc/response/+', { qos: 1 });
    await client.publishAsync(
      'v1/devices/me/rpc/request/1',
      '{"method":"getSessionLimits","params":{"timeout":5000}}',
      {
        qos: 1,
      },
    );
    expect(JSON.parse(await answer)).toEqual({
      maxPayloadSize: 65536,
      maxInflightMessages: 1000,
      rateLimits: { messages: '100:1,2000:60' },
    });
    await setLimits({});
  });
});

async function setLimits(limits: Record<string, string>): Promise<void> {
  await platform.pool.query('UPDATE tenant_profile SET profile_data = $2 WHERE id = $1', [
    platform.tenantProfileId,
    JSON.stringify({ configuration: { type: 'DEFAULT', ...limits } }),
  ]);
  platform.liveBus.publish({
    kind: 'entity',
    action: 'updated',
    tenantId: platform.tenantId,
    entityId: { entityType: 'TENANT_PROFILE', id: platform.tenantProfileId },
  });
}

describe('rate limits', () => {
  it('close the connection of a device that sends too much', async () => {
    await setLimits({ transportDeviceTelemetryMsgRateLimit: '2:3600' });
    const { token } = await platform.addDevice();
    const client = await connect(token, 5);
    const reasons: number[] = [];
    client.on('disconnect', (packet) => reasons.push(packet.reasonCode ?? 0));
    await client.publishAsync('v1/devices/me/telemetry', '{"a":1}', { qos: 1 });
    await client.publishAsync('v1/devices/me/telemetry', '{"a":2}', { qos: 1 });
    client.publish('v1/devices/me/telemetry', '{"a":3}', { qos: 1 }, () => {});
    await until(() => !client.connected, 'the end');
    expect(reasons).toEqual([0x96]);
    expect(posted()).toHaveLength(2);
    await setLimits({});
  });

  it.each([
    [4, 3],
    [5, 0x9f],
  ] as const)('turn a device of version %i away that connects too often, with code %i', async (version, code) => {
    await setLimits({ transportDeviceMsgRateLimit: '1:3600' });
    const { token } = await platform.addDevice();
    await (await connect(token, version)).endAsync();
    await expect(connect(token, version)).rejects.toMatchObject({ code });
    await setLimits({});
  });

  it('count what a device asks to be told of', async () => {
    await setLimits({ transportDeviceMsgRateLimit: '3:3600' });
    const { token } = await platform.addDevice();
    const client = await connect(token);
    await client.subscribeAsync(['v1/devices/me/attributes', 'v1/devices/me/rpc/request/+'], { qos: 1 });
    // Answers come without being asked for.
    await client.subscribeAsync('v1/devices/me/attributes/response/+', { qos: 1 });
    await client.subscribeAsync('v1/devices/me/attributes', { qos: 1 });
    client.subscribe('v1/devices/me/attributes', { qos: 1 }, () => undefined);
    await until(() => !client.connected, 'the end');
    await setLimits({});
  });

  it('count the points of all devices of a tenant together', async () => {
    await setLimits({ transportTenantTelemetryDataPointsRateLimit: '5:3600' });
    const [first, second] = [await platform.addDevice(), await platform.addDevice()];
    await mosquittoPub(first.token, 'v1/devices/me/telemetry', '{"a":1,"b":2,"c":3}', '-q', '1');
    const client = await connect(second.token);
    client.publish('v1/devices/me/telemetry', '{"a":1,"b":2,"c":3}', { qos: 1 }, () => {});
    await until(() => !client.connected, 'the end');
    expect(posted()).toHaveLength(1);
    await setLimits({});
  });
});
