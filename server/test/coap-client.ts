import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type CoapMessage, readMessage, writeMessage } from '../src/transports/coap/message.ts';

/** Debian's name of libcoap's client without DTLS, or what others call it. */
const COAP_CLIENT = existsSync('/usr/bin/coap-client-notls') ? 'coap-client-notls' : 'coap-client';

/** What libcoap's client has got. */
export interface CoapReply {
  /** Code of the last answer: `2.05`. */
  code: string;
  /** Options of the last answer as it writes them. */
  options: string;
  /** The whole payload, of all blocks. */
  body: Buffer;
  text: string;
  /** Everything it has said. */
  output: string;
}

/** A line with a message from the server, which follows the line about its arrival. */
const RECEIVED = /received \d+ bytes\nv:1 t:\w+ c:([245]\.\d\d) i:\S+ \{[^}]*\} \[([^\]]*)\]/g;

/** Sends a request with libcoap's client; resolves when it has the whole answer, or has waited for 15 s. */
export const coap = (
  port: number,
  method: string,
  resource: string,
  payload?: string | Buffer,
  args: string[] = [],
): Promise<CoapReply> => request(COAP_CLIENT, `coap://127.0.0.1:${port}/${resource}`, method, payload, args);

/** libcoap's clients that encrypt, by the library that they do it with. */
export const SECURE_CLIENTS = ['coap-client-openssl', 'coap-client-gnutls'] as const;

/** The same over DTLS. @param args with certificates or keys of the client */
export const coaps = (
  client: (typeof SECURE_CLIENTS)[number],
  port: number,
  method: string,
  resource: string,
  payload: string | Buffer | undefined,
  args: string[],
): Promise<CoapReply> => request(client, `coaps://127.0.0.1:${port}/${resource}`, method, payload, args);

async function request(
  client: string,
  address: string,
  method: string,
  payload: string | Buffer | undefined,
  args: string[],
): Promise<CoapReply> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'signalbox-coap-'));
  const file = path.join(folder, 'body');
  const given = path.join(folder, 'payload');
  try {
    if (payload !== undefined) await writeFile(given, payload);
    const child = spawn(client, [
      ...['-m', method, '-v', '7', '-B', '15', '-o', file, ...args],
      ...(payload === undefined ? [] : ['-f', given]),
      address,
    ]);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (data) => {
        output += data;
      });
    }
    await new Promise((resolve, reject) => child.once('close', resolve).once('error', reject));
    const last = [...output.matchAll(RECEIVED)].at(-1);
    if (!last) throw new Error(`coap-client got no answer:\n${output}`);
    const body = await readFile(file).catch(() => Buffer.alloc(0));
    return { code: last[1] as string, options: last[2] as string, body, text: body.toString('utf8'), output };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A message with a payload that came: its type, code, options and text. */
const NOTIFIED = /received \d+ bytes\nv:1 t:(\w+) c:(\d\.\d\d) i:\S+ \{[^}]*\} \[([^\]]*)\](?: :: '(.*)')?/g;

/** Observes a resource with libcoap's client until it is stopped. */
export const observeCoap = (port: number, resource: string, args: string[] = []) =>
  observe(COAP_CLIENT, `coap://127.0.0.1:${port}/${resource}`, args);

/** The same over DTLS. */
export const observeCoaps = (client: (typeof SECURE_CLIENTS)[number], port: number, resource: string, args: string[]) =>
  observe(client, `coaps://127.0.0.1:${port}/${resource}`, args);

function observe(client: string, address: string, args: string[]) {
  const child = spawn(client, ['-m', 'get', '-v', '7', '-s', '60', ...args, address]);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data) => {
      output += data;
    });
  }
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  return {
    /** What has come so far. */
    received: () =>
      [...output.matchAll(NOTIFIED)]
        .map(([, type = '', code = '', options = '', text = '']) => ({ type, code, options, text }))
        .filter(({ code }) => code !== '0.00'),
    output: () => output,
    /** Ends as a client does that wants no more. */
    async stop(): Promise<void> {
      child.kill('SIGINT');
      await closed;
    },
    /** Ends without a word. */
    async kill(): Promise<void> {
      child.kill('SIGKILL');
      await closed;
    },
  };
}

/** A socket that sends datagrams as they are. */
export async function rawCoap(port: number) {
  const socket = createSocket('udp4');
  const received: CoapMessage[] = [];
  socket.on('message', (bytes) => received.push(readMessage(bytes)));
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return {
    received,
    send: (bytes: Buffer) => socket.send(bytes, port, '127.0.0.1'),
    /** Sends a request with a path. */
    request(message: {
      type?: 'CON' | 'NON';
      code: string;
      messageId: number;
      token?: string;
      path: string;
      payload?: string;
      options?: { name: string; value: Buffer }[];
    }): void {
      const { type = 'CON', token = '', payload = '', options = [] } = message;
      const segments = message.path.split('/').map((segment) => ({ name: 'Uri-Path', value: Buffer.from(segment) }));
      socket.send(
        writeMessage({
          ...message,
          type,
          token: Buffer.from(token),
          options: [...segments, ...options],
          payload: Buffer.from(payload),
        }),
        port,
        '127.0.0.1',
      );
    },
    close: () => socket.close(),
  };
}
