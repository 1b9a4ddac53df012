import type { CallToDevice } from '../../../rpc/device-calls.ts';
import { NoAnswerError } from '../../coap/requester.ts';
import { ContentError, type Entry, type Path } from '../codecs/content.ts';
import { readLinks } from '../codecs/link-format.ts';
import { attributeQuery, type Lwm2mProfile } from '../lwm2m-profile.ts';
import { compositeText, contentText } from '../objects/content-text.ts';
import type { ClientObjects } from '../objects/registered-objects.ts';
import { readVersionedPath, versionedText } from '../objects/versioned-path.ts';
import type { Registration } from '../registration.ts';
import type { Observations } from './observations.ts';
import { isSuccess, type OperationResult, type Operations } from './operations.ts';
import { resourceEntries } from './written-values.ts';

/** What a call needs of a client. */
export interface CalledClient {
  registration: Registration;
  profile: Lwm2mProfile;
  objects: ClientObjects;
  operations: Operations;
  observations: Observations;
  /** The call has brought values. Nobody waits for what becomes of them. */
  onValues: (entries: readonly Entry[]) => void;
}

/** Answer to a call; members that are absent are left out. */
export interface CallReply {
  result: string;
  value?: string;
  error?: string;
}

type Json = Record<string, unknown>;

/** Names of the codes of answers, as calls are answered with them. */
const CODE_NAMES: Readonly<Record<string, string>> = {
  '2.01': 'CREATED',
  '2.02': 'DELETED',
  '2.03': 'VALID',
  '2.04': 'CHANGED',
  '2.05': 'CONTENT',
  '4.00': 'BAD_REQUEST',
  '4.01': 'UNAUTHORIZED',
  '4.02': 'BAD_OPTION',
  '4.03': 'FORBIDDEN',
  '4.04': 'NOT_FOUND',
  '4.05': 'METHOD_NOT_ALLOWED',
  '4.06': 'NOT_ACCEPTABLE',
  '4.08': 'REQUEST_ENTITY_INCOMPLETE',
  '4.12': 'PRECONDITION_FAILED',
  '4.13': 'REQUEST_ENTITY_TOO_LARGE',
  '4.15': 'UNSUPPORTED_CONTENT_FORMAT',
  '5.00': 'INTERNAL_SERVER_ERROR',
  '5.01': 'NOT_IMPLEMENTED',
  '5.03': 'SERVICE_UNAVAILABLE',
};

const UNIMPLEMENTED = new Set(['ObserveComposite', 'ObserveCompositeCancel', 'FirmwareUpdate']);
const MAX_PATHS = 200;

/** A call that is refused without asking the client. */
class CallRefusedError extends Error {
  readonly result: string;

  constructor(result: string, message: string) {
    super(message);
    this.result = result;
  }
}

const refuse = (message: string): never => {
  throw new CallRefusedError('BAD_REQUEST', message);
};

function paramsIn(text: string): Json {
  try {
    const parsed = JSON.parse(text) as unknown;
    // Some clients send the params as a text.
    const value = typeof parsed === 'string' ? (JSON.parse(parsed) as unknown) : parsed;
    return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Json) : {};
  } catch {
    return {};
  }
}

/** @throws CallRefusedError when the path is none, or of another version than the client's */
function pathIn(client: CalledClient, text: string): Path {
  const found = readVersionedPath(text) ?? refuse(`Specified resource id ${text} is not valid!`);
  const { path, version } = found;
  const own = client.objects.versionOf(path[0] as number);
  if (own !== undefined && own !== version) {
    refuse(`Specified resource id ${text} is not valid version! Must be version: ${own}`);
  }
  return path;
}

function pathOfKey({ profile }: CalledClient, key: string): string {
  for (const [path, name] of profile.keyNames) if (name === key) return path;
  return refuse(`${key} is not configured in the device profile!`);
}

/** The path that a call is about. */
function target(client: CalledClient, { id, key }: Json): Path {
  if (typeof id === 'string' && id !== '') return pathIn(client, id);
  if (typeof key === 'string' && key !== '') return pathIn(client, pathOfKey(client, key));
  return refuse("Can't find 'key' or 'id' in the requestParams parameters!");
}

function pathsIn(client: CalledClient, { ids, keys }: Json): Path[] {
  const texts = (list: unknown[]) => list.filter((item): item is string => typeof item === 'string');
  if (Array.isArray(ids))
    return texts(ids)
      .slice(0, MAX_PATHS)
      .map((id) => pathIn(client, id));
  if (Array.isArray(keys)) {
    return texts(keys)
      .slice(0, MAX_PATHS)
      .map((key) => pathIn(client, pathOfKey(client, key)));
  }
  return refuse("Can't find 'key' or 'id' in the requestParams parameters!");
}

function requireModel(client: CalledClient, path: Path): void {
  const version = client.objects.versionOf(path[0] as number) ?? '1.0';
  if (!client.objects.modelOf(path[0] as number)) {
    refuse(`Tenant hasn't such the TbResources: ${versionedText(path, version)}!`);
  }
}

function requireComposite({ registration, profile }: CalledClient): void {
  if (registration.version !== '1.0' && profile.composite) return;
  throw new CallRefusedError('INTERNAL_SERVER_ERROR', 'This device does not support Composite Operation');
}

