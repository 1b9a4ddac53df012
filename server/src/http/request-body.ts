import type { IncomingMessage } from 'node:http';
import { ErrorCode } from '@signalbox/contract/error';
import type { RouteDefinition } from '@signalbox/contract/route';
import { isStorableText, UNSTORABLE_TEXT } from '@signalbox/contract/text';
import type { FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import { mayHaveLongNumbers, parseExactJson, roundAt } from '../config/exact-json.ts';
import { ApiError, badRequest, unauthenticated } from './errors.ts';
import { check, parseWith } from './parse.ts';

/** `application/json` and types derived from it, such as `application/merge-patch+json`. */
const JSON_TYPE = /^application\/(?:[^\s;]+\+)?json\s*(?:;|$)/i;

/**
 * The body of a request, parsed by the schema of its route; undefined when the route has none or reads it from its text.
 * @throws ApiError 415 / 31 when its media type is not JSON
 * @throws ApiError 400 / 31 when it cannot be read, 401 / 10 when the call is a sign-in
 */
export function readBody(route: RouteDefinition, request: FastifyRequest): unknown {
  if (!route.body) return undefined;
  if (!route.signIn && !route.anyMediaType) requireJsonType(request);
  if (route.bodyText) return undefined;
  try {
    const text = readBodyText(request.body);
    const body = parseText(text, parseExactJson, route.malformedBody);
    const parsed = parseBody(route.body, body, text);
    const bytes = request.body as Buffer | undefined;
    if (mayBeUnstorable(bytes) || mayBeTooLarge(bytes)) requireStorable(body);
    return parsed;
  } catch (error) {
    throw route.signIn ? unauthenticated() : error;
  }
}

/** Numbers that have to be wrapped to keep their digits are none where a call reads a number: there they are rounded. */
function parseBody<S extends z.core.$ZodType>(schema: S, body: unknown, text: string | undefined): z.infer<S> {
  if (text === undefined || !mayHaveLongNumbers(text)) return parseWith(schema, body, 'field');
  const exact = check(schema, body);
  if (exact.success) return exact.data;
  for (const { path } of exact.error.issues) roundAt(body, path);
  const rounded = check(schema, body);
  // Of what can be of several kinds, the place is not told.
  return rounded.success ? rounded.data : parseWith(schema, parseText(text, JSON.parse), 'field');
}

/** How escapes of U+0000 and of surrogates begin, of whole pairs too. JSON in UTF-8 can only contain them in this notation. */
const SUSPICIOUS = ['\\u0000', '\\ud', '\\uD'];
/** How numbers end that may be larger than a double can be. */
const LARGE_EXPONENT = /\d[eE]\+?\d{3}/;
/** Exponents are rare: what has none need not become a text. */
const mayBeTooLarge = (body: Buffer | undefined): boolean => {
  if (!body || body.length < 5) return false;
  return LARGE_EXPONENT.test(body.toString('latin1'));
};

/** Whether a body has to be looked through. Searching for the escapes is cheap compared with parsing. */
const mayBeUnstorable = (body: Buffer | undefined): boolean =>
  body?.includes('\\u') === true && SUSPICIOUS.some((start) => body.includes(start));

/**
 * JSON columns take what texts cannot hold, but from then on every query that looks into one of them fails, for every
 * caller.
 * @throws ApiError 400 / 31 naming the first member that holds it
 */
function requireStorable(body: unknown, path = ''): void {
  const problem =
    (typeof body === 'string' && !isStorableText(body) && UNSTORABLE_TEXT) ||
    (typeof body === 'number' && !Number.isFinite(body) && 'is a number that is too large');
  if (problem) {
    const field = path === '' ? 'The request body' : `'${path.slice(0, 200)}'`;
    throw badRequest(`Validation error: ${field} ${problem}`);
  }
  if (typeof body !== 'object' || body === null) return;
  for (const [name, value] of Object.entries(body)) {
    const at = path === '' ? name : `${path}.${name}`;
    requireStorable(name, JSON.stringify(at).slice(1, -1));
    requireStorable(value, at);
  }
}

function requireJsonType(request: FastifyRequest): void {
  const given = request.headers['content-type'] ?? '';
  if (JSON_TYPE.test(given)) return;
  const isEmpty = !(request.body as Buffer | null | undefined)?.length;
  if (isEmpty && given === '') return;
  throw new ApiError(415, ErrorCode.badRequestParams, `Content type '${given}' not supported`);
}

const MAX_JSON_DEPTH = 200;

/**
 * The text of a request body; undefined when there is none.
 * @throws ApiError 400 / 31 for malformed UTF-8, and for nesting beyond 200 levels
 */
export function readBodyText(body: unknown): string | undefined {
  if (body === undefined || body === null) return undefined;
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(body as Buffer);
  } catch {
    throw new ApiError(400, ErrorCode.badRequestParams, 'The request body is not valid UTF-8.');
  }
  if (text.trim() === '') return undefined;
  if (isTooDeep(text)) {
    throw new ApiError(
      400,
      ErrorCode.badRequestParams,
      `The request body is nested deeper than ${MAX_JSON_DEPTH} levels.`,
    );
  }
  return text;
}

/**
 * Parses a request body as JSON.
 * @throws ApiError 400 / 31 for malformed UTF-8 or JSON, and for nesting beyond 200 levels
 */
export function parseJsonBody(body: unknown): unknown {
  return parseText(readBodyText(body), JSON.parse);
}

function parseText(text: string | undefined, parse: (text: string) => unknown, message?: string): unknown {
  if (text === undefined) return undefined;
  try {
    return parse(text);
  } catch (error) {
    throw new ApiError(
      400,
      ErrorCode.badRequestParams,
      message ?? `The request body is not valid JSON: ${(error as Error).message}`,
    );
  }
}

/** Counts brackets outside of strings, so that hostile nesting is refused before it is parsed. */
function isTooDeep(text: string): boolean {
  if (text.length < MAX_JSON_DEPTH) return false;
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (inString) {
      if (code === 92 /* \ */) at++;
      else if (code === 34 /* " */) inString = false;
    } else if (code === 34) inString = true;
    else if (code === 123 /* { */ || code === 91 /* [ */) {
      if (++depth > MAX_JSON_DEPTH) return true;
    } else if (code === 125 || code === 93) depth--;
  }
  return false;
}

/** Bytes of a refused body that are read and discarded. */
const MAX_DRAINED_BYTES = 64 * 1024 * 1024;
/** How long they are read, ms. */
const MAX_DRAIN_TIME = 10_000;

/** Reads and discards the rest of a body that is too large: clients that are still sending would not see the answer. */
export function drainBody(request: IncomingMessage): Promise<void> {
  if (request.complete || request.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    let bytes = 0;
    const timer = setTimeout(resolve, MAX_DRAIN_TIME).unref();
    request
      .on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > MAX_DRAINED_BYTES) resolve();
      })
      .once('close', resolve)
      .once('end', resolve)
      .once('error', resolve)
      .resume();
    request.once('close', () => clearTimeout(timer));
  });
}
