import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { callOutside, startOutsideNode } from '../../../../test/outside-node.ts';
import { rabbitMqNode } from './rabbitmq.ts';

const opened: net.Server[] = [];
const sockets = new Set<net.Socket>();
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  for (const server of opened.splice(0)) server.close();
});

/** Something that listens where a broker is expected, and returns its port. */
async function listen(behave: (socket: net.Socket) => void): Promise<number> {
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    behave(socket);
  });
  opened.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const settings = (more: object) => ({
  exchangeNamePattern: '',
  routingKeyPattern: 'q',
  host: '127.0.0.1',
  port: 1,
  username: 'guest',
  password: 'guest',
  connectionTimeout: 2_000,
  handshakeTimeout: 500,
  ...more,
});
const allowed = '127.0.0.0/8,::1';
const failureOf = async (more: object, options: { allowed?: string } = { allowed }): Promise<string> => {
  const [output] = await callOutside(rabbitMqNode, settings(more), { message: { data: '{}' }, ...options });
  expect(output?.relation).toBe('Failure');
  return output?.message.metadata.error ?? '';
};

/** A frame of AMQP. */
function frame(type: number, channel: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(7);
  head.writeUInt8(type, 0);
  head.writeUInt16BE(channel, 1);
  head.writeUInt32BE(payload.length, 3);
  return Buffer.concat([head, payload, Buffer.from([0xce])]);
}
function method(channel: number, classId: number, methodId: number, fields: Buffer = Buffer.alloc(0)): Buffer {
  return frame(1, channel, Buffer.concat([Buffer.from([0, classId, 0, methodId]), fields]));
}
const longText = (text: string): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(text.length);
  return Buffer.concat([length, Buffer.from(text)]);
};
const START = method(0, 10, 10, Buffer.concat([Buffer.from([0, 9, 0, 0, 0, 0]), longText('PLAIN'), longText('en_US')]));
const TUNE = method(0, 10, 30, Buffer.from([0, 10, 0, 2, 0, 0, 0, 60]));
const OPEN_OK = method(0, 10, 41, Buffer.from([0]));
const CHANNEL_OPEN_OK = method(1, 20, 11, Buffer.alloc(4));
const CONFIRM_OK = method(1, 85, 11);
const WELCOME = [START, Buffer.concat([TUNE, OPEN_OK]), CHANNEL_OPEN_OK, CONFIRM_OK];

/** Answers what a client sends with these, one after the other, and then with nothing more. */
const answers = (replies: readonly Buffer[]) => (socket: net.Socket) => {
  const left = [...replies];
  socket.on('data', () => {
    const next = left.shift();
    if (next) socket.write(next);
  });
};

test('fails when nobody is there', async () => {
  expect(await failureOf({ port: 1 })).toContain('ECONNREFUSED');
});

test('fails when somebody says nothing', async () => {
  const port = await listen((socket) => socket.resume());
  expect(await failureOf({ port })).toContain('did not answer in time');
  await expect.poll(() => sockets.size).toBe(0);
});

test('waits for as long as it is set to, even if that is longer than timers can wait', async () => {
  const port = await listen((socket) => socket.resume());
  const endless = { port, connectionTimeout: 2 ** 40, handshakeTimeout: 2 ** 40 };
  const node = await startOutsideNode(rabbitMqNode, settings(endless), { allowed });
  const began = performance.now();
  const [output] = await node.call({ data: '{}' }, AbortSignal.timeout(300));
  expect(output?.relation).toBe('Failure');
  expect(performance.now() - began).toBeGreaterThan(250);
  node.stop();
});

test('connects to nobody in the own network, whatever the name is', async () => {
  let connected = 0;
  const port = await listen(() => connected++);
  await expect(failureOf({ port }, {})).rejects.toThrow('must not be called');
  expect(await failureOf({ host: 'localhost', port }, {})).toContain('must not be called');
  expect(connected).toBe(0);
});

test('needs a host', async () => {
  await expect(failureOf({ host: null })).rejects.toThrow('host of the broker is not set');
});

