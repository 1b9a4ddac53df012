import { randomBytes } from 'node:crypto';
import { Code } from './codes.ts';
import type { Confirmables } from './confirmables.ts';
import type { Endpoint } from './endpoints.ts';
import { type CoapMessage, type CoapOption, writeMessage } from './message.ts';
import { type Block, blockOption, readBlock, readUint, uintOption } from './request.ts';

/** What the platform asks of a client. */
export interface AskedRequest {
  method: string;
  path: readonly string[];
  query?: readonly string[];
  contentFormat?: number;
  accept?: number;
  observe?: 0 | 1;
  payload?: Buffer;
  /** Instead of a payload: a body that is read while it is sent. */
  body?: AskedBody;
}

/** A long body, which need not be in memory. */
export interface AskedBody {
  /** Bytes. */
  size: number;
  /** Bytes [from, to). */
  read: (from: number, to: number) => Promise<Buffer>;
}

/** What a client answers. */
export interface GivenAnswer {
  code: string;
  contentFormat: number | undefined;
  /** Of a client that has begun to be observed. */
  observe: number | undefined;
  payload: Buffer;
}

/** A client did not answer. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
}

/** Something that a client sends by itself, as long as it is observed. Rejected: it is not acknowledged. */
export type Notified = (answer: GivenAnswer) => Promise<void>;

interface Waiting {
  endpoint: string;
  resolve: (message: CoapMessage) => void;
  reject: (error: Error) => void;
  timer: NodeJS.Timeout | undefined;
}

interface Observation {
  endpoint: string;
  request: AskedRequest;
  notified: Notified;
  /** Of the newest notification, and when it came (epoch ms). */
  sequence: number;
  at: number;
}

const TOKEN_BYTES = 8;
/** Longer bodies travel in blocks of this many bytes. */
const BLOCK_SIZE = 1024;
/** Longest answer that is put together of blocks, in bytes. */
const MAX_ANSWER = 1024 * 1024;
/** Requests and observations of all clients. */
const MAX_WAITING = 50_000;
const MAX_OBSERVATIONS = 500_000;
const SEQUENCE_END = 2 ** 24;
/** After this time any notification is newer, ms (RFC 7641 §3.4). */
const SEQUENCE_LIFETIME = 128_000;

