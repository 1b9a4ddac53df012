import { badRequest } from '../http/errors.ts';
import { PayloadError } from '../values/json-scanner.ts';
import { parseAttributes, parseTelemetry } from '../values/json-values.ts';
import type { KeyValue, TimedValues } from '../values/value.ts';

/** Longest key in characters. */
const MAX_KEY_LENGTH = 255;

/**
 * Attributes of a REST body: texts stay texts, nulls are left out.
 * @throws ApiError 400 / 31
 */
export function readAttributes(text: string | undefined): KeyValue[] {
  if (!text?.trimStart().startsWith('{')) throw badRequest('Request is not a JSON object');
  const entries = readPayload('', () =>
    parseAttributes(text, { castStrings: false, plainNumbers: true, lenient: false }),
  );
  if (entries.length === 0) throw badRequest('No attributes data found in request body!');
  checkValues(entries);
  return entries;
}

/**
 * Points of a REST body in any of its forms (rest-content.md §8.1).
 * @throws ApiError 400 / 31
 */
export function readTimeseries(text: string | undefined, now: number, castStrings: boolean): TimedValues[] {
  if (!text || !/^\s*[{[]/.test(text)) throw badRequest('Unable to parse timeseries payload: Invalid JSON body!');
  const points = readPayload('Unable to parse timeseries payload. Invalid JSON body: ', () =>
    parseTelemetry(text, now, { castStrings, nulls: 'error', lenient: false }),
  );
  if (points.length === 0) throw badRequest('No timeseries data found in request body!');
  for (const { values } of points) checkValues(values);
  return points;
}

function readPayload<T>(prefix: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof PayloadError) throw badRequest(`${prefix}${error.message}`);
    throw error;
  }
}

function checkValues(values: readonly KeyValue[]): void {
  for (const { key } of values) {
    if (key.trim() === '') throw badRequest('Key cannot be empty or contains only spaces');
    if (key.length > MAX_KEY_LENGTH) {
      throw badRequest(`Key '${key.slice(0, 50)}…' is longer than ${MAX_KEY_LENGTH} characters`);
    }
  }
}
