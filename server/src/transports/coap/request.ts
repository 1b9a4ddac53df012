import { isUtf8 } from 'node:buffer';
import { CoapError, Code } from './codes.ts';
import type { CoapMessage, CoapOption } from './message.ts';

/** A place in a body that travels in blocks (RFC 7959 §2.2). */
export interface Block {
  /** Which block, from 0. */
  number: number;
  /** More blocks follow. */
  more: boolean;
  /** bytes; a power of two from 16 to 1024 */
  size: number;
}

/** What a client asks for. */
export interface CoapRequest {
  /** Code of the method. */
  method: string;
  /** Segments of the path. */
  path: string[];
  query: Map<string, string>;
  /** 0: register, 1: deregister (RFC 7641). */
  observe: number | undefined;
  contentFormat: number | undefined;
  accept: number | undefined;
  /** Which block of the request this is. */
  block1: Block | undefined;
  /** Which block of the response is wanted. */
  block2: Block | undefined;
  /** Bits for the classes of responses that the client does not want (RFC 7967). */
  noResponse: number;
  /** Where blocks of one request belong together, besides path and query (RFC 9175). */
  tag: string;
  payload: Buffer;
}

/** Answer to a request. */
export interface CoapResponse {
  code: Code;
  options?: CoapOption[];
  payload?: Buffer;
  /** Which block of a longer body the payload is; absent: it is whole, and cut into blocks where that is needed. */
  part?: Block;
  /** Runs when it has been sent. */
  sent?: () => void;
}

/** Longest path and query, in characters. */
const MAX_PATH = 1024;
/** Options that a server may leave unread have even numbers; of the others it knows these (RFC 7252 §5.4.1). */
const KNOWN_CRITICAL = new Set(['Uri-Host', 'Uri-Port', 'Uri-Path', 'Uri-Query', 'Accept', 'Block1', 'Block2']);
const CRITICAL_NAMES = new Set(['If-Match', 'If-None-Match', 'OSCORE', 'Q-Block1', 'Q-Block2']);
const PROXY_NAMES = new Set(['Proxy-Uri', 'Proxy-Scheme']);
const MAX_BLOCK = 2 ** 20 - 1;

/**
 * Reads the options of a request.
 * @throws CoapError for options that it may not leave unread, and for values that make no sense
 */
export function readRequest({ code, options, payload }: CoapMessage): CoapRequest {
  const request: CoapRequest = {
    method: code,
    path: [],
    query: new Map(),
    observe: undefined,
    contentFormat: undefined,
    accept: undefined,
    block1: undefined,
    block2: undefined,
    noResponse: 0,
    tag: '',
    payload,
  };
  let length = 0;
  for (const { name, value } of options) {
    switch (name) {
      case 'Uri-Path':
      case 'Uri-Query': {
        length += value.length + 1;
        if (length > MAX_PATH || !isUtf8(value)) throw new CoapError(Code.badOption, 'The path cannot be read');
        const text = value.toString('utf8');
        if (name === 'Uri-Path') request.path.push(text);
        else addQuery(request.query, text);
        break;
      }
      case 'Observe':
        request.observe = readUint(value, 3);
        break;
      case 'Content-Format':
        request.contentFormat = readUint(value, 2);
        break;
      case 'Accept':
        request.accept = readUint(value, 2);
        break;
      case 'Block1':
        request.block1 = readBlock(value);
        break;
      case 'Block2':
        request.block2 = readBlock(value);
        break;
      case 'No-Response':
        request.noResponse = readUint(value, 1);
        break;
      case REQUEST_TAG:
        request.tag += `${value.toString('hex')}/`;
        break;
      default:
        if (PROXY_NAMES.has(name)) throw new CoapError(Code.noProxy, 'This is no proxy');
        if (isCritical(name)) throw new CoapError(Code.badOption, `The option ${name} is not known here`);
    }
  }
  return request;
}

const REQUEST_TAG = '292';

function isCritical(name: string): boolean {
  if (KNOWN_CRITICAL.has(name)) return false;
  return CRITICAL_NAMES.has(name) || Number(name) % 2 === 1;
}

function addQuery(query: Map<string, string>, text: string): void {
  const at = text.indexOf('=');
  if (at < 0) query.set(text, '');
  else query.set(text.slice(0, at), text.slice(at + 1));
}

/** @throws CoapError when it is longer than its option can be */
export function readUint(value: Buffer, maxBytes: number): number {
  if (value.length > maxBytes) throw new CoapError(Code.badOption, 'An option is longer than it can be');
  return value.length === 0 ? 0 : value.readUIntBE(0, value.length);
}

/** @throws CoapError for a size that there is not */
export function readBlock(value: Buffer): Block {
  const given = readUint(value, 3);
  const exponent = given & 7;
  if (exponent === 7) throw new CoapError(Code.badRequest, 'Blocks have at most 1024 bytes');
  return { number: given >> 4, more: (given & 8) !== 0, size: 16 << exponent };
}

/** An option whose value is a number: as few bytes as it needs. */
export function uintOption(name: string, value: number): CoapOption {
  if (value === 0) return { name, value: Buffer.alloc(0) };
  const length = value < 0x1_00 ? 1 : value < 0x1_00_00 ? 2 : value < 0x1_00_00_00 ? 3 : 4;
  const bytes = Buffer.allocUnsafe(length);
  bytes.writeUIntBE(value, 0, length);
  return { name, value: bytes };
}

/** A Block1 or Block2 option. */
export function blockOption(name: 'Block1' | 'Block2', { number, more, size }: Block): CoapOption {
  if (number > MAX_BLOCK) throw new CoapError(Code.badOption, 'There is no such block');
  return uintOption(name, number * 16 + (more ? 8 : 0) + (Math.log2(size) - 4));
}

/** What requests of one client to one resource have in common: they may belong together. */
export function resourceKey(endpoint: string, { path, query }: Pick<CoapRequest, 'path' | 'query'>): string {
  return JSON.stringify([endpoint, path, [...query]]);
}
