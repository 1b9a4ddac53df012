import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { peerAt } from '../datagrams.ts';
import { CoapError, Code } from './codes.ts';
import { type CoapMessage, emptyMessage, readMessage, writeMessage } from './message.ts';
import { type CoapAnswer, createMessageLayer, type MessageLayer } from './message-layer.ts';
import type { CoapRequest } from './request.ts';

class Unspeakable extends Error {}

let layer: MessageLayer;
let sent: { message: CoapMessage; bytes: number; port: number }[];
let handled: CoapRequest[];
let handle: (request: CoapRequest) => Promise<CoapAnswer>;

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  handled = [];
  handle = async () => ({ code: Code.created });
  layer = createMessageLayer({
    send: (bytes, { port }) => sent.push({ message: readMessage(bytes), bytes: bytes.length, port }),
    handle: (request) => {
      handled.push(request);
      return handle(request);
    },
    failure: (error) => {
      if (error instanceof Unspeakable) throw error;
      const code = error instanceof CoapError ? error.code : Code.serverError;
      return error instanceof CoapError && error.message ? { code, payload: Buffer.from(error.message) } : { code };
    },
    onReset: () => undefined,
    logLimited: () => undefined,
  });
});
afterEach(() => {
  layer.close();
  vi.useRealTimers();
});

const PORT = 4000;
const receive = (bytes: Buffer, port = PORT): void => layer.receive(bytes, peerAt('192.0.2.1', port));
const post = (messageId: number, type: 'CON' | 'NON' = 'CON', more: Partial<CoapMessage> = {}): Buffer =>
  writeMessage({
    type,
    code: Code.post,
    messageId,
    token: Buffer.from('t'),
    options: [{ name: 'Uri-Path', value: Buffer.from('telemetry') }],
    payload: Buffer.from('{"t":1}'),
    ...more,
  });
const turn = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);
const kinds = (): string[] => sent.map(({ message }) => `${message.type} ${message.code}`);

describe('a confirmable request', () => {
  it('is answered in its acknowledgement, with its token', async () => {
    receive(post(1));
    await turn();
    expect(sent.map(({ message }) => message)).toEqual([
      expect.objectContaining({ type: 'ACK', code: '2.01', messageId: 1, token: Buffer.from('t') }),
    ]);
  });

  it('is processed once however often it comes, and answered each time', async () => {
    for (let time = 0; time < 3; time++) {
      receive(post(1));
      await turn();
    }
    expect(handled).toHaveLength(1);
    expect(kinds()).toEqual(['ACK 2.01', 'ACK 2.01', 'ACK 2.01']);
    receive(post(1), PORT + 1);
    await turn();
    expect(handled).toHaveLength(2);
  });

  it('is a new one when its number comes again after its lifetime', async () => {
    receive(post(1));
    await vi.advanceTimersByTimeAsync(248_000);
    receive(post(1));
    await turn();
    expect(handled).toHaveLength(2);
  });

  it('is a new one when it says something else under the same number', async () => {
    receive(post(1));
    receive(post(1, 'CON', { payload: Buffer.from('{"t":2}') }));
    await turn();
    expect(handled).toHaveLength(2);
    expect(kinds()).toEqual(['ACK 2.01', 'ACK 2.01']);
  });

  it('is acknowledged first when its answer takes time, which is repeated until it is acknowledged', async () => {
    const slow = Promise.withResolvers<CoapAnswer>();
    handle = () => slow.promise;
    receive(post(1));
    await vi.advanceTimersByTimeAsync(1500);
    receive(post(1));
    expect(kinds()).toEqual(['ACK 0.00', 'ACK 0.00']);
    slow.resolve({ code: Code.created });
    await turn();
    const first = sent[2]?.message as CoapMessage;
    expect(first).toMatchObject({ type: 'CON', code: '2.01', token: Buffer.from('t') });
    await vi.advanceTimersByTimeAsync(3000);
    expect(kinds()).toEqual(['ACK 0.00', 'ACK 0.00', 'CON 2.01', 'CON 2.01']);
    receive(emptyMessage('ACK', first.messageId));
    await vi.advanceTimersByTimeAsync(100_000);
    expect(sent).toHaveLength(4);
  });

  it('is repeated four times at most', async () => {
    handle = () => new Promise((resolve) => setTimeout(() => resolve({ code: Code.created }), 2000));
    receive(post(1));
    await vi.advanceTimersByTimeAsync(200_000);
    expect(kinds()).toEqual(['ACK 0.00', ...Array<string>(5).fill('CON 2.01')]);
  });

  it('counts as not received when it is for later', async () => {
    handle = async () => 'later';
    receive(post(1));
    await turn();
    expect(sent).toEqual([]);
    handle = async () => ({ code: Code.created });
    receive(post(1));
    await turn();
    expect(kinds()).toEqual(['ACK 2.01']);
  });

  it.each([
    ['fails', new Error('no')],
    ['fails in a way of which nothing can be told', new Unspeakable()],
  ])('that %s is answered', async (_how, error) => {
    handle = () => Promise.reject(error);
    receive(post(1));
    await turn();
    expect(kinds()).toEqual(['ACK 5.00']);
  });
});

