import { afterEach, describe, expect, it } from 'vitest';
import { peerAt } from '../datagrams.ts';
import { createConfirmables } from './confirmables.ts';
import { Endpoint } from './endpoints.ts';
import { type CoapMessage, emptyMessage, isEmpty, readMessage, writeMessage } from './message.ts';
import { createMessageLayer } from './message-layer.ts';
import { type Block, blockOption, readRequest, uintOption } from './request.ts';
import { createRequester, NoAnswerError } from './requester.ts';

const PEER = peerAt('127.0.0.1', 7000);
const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A layer whose messages go to a client. */
function layerWith(client: (message: CoapMessage, reply: (bytes: Buffer) => void) => void) {
  const sent: CoapMessage[] = [];
  const layer = createMessageLayer({
    send(bytes) {
      const message = readMessage(Buffer.from(bytes));
      sent.push(message);
      if (message.code.startsWith('0.') && !isEmpty(message)) {
        queueMicrotask(() => client(message, (reply) => layer.receive(reply, PEER)));
      }
    },
    handle: async () => 'none',
    failure: () => ({ code: '5.00' }),
    onReset: () => undefined,
    logLimited: () => undefined,
  });
  closing.push(layer.close);
  const endpoint = layer.endpoints.of(PEER, Date.now());
  return { layer, sent, endpoint, requester: layer.requester.of('tenant'), sizes: layer.requester.sizes };
}

const answer = (to: CoapMessage, more: Partial<CoapMessage> = {}): Buffer =>
  writeMessage({ type: 'ACK', code: '2.05', messageId: to.messageId, token: to.token, ...more });

describe('a request to a client', () => {
  it('is answered with its acknowledgement, or later by itself', async () => {
    const { requester, endpoint, sent, sizes } = layerWith((message, reply) => {
      if (readRequest(message).path[0] === 'now') reply(answer(message, { payload: Buffer.from('a') }));
      else {
        reply(emptyMessage('ACK', message.messageId));
        reply(answer(message, { type: 'CON', messageId: 77, payload: Buffer.from('b') }));
      }
    });
    const ask = async (path: string) =>
      (await requester.ask(endpoint, { method: '0.01', path: [path] }, 1000)).payload.toString();
    expect(await ask('now')).toBe('a');
    expect(await ask('later')).toBe('b');
    await expect.poll(() => sent.filter(({ type, messageId }) => type === 'ACK' && messageId === 77).length).toBe(1);
    expect(sizes()).toEqual({ waiting: 0, observations: 0 });
  });

  it('is given up when nobody answers, and when it is reset', async () => {
    const silent = layerWith(() => undefined);
    const request = { method: '0.01', path: ['3'] };
    await expect(silent.requester.ask(silent.endpoint, request, 50)).rejects.toThrow(NoAnswerError);
    const resetting = layerWith((message, reply) => reply(emptyMessage('RST', message.messageId)));
    await expect(resetting.requester.ask(resetting.endpoint, request, 5000)).rejects.toThrow('reset');
    expect(silent.sizes().waiting).toBe(0);
  });

  it('is given up when the client is gone', async () => {
    const { layer, requester, endpoint } = layerWith((message) => {
      layer.requester.gone(message.code === '0.01' ? endpoint.key : '');
    });
    await expect(requester.ask(endpoint, { method: '0.01', path: ['3'] }, 60_000)).rejects.toThrow('gone');
  });

  it('takes no answer of others', async () => {
    const { layer, requester, endpoint } = layerWith((message) => {
      layer.receive(answer(message, { type: 'NON', payload: Buffer.from('no') }), peerAt('127.0.0.1', 7001));
    });
    await expect(requester.ask(endpoint, { method: '0.01', path: ['3'] }, 100)).rejects.toThrow(NoAnswerError);
  });

  it.each([1024, 256])('has a long body in blocks of %s bytes', async (size) => {
    const pieces: Buffer[] = [];
    const { requester, endpoint } = layerWith((message, reply) => {
      const block = readRequest(message).block1 as Block;
      if (block.size > size) {
        reply(answer(message, { code: '4.13', options: [blockOption('Block1', { ...block, size })] }));
        return;
      }
      pieces.push(Buffer.from(message.payload));
      reply(answer(message, { code: block.more ? '2.31' : '2.04', options: [blockOption('Block1', block)] }));
    });
    const payload = Buffer.from(Array.from({ length: 3000 }, (_, index) => index & 255));
    expect((await requester.ask(endpoint, { method: '0.03', path: ['5'], payload }, 1000)).code).toBe('2.04');
    expect(Buffer.concat(pieces).equals(payload)).toBe(true);
    expect(pieces).toHaveLength(Math.ceil(3000 / size));
  });

  it('puts a long answer together, but not one that has gaps or no end', async () => {
    const body = Buffer.alloc(2500, 'x');
    let wrong = false;
    const { requester, endpoint } = layerWith((message, reply) => {
      const { number = 0 } = readRequest(message).block2 ?? {};
      const at = wrong && number > 0 ? number + 1 : number;
      const block: Block = { number: at, more: (at + 1) * 1024 < body.length, size: 1024 };
      const payload = body.subarray(at * 1024, (at + 1) * 1024);
      reply(answer(message, { options: [blockOption('Block2', block)], payload }));
    });
    const request = { method: '0.01', path: ['3'] };
    expect((await requester.ask(endpoint, request, 1000)).payload.equals(body)).toBe(true);
    wrong = true;
    await expect(requester.ask(endpoint, request, 1000)).rejects.toThrow('missing');
  });
});

