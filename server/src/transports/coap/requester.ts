import { randomBytes } from 'node:crypto';
import { steadyNow } from '../../config/steady-clock.ts';
import { hasFairRoom } from '../fair-room.ts';
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
  owner: string;
  request: AskedRequest;
  notified: Notified;
  /** Of the newest notification, and when it came, on the steady clock. */
  sequence: number;
  at: number;
  /** The rest of a notification is being fetched. */
  isFetching: boolean;
}

const TOKEN_BYTES = 8;
/** Longer bodies travel in blocks of this many bytes. */
const BLOCK_SIZE = 1024;
/** Longest answer that is put together of blocks, in bytes. */
const MAX_ANSWER = 1024 * 1024;
/** Requests and observations, which owners share. */
export interface RequesterBounds {
  waiting: number;
  /** Requests to one client: one at a time, and what is fetched of its notifications. */
  waitingOfClient: number;
  observations: number;
  /** Bytes of answers that are being put together of blocks. */
  answers: number;
}
const BOUNDS: RequesterBounds = {
  waiting: 50_000,
  waitingOfClient: 16,
  observations: 500_000,
  answers: 64 * 1024 * 1024,
};
const SEQUENCE_END = 2 ** 24;
/** After this time any notification is newer, ms (RFC 7641 §3.4). */
const SEQUENCE_LIFETIME = 128_000;

/** A client, and the tenant that it is of. */
interface Client {
  endpoint: Endpoint;
  owner: string;
}

/** Counts by name; those without any are dropped. */
function createCounts() {
  const counts = new Map<string, number>();
  return {
    of: (name: string): number => counts.get(name) ?? 0,
    add(name: string, more: number): void {
      const count = (counts.get(name) ?? 0) + more;
      if (count > 0) counts.set(name, count);
      else counts.delete(name);
    },
  };
}