describe('a request that is not confirmable', () => {
  it('is answered by a message of its kind, once', async () => {
    for (let time = 0; time < 2; time++) {
      receive(post(1, 'NON'));
      await turn();
    }
    expect(handled).toHaveLength(1);
    expect(kinds()).toEqual(['NON 2.01']);
  });

  it('is not answered when the client wants no answer', async () => {
    const options = [{ name: '258', value: Buffer.from([2]) }];
    receive(post(1, 'NON', { options }));
    receive(post(2, 'CON', { options }));
    await turn();
    expect(handled).toHaveLength(2);
    expect(kinds()).toEqual(['ACK 0.00']);
  });
});

describe('what is no request', () => {
  it('is reset when it wants an answer, and else ignored', () => {
    receive(emptyMessage('CON', 5));
    receive(emptyMessage('NON', 6));
    receive(emptyMessage('ACK', 7));
    receive(emptyMessage('RST', 8));
    receive(post(9, 'CON', { code: '2.05' }));
    receive(Buffer.from('40010001ff', 'hex'));
    receive(Buffer.from('c0010001', 'hex'));
    receive(Buffer.alloc(0));
    expect(sent.map(({ message }) => `${message.type} ${message.messageId}`)).toEqual(['RST 5', 'RST 9', 'RST 1']);
    expect(handled).toEqual([]);
  });

  it.each([
    ['an unknown critical option', '9', '4.02'],
    ['a proxy', 'Proxy-Uri', '5.05'],
  ])('is refused with %s', async (_what, name, code) => {
    receive(post(1, 'CON', { options: [{ name, value: Buffer.from('x') }] }));
    await turn();
    expect(handled).toEqual([]);
    expect(kinds()).toEqual([`ACK ${code}`]);
  });
});

describe('a long answer', () => {
  const long: CoapAnswer = { code: Code.content, payload: Buffer.alloc(3000, 'x') };
  const get = (messageId: number, block?: number): Buffer =>
    writeMessage({
      type: 'CON',
      code: Code.get,
      messageId,
      token: Buffer.from('t'),
      options: [
        { name: 'Uri-Path', value: Buffer.from('attributes') },
        ...(block === undefined ? [] : [{ name: 'Block2', value: Buffer.from([block]) }]),
      ],
    });

  it('goes to somebody who has not shown that he receives it in pieces that are no flood', async () => {
    handle = async () => long;
    let bytes = 0;
    for (let id = 0; id < 200; id++) receive(get(id), PORT + id);
    await turn();
    for (const one of sent) bytes += one.bytes;
    // Besides what every address may get once.
    expect(bytes).toBeLessThan(200 * get(1).length * 3 + 16_384 + 200 * 4);
  });

  it('comes in whole blocks to a client that has answered a ping', async () => {
    handle = async () => long;
    const lengthOf = (): number => sent.find(({ message }) => message.code === '2.05')?.message.payload.length ?? 0;
    let ping: CoapMessage | undefined;
    for (let id = 100; id < 150; id++) {
      sent.length = 0;
      receive(get(id));
      await turn();
      ping ??= sent.find(({ message }) => message.type === 'CON')?.message;
    }
    expect(lengthOf()).toBe(16);
    receive(emptyMessage('RST', ping?.messageId as number));
    sent.length = 0;
    handled.length = 0;
    for (const [id, block] of [2, 3, 4].map((id) => [id, id === 2 ? undefined : (id - 2) * 16 + 6] as const)) {
      receive(get(id, block));
      await turn();
    }
    expect(kinds()).toEqual(['ACK 2.05', 'ACK 2.05', 'ACK 2.05']);
    expect(sent.map(({ message }) => message.payload.length)).toEqual([1024, 1024, 952]);
    expect(handled).toHaveLength(1);
  });

  it.each<[string, CoapAnswer, string]>([
    ['an answer that is shorter', { code: Code.content, payload: Buffer.from('short') }, '4.00'],
    ['an answer without a payload', { code: Code.content }, '2.05'],
    ['an error', { code: Code.notFound, payload: Buffer.from('There is none') }, '4.04'],
  ])('is not waited for when block 2 is asked of %s', async (_what, answer, code) => {
    handle = async () => answer;
    receive(get(1, 0x26));
    await turn();
    expect(kinds()).toEqual([`ACK ${code}`]);
  });
});

describe('the proof of an address', () => {
  it('also counts when it comes too late for the request, which the client sends again', async () => {
    handle = async () => {
      const endpoint = layer.endpoints.find(peerAt('192.0.2.1', PORT));
      return endpoint && (await layer.proof(endpoint)) ? { code: Code.created } : 'later';
    };
    receive(post(1));
    await vi.advanceTimersByTimeAsync(4_000);
    expect(kinds()).toEqual(['CON 0.00', 'CON 0.00']);
    receive(emptyMessage('RST', sent[0]?.message.messageId as number));
    receive(post(1));
    await turn();
    expect(kinds().slice(2)).toEqual(['ACK 2.01']);
  });
});
