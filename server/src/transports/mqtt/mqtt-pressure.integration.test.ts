import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDevicePlatform, type DevicePlatform, until } from '../../../test/device-platform.ts';
import { publishPacket, type RawSocket, rawConnect } from '../../../test/raw-mqtt.ts';

const TELEMETRY = 'v1/devices/me/telemetry';
/** More than may wait for their acknowledgement. */
const MANY = 1200;

let platform: DevicePlatform;

beforeAll(async () => {
  platform = await createDevicePlatform();
});
afterAll(() => platform.close());
beforeEach(() => {
  platform.messages.length = 0;
});

const publishes = (from: number, count: number): Buffer =>
  Buffer.concat(Array.from({ length: count }, (_, at) => publishPacket(TELEMETRY, `{"a":${from + at}}`, 1)));
const waiting = () => platform.gate.waiting.filter(({ types }) => types.includes('POST_TELEMETRY_REQUEST')).length;
/** Waits until what other sockets had sent before must have been read, if it is read at all. */
async function roundTrips(socket: RawSocket): Promise<void> {
  for (let trip = 0; trip < 3; trip++) {
    socket.received = Buffer.alloc(0);
    socket.write(Buffer.from([0xc0, 0]));
    await until(() => socket.received.length === 2, 'PINGRESP');
  }
}

describe('a client that sends faster than messages are stored', () => {
  it('is not read while as many of its publishes wait as may, whatever the log says', async () => {
    const [{ token }, other] = [await platform.addDevice(), await platform.addDevice()];
    const socket = await rawConnect(platform.mqttPort, token, 4);
    const witness = await rawConnect(platform.mqttPort, other.token, 4);
    socket.received = Buffer.alloc(0);
    platform.gate.closed = true;
    platform.gate.full = true;
    socket.write(publishes(0, MANY));
    await until(() => waiting() > 0, 'the first publishes');
    // The log has room again, as often as it takes for all that is sent at once.
    platform.gate.full = false;
    const relieve = () => {
      for (const relief of platform.gate.relief.splice(0)) relief();
    };
    await until(() => {
      relieve();
      return waiting() >= 1000;
    }, 'as many publishes as may wait');
    await roundTrips(witness);
    relieve();
    const before = waiting();
    socket.write(publishes(MANY, 100));
    await roundTrips(witness);
    expect(waiting()).toBe(before);
    platform.gate.open();
    await until(() => socket.received.length === (MANY + 100) * 4, 'all acknowledgements');
    const stored = platform.messages.filter(({ type }) => type === 'POST_TELEMETRY_REQUEST');
    expect(stored.map(({ data }) => data)).toEqual(Array.from({ length: MANY + 100 }, (_, at) => `{"a":${at}}`));
    socket.destroy();
    witness.destroy();
  });

  it('is not read while the log is full, though its publishes are acknowledged', async () => {
    const [{ token }, other] = [await platform.addDevice(), await platform.addDevice()];
    const socket = await rawConnect(platform.mqttPort, token, 4);
    const witness = await rawConnect(platform.mqttPort, other.token, 4);
    socket.received = Buffer.alloc(0);
    platform.gate.full = true;
    socket.write(publishes(0, 1));
    await until(() => socket.received.length === 4, 'the acknowledgement');
    socket.write(publishes(1, 1));
    await roundTrips(witness);
    expect(socket.received.length).toBe(4);
    platform.gate.open();
    await until(() => socket.received.length === 8, 'the second acknowledgement');
    socket.destroy();
    witness.destroy();
  });

  it('is not read while its tenant has no room, and those of other tenants are', async () => {
    const other = await platform.addTenant('other');
    const [{ token }, { token: otherToken }] = [await platform.addDevice(), await platform.addDevice(other)];
    const socket = await rawConnect(platform.mqttPort, token, 4);
    const witness = await rawConnect(platform.mqttPort, otherToken, 4);
    socket.received = Buffer.alloc(0);
    platform.gate.fullTenants.add(platform.tenantId);
    socket.write(publishes(0, 1));
    await until(() => socket.received.length === 4, 'the acknowledgement that finds no more room');
    socket.write(publishes(1, 10));
    for (let sent = 0; sent < 100; sent += 10) {
      witness.received = Buffer.alloc(0);
      witness.write(publishes(sent, 10));
      await until(() => witness.received.length === 40, 'acknowledgements of the other tenant');
    }
    expect(socket.received.length).toBe(4);
    platform.gate.open();
    await until(() => socket.received.length === 44, 'the acknowledgements that were held back');
    socket.destroy();
    witness.destroy();
  });
});
