import { isStorableText } from '@signalbox/contract/text';
import { CoapError, Code } from '../coap/codes.ts';
import { ContentError } from './codecs/content.ts';
import { readLinks } from './codecs/link-format.ts';
import { type RegisteredObjects, readObjects } from './objects/registered-objects.ts';

/** What a client says of itself when it registers, and may change later. */
export interface Registration {
  endpoint: string;
  version: '1.0' | '1.1';
  /** s */
  lifetime: number;
  /** It receives only for a while after it has sent something. */
  queueMode: boolean;
  /** What it has, in link format as it was sent. As text: a part of what was received would keep all of that. */
  links: string;
  objects: RegisteredObjects;
  /** What it takes in memory, bytes. */
  size: number;
}

/** OMA LwM2M Core §6.2.1 */
const DEFAULT_LIFETIME = 86_400;
const MAX_LIFETIME = 2 ** 31 - 1;
const MAX_ENDPOINT = 255;
/** Links of a client, in bytes: several hundred objects. */
const MAX_LINKS_LENGTH = 16_384;
/** What is kept of a client without links, of an object and of an instance, in bytes. */
const SIZE_OF_CLIENT = 1024;
const SIZE_OF_OBJECT = 128;
const SIZE_OF_INSTANCE = 32;

function lifetimeIn(query: ReadonlyMap<string, string>): number | undefined {
  const text = query.get('lt');
  if (text === undefined) return undefined;
  const seconds = Number(text);
  if (!/^\d{1,10}$/.test(text) || seconds < 1) throw new CoapError(Code.badRequest, 'The lifetime is not one');
  return Math.min(seconds, MAX_LIFETIME);
}

/** Binding mode of 1.0 (`UQ`), or the flag of 1.1. */
function queueModeIn(query: ReadonlyMap<string, string>): boolean | undefined {
  if (query.has('Q')) return true;
  return query.get('b')?.includes('Q');
}

/** @throws CoapError */
function linked(body: Buffer): Pick<Registration, 'links' | 'objects' | 'size'> {
  if (body.length > MAX_LINKS_LENGTH) throw new CoapError(Code.tooLarge, 'The client has too many objects');
  try {
    const objects = readObjects(readLinks(body));
    const instances = [...objects.instances.values()].reduce((sum, { size }) => sum + size, 0);
    const parsed = objects.versions.size * SIZE_OF_OBJECT + instances * SIZE_OF_INSTANCE;
    return { links: body.toString(), objects, size: SIZE_OF_CLIENT + body.length + parsed };
  } catch (error) {
    if (error instanceof ContentError) throw new CoapError(Code.badRequest, error.message);
    throw error;
  }
}

/** Name of the client in a request. @throws CoapError */
export function endpointIn(query: ReadonlyMap<string, string>): string {
  const endpoint = query.get('ep') ?? '';
  if (endpoint === '' || endpoint.length > MAX_ENDPOINT || !isStorableText(endpoint)) {
    throw new CoapError(Code.badRequest, 'The endpoint name is missing');
  }
  return endpoint;
}

/** Reads a registration. @throws CoapError */
export function readRegistration(query: ReadonlyMap<string, string>, body: Buffer): Registration {
  const version = query.get('lwm2m') ?? '1.0';
  if (version !== '1.0' && version !== '1.1') {
    throw new CoapError(Code.preconditionFailed, 'The version of LwM2M is not supported');
  }
  return {
    endpoint: endpointIn(query),
    version,
    lifetime: lifetimeIn(query) ?? DEFAULT_LIFETIME,
    queueMode: queueModeIn(query) ?? false,
    ...linked(body),
  };
}

/** A registration after an update: what it does not say stays. @throws CoapError */
export function updatedRegistration(
  before: Registration,
  query: ReadonlyMap<string, string>,
  body: Buffer,
): Registration {
  return {
    ...before,
    lifetime: lifetimeIn(query) ?? before.lifetime,
    queueMode: queueModeIn(query) ?? before.queueMode,
    ...(body.length > 0 ? linked(body) : {}),
  };
}
