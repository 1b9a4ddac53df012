import { badRequest } from '../http/errors.ts';
import { PayloadError } from '../values/json-scanner.ts';
import { parseAttributes, parseTelemetry } from '../values/json-values.ts';
import type { KeyValue, TimedValues } from '../values/value.ts';
import { RefusedValueError, requireTimely } from '../values/value-rules.ts';

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
  return entries;
}

/**
 * Points of a REST body in any of its forms (rest-content.md §8.1).
 * @param maxAhead how far ahead of `now` their times may be, in ms; 0: any time
 * @throws ApiError 400 / 31
 */
export function readTimeseries(
  text: string | undefined,
  now: number,
  castStrings: boolean,
  maxAhead: number,
): TimedValues[] {
  if (!text || !/^\s*[{[]/.test(text)) throw badRequest('Unable to parse timeseries payload: Invalid JSON body!');
  const points = readPayload('Unable to parse timeseries payload. Invalid JSON body: ', () => {
    const read = parseTelemetry(text, now, { castStrings, nulls: 'error', lenient: false });
    requireTimely(read, now, maxAhead);
    return read;
  });
  if (points.length === 0) throw badRequest('No timeseries data found in request body!');
  return points;
}

function readPayload<T>(prefix: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof RefusedValueError) throw badRequest(error.message);
    if (error instanceof PayloadError) throw badRequest(`${prefix}${error.message}`);
    throw error;
  }
}
