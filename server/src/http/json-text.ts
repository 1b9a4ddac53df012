import { type InParts, inTurns } from '../config/in-turns.ts';

/** Elements of a list that are written in one part: a millisecond or two. */
const PART = 500;

const isLong = (value: unknown): value is unknown[] => Array.isArray(value) && value.length > PART;

function* listInParts(list: readonly unknown[]): InParts<string> {
  const parts: string[] = [];
  for (let at = 0; at < list.length; at += PART) {
    // Without the brackets around them.
    parts.push(JSON.stringify(list.slice(at, at + PART)).slice(1, -1));
    yield;
  }
  return `[${parts.join(',')}]`;
}

function* objectInParts(object: object): InParts<string> {
  const members: string[] = [];
  for (const [name, value] of Object.entries(object)) {
    const text: string | undefined = isLong(value) ? yield* listInParts(value) : JSON.stringify(value);
    if (text !== undefined) members.push(`${JSON.stringify(name)}:${text}`);
  }
  return `{${members.join(',')}}`;
}

/**
 * What `JSON.stringify` makes of a reply. Long lists, of all that there is or of a page, are written in turns, so that others
 * need not wait for 100,000 rows of one.
 */
export function jsonText(reply: unknown): string | Promise<string> {
  if (isLong(reply)) return inTurns(listInParts(reply));
  const isPlain = typeof reply === 'object' && reply !== null && Object.getPrototypeOf(reply) === Object.prototype;
  if (isPlain && !('toJSON' in reply) && Object.values(reply).some(isLong)) return inTurns(objectInParts(reply));
  return JSON.stringify(reply);
}
