import { createSocket } from 'node:dgram';
import { type CoapMessage, emptyMessage, readMessage, typeOf, writeMessage } from '../src/transports/coap/message.ts';
import { type Block, blockOption, readRequest, uintOption } from '../src/transports/coap/request.ts';
import { readContent, writeContent } from '../src/transports/lwm2m/codecs/codecs.ts';
import { type Entry, type Leaf, pathText, readPath, type ValueType } from '../src/transports/lwm2m/codecs/content.ts';
import type { DtlsClientOptions } from './dtls-client.ts';
import { createDtlsSocket, type DatagramSocket } from './dtls-socket.ts';

/** A request that the server has sent. */
export interface ServerRequest {
  /** GET, PUT, POST, DELETE, FETCH or iPATCH. */
  method: string;
  path: string;
  query: string[];
  accept: number | undefined;
  contentFormat: number | undefined;
  observe: number | undefined;
  /** The whole body, of all blocks. */
  body: Buffer;
}

/** A resource of the client: its type and value, or the values of its instances. */
export interface ClientResource {
  type: ValueType;
  value?: Leaf;
  values?: Record<number, Leaf>;
}

export interface Lwm2mClientOptions {
  endpoint: string;
  version?: '1.0' | '1.1';
  /** path → resource: `/3/0/9` */
  resources?: Record<string, ClientResource>;
  /** Links of the registration, besides those of the instances of the resources. */
  links?: string;
  query?: string[];
  /** How it encrypts; absent: not at all. */
  dtls?: DtlsClientOptions;
}

const METHODS: Record<string, string> = {
  '0.01': 'GET',
  '0.02': 'POST',
  '0.03': 'PUT',
  '0.04': 'DELETE',
  '0.05': 'FETCH',
  '0.07': 'iPATCH',
};
const BLOCK_SIZE = 1024;