/** Asks clients: requests, in blocks where they are long, and observations (RFC 7252 §5, RFC 7959, RFC 7641). */
export function createRequester(confirmables: Confirmables) {
  /** token → who waits for its answer */
  const waiting = new Map<string, Waiting>();
  /** token → what is observed with it */
  const observations = new Map<string, Observation>();

  function exchange(
    endpoint: Endpoint,
    request: AskedRequest,
    blocks: { block1?: Block; block2?: Block },
    token: Buffer,
    until: number,
  ): Promise<CoapMessage> {
    const { method, payload } = request;
    const options = optionsOf(request, blocks);
    return new Promise((resolve, reject) => {
      if (waiting.size >= MAX_WAITING) {
        reject(new NoAnswerError('Too many requests are under way'));
        return;
      }
      const key = token.toString('hex');
      const settle = (finish: () => void): void => {
        if (!waiting.delete(key)) return;
        clearTimeout(own.timer);
        finish();
      };
      const own: Waiting = {
        endpoint: endpoint.key,
        resolve: (message) => settle(() => resolve(message)),
        reject: (error) => settle(() => reject(error)),
        timer: undefined,
      };
      waiting.set(key, own);
      own.timer = setTimeout(() => own.reject(new NoAnswerError('The client does not answer')), until - Date.now());
      own.timer.unref();
      confirmables.submit(endpoint, {
        write: (messageId) =>
          writeMessage({ type: 'CON', code: method, messageId, token, options, ...(payload ? { payload } : {}) }),
        onOutcome(outcome) {
          if (outcome === 'timeout') own.reject(new NoAnswerError('The client does not answer'));
          else if (outcome === 'reset') own.reject(new NoAnswerError('The client has reset the request'));
        },
      });
    });
  }

  /** Sends the body of a request in blocks (RFC 7959 §2.5); the client may want smaller ones. */
  async function sendBlocks(
    endpoint: Endpoint,
    request: AskedRequest,
    body: AskedBody,
    token: Buffer,
    timeout: number,
  ) {
    let size = BLOCK_SIZE;
    let at = 0;
    for (;;) {
      const more = at + size < body.size;
      const part = { ...request, payload: await body.read(at, Math.min(at + size, body.size)) };
      const block1 = { number: at / size, more, size };
      const answer = await exchange(endpoint, part, { block1 }, token, Date.now() + timeout);
      const wanted = blockIn(answer, 'Block1')?.size ?? size;
      if (answer.code === Code.tooLarge && at === 0 && wanted < size) {
        size = wanted;
        continue;
      }
      if (!more || answer.code !== Code.continue) return answer;
      at += size;
      // What has been sent is a multiple of the smaller size, too.
      size = Math.min(size, wanted);
    }
  }

  /** Fetches the rest of an answer. */
  async function fetchBlocks(endpoint: Endpoint, request: AskedRequest, first: CoapMessage, until: number) {
    const pieces = [Buffer.from(first.payload)];
    let length = first.payload.length;
    let block = blockIn(first, 'Block2');
    const { payload: _, observe: __, ...rest } = request;
    const again = request.method === Code.fetch ? { ...rest, payload: request.payload ?? Buffer.alloc(0) } : rest;
    while (block?.more) {
      if (length !== (block.number + 1) * block.size) throw new NoAnswerError('A block of the answer is missing');
      const block2: Block = { number: length / block.size, more: false, size: block.size };
      const next = await exchange(endpoint, again, { block2 }, randomBytes(TOKEN_BYTES), until);
      if (next.code !== first.code) return next;
      const got = blockIn(next, 'Block2');
      if (!got || got.number * got.size !== length) throw new NoAnswerError('A block of the answer is missing');
      length += next.payload.length;
      if (length > MAX_ANSWER || next.payload.length === 0) throw new NoAnswerError('The answer is too long');
      pieces.push(Buffer.from(next.payload));
      block = got;
    }
    return { ...first, payload: Buffer.concat(pieces) };
  }

  async function ask(endpoint: Endpoint, request: AskedRequest, timeout: number, token = randomBytes(TOKEN_BYTES)) {
    const body = bodyOf(request);
    let answer = body
      ? await sendBlocks(endpoint, request, body, token, timeout)
      : await exchange(endpoint, request, {}, token, Date.now() + timeout);
    if (blockIn(answer, 'Block2')?.more) {
      answer = await fetchBlocks(endpoint, request, answer, Date.now() + timeout);
    }
    return answerOf(answer);
  }

  /** Takes a notification: the whole of it, and only when it is newer than the last one. */
  async function notice(observation: Observation, message: CoapMessage, endpoint: Endpoint, token: string) {
    const answer = answerOf(message);
    const isEnded = answer.observe === undefined || message.code >= Code.badRequest;
    if (isEnded) observations.delete(token);
    else if (!isNewer(observation, answer.observe as number)) return;
    const whole = blockIn(message, 'Block2')?.more
      ? await fetchBlocks(endpoint, observation.request, message, Date.now() + SEQUENCE_LIFETIME)
      : message;
    await observation.notified({ ...answerOf(whole), observe: isEnded ? undefined : answer.observe });
    if (isEnded) return;
    observation.sequence = answer.observe as number;
    observation.at = Date.now();
  }

  /** Takes the answer to a request that is under way. @returns whether it is one */
  function answered(message: CoapMessage, endpoint: Endpoint): boolean {
    const own = waiting.get(message.token.toString('hex'));
    if (own?.endpoint !== endpoint.key) return false;
    own.resolve({ ...message, payload: Buffer.from(message.payload) });
    return true;
  }

  return {
    /**
     * Asks a client; resolves with its answer, whatever its code.
     * @param timeout ms
     * @throws NoAnswerError
     */
    ask: (endpoint: Endpoint, request: AskedRequest, timeout: number): Promise<GivenAnswer> =>
      ask(endpoint, request, timeout),

    /**
     * Begins to observe.
     * @returns the first answer, and the name of the observation when there is one now
     */
    async observe(endpoint: Endpoint, given: AskedRequest, timeout: number, notified: Notified) {
      if (observations.size >= MAX_OBSERVATIONS) throw new NoAnswerError('Too much is observed');
      const request: AskedRequest = { ...given, observe: 0 };
      const bytes = randomBytes(TOKEN_BYTES);
      const token = bytes.toString('hex');
      // The first notification may come before the answer.
      observations.set(token, { endpoint: endpoint.key, request, notified, sequence: -1, at: 0 });
      try {
        const answer = await ask(endpoint, request, timeout, bytes);
        const isObserved = answer.observe !== undefined && answer.code < Code.badRequest;
        if (!isObserved) observations.delete(token);
        return { answer, observation: isObserved ? token : undefined };
      } catch (error) {
        observations.delete(token);
        throw error;
      }
    },

    /**
     * Ends an observation, and tells the client with the request that began it (RFC 7641 §3.6).
     * @returns undefined when there is no such observation
     * @throws NoAnswerError
     */
    async cancel(endpoint: Endpoint, observation: string, timeout: number): Promise<GivenAnswer | undefined> {
      const known = observations.get(observation);
      if (known?.endpoint !== endpoint.key) return undefined;
      observations.delete(observation);
      return ask(endpoint, { ...known.request, observe: 1 }, timeout, Buffer.from(observation, 'hex'));
    },

    /** What comes of an observation is reset from now on. */
    forget: (observation: string): void => void observations.delete(observation),

    /** Whether anybody waits for the response. */
    isExpected(message: CoapMessage, endpointKey: string): boolean {
      const token = message.token.toString('hex');
      return (waiting.get(token) ?? observations.get(token))?.endpoint === endpointKey;
    },

    /** Takes the answer that an acknowledgement carries: it is that of a request, never a notification. */
    answered,

    /** Takes a response that comes by itself. Rejected: it is not acknowledged. */
    take(message: CoapMessage, endpoint: Endpoint): Promise<void> | undefined {
      if (answered(message, endpoint)) return undefined;
      const token = message.token.toString('hex');
      const observation = observations.get(token);
      if (observation?.endpoint !== endpoint.key) return undefined;
      return notice(observation, message, endpoint, token);
    },

    /** Nothing reaches a client any more. */
    gone(endpointKey: string): void {
      for (const own of [...waiting.values()]) {
        if (own.endpoint === endpointKey) own.reject(new NoAnswerError('The client is gone'));
      }
    },

    sizes: () => ({ waiting: waiting.size, observations: observations.size }),

    close(): void {
      for (const own of [...waiting.values()]) own.reject(new NoAnswerError('The server is being stopped'));
      observations.clear();
    },
  };
}

