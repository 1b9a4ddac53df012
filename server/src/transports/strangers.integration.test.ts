import { afterAll, beforeAll, expect, it } from 'vitest';
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