/** A client of LwM2M on a UDP socket, which serves resources and remembers what the server asks. */
export async function startLwm2mClient(port: number, options: Lwm2mClientOptions) {
  const makeSocket = (): DatagramSocket => (options.dtls ? createDtlsSocket(options.dtls) : createSocket('udp4'));
  let socket = makeSocket();
  const resources = new Map(Object.entries(options.resources ?? {}));
  const requests: ServerRequest[] = [];
  /** path → token of its observation */
  const observed = new Map<string, { token: Buffer; accept: number | undefined; sequence: number }>();
  const bodies = new Map<string, Buffer[]>();
  const answers = new Map<number, (message: CoapMessage) => void>();
  /** path → code that is answered whatever is asked */
  const refusals = new Map<string, string>();
  const own = {
    /** It does not answer. */
    silent: false,
    /** Sees requests before they are answered; a code is the answer. */
    onRequest: undefined as ((request: ServerRequest) => string | undefined) | undefined,
    /** Sees pieces of a body, all but the last one. */
    onPiece: undefined as ((path: string, number: number) => void) | undefined,
    /** Longest body in a message; longer answers travel in blocks. */
    maxBlock: BLOCK_SIZE,
  };
  let messageId = 1000;
  let location = '';

  const typeAt = (path: readonly number[]) => resources.get(pathText(path.slice(0, 3)))?.type;
  const entriesOf = (path: string): Entry[] =>
    [...resources].flatMap(([own, { value, values }]) => {
      const ids = readPath(own) as number[];
      if (own !== path && !own.startsWith(`${path}/`) && path !== '/' && !path.startsWith(`${own}/`)) return [];
      const all = values
        ? Object.entries(values).map(([id, leaf]) => ({ path: [...ids, Number(id)], value: leaf }))
        : [{ path: ids, value: value as Leaf }];
      return all.filter(
        (entry) =>
          pathText(entry.path) === path || pathText(entry.path).startsWith(`${path}/`) || own === path || path === '/',
      );
    });

  function content(path: string, accept: number | undefined) {
    const ids = readPath(path) ?? [];
    const entries = entriesOf(path);
    const format = accept ?? (ids.length >= 3 && entries[0]?.path.length === ids.length ? 0 : 11_542);
    return { format, payload: writeContent(format, entries, ids, typeAt) };
  }

  function store(entries: Entry[]): void {
    for (const { path, value } of entries) {
      const key = pathText(path.slice(0, 3));
      const known = resources.get(key);
      if (!known) continue;
      if (path.length === 3) known.value = value;
      else known.values = { ...known.values, [path[3] as number]: value };
    }
  }

  type Answer = { code: string; format?: number; payload?: Buffer; observe?: number };

  function answerTo(request: ServerRequest, token: Buffer): Answer {
    const chosen = own.onRequest?.(request) ?? refusals.get(request.path);
    if (chosen) return { code: chosen };
    const { method, path, accept, contentFormat, body } = request;
    const ids = readPath(path) ?? [];
    const has = entriesOf(path).length > 0;
    switch (method) {
      case 'GET':
        if (accept === 40) return { code: '2.05', format: 40, payload: Buffer.from(linksOf(path)) };
        if (!has) return { code: '4.04' };
        if (request.observe === 1) observed.delete(path);
        if (request.observe === 0) observed.set(path, { token: Buffer.from(token), accept, sequence: 2 });
        return { code: '2.05', ...content(path, accept), ...(request.observe === 0 ? { observe: 1 } : {}) };
      case 'PUT':
        if (request.query.length > 0) return { code: '2.04' };
        store(readContent(contentFormat, body, ids, typeAt));
        return { code: '2.04' };
      case 'POST':
        if (ids.length === 3) return { code: '2.04' };
        store(readContent(contentFormat, body, ids, typeAt));
        return { code: '2.04' };
      case 'DELETE':
        for (const key of [...resources.keys()]) if (key.startsWith(`${path}/`)) resources.delete(key);
        return { code: '2.02' };
      case 'FETCH': {
        const wanted = JSON.parse(body.toString()) as { n: string }[];
        const entries = wanted.flatMap(({ n }) => entriesOf(n));
        return { code: '2.05', format: 110, payload: writeContent(110, entries, [], typeAt) };
      }
      case 'iPATCH':
        store(readContent(contentFormat, body, [], typeAt));
        return { code: '2.04' };
      default:
        return { code: '4.05' };
    }
  }

  const linksOf = (path: string): string =>
    [path, ...[...resources.keys()].filter((key) => key.startsWith(`${path}/`))].map((one) => `<${one}>`).join(',');

  function onRequest(message: CoapMessage): void {
    const request = readRequest(message);
    const path = `/${request.path.join('/')}`;
    const { block1, block2 } = request;
    const reply = (code: string, more: Partial<CoapMessage> = {}) =>
      send(writeMessage({ type: 'ACK', code, messageId: message.messageId, token: message.token, ...more }));
    let body = request.payload;
    if (block1) {
      const pieces = block1.number === 0 ? [] : (bodies.get(path) ?? []);
      pieces.push(Buffer.from(request.payload));
      bodies.set(path, pieces);
      if (block1.more) {
        own.onPiece?.(path, block1.number);
        reply('2.31', { options: [blockOption('Block1', block1)] });
        return;
      }
      body = Buffer.concat(pieces);
      bodies.delete(path);
    }
    const asked: ServerRequest = {
      method: METHODS[message.code] ?? message.code,
      path,
      query: [...request.query].map(([name, value]) => (value === '' ? name : `${name}=${value}`)),
      accept: request.accept,
      contentFormat: request.contentFormat,
      observe: request.observe,
      body: Buffer.from(body),
    };
    if (!block2 || block2.number === 0) requests.push(asked);
    let answer: Answer;
    try {
      answer = answerTo(asked, message.token);
    } catch {
      answer = { code: '4.00' };
    }
    const { payload = Buffer.alloc(0) } = answer;
    const size = Math.min(block2?.size ?? own.maxBlock, own.maxBlock);
    const number = block2?.number ?? 0;
    const block: Block | undefined =
      payload.length > size ? { number, more: (number + 1) * size < payload.length, size } : undefined;
    reply(answer.code, {
      options: [
        ...(answer.observe === undefined ? [] : [uintOption('Observe', answer.observe)]),
        ...(answer.format === undefined ? [] : [uintOption('Content-Format', answer.format)]),
        ...(block ? [blockOption('Block2', block)] : []),
        ...(block1 ? [blockOption('Block1', { ...block1, more: false })] : []),
      ],
      payload: block ? payload.subarray(number * size, (number + 1) * size) : payload,
    });
  }

  function onMessage(bytes: Buffer): void {
    const type = typeOf(bytes);
    const message = readMessage(Buffer.from(bytes));
    if (type === 'ACK' || type === 'RST') {
      answers.get(message.messageId)?.(message);
      answers.delete(message.messageId);
      return;
    }
    if (own.silent) return;
    if (message.code === '0.00') send(emptyMessage('RST', message.messageId));
    else onRequest(message);
  }

  function send(bytes: Buffer): void {
    socket.send(bytes, port, '127.0.0.1');
  }

  async function open(): Promise<void> {
    socket.on('message', onMessage);
    await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  }
  await open();

  /** Sends a confirmable message, and again until there is an answer; undefined: there is none within a while. */
  async function confirmed(write: (id: number) => Buffer, attempts = 4): Promise<CoapMessage | undefined> {
    const id = messageId++;
    const bytes = write(id);
    return new Promise((resolve) => {
      let left = attempts;
      const again = (): void => {
        if (left-- === 0) {
          answers.delete(id);
          resolve(undefined);
          return;
        }
        send(bytes);
        timer = setTimeout(again, 1000);
      };
      let timer: NodeJS.Timeout;
      answers.set(id, (message) => {
        clearTimeout(timer);
        resolve(message);
      });
      again();
    });
  }

  const request = (code: string, path: string[], query: string[], payload = Buffer.alloc(0), format?: number) =>
    confirmed((id) =>
      writeMessage({
        type: 'CON',
        code,
        messageId: id,
        token: Buffer.from(String(id)),
        options: [
          ...path.map((segment) => ({ name: 'Uri-Path', value: Buffer.from(segment) })),
          ...(format === undefined ? [] : [uintOption('Content-Format', format)]),
          ...query.map((part) => ({ name: 'Uri-Query', value: Buffer.from(part) })),
        ],
        payload,
      }),
    );

  function links(): string {
    const instances = new Set([...resources.keys()].map((key) => key.split('/').slice(0, 3).join('/')));
    return [...(options.links ? [options.links] : []), ...[...instances].map((path) => `<${path}>`)].join(',');
  }

  return Object.assign(own, {
    resources,
    requests,
    observed,
    refusals,
    request,
    location: () => location,
    async register(query: string[] = []): Promise<string | undefined> {
      const all = [
        `ep=${options.endpoint}`,
        'lt=300',
        `lwm2m=${options.version ?? '1.0'}`,
        'b=U',
        ...(options.query ?? []),
        ...query,
      ];
      const answer = await request('0.02', ['rd'], all, Buffer.from(links()), 40);
      const segments = answer?.options
        .filter(({ name }) => name === 'Location-Path')
        .map(({ value }) => value.toString());
      if (answer?.code === '2.01') location = segments?.[1] ?? '';
      return answer?.code;
    },
    update: async (query: string[] = [], body = ''): Promise<string | undefined> =>
      (await request('0.02', ['rd', location], query, Buffer.from(body), body === '' ? undefined : 40))?.code,
    deregister: async (): Promise<string | undefined> => (await request('0.04', ['rd', location], []))?.code,
    set(path: string, value: Leaf): void {
      const known = resources.get(path);
      if (known) known.value = value;
    },
    /** Tells the server of an observed path; resolves with what became of it: `ACK`, `RST` or `none`. */
    async notify(path: string, attempts = 4): Promise<string> {
      const observation = observed.get(path);
      if (!observation) throw new Error(`${path} is not observed`);
      const { format, payload } = content(path, observation.accept);
      const sequence = observation.sequence++;
      const answer = await confirmed(
        (id) =>
          writeMessage({
            type: 'CON',
            code: '2.05',
            messageId: id,
            token: observation.token,
            options: [uintOption('Observe', sequence), uintOption('Content-Format', format)],
            payload,
          }),
        attempts,
      );
      return answer?.type ?? 'none';
    },
    /** Goes on from another port. */
    async move(): Promise<void> {
      await new Promise<void>((resolve) => socket.close(() => resolve()));
      socket = makeSocket();
      await open();
    },
    close: () => new Promise<void>((resolve) => socket.close(() => resolve())),
  });
}

export type Lwm2mTestClient = Awaited<ReturnType<typeof startLwm2mClient>>;