function entriesIn(client: CalledClient, path: Path, value: unknown): Entry[] {
  const { objects } = client;
  if (path.length >= 3) return resourceEntries(path, value, objects.resourceOf(path));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return refuse('The value of an instance is an object of resource ids and values');
  }
  return Object.entries(value as Json).flatMap(([id, own]) => {
    if (!/^\d{1,5}$/.test(id)) return refuse('The value of an instance is an object of resource ids and values');
    const resource = [...path, Number(id)];
    return resourceEntries(resource, own, objects.resourceOf(resource));
  });
}

function compositeEntries(client: CalledClient, nodes: unknown): Entry[] {
  if (typeof nodes !== 'object' || nodes === null) return refuse('The nodes are an object of paths and values');
  return Object.entries(nodes as Json)
    .slice(0, MAX_PATHS)
    .flatMap(([id, value]) => {
      const path = pathIn(client, id);
      requireModel(client, path);
      return entriesIn(client, path, value);
    });
}

/** Name of a code: `CONTENT` of 2.05. */
function nameOf(code: string): string {
  return CODE_NAMES[code] ?? code;
}

function replyOf({ code, explanation }: OperationResult, value?: string): CallReply {
  const result = nameOf(code);
  if (!isSuccess(code)) return { result, ...(explanation === '' ? {} : { error: explanation.toWellFormed() }) };
  return value === undefined ? { result } : { result, value };
}

type Method = (client: CalledClient, params: Json) => Promise<CallReply> | CallReply;

const METHODS: ReadonlyMap<string, Method> = new Map<string, Method>([
  [
    'Read',
    async (client, params) => {
      const path = target(client, params);
      const result = await client.operations.read(path);
      client.onValues(result.entries);
      return replyOf(result, contentText(path, result.entries, client.objects.typeOf));
    },
  ],
  [
    'Observe',
    async (client, params) => {
      const path = target(client, params);
      if (client.observations.has(path)) return refuse('Observation is already registered!');
      const result = await client.observations.begin(path);
      return replyOf(result, contentText(path, result.entries, client.objects.typeOf));
    },
  ],
  [
    'ObserveCancel',
    async (client, params) => ({
      result: 'CONTENT',
      value: String(await client.observations.cancel(target(client, params))),
    }),
  ],
  ['ObserveCancelAll', async (client) => ({ result: 'CONTENT', value: String(await client.observations.cancelAll()) })],
  [
    'ObserveReadAll',
    (client) => ({
      result: 'CONTENT',
      value: JSON.stringify(
        client.observations
          .paths()
          .map((path) => versionedText(path, client.objects.versionOf(path[0] as number) ?? '1.0')),
      ),
    }),
  ],
  [
    'Discover',
    async (client, params) => {
      const result = await client.operations.discover(target(client, params));
      return replyOf(result, result.payload.toString('utf8').toWellFormed());
    },
  ],
  [
    'DiscoverAll',
    ({ registration }) => ({
      result: 'CONTENT',
      value: JSON.stringify(
        readLinks(Buffer.from(registration.links)).map(({ target: url, attributes }) => ({
          url,
          attributes: Object.fromEntries(attributes),
        })),
      ),
    }),
  ],
  [
    'Execute',
    async (client, params) => {
      const path = target(client, params);
      requireModel(client, path);
      const { value } = params;
      return replyOf(await client.operations.execute(path, typeof value === 'string' ? value : ''));
    },
  ],
  [
    'WriteReplace',
    async (client, params) => {
      const path = target(client, params);
      requireModel(client, path);
      return replyOf(await client.operations.replace(path, entriesIn(client, path, params.value)));
    },
  ],
  [
    'WriteUpdate',
    async (client, params) => {
      const path = target(client, params);
      if (path.length === 1) return refuse('Update of the root level object is not supported yet!');
      requireModel(client, path);
      const entries = entriesIn(client, path, params.value);
      const instance = path.slice(0, 2);
      return replyOf(await client.operations.update(path.length === 3 ? instance : path, entries));
    },
  ],
  [
    'WriteAttributes',
    async (client, params) => {
      const path = target(client, params);
      return replyOf(await client.operations.writeAttributes(path, attributeQuery(params.attributes)));
    },
  ],
  ['Delete', async (client, params) => replyOf(await client.operations.delete(target(client, params)))],
  [
    'ReadComposite',
    async (client, params) => {
      requireComposite(client);
      const result = await client.operations.readComposite(pathsIn(client, params));
      client.onValues(result.entries);
      return replyOf(result, compositeText(result.entries, client.objects.typeOf));
    },
  ],
  [
    'WriteComposite',
    async (client, { nodes }) => {
      requireComposite(client);
      return replyOf(await client.operations.writeComposite(compositeEntries(client, nodes)));
    },
  ],
]);

/**
 * Answers a call of the platform (device-protocols.md §8.5).
 * @throws NoAnswerError when the client does not answer
 */
export async function answerCall(
  client: CalledClient,
  { method, params }: Pick<CallToDevice, 'method' | 'params'>,
): Promise<CallReply> {
  if (UNIMPLEMENTED.has(method)) return { result: 'BAD_REQUEST', error: `Unsupported operation type: ${method}` };
  const work = METHODS.get(method);
  if (!work) return { result: 'METHOD_NOT_ALLOWED', error: `Unsupported operation type: ${method}` };
  try {
    return await work(client, paramsIn(params));
  } catch (error) {
    if (error instanceof CallRefusedError) return { result: error.result, error: error.message };
    if (error instanceof ContentError) return { result: 'BAD_REQUEST', error: error.message };
    if (error instanceof NoAnswerError) throw error;
    return { result: 'INTERNAL_SERVER_ERROR', error: (error as Error).message };
  }
}
