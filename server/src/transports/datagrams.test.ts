import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createUdpChannel, peerAt } from './datagrams.ts';

vi.mock('node:dgram', async (original) => {
  const dgram = await original<typeof import('node:dgram')>();
  return { ...dgram, createSocket: vi.fn(dgram.createSocket) };
});

const warn = vi.fn();
const channel = createUdpChannel({ bind: '127.0.0.1', port: 0 }, { ...pino({ level: 'silent' }), warn });
const own = vi.mocked(createSocket).mock.results[0]?.value as Socket;
const received: string[] = [];
let client: Socket;

beforeAll(async () => {
  await channel.open({ receive: (bytes, { port }) => received.push(`${bytes} of ${port}`) });
  client = createSocket('udp4').bind(0, '127.0.0.1');
  await once(client, 'listening');
});
afterAll(async () => {
  client?.close();
  await channel.close();
});

it('what comes from port 0, where no answer can go, is not heard', async () => {
  const from = { address: '127.0.0.1', family: 'IPv4', size: 3 } as const;
  own.emit('message', Buffer.from('bad'), { ...from, port: 0 });
  client.send('good', channel.port(), '127.0.0.1');
  await expect.poll(() => received).toEqual([`good of ${client.address().port}`]);
});

it('what cannot be sent is lost, and others are sent', async () => {
  const answer = once(client, 'message');
  channel.send(Buffer.from('to nowhere'), peerAt('127.0.0.1', 0));
  channel.send(Buffer.from('news'), peerAt('127.0.0.1', client.address().port));
  expect(String((await answer)[0])).toBe('news');
  expect(warn).toHaveBeenCalledTimes(1);
});
