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
