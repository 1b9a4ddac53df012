import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDevicePlatform, type DevicePlatform, until } from '../../../test/device-platform.ts';
import { createMqttClients } from '../../../test/mqtt-clients.ts';
import { connectPacket, publishPacket, rawConnect, rawSocket, withProperties } from '../../../test/raw-mqtt.ts';

let platform: DevicePlatform;
const { mosquittoPub, end } = createMqttClients(() => platform);

beforeAll(async () => {
  platform = await createDevicePlatform();
});
afterAll(() => platform.close());
beforeEach(() => {
  platform.messages.length = 0;
});
afterEach(end);

const posted = (type = 'POST_TELEMETRY_REQUEST') => platform.messages.filter((message) => message.type === type);

const TELEMETRY = 'v1/devices/me/telemetry';

describe('what devices must not send', () => {
  it.each<[string, Buffer]>([
    ['telemetry that is not JSON', publishPacket(TELEMETRY, 'not json {')],
    ['telemetry that is a number', publishPacket(TELEMETRY, '42')],
    ['telemetry that is empty', publishPacket(TELEMETRY, '')],
    ['a list with something else in it', publishPacket(TELEMETRY, '[{"a":1},2]')],
    ['values that are no object', publishPacket(TELEMETRY, '{"ts":1,"values":[1]}')],
    ['a time that is not a number', publishPacket(TELEMETRY, '{"ts":"soon","values":{"a":1}}')],
    ['deeply nested JSON', publishPacket(TELEMETRY, `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`)],
    ['a payload that is too large', publishPacket(TELEMETRY, `{"a":"${'x'.repeat(65_536)}"}`)],
    ['a time in the year 2100', publishPacket(TELEMETRY, '{"ts":4102444800000,"values":{"a":1}}')],
    ['telemetry without a key', publishPacket(TELEMETRY, '{"":1}')],
    ['attributes with a blank key', publishPacket('v1/devices/me/attributes', '{" ":1}')],
    ['attributes as a list', publishPacket('v1/devices/me/attributes', '[{"a":1}]')],
    ['a firmware request id that is not a number', publishPacket('v2/fw/request/x7/chunk/0', '')],
    ['a request id that is not a number', publishPacket('v1/devices/me/attributes/request/abc', '{}')],
    ['keys that are no text', publishPacket('v1/devices/me/attributes/request/1', '{"clientKeys":["a"]}')],
    ['a call without a method', publishPacket('v1/devices/me/rpc/request/1', '{"params":{}}')],
    ['malformed UTF-8 in the topic', publishPacket('v1/\xff\xfe', '{}')],
    ['a wildcard in the topic', publishPacket('v1/devices/me/#', '{}')],
    ['an empty topic', publishPacket('', '{}')],
    ['QoS 3', Buffer.from([0x36, 4, 0, 1, 97, 98])],
    ['a packet identifier of 0', Buffer.from([0x32, 5, 0, 1, 97, 0, 0])],
    ['a topic longer than its packet', Buffer.from([0x30, 3, 0, 9, 97])],
    ['a length of five bytes', Buffer.from([0x30, 0xff, 0xff, 0xff, 0xff, 0x01])],
    ['a packet that says it has 200 MB', Buffer.from([0x30, 0xff, 0xff, 0xff, 0x5f, 0])],
    ['a second CONNECT', connectPacket('x', 4)],
    ['a SUBSCRIBE without filters', Buffer.from([0x82, 2, 0, 1])],
    ['a SUBSCRIBE that is cut off', Buffer.from([0x82, 5, 0, 1, 0, 9, 97])],
    ['wrong flags', Buffer.from([0x80, 2, 0, 1])],
    ['a packet of type 0', Buffer.from([0x00, 0])],
    ['a packet only servers send', Buffer.from([0x20, 2, 0, 0])],
    ['JSON on a topic for protobuf', publishPacket('v2/t/p', '{"a":1}')],
    ['protobuf that no schema describes', publishPacket('v2/a/p', Buffer.from([8, 1]))],
    ['protobuf by a device with JSON', publishPacket(TELEMETRY, Buffer.from([8, 1]))],
    ['a request for attributes that is cut off', publishPacket('v2/a/req/p/1', Buffer.from([10, 9, 97]))],
    ['a call without a method in protobuf', publishPacket('v2/r/req/p/1', '')],
    ['a request id of more than 32 bits', publishPacket('v2/a/req/4294967296', '{}')],
  ])('%s: the connection is closed, nothing is stored, the next one works', async (_name, packet) => {
    const { token } = await platform.addDevice();
    for (const version of [4, 5] as const) {
      const socket = await rawConnect(platform.mqttPort, token, version);
      const bytes = version === 5 && packet[0] === 0x32 && packet.length > 8 ? withProperties(packet) : packet;
      socket.received = Buffer.alloc(0);
      socket.write(bytes);
      await until(() => socket.closed || socket.readableEnded, 'the end of the connection');
      expect(socket.received.length === 0 || (version === 5 && socket.received[0] === 0xe0)).toBe(true);
      if (version === 5) expect(socket.received[0]).toBe(0xe0);
      socket.destroy();
    }
    expect(platform.messages.filter(({ type }) => !type.endsWith('_EVENT'))).toEqual([]);
    await mosquittoPub(token, TELEMETRY, '{"ok":1}', '-q', '1');
    expect(posted()).toHaveLength(1);
  });

  it('what is not UTF-8 in a payload is kept as U+FFFD, and the connection goes on', async () => {
    const { token } = await platform.addDevice();
    const socket = await rawConnect(platform.mqttPort, token, 4);
    socket.write(publishPacket(TELEMETRY, Buffer.from('{"unit":"\xb0C","t":1}', 'latin1')));
    socket.write(publishPacket(TELEMETRY, Buffer.from('{"cut":"20 \xe2\x82","t":2}', 'latin1')));
    await until(() => posted().length === 2, 'the telemetry');
    expect(posted().map(({ data }) => data)).toEqual(['{"unit":"\ufffdC","t":1}', '{"cut":"20 \ufffd","t":2}']);
    expect(socket.closed).toBe(false);
    socket.destroy();
  });

  it.each<[string, Buffer]>([
    ['anything before CONNECT', publishPacket(TELEMETRY, '{"a":1}')],
    ['HTTP', Buffer.from('GET / HTTP/1.1\r\n\r\n')],
    ['a CONNECT that is cut off', Buffer.from([0x10, 8, 0, 4, 77, 81, 84, 84, 4, 2])],
  ])('%s closes the connection', async (_name, packet) => {
    const socket = await rawSocket(platform.mqttPort);
    socket.write(packet);
    await until(() => socket.closed || socket.readableEnded, 'the end of the connection');
    expect(socket.received).toHaveLength(0);
  });

  it('an unknown protocol version is refused with its own code', async () => {
    const socket = await rawSocket(platform.mqttPort);
    socket.write(connectPacket('x', 9));
    await until(() => socket.readableEnded, 'the end of the connection');
    expect([...socket.received]).toEqual([0x20, 2, 0, 1]);
  });

  it('more than 100 packets before the CONNACK close the connection', async () => {
    const { token } = await platform.addDevice();
    const socket = await rawSocket(platform.mqttPort);
    socket.write(
      Buffer.concat([connectPacket(token, 4), ...Array.from({ length: 101 }, () => Buffer.from([0xc0, 0]))]),
    );
    await until(() => socket.closed || socket.readableEnded, 'the end of the connection');
    expect(socket.received.length).toBe(0);
  });

  it('packets before the CONNACK are dealt with after it', async () => {
    const { token } = await platform.addDevice();
    const socket = await rawSocket(platform.mqttPort);
    socket.write(Buffer.concat([connectPacket(token, 4), publishPacket(TELEMETRY, '{"early":1}')]));
    await until(() => socket.received.equals(Buffer.from([0x20, 2, 0, 0, 0x40, 2, 0, 1])), 'CONNACK and PUBACK');
    expect(posted()).toHaveLength(1);
    socket.destroy();
  });

  it('much that comes before the CONNACK is read when that was sent', async () => {
    const { token } = await platform.addDevice();
    const socket = await rawSocket(platform.mqttPort);
    const long = 'x'.repeat(10_000);
    const ids = Array.from({ length: 90 }, (_, at) => at + 1);
    const packets = ids.map((id) => publishPacket(TELEMETRY, JSON.stringify({ [`key${id}`]: long }), id));
    socket.write(Buffer.concat([connectPacket(token, 4), ...packets]));
    const acknowledged = ids.flatMap((id) => [0x40, 2, 0, id]);
    await until(() => socket.received.equals(Buffer.from([0x20, 2, 0, 0, ...acknowledged])), 'every PUBACK');
    expect(posted()).toHaveLength(90);
    socket.destroy();
  });

  it('a packet that is cut in two by the CONNACK is put together again', async () => {
    const { token } = await platform.addDevice();
    const socket = await rawSocket(platform.mqttPort);
    const [first, second] = [publishPacket(TELEMETRY, '{"a":1}', 1), publishPacket(TELEMETRY, '{"a":2}', 2)];
    socket.write(Buffer.concat([connectPacket(token, 4), first, second.subarray(0, 20)]));
    await until(() => socket.received.includes(Buffer.from([0x40, 2, 0, 1])), 'the first PUBACK');
    socket.write(second.subarray(20));
    await until(() => socket.received.includes(Buffer.from([0x40, 2, 0, 2])), 'the second PUBACK');
    expect(posted().map(({ data }) => data)).toEqual(['{"a":1}', '{"a":2}']);
    socket.destroy();
  });

  it('a publish for gateways by another device gets no acknowledgement, and the connection stays', async () => {
    const { token } = await platform.addDevice();
    const socket = await rawConnect(platform.mqttPort, token, 4);
    socket.received = Buffer.alloc(0);
    socket.write(publishPacket('v1/gateway/telemetry', '{"A":[{"t":1}]}'));
    socket.write(Buffer.from([0xc0, 0]));
    await until(() => socket.received.length >= 2, 'PINGRESP');
    expect([...socket.received]).toEqual([0xd0, 0]);
    socket.destroy();
  });

  it('silence beyond the keep-alive closes the connection', async () => {
    const { token } = await platform.addDevice();
    const socket = await rawConnect(platform.mqttPort, token, 4, 1);
    await until(() => socket.readableEnded, 'the end of the connection');
  });
});
