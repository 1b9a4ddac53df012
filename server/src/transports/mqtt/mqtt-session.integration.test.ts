import mqtt, { type IConnackPacket } from 'mqtt';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDevicePlatform, type DevicePlatform, until } from '../../../test/device-platform.ts';
import { createMqttClients } from '../../../test/mqtt-clients.ts';
import { connectPacket, rawConnect, rawSocket } from '../../../test/raw-mqtt.ts';
import { sha3 } from '../device-credentials.ts';

let platform: DevicePlatform;
const { connect, mosquittoPub, end } = createMqttClients(() => platform);

beforeAll(async () => {
  platform = await createDevicePlatform();
});
afterAll(() => platform.close());
beforeEach(() => {
  platform.messages.length = 0;
});
afterEach(end);

const posted = (type = 'POST_TELEMETRY_REQUEST') => platform.messages.filter((message) => message.type === type);

describe('signing in over MQTT', () => {
  it('refuses unknown tokens with the code of the version', async () => {
    await expect(connect('unknown', 4)).rejects.toMatchObject({ code: 5 });
    await expect(connect('unknown', 5)).rejects.toMatchObject({ code: 0x86 });
    const { token } = await platform.addDevice();
    await expect(mosquittoPub(`${token}x`, 'v1/devices/me/telemetry', '{"a":1}')).rejects.toThrow(/not authorised/i);
    expect(posted()).toEqual([]);
  });

  it.each([
    ['user name alone', { userName: 'ann' }, 'ann', { username: 'ann' }, { username: 'bob' }],
    ['client id alone', { clientId: 'c1' }, sha3('c1'), { username: undefined, clientId: 'c1' }, { clientId: 'c2' }],
    [
      'all three',
      { clientId: 'c3', userName: 'eve', password: 'secret' },
      sha3('c3|eve'),
      { username: 'eve', clientId: 'c3', password: 'secret' },
      { username: 'eve', clientId: 'c3', password: 'wrong' },
    ],
  ])('knows basic credentials by %s', async (_name, value, id, right, wrong) => {
    const device = await platform.addDevice();
    await platform.setCredentials(device.id, 'MQTT_BASIC', id, JSON.stringify(value));
    const client = await connect('', 4, right);
    expect(client.connected).toBe(true);
    await expect(connect('', 4, wrong)).rejects.toMatchObject({ code: 5 });
  });

  it('ends the session when the credentials change, and takes only the new ones', async () => {
    const device = await platform.addDevice();
    const client = await connect(device.token, 5);
    const reasons: number[] = [];
    client.on('disconnect', (packet) => reasons.push(packet.reasonCode ?? 0));
    await platform.setCredentials(device.id, 'ACCESS_TOKEN', `${device.token}-new`, null);
    await until(() => !client.connected, 'the end of the session');
    expect(reasons).toEqual([0x87]);
    await expect(connect(device.token)).rejects.toMatchObject({ code: 5 });
    expect((await connect(`${device.token}-new`)).connected).toBe(true);
  });

  it('lets the newest session win', async () => {
    const { token } = await platform.addDevice();
    const first = await connect(token, 5);
    const reasons: number[] = [];
    first.on('disconnect', (packet) => reasons.push(packet.reasonCode ?? 0));
    const second = await connect(token, 4);
    await until(() => !first.connected, 'the end of the first session');
    expect(reasons).toEqual([0x8e]);
    expect(second.connected).toBe(true);
  });

  it('refuses devices of another transport', async () => {
    const { rows } = await platform.pool.query<{ id: string }>(
      `INSERT INTO device_profile (id, created_time, tenant_id, name, is_default, type, transport_type, provision_type, profile_data)
       VALUES (gen_random_uuid(), 0, $1, 'lwm2m', false, 'DEFAULT', 'LWM2M', 'DISABLED', '{}') RETURNING id`,
      [platform.tenantId],
    );
    const { token } = await platform.addDevice({ profileId: rows[0]?.id as string });
    await expect(connect(token, 4)).rejects.toMatchObject({ code: 3 });
  });
});

