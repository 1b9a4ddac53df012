import { PassThrough } from 'node:stream';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { connectPacket } from '../../../test/raw-mqtt.ts';
import { StorageUnavailable } from '../../config/transient-error.ts';
import type { ClientSocket } from './client-socket.ts';
import { createMqttTransport, type MqttListener, type MqttTransportParts } from './mqtt-server.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Lets clients in. @param look how their credentials are looked up; absent: never to the end */
function listen(look: () => Promise<unknown> = () => new Promise(() => undefined)) {
  let take: Parameters<MqttListener['open']>[0] = () => undefined;
  const listener: MqttListener = {
    name: 'mqtt',
    open(given) {
      take = given;
      return { listen: async () => undefined, address: () => undefined, close: async () => undefined };
    },
  };
  createMqttTransport(listener, {
    authenticator: { byMqttLogin: look },
    exchanges: { isWatching: false, watches: () => false },
    messageLog: { pressure: () => ({ full: false }), onRelief: () => undefined },
    log: pino({ level: 'silent' }),
    settings: { sessionInactivityTimeout: 300_000 },
  } as unknown as MqttTransportParts);
  return {
    client() {
      const written: Buffer[] = [];
      const socket = Object.assign(new PassThrough(), {
        ...{ remoteAddress: '192.0.2.1', destroySoon: () => socket.destroy(), written },
        write: (bytes: Buffer) => written.push(bytes) > 0,
      });
      take(socket as unknown as ClientSocket);
      return socket;
    },
  };
}

it('a client that sends its CONNECT byte by byte has as long as others', async () => {
  const socket = listen().client();
  for (const byte of connectPacket('a-token-that-is-long-enough', 4)) {
    if (socket.destroyed) break;
    socket.emit('data', Buffer.from([byte]));
    await vi.advanceTimersByTimeAsync(800);
  }
  expect(socket.destroyed).toBe(true);
});

it('a client that goes on before it is let in ends with its time', async () => {
  const socket = listen().client();
  socket.emit('data', connectPacket('token', 4));
  for (let seconds = 0; seconds < 9; seconds++) {
    socket.emit('data', Buffer.from([0xc0, 0]));
    await vi.advanceTimersByTimeAsync(1000);
  }
  expect(socket.destroyed).toBe(false);
  await vi.advanceTimersByTimeAsync(3000);
  expect(socket.destroyed).toBe(true);
});

/** The code of the CONNACK; undefined: none has come. */
const connack = ({ written }: { written: Buffer[] }): number | undefined => written[0]?.[3];

it('a client waits for a database that is away, for as long as it has to connect', async () => {
  let failures = 0;
  const back = () => (failures++ < 6 ? Promise.reject(new StorageUnavailable('away')) : Promise.resolve(undefined));
  const client = listen(back).client();
  client.emit('data', connectPacket('token', 4));
  await vi.advanceTimersByTimeAsync(2_500);
  expect(connack(client)).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1_000);
  // It has been looked up: nobody has that token.
  expect(connack(client)).toBe(5);
});

it('a client that cannot be looked up in time is let go without a refusal, which many take for good', async () => {
  const late = listen(() => Promise.reject(new StorageUnavailable('away'))).client();
  late.emit('data', connectPacket('token', 4));
  await vi.advanceTimersByTimeAsync(7_000);
  expect(late.destroyed).toBe(false);
  await vi.advanceTimersByTimeAsync(2_000);
  expect([late.destroyed, connack(late)]).toEqual([true, undefined]);

  const broken = listen(() => Promise.reject(new Error('a mistake of ours'))).client();
  broken.emit('data', connectPacket('token', 4));
  await vi.advanceTimersByTimeAsync(1);
  expect([broken.destroyed, connack(broken)]).toEqual([true, 3]);
});

it('a client that has gone is not looked up any more', async () => {
  const look = vi.fn(() => Promise.reject(new StorageUnavailable('away')));
  const client = listen(look).client();
  client.emit('data', connectPacket('token', 4));
  await vi.advanceTimersByTimeAsync(1_200);
  client.emit('close');
  const before = look.mock.calls.length;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(before).toBeGreaterThan(1);
  // The one whose pause had begun.
  expect(look.mock.calls.length).toBeLessThanOrEqual(before + 1);
});

it('of many that connect and say nothing those go that have waited longest, and none that has sent its CONNECT', () => {
  const listener = listen();
  const asking = listener.client();
  asking.emit('data', connectPacket('token', 4));
  const silent = Array.from({ length: 8192 }, listener.client);
  expect(silent.some(({ destroyed }) => destroyed)).toBe(false);
  listener.client();
  listener.client();
  expect(silent.map(({ destroyed }) => destroyed).indexOf(false)).toBe(2);
  expect(asking.destroyed).toBe(false);
});

it('who asks to be given credentials makes room for others, too', () => {
  const listener = listen();
  const provisioned = listener.client();
  provisioned.emit('data', connectPacket('provision', 4));
  for (let left = 8192; left > 0; left--) listener.client();
  expect(provisioned.destroyed).toBe(true);
});
