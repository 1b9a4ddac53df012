import { isStorableText, UNSTORABLE_TEXT } from '@signalbox/contract/text';
import type { FastifyRequest } from 'fastify';
import { badRequest, unauthenticated } from './errors.ts';

/**
 * The token of `X-Authorization: Bearer …`, or of `Authorization` when that is blank. Whatever seven characters are before it, as
 * in 3.3.2: a JWT says itself what it is.
 */
export function bearerToken(request: FastifyRequest): string {
  const own = request.headers['x-authorization'];
  const header = (Array.isArray(own) ? own[0] : own) || request.headers.authorization || '';
  const match = /^.{7}\s*(\S+)\s*$/.exec(header);
  if (!match) throw unauthenticated();
  return match[1] as string;
}

/**
 * Joins the values of a repeated parameter with commas.
 * @param lists names of those that stay lists, even of one value
 */
export function queryValues(query: unknown, lists: ReadonlySet<string>): Record<string, string | string[]> {
  const values: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries((query ?? {}) as Record<string, string | string[]>)) {
    values[name] = lists.has(name) ? [value].flat() : [value].flat().join(',');
  }
  return values;
}

/**
 * Checks the parameters of an address: the database cannot compare anything with a text that it cannot store.
 * @throws ApiError 400 / 31
 */
export function printable(values: unknown): unknown {
  for (const [name, value] of Object.entries((values ?? {}) as Record<string, string | string[]>)) {
    if (![value].flat().every(isStorableText)) throw badRequest(`Validation error: '${name}' ${UNSTORABLE_TEXT}`);
  }
  return values;
}
