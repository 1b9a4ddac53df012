import { PassThrough } from 'node:stream';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { connectPacket } from '../../../test/raw-mqtt.ts';
import type { ClientSocket } from './client-socket.ts';
import { createMqttTransport, type MqttListener, type MqttTransportParts } from './mqtt-server.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Lets clients in whose credentials are never looked up to the end. */
function listen() {
  let take: Parameters<MqttListener['open']>[0] = () => undefined;
  const listener: MqttListener = {
    name: 'mqtt',
    open(given) {
      take = given;
      return { listen: async () => undefined, address: () => undefined, close: async () => undefined };
    },
  };
  createMqttTransport(listener, {
    authenticator: { byMqttLogin: () => new Promise(() => undefined) },
    exchanges: { isWatching: false, watches: () => false },
    messageLog: { pressure: () => ({ full: false }), onRelief: () => undefined },
    log: pino({ level: 'silent' }),
    settings: { sessionInactivityTimeout: 300_000 },
  } as unknown as MqttTransportParts);
  return {
    client() {
      const socket = Object.assign(new PassThrough(), { remoteAddress: '192.0.2.1', destroySoon: () => undefined });
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