describe('an observation', () => {
  it('is not told of by acknowledgements, which answer requests', async () => {
    let token = Buffer.alloc(0);
    const { requester, endpoint } = layerWith((message, reply) => {
      const isFirst = token.length === 0;
      if (isFirst) token = Buffer.from(message.token);
      const named = isFirst ? message.token : token;
      reply(answer(message, { token: named, options: [uintOption('Observe', 5)] }));
    });
    let notices = 0;
    await requester.observe(endpoint, { method: '0.01', path: ['3'] }, 1000, async () => {
      notices++;
      throw new Error('what it holds cannot be read');
    });
    // The acknowledgement of the next request names the observation.
    await expect(requester.ask(endpoint, { method: '0.01', path: ['4'] }, 100)).rejects.toThrow(NoAnswerError);
    expect(notices).toBe(0);
  });

  it('is ended with the token and the options that began it', async () => {
    const seen: CoapMessage[] = [];
    const { requester, endpoint, sizes } = layerWith((message, reply) => {
      seen.push({ ...message, token: Buffer.from(message.token) });
      reply(answer(message, { options: seen.length === 1 ? [uintOption('Observe', 5)] : [] }));
    });
    const request = { method: '0.01', path: ['3', '0'], accept: 11_542 };
    const { observation } = await requester.observe(endpoint, request, 1000, async () => undefined);
    expect((await requester.cancel(endpoint, observation as string, 1000))?.code).toBe('2.05');
    const [first, last] = seen.map((message) => ({ token: message.token.toString('hex'), ...readRequest(message) }));
    expect(last).toMatchObject({ token: first?.token, path: ['3', '0'], accept: 11_542, observe: 1 });
    expect(sizes()).toEqual({ waiting: 0, observations: 0 });
    expect(await requester.cancel(endpoint, observation as string, 1000)).toBeUndefined();
  });

  it('is told of, acknowledged when it was taken, and only of what is newer', async () => {
    let token = Buffer.alloc(0);
    const { layer, requester, endpoint, sent } = layerWith((message, reply) => {
      token = Buffer.from(message.token);
      reply(answer(message, { options: [uintOption('Observe', 5)] }));
    });
    const heard: string[] = [];
    let fails = false;
    const { observation } = await requester.observe(endpoint, { method: '0.01', path: ['3'] }, 1000, async (one) => {
      if (fails) throw new Error('not now');
      heard.push(one.payload.toString());
    });
    const notify = (messageId: number, sequence: number, text: string) =>
      layer.receive(
        writeMessage({
          ...{ type: 'CON', code: '2.05', messageId, token, payload: Buffer.from(text) },
          options: [uintOption('Observe', sequence)],
        }),
        PEER,
      );
    const acknowledged = (messageId: number) =>
      sent.filter((one) => one.type === 'ACK' && one.messageId === messageId).length;
    notify(10, 6, 'a');
    await expect.poll(() => acknowledged(10)).toBe(1);
    notify(10, 6, 'a');
    await expect.poll(() => acknowledged(10)).toBe(2);
    notify(11, 4, 'old');
    await expect.poll(() => acknowledged(11)).toBe(1);
    expect(heard).toEqual(['a']);
    fails = true;
    notify(12, 7, 'b');
    await new Promise((resolve) => setImmediate(resolve));
    expect(acknowledged(12)).toBe(0);
    fails = false;
    notify(12, 7, 'b');
    await expect.poll(() => acknowledged(12)).toBe(1);
    expect(heard).toEqual(['a', 'b']);
    requester.forget(observation as string);
    notify(13, 8, 'c');
    await expect.poll(() => sent.some(({ type, messageId }) => type === 'RST' && messageId === 13)).toBe(true);
  });
});

