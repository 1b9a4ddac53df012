import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { createDevicePlatform, type DevicePlatform } from '../../test/device-platform.ts';
import { publishPacket, rawConnect } from '../../test/raw-mqtt.ts';

const DAY = 86_400_000;

let platform: DevicePlatform;
beforeAll(async () => {
  platform = await createDevicePlatform();
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => platform.close());

it.each([
  ['ahead', DAY],
  ['back', -DAY],
])('a clock that is set %s by a day ends the connections of the silent, and no others', async (_, jump) => {
  const [one, other] = [await platform.addDevice(), await platform.addDevice()];
  const lasting = await rawConnect(platform.mqttPort, one.token, 4, 60);
  const silent = await rawConnect(platform.mqttPort, other.token, 4, 1);
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(Date.now() + jump);
  await expect.poll(() => silent.closed, { timeout: 40_000 }).toBe(true);
  lasting.write(publishPacket('v1/devices/me/telemetry', '{"still":"there"}'));
  await expect.poll(() => lasting.received.subarray(4)).toEqual(Buffer.from([0x40, 2, 0, 1]));
  lasting.destroy();
});
