import http from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDevicePlatform, type DevicePlatform, until } from '../../test/device-platform.ts';
import { connectPacket, rawSocket } from '../../test/raw-mqtt.ts';

/** Names that no database holds, and what stands in them besides. */
const BAD_NAMES = Array.from({ length: 10 }, (_, number) => `to\u0000ken ${number}`);
const GOOD = 100;

let platform: DevicePlatform;

beforeAll(async () => {
  platform = await createDevicePlatform();
});
afterAll(() => platform.close());

/** Some hundred devices that nobody has looked up yet, with strangers between them. */
async function devicesAndStrangers(): Promise<string[]> {
  const devices = await Promise.all(Array.from({ length: GOOD }, () => platform.addDevice()));
  const names = devices.map(({ token }) => token);
  BAD_NAMES.forEach((name, number) => {
    names.splice(number * 11, 0, name);
  });
  return names;
}

it('devices connect by MQTT while strangers show names that cannot be looked up', async () => {
  const names = await devicesAndStrangers();
  const sockets = await Promise.all(names.map(() => rawSocket(platform.mqttPort)));
  sockets.forEach((socket, at) => {
    socket.write(connectPacket(names[at] as string, 4));
  });
  for (const socket of sockets) await until(() => socket.received.length >= 4, 'CONNACK');
  expect(sockets.map(({ received }) => received[3])).toEqual(names.map((name) => (name.includes('\0') ? 5 : 0)));
  for (const socket of sockets) socket.destroy();
});

it('devices post by HTTP while strangers show tokens that cannot be looked up', async () => {
  const names = await devicesAndStrangers();
  const statuses = await Promise.all(
    names.map(async (name) => {
      const url = `${platform.url}/api/v1/${encodeURIComponent(name)}/telemetry`;
      return (await fetch(url, { method: 'POST', body: '{"t":1}' })).status;
    }),
  );
  expect(statuses).toEqual(names.map((name) => (name.includes('\0') ? 400 : 200)));
});

it('devices connect beside one whose description was stored with a character that queries cannot read', async () => {
  const devices = await Promise.all(Array.from({ length: 20 }, () => platform.addDevice()));
  const broken = await platform.addDevice({ additionalInfo: { description: 'a\u0000b' } });
  devices.splice(7, 0, broken);
  const sockets = await Promise.all(devices.map(() => rawSocket(platform.mqttPort)));
  sockets.forEach((socket, at) => {
    socket.write(connectPacket(devices[at]?.token as string, 4));
  });
  for (const socket of sockets) await until(() => socket.received.length >= 4, 'CONNACK');
  expect(sockets.map(({ received }) => received[3])).toEqual(devices.map((device) => (device === broken ? 3 : 0)));
  for (const socket of sockets) socket.destroy();
});

/** Return code of the CONNACK for a user name, and a password if there is one. */
async function connectFrom(address: string, name: string, password?: string): Promise<number> {
  const socket = await rawSocket(platform.mqttPort, address);
  socket.write(password === undefined ? connectPacket(name, 4) : withPassword(connectPacket(name, 4), password));
  await until(() => socket.received.length >= 4, 'CONNACK');
  socket.destroy();
  return socket.received[3] as number;
}

/** A CONNECT that also has a password. */
function withPassword(packet: Buffer, password: string): Buffer {
  const bytes = Buffer.concat([packet, Buffer.from([0, password.length]), Buffer.from(password)]);
  bytes[1] = bytes.length - 2;
  // Fixed header, name and version of the protocol come before the flags.
  bytes[9] = (bytes[9] as number) | 0x40;
  return bytes;
}

/** Status of a POST of telemetry. */
function postFrom(address: string, token: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const options = { method: 'POST', localAddress: address, agent: false };
    const request = http.request(`${platform.url}/api/v1/${token}/telemetry`, options, (reply) => {
      reply.resume();
      resolve(reply.statusCode ?? 0);
    });
    request.on('error', reject).end('{"a":1}');
  });
}

/** Shows names of nobody until they are not looked at any more. */
async function showNames(show: (name: string) => Promise<number>, refused: number, later: number): Promise<void> {
  const codes: number[] = [];
  for (let round = 0; round < 40 && codes.at(-1) !== later; round++) {
    codes.push(...(await Promise.all(Array.from({ length: 20 }, (_, at) => show(`nobody-${round}-${at}`)))));
  }
  expect(codes.slice(0, 100)).toEqual(Array.from({ length: 100 }, () => refused));
  expect(codes.at(-1)).toBe(later);
}

describe('an address that shows many names of nobody', () => {
  it.each([
    ['MQTT', connectFrom, { taken: 0, refused: 5, later: 3 }],
    ['HTTP', postFrom, { taken: 200, refused: 401, later: 500 }],
  ])(
    'is not looked at for a while; devices that are known come in, and others from elsewhere (%s)',
    async (protocol, show, codes) => {
      const [known, other] = [await platform.addDevice(), await platform.addDevice()];
      const [flooded, elsewhere] = protocol === 'MQTT' ? ['127.0.0.2', '127.0.0.3'] : ['127.0.0.4', '127.0.0.5'];
      expect(await show(flooded, known.token)).toBe(codes.taken);
      await showNames((name) => show(flooded, `${protocol}-${name}`), codes.refused, codes.later);
      expect(await show(flooded, known.token)).toBe(codes.taken);
      expect(await show(elsewhere, other.token)).toBe(codes.taken);
    },
  );

  it('may show the same one again and again: a misconfigured device keeps nobody out', async () => {
    const { token } = await platform.addDevice();
    for (let at = 0; at < 150; at++) expect(await connectFrom('127.0.0.6', 'misconfigured')).toBe(5);
    expect(await connectFrom('127.0.0.6', token)).toBe(0);
    // It is looked up again when a device gets credentials.
    await platform.addDevice({ token: 'misconfigured' });
    expect(await connectFrom('127.0.0.6', 'misconfigured')).toBe(0);
  });

  it('guesses the password of a device so many times; others go on', async () => {
    const [device, other] = [await platform.addDevice(), await platform.addDevice()];
    const value = JSON.stringify({ clientId: null, userName: 'guessed', password: 'right' });
    await platform.setCredentials(device.id, 'MQTT_BASIC', 'guessed', value);
    let wrong = 0;
    while (wrong < 200 && (await connectFrom('127.0.0.7', 'guessed', `wrong ${wrong}`)) === 5) wrong++;
    expect(wrong).toBeGreaterThanOrEqual(60);
    expect(wrong).toBeLessThan(100);
    expect(await connectFrom('127.0.0.7', 'guessed', 'right')).toBe(3);
    expect(await connectFrom('127.0.0.7', other.token)).toBe(0);
    expect(await connectFrom('127.0.0.8', 'guessed', 'right')).toBe(0);
  });
});