describe('clients that do not finish what they begin', () => {
  const request = (path: number) => ({ method: '0.01', path: [String(path)] });

  /** A client that lets itself be observed, and of what is fetched acknowledges the requests only. */
  async function stalling(observations: number) {
    const tokens: Buffer[] = [];
    const made = layerWith((message, reply) => {
      if (readRequest(message).observe === 0) {
        tokens.push(Buffer.from(message.token));
        reply(answer(message, { options: [uintOption('Observe', 1)] }));
      } else reply(emptyMessage('ACK', message.messageId));
    });
    for (let path = 0; path < observations; path++) {
      await made.requester.observe(made.endpoint, request(path), 1000, async () => undefined);
    }
    let messageId = 1000;
    /** Tells of the first of several blocks. */
    const notify = (token: Buffer, sequence: number): void =>
      made.layer.receive(
        writeMessage({
          ...{ type: 'NON', code: '2.05', messageId: messageId++, token, payload: Buffer.alloc(16) },
          options: [uintOption('Observe', sequence), blockOption('Block2', { number: 0, more: true, size: 16 })],
        }),
        PEER,
      );
    return { ...made, tokens, notify };
  }

  it('are asked for the rest of one notification of an observation at a time', async () => {
    const { tokens, notify, sizes } = await stalling(1);
    for (let sequence = 2; sequence < 50; sequence++) notify(tokens[0] as Buffer, sequence);
    await new Promise((resolve) => setImmediate(resolve));
    expect(sizes().waiting).toBe(1);
  });

  it('are asked for little at a time, whatever they say, and others are asked all the same', async () => {
    const { tokens, notify, sizes, layer } = await stalling(40);
    for (const token of tokens) notify(token, 2);
    await new Promise((resolve) => setImmediate(resolve));
    expect(sizes().waiting).toBe(16);
    const other = layer.endpoints.of(peerAt('127.0.0.1', 7001), Date.now());
    const requested = layer.requester.of('tenant').ask(other, request(3), 50);
    expect(sizes().waiting).toBe(17);
    await expect(requested).rejects.toThrow('does not answer');
  });
});

describe('tenants', () => {
  const bounds = { waiting: 100, waitingOfClient: 200, observations: 100, answers: 10_000 };
  const endpointAt = (port: number) => new Endpoint(peerAt('127.0.0.1', port), 1);
  /** Notes which of those that are begun are refused. */
  const begun = (attempts: Promise<unknown>[], refusals: string[]): void => {
    for (const attempt of attempts) attempt.catch((error: Error) => refusals.push(error.message));
  };

  it.each(['asked', 'observed'] as const)('leave each other room for what is %s', async (what) => {
    const requester = createRequester(
      createConfirmables(
        () => undefined,
        () => undefined,
      ),
      bounds,
    );
    closing.push(requester.close);
    const request = { method: '0.01', path: ['3'] };
    const begin = (tenant: string, port: number): Promise<unknown> =>
      what === 'asked'
        ? requester.of(tenant).ask(endpointAt(port), request, 5000)
        : requester.of(tenant).observe(endpointAt(port), request, 5000, async () => undefined);
    const refusals: string[] = [];
    begun(
      Array.from({ length: 200 }, (_, port) => begin('greedy', port)),
      refusals,
    );
    await new Promise((resolve) => setImmediate(resolve));
    expect(refusals).toHaveLength(120);
    refusals.splice(0);
    begun(
      Array.from({ length: 10 }, (_, port) => begin('modest', 1000 + port)),
      refusals,
    );
    await new Promise((resolve) => setImmediate(resolve));
    expect(refusals).toEqual([]);
    requester.close();
    await new Promise((resolve) => setImmediate(resolve));
    expect(requester.sizes()).toEqual({ waiting: 0, observations: 0 });
    begun([begin('greedy', 1)], refusals);
    expect(requester.sizes().waiting).toBe(1);
  });
});
