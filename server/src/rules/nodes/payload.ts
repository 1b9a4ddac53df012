import { splitObject } from '../../values/json-values.ts';

/**
 * A payload with more members; the others stay as they are written, numbers to their last digit.
 * @param added key → JSON text of its value
 * @throws PayloadError when the payload is not an object
 */
export function withMembers(data: string, added: Readonly<Record<string, string>>): string {
  const members = splitObject(data, { lenient: false });
  for (const [key, json] of Object.entries(added)) members.set(key, json);
  return `{${[...members].map(([key, json]) => `${JSON.stringify(key)}:${json}`).join(',')}}`;
}

/** The payload as an object. @throws Error when it is anything else */
export function objectOf(data: string): Record<string, unknown> {
  const payload: unknown = JSON.parse(data);
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) {
    throw new Error('The payload is not an object');
  }
  return payload as Record<string, unknown>;
}