/** Asks clients: requests, in blocks where they are long, and observations (RFC 7252 §5, RFC 7959, RFC 7641). */
export function createRequester(confirmables: Confirmables, bounds: RequesterBounds = BOUNDS) {
  /** token → who waits for its answer */
  const waiting = new Map<string, Waiting>();
  /** key of an endpoint → who of them waits for it */
  const waitingFor = new Map<string, Set<Waiting>>();
  const waitingOf = createCounts();
  /** token → what is observed with it */
  const observations = new Map<string, Observation>();
  const observationsOf = createCounts();
  /** Bytes of answers that are being put together. */
  const fetchedOf = createCounts();
  let fetched = 0;

  function forget(token: string): void {
    const observation = observations.get(token);
    if (!observation) return;
    observations.delete(token);
    observationsOf.add(observation.owner, -1);
  }

  function mayWait({ endpoint, owner }: Client): boolean {
    if ((waitingFor.get(endpoint.key)?.size ?? 0) >= bounds.waitingOfClient) return false;
    return hasFairRoom(waitingOf.of(owner), waiting.size, bounds.waiting);
  }

  function exchange(
    client: Client,
    request: AskedRequest,
    blocks: { block1?: Block; block2?: Block },
    token: Buffer,
    until: number,
  ): Promise<CoapMessage> {
    const { endpoint, owner } = client;
    const { method, payload } = request;
    const options = optionsOf(request, blocks);
    return new Promise((resolve, reject) => {
      if (!mayWait(client)) {
        reject(new NoAnswerError('Too many requests are under way'));
        return;
      }
      const key = token.toString('hex');
      const settle = (finish: () => void): void => {
        if (!waiting.delete(key)) return;
        waitingOf.add(owner, -1);
        const others = waitingFor.get(endpoint.key);
        others?.delete(own);
        if (others?.size === 0) waitingFor.delete(endpoint.key);
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
      waitingOf.add(owner, 1);
      waitingFor.set(endpoint.key, (waitingFor.get(endpoint.key) ?? new Set()).add(own));
      own.timer = setTimeout(() => own.reject(new NoAnswerError('The client does not answer')), until - steadyNow());
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
  async function sendBlocks(client: Client, request: AskedRequest, body: AskedBody, token: Buffer, timeout: number) {
    let size = BLOCK_SIZE;
    let at = 0;
    for (;;) {
      const more = at + size < body.size;
      const part = { ...request, payload: await body.read(at, Math.min(at + size, body.size)) };
      const block1 = { number: at / size, more, size };
      const answer = await exchange(client, part, { block1 }, token, steadyNow() + timeout);
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
  async function fetchBlocks(client: Client, request: AskedRequest, first: CoapMessage, until: number) {
    const { owner } = client;
    const pieces = [Buffer.from(first.payload)];
    let length = first.payload.length;
    let counted = 0;
    const count = (bytes: number): void => {
      counted += bytes;
      fetched += bytes;
      fetchedOf.add(owner, bytes);
    };
    let block = blockIn(first, 'Block2');
    const { payload: _, observe: __, ...rest } = request;
    const again = request.method === Code.fetch ? { ...rest, payload: request.payload ?? Buffer.alloc(0) } : rest;
    try {
      while (block?.more) {
        if (length !== (block.number + 1) * block.size) throw new NoAnswerError('A block of the answer is missing');
        if (!hasFairRoom(fetchedOf.of(owner) + block.size, fetched + block.size, bounds.answers)) {
          throw new NoAnswerError('Too much is being fetched');
        }
        const block2: Block = { number: length / block.size, more: false, size: block.size };
        const next = await exchange(client, again, { block2 }, randomBytes(TOKEN_BYTES), until);
        if (next.code !== first.code) return next;
        const got = blockIn(next, 'Block2');
        if (!got || got.number * got.size !== length) throw new NoAnswerError('A block of the answer is missing');
        length += next.payload.length;
        if (length > MAX_ANSWER || next.payload.length === 0) throw new NoAnswerError('The answer is too long');
        pieces.push(Buffer.from(next.payload));
        count(next.payload.length);
        block = got;
      }
      return { ...first, payload: Buffer.concat(pieces) };
    } finally {
      count(-counted);
    }
  }

  async function ask(client: Client, request: AskedRequest, timeout: number, token = randomBytes(TOKEN_BYTES)) {
    const body = bodyOf(request);
    let answer = body
      ? await sendBlocks(client, request, body, token, timeout)
      : await exchange(client, request, {}, token, steadyNow() + timeout);
    if (blockIn(answer, 'Block2')?.more) {
      answer = await fetchBlocks(client, request, answer, steadyNow() + timeout);
    }
    return answerOf(answer);
  }

  /** Fetches the rest of a notification, where it is long: of one observation one at a time. */
  async function wholeOf(observation: Observation, message: CoapMessage, endpoint: Endpoint): Promise<CoapMessage> {
    if (!blockIn(message, 'Block2')?.more) return message;
    if (observation.isFetching) throw new NoAnswerError('Another notification is being fetched');
    observation.isFetching = true;
    try {
      const client = { endpoint, owner: observation.owner };
      return await fetchBlocks(client, observation.request, message, steadyNow() + SEQUENCE_LIFETIME);
    } finally {
      observation.isFetching = false;
    }
  }

  /** Takes a notification: the whole of it, and only when it is newer than the last one. */
  async function notice(observation: Observation, message: CoapMessage, endpoint: Endpoint, token: string) {
    const answer = answerOf(message);
    const isEnded = answer.observe === undefined || message.code >= Code.badRequest;
    if (isEnded) forget(token);
    else if (!isNewer(observation, answer.observe as number)) return;
    const whole = await wholeOf(observation, message, endpoint);
    await observation.notified({ ...answerOf(whole), observe: isEnded ? undefined : answer.observe });
    if (isEnded) return;
    observation.sequence = answer.observe as number;
    observation.at = steadyNow();
  }

  /** Takes the answer to a request that is under way. @returns whether it is one */
  function answered(message: CoapMessage, endpoint: Endpoint): boolean {
    const own = waiting.get(message.token.toString('hex'));
    if (own?.endpoint !== endpoint.key) return false;
    own.resolve({ ...message, payload: Buffer.from(message.payload) });
    return true;
  }

  /** Begins to observe. */
  async function observe(client: Client, given: AskedRequest, timeout: number, notified: Notified) {
    const { endpoint, owner } = client;
    if (!hasFairRoom(observationsOf.of(owner), observations.size, bounds.observations)) {
      throw new NoAnswerError('Too much is observed');
    }
    const request: AskedRequest = { ...given, observe: 0 };
    const bytes = randomBytes(TOKEN_BYTES);
    const token = bytes.toString('hex');
    // The first notification may come before the answer.
    const observation = { endpoint: endpoint.key, owner, request, notified, sequence: -1, at: 0, isFetching: false };
    observations.set(token, observation);
    observationsOf.add(owner, 1);
    try {
      const answer = await ask(client, request, timeout, bytes);
      const isObserved = answer.observe !== undefined && answer.code < Code.badRequest;
      if (!isObserved) forget(token);
      return { answer, observation: isObserved ? token : undefined };
    } catch (error) {
      forget(token);
      throw error;
    }
  }

  return {
    /** Asks clients of a tenant: tenants share what may be under way and observed. */
    of: (owner: string) => ({
      /**
       * Asks a client; resolves with its answer, whatever its code.
       * @param timeout ms
       * @throws NoAnswerError
       */
      ask: (endpoint: Endpoint, request: AskedRequest, timeout: number): Promise<GivenAnswer> =>
        ask({ endpoint, owner }, request, timeout),

      /**
       * Begins to observe.
       * @returns the first answer, and the name of the observation when there is one now
       */
      observe: (endpoint: Endpoint, request: AskedRequest, timeout: number, notified: Notified) =>
        observe({ endpoint, owner }, request, timeout, notified),

      /**
       * Ends an observation, and tells the client with the request that began it (RFC 7641 §3.6).
       * @returns undefined when there is no such observation
       * @throws NoAnswerError
       */
      async cancel(endpoint: Endpoint, observation: string, timeout: number): Promise<GivenAnswer | undefined> {
        const known = observations.get(observation);
        if (known?.endpoint !== endpoint.key) return undefined;
        forget(observation);
        const request: AskedRequest = { ...known.request, observe: 1 };
        return ask({ endpoint, owner }, request, timeout, Buffer.from(observation, 'hex'));
      },

      /** What comes of an observation is reset from now on. */
      forget,
    }),

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
      for (const own of [...(waitingFor.get(endpointKey) ?? [])]) own.reject(new NoAnswerError('The client is gone'));
    },

    sizes: () => ({ waiting: waiting.size, observations: observations.size }),

    close(): void {
      for (const own of [...waiting.values()]) own.reject(new NoAnswerError('The server is being stopped'));
      for (const token of [...observations.keys()]) forget(token);
    },
  };
}

export type Requesters = ReturnType<typeof createRequester>;
/** Asks clients of one tenant. */
export type Requester = ReturnType<ReturnType<typeof createRequester>['of']>;

/** What of a request travels in blocks. */
function bodyOf({ payload, body }: AskedRequest): AskedBody | undefined {
  if (body) return body;
  if (!payload || payload.length <= BLOCK_SIZE) return undefined;
  return { size: payload.length, read: async (from, to) => payload.subarray(from, to) };
}

/** RFC 7641 §3.4 */
function isNewer({ sequence, at }: Observation, next: number): boolean {
  if (sequence < 0 || steadyNow() - at > SEQUENCE_LIFETIME) return true;
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
