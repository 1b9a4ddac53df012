import { once } from 'node:events';
import { createServer } from 'node:http';
import net from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { guardNewcomers } from './newcomers.ts';

const server = createServer((request, response) => {
  request.resume().once('end', () => response.end('here'));
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

it('of connections without a whole request those go that have waited longest, and none that has made one', async () => {
  guardNewcomers(server, false, 2);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as net.AddressInfo;
  async function connect() {
    const socket = net.connect(port, '127.0.0.1');
    const own = { socket, closed: false, text: '' };
    socket.on('error', () => undefined).on('close', () => (own.closed = true));
    socket.on('data', (bytes) => (own.text += bytes));
    const [accepted] = await Promise.all([once(server, 'connection'), once(socket, 'connect')]);
    expect(accepted).toHaveLength(1);
    return own;
  }
  const ask = ({ socket }: { socket: net.Socket }) => socket.write('GET / HTTP/1.1\r\nHost: here\r\n\r\n');

  const asking = await connect();
  ask(asking);
  await expect.poll(() => asking.text).toContain('here');
  const post = 'POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 5\r\n\r\n';
  const telling = await connect();
  telling.socket.write(`${post}12345`);
  await expect.poll(() => telling.text).toContain('here');
  const silent = await connect();
  // The beginning of a body is no whole request.
  const slow = await connect();
  slow.socket.write(`${post}123`);
  expect(silent.closed).toBe(false);
  const next = await connect();
  await expect.poll(() => silent.closed).toBe(true);
  await connect();
  await expect.poll(() => slow.closed).toBe(true);
  ask(next);
  await expect.poll(() => next.text).toContain('here');
  expect([asking.closed, telling.closed]).toEqual([false, false]);
});