/** Saves a shared attribute; sessions that want it are told. */
function share(deviceId: string, key: string, value = 'x'): Promise<void> {
  return platform.saveAttributes({
    tenantId: platform.tenantId,
    entityId: { entityType: 'DEVICE', id: deviceId },
    scope: 'SHARED_SCOPE',
    entries: [{ key, value: { type: 'STRING', value } }],
  });
}

/** A CONNECT of MQTT 5 with these bytes as properties. */
function connectWith(token: string, properties: number[]): Buffer {
  const plain = connectPacket(token, 5);
  // Fixed header of two bytes, then name, version, flags and keep-alive: ten bytes before the length of the properties.
  const body = Buffer.concat([
    plain.subarray(2, 12),
    Buffer.from([properties.length, ...properties]),
    plain.subarray(13),
  ]);
  return Buffer.concat([Buffer.from([0x10, body.length]), body]);
}

/** A publish of MQTT 5 with QoS 0 that names its topic by an alias. */
function aliasPublish(topic: string, alias: number): Buffer {
  const name = Buffer.from(topic);
  const body = Buffer.concat([
    Buffer.from([name.length >> 8, name.length & 255]),
    name,
    Buffer.from([3, 0x23, alias >> 8, alias & 255]),
    Buffer.from('{"a":1}'),
  ]);
  return Buffer.concat([Buffer.from([0x30, body.length]), body]);
}

