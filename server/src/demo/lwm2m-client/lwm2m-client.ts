import { type CoapMessage, emptyMessage, writeMessage } from '../../transports/coap/message.ts';
import { type Block, blockOption, readRequest, uintOption } from '../../transports/coap/request.ts';
import { writeContent } from '../../transports/lwm2m/codecs/codecs.ts';
import { type Leaf, readPath } from '../../transports/lwm2m/codecs/content.ts';
import { ClientObjects, type ClientResource } from './client-objects.ts';
import { openExchange, type ServerPlace } from './exchange.ts';

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

export interface Lwm2mClientOptions {
  endpoint: string;
  version?: '1.0' | '1.1';
  /** path → resource: `/3/0/9` */
  resources?: Record<string, ClientResource>;
  /** Links of the registration, besides those of the instances of the resources. */
  links?: string;
  query?: string[];
}

interface Answer {
  code: string;
  format?: number;
  payload?: Buffer;
  observe?: number;
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
const LINK_FORMAT = 40;
const SENML_JSON = 110;
/** Requests that are remembered. */
const MAX_REQUESTS = 1000;

/** A client of LwM2M 1.0 and 1.1, which serves resources and remembers what the server asks. */
export async function startLwm2mClient(place: ServerPlace, options: Lwm2mClientOptions) {
  const objects = new ClientObjects(options.resources ?? {});
  const { resources } = objects;
  const requests: ServerRequest[] = [];
  /** path → token of its observation */
  const observed = new Map<string, { token: Buffer; accept: number | undefined; sequence: number }>();
  /** path → pieces of the body that is being written there */
  const bodies = new Map<string, Buffer[]>();
  /** path → code that is answered whatever is asked */
  const refusals = new Map<string, string>();
  /** paths of which requests are reset */
  const resetting = new Set<string>();
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
  let location = '';

  function answerTo(request: ServerRequest, token: Buffer): Answer {
    const chosen = own.onRequest?.(request) ?? refusals.get(request.path);
    if (chosen) return { code: chosen };
    const { method, path, accept, contentFormat, body } = request;
    const ids = readPath(path) ?? [];
    switch (method) {
      case 'GET':
        if (accept === LINK_FORMAT)
          return { code: '2.05', format: LINK_FORMAT, payload: Buffer.from(objects.linksBelow(path)) };
        if (objects.entriesOf(path).length === 0) return { code: '4.04' };
        if (request.observe === 1 && observed.get(path)?.token.equals(token)) observed.delete(path);
        if (request.observe === 0) observed.set(path, { token: Buffer.from(token), accept, sequence: 2 });
        return { code: '2.05', ...objects.read(path, accept), ...(request.observe === 0 ? { observe: 1 } : {}) };
      case 'PUT':
        if (request.query.length === 0) objects.write(ids, contentFormat, body);
        return { code: '2.04' };
      case 'POST':
        if (ids.length !== 3) objects.write(ids, contentFormat, body);
        return { code: '2.04' };
      case 'DELETE':
        objects.delete(path);
        return { code: '2.02' };
      case 'FETCH': {
        const wanted = JSON.parse(body.toString()) as { n: string }[];
        const entries = wanted.flatMap(({ n }) => objects.entriesOf(n));
        return { code: '2.05', format: SENML_JSON, payload: writeContent(SENML_JSON, entries, [], objects.typeAt) };
      }
      case 'iPATCH':
        objects.write([], contentFormat, body);
        return { code: '2.04' };
      default:
        return { code: '4.05' };
    }
  }

  function remember(request: ServerRequest): void {
    requests.push(request);
    if (requests.length > MAX_REQUESTS) requests.shift();
  }

  function onRequest(message: CoapMessage): void {
    if (own.silent) return;
    if (message.code === '0.00') {
      exchange.send(emptyMessage('RST', message.messageId));
      return;
    }
    const request = readRequest(message);
    const path = `/${request.path.join('/')}`;
    if (resetting.has(path)) {
      exchange.send(emptyMessage('RST', message.messageId));
      return;
    }
    const { block1, block2 } = request;
    const reply = (code: string, more: Partial<CoapMessage> = {}) =>
      exchange.send(writeMessage({ type: 'ACK', code, messageId: message.messageId, token: message.token, ...more }));
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
    const requested: ServerRequest = {
      method: METHODS[message.code] ?? message.code,
      path,
      query: [...request.query].map(([name, value]) => (value === '' ? name : `${name}=${value}`)),
      accept: request.accept,
      contentFormat: request.contentFormat,
      observe: request.observe,
      body: Buffer.from(body),
    };
    if (!block2 || block2.number === 0) remember(requested);
    let answer: Answer;
    try {
      answer = answerTo(requested, message.token);
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

  const exchange = await openExchange(place, onRequest);

  const request = (code: string, path: string[], query: string[], payload = Buffer.alloc(0), format?: number) =>
    exchange.confirmed((id) =>
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

  return Object.assign(own, {
    resources,
    requests,
    observed,
    refusals,
    resetting,
    request,
    location: () => location,
    /** @returns code of the answer, undefined without one; likewise of `update` and `deregister` */
    async register(query: string[] = []): Promise<string | undefined> {
      const all = [
        `ep=${options.endpoint}`,
        'lt=300',
        `lwm2m=${options.version ?? '1.0'}`,
        'b=U',
        ...(options.query ?? []),
        ...query,
      ];
      const links = [...(options.links ? [options.links] : []), ...objects.instanceLinks()].join(',');
      const answer = await request('0.02', ['rd'], all, Buffer.from(links), LINK_FORMAT);
      const segments = answer?.options
        .filter(({ name }) => name === 'Location-Path')
        .map(({ value }) => value.toString());
      if (answer?.code === '2.01') location = segments?.[1] ?? '';
      return answer?.code;
    },
    update: async (query: string[] = [], body = ''): Promise<string | undefined> =>
      (await request('0.02', ['rd', location], query, Buffer.from(body), body === '' ? undefined : LINK_FORMAT))?.code,
    deregister: async (): Promise<string | undefined> => (await request('0.04', ['rd', location], []))?.code,
    set(path: string, value: Leaf): void {
      const known = resources.get(path);
      if (known) known.value = value;
    },
    /** Tells the server of an observed path; resolves with what became of it: `ACK`, `RST` or `none`. */
    async notify(path: string, attempts = 4): Promise<string> {
      const observation = observed.get(path);
      if (!observation) throw new Error(`${path} is not observed`);
      const { format, payload } = objects.read(path, observation.accept);
      const sequence = observation.sequence++;
      const answer = await exchange.confirmed(
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
    move: exchange.move,
    close: exchange.close,
  });
}

export type Lwm2mClient = Awaited<ReturnType<typeof startLwm2mClient>>;