export type Requester = ReturnType<typeof createRequester>;

/** What of a request travels in blocks. */
function bodyOf({ payload, body }: AskedRequest): AskedBody | undefined {
  if (body) return body;
  if (!payload || payload.length <= BLOCK_SIZE) return undefined;
  return { size: payload.length, read: async (from, to) => payload.subarray(from, to) };
}

/** RFC 7641 §3.4 */
function isNewer({ sequence, at }: Observation, next: number): boolean {
  if (sequence < 0 || Date.now() - at > SEQUENCE_LIFETIME) return true;
  return (next - sequence + SEQUENCE_END) % SEQUENCE_END < SEQUENCE_END / 2 && next !== sequence;
}

function optionsOf(
  { path, query = [], contentFormat, accept, observe }: AskedRequest,
  { block1, block2 }: { block1?: Block; block2?: Block },
): CoapOption[] {
  return [
    ...(observe === undefined ? [] : [uintOption('Observe', observe)]),
    ...path.map((segment) => ({ name: 'Uri-Path', value: Buffer.from(segment) })),
    ...(contentFormat === undefined ? [] : [uintOption('Content-Format', contentFormat)]),
    ...query.map((part) => ({ name: 'Uri-Query', value: Buffer.from(part) })),
    ...(accept === undefined ? [] : [uintOption('Accept', accept)]),
    ...(block2 ? [blockOption('Block2', block2)] : []),
    ...(block1 ? [blockOption('Block1', block1)] : []),
  ];
}

function optionOf({ options }: CoapMessage, name: string): Buffer | undefined {
  return options.find((option) => option.name === name)?.value;
}

/** A block option of an answer; undefined when there is none that can be read. */
function blockIn(message: CoapMessage, name: 'Block1' | 'Block2'): Block | undefined {
  const value = optionOf(message, name);
  try {
    return value && readBlock(value);
  } catch {
    return undefined;
  }
}

function numberIn(message: CoapMessage, name: string, maxBytes: number): number | undefined {
  const value = optionOf(message, name);
  return value && value.length <= maxBytes ? readUint(value, maxBytes) : undefined;
}

function answerOf(message: CoapMessage): GivenAnswer {
  return {
    code: message.code,
    contentFormat: numberIn(message, 'Content-Format', 2),
    observe: numberIn(message, 'Observe', 3),
    payload: message.payload,
  };
}
