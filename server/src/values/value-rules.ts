import { isStorableText, UNSTORABLE_TEXT } from '@signalbox/contract/text';
import { storableText } from '../storage/storable-text.ts';
import { PayloadError } from './json-scanner.ts';
import type { KeyValue, TimedValues } from './value.ts';

/** Thrown for a readable payload with a key or time that may not be stored. */
export class RefusedValueError extends PayloadError {}

/** Longest key in characters. */
export const MAX_KEY_LENGTH = 255;

/**
 * The rule for keys of telemetry and attributes, from any sender: neither blank nor longer than 255 characters, and
 * of characters that can be stored. A blank key could be stored, but no API call could name it.
 * @throws RefusedValueError
 */
export function requireKey(key: string): void {
  const first = key.charCodeAt(0);
  // Most keys pass by their first character: printable ASCII is not blank.
  const isBlank = !(first > 0x20 && first < 0x7f) && key.trim() === '';
  if (isBlank) throw new RefusedValueError('Key cannot be empty or contains only spaces');
  if (key.length > MAX_KEY_LENGTH) {
    throw new RefusedValueError(`Key [${key.slice(0, 40)}…] is longer than ${MAX_KEY_LENGTH} characters`);
  }
  if (!isStorableText(key)) throw new RefusedValueError(`Key [${storableText(key)}] ${UNSTORABLE_TEXT}`);
}

/** @throws RefusedValueError as requireKey */
export function requireKeys(values: readonly KeyValue[]): void {
  for (const { key } of values) requireKey(key);
}

/**
 * The rule for times: a point far ahead would stay the latest value until its time comes.
 * @param now epoch ms
 * @param maxAhead ms; 0: any time
 * @throws RefusedValueError naming the time
 */
export function requireTimely(points: readonly TimedValues[], now: number, maxAhead: number): void {
  if (maxAhead === 0) return;
  for (const { ts } of points) if (ts > now + maxAhead) refuseTime(ts, maxAhead);
}

function refuseTime(ts: number, maxAhead: number): never {
  const date = new Date(ts);
  const written = Number.isNaN(date.getTime()) ? '' : ` (${date.toISOString()})`;
  throw new RefusedValueError(
    `The time ${ts}${written} is more than ${Math.round(maxAhead / 1000)} s ahead of the time of the server`,
  );
}
