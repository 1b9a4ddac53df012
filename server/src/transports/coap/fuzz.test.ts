import { describe, expect, it, vi } from 'vitest';
import { peerAt } from '../datagrams.ts';
import { Code } from './codes.ts';
import { createEndpoints, type Exchange } from './endpoints.ts';
import { writeMessage } from './message.ts';
import { createMessageLayer } from './message-layer.ts';

/** Numbers that are the same in every run (mulberry32). */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** Options with which anything might go wrong. */
const NAMES = ['Uri-Path', 'Uri-Query', 'Observe', 'Block1', 'Block2', 'Content-Format', 'Accept', '258', '292', '9'];

function datagram(random: (below: number) => number): Buffer {
  const bytes = (most: number): Buffer => Buffer.from(Array.from({ length: random(most + 1) }, () => random(256)));
  if (random(3) === 0) return bytes(60);
  const message = writeMessage({
    type: (['CON', 'NON', 'ACK', 'RST'] as const)[random(4)] ?? 'CON',
    code: ['0.00', '0.01', '0.02', '0.04', '2.05', '7.31'][random(6)] ?? '0.01',
    messageId: random(200),
    token: bytes(8),
    options: Array.from({ length: random(6) }, () => ({ name: NAMES[random(NAMES.length)] ?? '', value: bytes(4) })),
    payload: bytes(40),
  });
  for (let changes = random(4); changes > 0; changes--) message[random(message.length)] = random(256);
  return random(4) === 0 ? message.subarray(0, random(message.length)) : message;
}

describe('datagrams of anybody', () => {
  it.each([1, 2, 3, 4])('neither break the server nor make it send much (seed %i)', async (seed) => {
    vi.useFakeTimers();
    const random = randomNumbers(seed);
    let received = 0;
    let sent = 0;
    const problems: unknown[] = [];
    const layer = createMessageLayer({
      send: (bytes) => {
        sent += bytes.length;
      },
      handle: async ({ payload }) => ({ code: Code.content, payload: Buffer.concat([payload, payload]) }),
      failure: () => ({ code: Code.badRequest }),
      onReset: () => undefined,
      logLimited: (_level, details) => problems.push(details),
    });
    for (let number = 0; number < 40_000; number++) {
      const bytes = datagram(random);
      received += bytes.length;
      layer.receive(bytes, peerAt(`10.0.${random(256)}.${random(256)}`, random(65_536)));
      if (number % 1000 === 0) await vi.advanceTimersByTimeAsync(1000);
    }
    await vi.advanceTimersByTimeAsync(60_000);
    const sizes = layer.sizes();
    layer.close();
    vi.useRealTimers();
    expect(problems).toEqual([]);
    expect(sizes.strangers).toBeLessThanOrEqual(5000);
    expect(sizes.pending).toBe(0);
    expect(sent).toBeLessThan(received * 3);
  });
});

describe('the table of clients', () => {
  const exchangeOf = (endpoints: ReturnType<typeof createEndpoints>, port: number, messageId: number): Exchange => ({
    endpoint: endpoints.of(peerAt('10.0.0.1', port), 1000),
    messageId,
    token: Buffer.alloc(0),
    confirmable: true,
    size: 20,
    checksum: 0,
    at: 1000,
    acknowledged: false,
    noResponse: 0,
    settled: false,
    reply: undefined,
    device: undefined,
  });

  it('has room for so many; strangers push out only each other', () => {
    const endpoints = createEndpoints({ known: 10, strangers: 5, exchanges: 1000 });
    const friend = endpoints.of(peerAt('10.0.0.2', 1), 1000);
    endpoints.trust(friend);
    for (let port = 1; port < 100; port++) endpoints.of(peerAt('10.0.0.1', port), 1000);
    expect(endpoints.sizes()).toEqual({ known: 1, strangers: 5, exchanges: 0 });
    expect(endpoints.of(peerAt('10.0.0.2', 1), 2000)).toBe(friend);
    for (let port = 1; port < 100; port++) endpoints.trust(endpoints.of(peerAt('10.0.0.1', port), 1000));
    expect(endpoints.sizes().known).toBe(10);
  });

  it('remembers so many requests of a client, and of all', () => {
    const endpoints = createEndpoints({ known: 10, strangers: 100, exchanges: 300 });
    for (let id = 0; id < 500; id++) endpoints.begin(exchangeOf(endpoints, 1, id));
    expect(endpoints.sizes().exchanges).toBe(64);
    for (let port = 2; port < 90; port++) {
      for (let id = 0; id < 10; id++) endpoints.begin(exchangeOf(endpoints, port, id));
    }
    expect(endpoints.sizes().exchanges).toBeLessThanOrEqual(300);
  });

  it('forgets who has been silent', () => {
    const endpoints = createEndpoints();
    endpoints.begin(exchangeOf(endpoints, 1, 1));
    endpoints.trust(endpoints.of(peerAt('10.0.0.2', 1), 1000));
    endpoints.sweep(200_000);
    expect(endpoints.sizes()).toEqual({ known: 1, strangers: 1, exchanges: 1 });
    endpoints.sweep(249_000);
    expect(endpoints.sizes()).toEqual({ known: 0, strangers: 0, exchanges: 0 });
  });
});