describe('an MQTT session', () => {
  it('tells MQTT 5 clients what it can do', async () => {
    const { token } = await platform.addDevice();
    const client = mqtt.connect(`mqtt://127.0.0.1:${platform.mqttPort}`, {
      ...{ username: token, protocolVersion: 5, clientId: '', keepalive: 0, reconnectPeriod: 0 },
      properties: { sessionExpiryInterval: 100 },
    });
    const connack = await new Promise<IConnackPacket>((resolve) => client.once('connect', resolve));
    expect(connack).toMatchObject({
      sessionPresent: false,
      properties: {
        sessionExpiryInterval: 0,
        receiveMaximum: 1000,
        maximumPacketSize: 65_536 + 1024,
        topicAliasMaximum: 32,
        subscriptionIdentifiersAvailable: false,
        sharedSubscriptionAvailable: false,
        assignedClientIdentifier: expect.any(String),
        serverKeepAlive: 240,
      },
    });
    await client.endAsync(true);
  });

  it.each([4, 5] as const)('of version %s keeps nothing for the next one', async (version) => {
    const device = await platform.addDevice();
    const options = {
      clean: false,
      clientId: 'stable',
      ...(version === 5 ? { properties: { sessionExpiryInterval: 3600 } } : {}),
    };
    const first = await connect(device.token, version, options);
    await first.subscribeAsync('v1/devices/me/attributes', { qos: 1 });
    await first.endAsync();
    const socket = await rawConnect(platform.mqttPort, device.token, 4);
    expect([...socket.received]).toEqual([0x20, 2, 0, 0]);
    socket.received = Buffer.alloc(0);
    await share(device.id, 'limit');
    socket.write(Buffer.from([0xc0, 0]));
    await until(() => socket.received.length > 0, 'PINGRESP');
    expect([...socket.received]).toEqual([0xd0, 0]);
    socket.destroy();
  });

  it('ignores wills, retained flags and user properties', async () => {
    const device = await platform.addDevice();
    const will = {
      topic: 'v1/devices/me/telemetry',
      payload: Buffer.from('{"will":1}'),
      qos: 1 as const,
      retain: true,
    };
    const client = await connect(device.token, 5, { will, properties: { userProperties: { from: 'test' } } });
    await client.publishAsync('v1/devices/me/telemetry', '{"kept":1}', {
      ...{ qos: 1, retain: true },
      properties: {
        userProperties: { a: 'b' },
        contentType: 'text/plain',
        messageExpiryInterval: 1,
        correlationData: Buffer.from('x'),
      },
    });
    client.stream.destroy();
    await until(() => platform.messages.some(({ type }) => type === 'DISCONNECT_EVENT'), 'the end of the session');
    expect(posted().map(({ data }) => data)).toEqual(['{"kept":1}']);
  });

  it('sends no more at a time than the client takes', async () => {
    const device = await platform.addDevice();
    const socket = await rawSocket(platform.mqttPort);
    socket.write(connectWith(device.token, [0x21, 0, 2]));
    await until(() => socket.received.length > 4, 'CONNACK');
    const subscribe = Buffer.concat([
      Buffer.from([0, 9, 0, 0, 24]),
      Buffer.from('v1/devices/me/attributes'),
      Buffer.from([1]),
    ]);
    socket.write(Buffer.concat([Buffer.from([0x82, subscribe.length]), subscribe]));
    await until(() => socket.received.includes(Buffer.from([0x90, 4, 0, 9, 0, 1])), 'SUBACK');
    socket.received = Buffer.alloc(0);
    for (const key of ['first', 'second', 'third']) await share(device.id, key);
    socket.write(Buffer.from([0xc0, 0]));
    await until(() => socket.received.includes(Buffer.from([0xd0, 0])), 'PINGRESP');
    expect(socket.received.includes('second')).toBe(true);
    expect(socket.received.includes('third')).toBe(false);
    socket.write(Buffer.from([0x40, 2, 0, 1]));
    await until(() => socket.received.includes('third'), 'the third update');
    socket.destroy();
  });

  it('sends nothing that is longer than the client takes', async () => {
    const device = await platform.addDevice();
    const client = await connect(device.token, 5, { properties: { maximumPacketSize: 200 } });
    const received: string[] = [];
    client.on('message', (_topic, payload) => received.push(payload.toString()));
    await client.subscribeAsync(['v1/devices/me/attributes', 'v1/devices/me/rpc/request/+'], { qos: 1 });
    await share(device.id, 'long', 'x'.repeat(300));
    await share(device.id, 'short');
    const call = await fetch(`${platform.url}/api/rpc/twoway/${device.id}`, {
      method: 'POST',
      headers: { authorization: 'Bearer x' },
      body: JSON.stringify({ method: 'set', params: 'y'.repeat(300) }),
    });
    expect(await call.json()).toEqual({ error: 'The call is longer than the device takes' });
    await until(() => received.length > 0, 'the short update');
    expect(received).toEqual(['{"short":"x"}']);
    // Why the connection ends would not fit either.
    const reasons: unknown[] = [];
    client.on('disconnect', (packet) => reasons.push([packet.reasonCode, packet.properties?.reasonString]));
    client.publish('v1/devices/me/telemetry', 'not json {', { qos: 1 }, () => {});
    await until(() => !client.connected, 'the end');
    expect(reasons).toEqual([[0x99, undefined]]);
  });

  it('says why it ends, unless the client does not want to know', async () => {
    for (const requestProblemInformation of [true, false]) {
      const { token } = await platform.addDevice();
      const client = await connect(token, 5, { properties: { requestProblemInformation } });
      const explanations: (string | undefined)[] = [];
      client.on('disconnect', (packet) => explanations.push(packet.properties?.reasonString));
      client.publish('v1/devices/me/telemetry', '[1]', { qos: 1 }, () => {});
      await until(() => !client.connected, 'the end');
      expect(explanations).toEqual([
        requestProblemInformation ? expect.stringContaining("Can't parse value") : undefined,
      ]);
    }
  });

  it.each<[string, number[], number]>([
    ['a receive maximum of 0', [0x21, 0, 0], 0x82],
    ['a maximum packet size of 0', [0x27, 0, 0, 0, 0], 0x82],
    ['an authentication method', [0x15, 0, 1, 120], 0x8c],
  ])('does not begin with %s', async (_name, properties, reason) => {
    const { token } = await platform.addDevice();
    const socket = await rawSocket(platform.mqttPort);
    socket.write(connectWith(token, properties));
    await until(() => socket.readableEnded, 'the end of the connection');
    expect([socket.received[0], socket.received[3]]).toEqual([0x20, reason]);
  });

  it.each<[string, string, number, number]>([
    ['beyond the maximum', 'v1/devices/me/telemetry', 33, 0x94],
    ['of 0', 'v1/devices/me/telemetry', 0, 0x94],
    ['that is not set', '', 5, 0x82],
  ])('ends with a topic alias %s', async (_name, topic, alias, reason) => {
    const { token } = await platform.addDevice();
    const socket = await rawConnect(platform.mqttPort, token, 5);
    socket.received = Buffer.alloc(0);
    socket.write(aliasPublish(topic, alias));
    await until(() => socket.readableEnded, 'the end of the connection');
    expect([socket.received[0], socket.received[2]]).toEqual([0xe0, reason]);
    expect(posted()).toEqual([]);
  });

  it('says of each filter why it cannot be subscribed', async () => {
    const { token } = await platform.addDevice();
    const socket = await rawConnect(platform.mqttPort, token, 5);
    socket.received = Buffer.alloc(0);
    const filters = ['v2/a', '#', 'a#', 'v1/+x', '$share/g/v2/a', 'v1/devices/+/attributes'];
    const list = Buffer.concat(
      filters.map((filter) => Buffer.concat([Buffer.from([0, filter.length]), Buffer.from(filter), Buffer.from([2])])),
    );
    socket.write(Buffer.concat([Buffer.from([0x82, 3 + list.length, 0, 7, 0]), list]));
    await until(() => socket.received.length >= 11, 'SUBACK');
    expect([...socket.received]).toEqual([0x90, 9, 0, 7, 0, 1, 0x87, 0x8f, 0x8f, 0x9e, 0x87]);
    socket.destroy();
  });

  it('goes back to the subscription that is left', async () => {
    const device = await platform.addDevice();
    const client = await connect(device.token, 5);
    const topics: string[] = [];
    client.on('message', (topic) => topics.push(topic));
    const next = async (): Promise<string> => {
      topics.length = 0;
      await share(device.id, 'limit');
      return until(() => topics[0], 'the update');
    };
    await client.subscribeAsync('v1/devices/me/attributes', { qos: 1 });
    await client.subscribeAsync('v2/a/j', { qos: 0 });
    expect(await next()).toBe('v2/a/j');
    await client.unsubscribeAsync('v2/a/j');
    expect(await next()).toBe('v1/devices/me/attributes');
    await client.subscribeAsync('v2/a', { qos: 1 });
    await client.subscribeAsync('v1/devices/me/attributes', { qos: 1 });
    expect(await next()).toBe('v1/devices/me/attributes');
    await client.unsubscribeAsync(['v1/devices/me/attributes', 'v2/a']);
    topics.length = 0;
    await share(device.id, 'limit');
    await client.publishAsync('v1/devices/me/attributes/request/1', '{}', { qos: 1 });
    expect(await until(() => topics[0], 'the answer')).toBe('v1/devices/me/attributes/response/1');
  });
});

describe('a session without activity', () => {
  it('ends, unless the device pings', async () => {
    const short = await createDevicePlatform({ sessionInactivityTimeout: 2_000 });
    try {
      const [silent, alive] = [await short.addDevice(), await short.addDevice()];
      // A keep-alive of 0 leaves it to the platform.
      const quiet = await rawConnect(short.mqttPort, silent.token, 4);
      const pinging = await rawConnect(short.mqttPort, alive.token, 4);
      const ping = setInterval(() => pinging.write(Buffer.from([0xc0, 0])), 50);
      await until(() => quiet.readableEnded, 'the end of the silent session');
      expect(pinging.readableEnded).toBe(false);
      clearInterval(ping);
      await until(() => pinging.readableEnded, 'the end of the other session');
    } finally {
      await short.close();
    }
  });
});