test.each([
  ['text', [Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n')]],
  ['an older version of the protocol', [Buffer.from('AMQP\u0000\u0000\u0008\u0000')]],
  ['frames that are too long', [frame(1, 0, Buffer.alloc(200_000))]],
  ['a frame that announces 4 GB', [Buffer.from([1, 0, 0, 0xff, 0xff, 0xff, 0xff])]],
  ['an unknown kind of frame', [frame(9, 0, Buffer.alloc(8))]],
  ['an empty method', [frame(1, 0, Buffer.alloc(0))]],
  ['an unknown method', [method(0, 99, 99)]],
  ['a method that is cut off', [method(0, 10, 10, Buffer.from([0, 9, 0]))]],
  ['a sign of life first', [frame(8, 0, Buffer.alloc(0))]],
  ['a frame on a channel that is not open', [START, method(7, 20, 11, Buffer.alloc(4))]],
  ['no mechanism', [method(0, 10, 10, Buffer.concat([Buffer.from([0, 9, 0, 0, 0, 0]), longText(''), longText('')]))]],
  ['limits that are too small', [START, method(0, 10, 30, Buffer.from([0, 1, 0, 0, 0, 1, 0, 60]))]],
  ['an answer to nothing', [START, Buffer.concat([TUNE, OPEN_OK]), method(1, 85, 11)]],
  ['content to nothing', [START, Buffer.concat([TUNE, OPEN_OK]), frame(3, 1, Buffer.alloc(100))]],
  ['content of nothing', [...WELCOME, frame(3, 1, Buffer.alloc(100))]],
  ['a cut-off confirmation', [...WELCOME, method(1, 60, 80, Buffer.from([0]))]],
  [
    'a confirmation of what was not published',
    [...WELCOME, method(1, 60, 80, Buffer.from([0, 0, 0, 9, 0, 0, 0, 0, 0]))],
  ],
  ['a refusal of what was not published', [...WELCOME, method(1, 60, 120, Buffer.from([0, 0, 0, 9, 0, 0, 0, 0, 1]))]],
])('fails when the broker answers with %s', async (_what, replies) => {
  const port = await listen(answers(replies));
  const node = await startOutsideNode(rabbitMqNode, settings({ port }), { allowed });
  const [output] = await node.call({ data: '{}' }, AbortSignal.timeout(1_000));
  expect(output?.relation).toBe('Failure');
  expect(output?.message.metadata.error).toMatch(/\w/);
  node.stop();
  await expect.poll(() => sockets.size).toBe(0);
});

test('waits before it connects again to a broker that ends each connection at once', async () => {
  const times: number[] = [];
  const port = await listen((socket) => {
    times.push(performance.now());
    const left = [...WELCOME];
    socket.on('data', () => {
      socket.write(left.shift() ?? '');
      if (left.length === 0) socket.end();
    });
  });
  const node = await startOutsideNode(rabbitMqNode, settings({ port, automaticRecoveryEnabled: true }), { allowed });
  await expect.poll(() => times.length, { timeout: 40_000 }).toBeGreaterThanOrEqual(2);
  node.stop();
  const [first, second] = times as [number, number];
  expect(second - first).toBeGreaterThan(1_900);
});

test('reads no more from a broker that sends without end than a publisher is sent', async () => {
  let sent = 0;
  const part = frame(8, 0, Buffer.alloc(0));
  const many = Buffer.concat(Array.from({ length: 8_192 }, () => part));
  const port = await listen((socket) => {
    answers(WELCOME)(socket);
    let packets = 0;
    const flood = (): void => {
      while (!socket.destroyed && sent < 200_000_000) {
        sent += many.length;
        if (!socket.write(many)) {
          socket.once('drain', flood);
          return;
        }
      }
    };
    socket.on('data', () => {
      if (++packets === WELCOME.length + 1) flood();
    });
  });
  const error = await failureOf({ port });
  expect(error).toContain('sends what a publisher is not sent');
  // The rest was in buffers of sockets.
  expect(sent).toBeLessThan(50_000_000);
});
