import { once } from 'node:events';
import { createServer } from 'node:http';
import net from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { createNewcomers, guardNewcomers } from './newcomers.ts';

/** Answers what is posted to it, and lets those wait who get something. */
const server = createServer((request, response) => {
  if (request.method === 'POST') request.resume().once('end', () => response.end('here'));
  response.once('close', () => server.emit('answered'));
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

it('of connections on which nothing is asked those go that have waited longest', async () => {
  guardNewcomers(server, false, 2);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as net.AddressInfo;
  async function connect() {
    const socket = net.connect(port, '127.0.0.1');
    const own = { socket, closed: false, text: '' };
    socket.on('error', () => undefined).on('close', () => (own.closed = true));
    socket.on('data', (bytes) => (own.text += bytes));
    await Promise.all([once(server, 'connection'), once(socket, 'connect')]);
    return own;
  }
  const post = 'POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 5\r\n\r\n';

  const polling = await connect();
  const requested = once(server, 'request');
  polling.socket.write('GET / HTTP/1.1\r\nHost: here\r\n\r\n');
  await requested;
  const telling = await connect();
  const answered = once(server, 'answered');
  telling.socket.write(`${post}12345`);
  await answered;
  await expect.poll(() => telling.text).toContain('here');
  // The beginning of a body is no whole request.
  const slow = await connect();
  slow.socket.write(`${post}123`);
  expect(telling.closed).toBe(false);
  const silent = await connect();
  // It was answered, and has asked nothing since.
  await expect.poll(() => telling.closed).toBe(true);
  await connect();
  await expect.poll(() => slow.closed).toBe(true);
  await connect();
  await expect.poll(() => silent.closed).toBe(true);
  expect(polling.closed).toBe(false);
});

it('of those who send much that never becomes whole, those go first that began first, and none that is silent', () => {
  const newcomers = createNewcomers<{ bytesRead: number; destroy: () => void }>(10, 100);
  const connect = (bytesRead = 0) => {
    const socket = { bytesRead, destroy: vi.fn() };
    newcomers.add(socket);
    return socket;
  };
  // What came before it began to wait counts for nothing.
  const silent = connect(1000);
  const [first, second, whole] = [connect(), connect(), connect()];
  first.bytesRead = 60;
  second.bytesRead = 40;
  whole.bytesRead = 500;
  newcomers.leave(whole);
  newcomers.sweep();
  expect(first.destroy).not.toHaveBeenCalled();
  second.bytesRead = 41;
  newcomers.sweep();
  expect([silent, first, second, whole].map(({ destroy }) => destroy.mock.calls.length)).toEqual([0, 1, 0, 0]);
});
