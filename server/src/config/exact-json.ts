import { randomUUID } from 'node:crypto';

/** ES2025; TypeScript's library does not declare it yet. */
const { rawJSON, isRawJSON } = JSON as typeof JSON & {
  rawJSON: (text: string) => unknown;
  isRawJSON: (value: unknown) => value is { rawJSON: string };
};

/** The text of a wrapped number; undefined for any other value. */
export const writtenNumber = (value: unknown): string | undefined => (isRawJSON(value) ? value.rawJSON : undefined);

/** Texts, and whole numbers so long that a double may round them. Takes no longer than a text is long, if that is JSON. */
const LONG_NUMBERS = /"[^"\\]*(?:\\.[^"\\]*)*"|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g;
/** Nobody can write it into a text beforehand. */
const MARK = randomUUID();

/** Whether the text may have numbers that are wrapped. Searching is cheap compared with parsing. */
export const mayHaveLongNumbers = (text: string): boolean => /\d{16}/.test(text);

/**
 * `JSON.parse`, with whole numbers beyond 2^53 wrapped so that `JSON.stringify` writes all their digits.
 * @throws SyntaxError
 */
export function parseExactJson(text: string): unknown {
  const rounded: unknown = JSON.parse(text);
  if (!mayHaveLongNumbers(text)) return rounded;
  let isMarked = false;
  const marked = text.replace(LONG_NUMBERS, (found) => {
    if (found.startsWith('"') || Number.isSafeInteger(Number(found))) return found;
    isMarked = true;
    return `{"${MARK}":"${found}"}`;
  });
  if (!isMarked) return rounded;
  try {
    return unmarked(JSON.parse(marked));
  } catch {
    // Nested deeper than it can be looked through.
    return rounded;
  }
}

/** Rounds the number at a place of what `parseExactJson` made, if one is wrapped there. */
export function roundAt(json: unknown, path: readonly PropertyKey[]): void {
  const last = path.at(-1);
  let parent = json;
  for (const name of path.slice(0, -1)) {
    if (typeof parent !== 'object' || parent === null || !Object.hasOwn(parent, name)) return;
    parent = (parent as Record<PropertyKey, unknown>)[name];
  }
  if (last === undefined || typeof parent !== 'object' || parent === null || !Object.hasOwn(parent, last)) return;
  const members = parent as Record<PropertyKey, unknown>;
  const number = members[last];
  if (isRawJSON(number)) members[last] = Number(number.rawJSON);
}

/** The same with numbers where marks stand. */
function unmarked(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const number = (value as Record<string, unknown>)[MARK];
  if (number !== undefined) return rawJSON(number as string);
  if (Array.isArray(value)) for (const [at, item] of value.entries()) value[at] = unmarked(item);
  else {
    const members = value as Record<string, unknown>;
    for (const name of Object.keys(members)) {
      const member = members[name];
      // Also of one named `__proto__`, which is a member of its own here.
      if (typeof member === 'object') members[name] = unmarked(member);
    }
  }
  return value;
}

/** What a text has that may write a number as JavaScript does not: `1.0`, `1e3`, `-0`, many digits or decimals. */
const OTHERWISE_WRITTEN = /\d[eE]|\.\d*0(?!\d)|-0(?![.\d])|\d{16}|\.\d{16}|\.000000/;

/**
 * `JSON.parse`, with all numbers that JavaScript would write in another way wrapped so that `JSON.stringify` writes them as
 * they are in the text. For what is only passed on: who reads numbers of it takes `parseExactJson`. @throws SyntaxError
 */
export function parseJsonAsWritten(text: string): unknown {
  if (!OTHERWISE_WRITTEN.test(text)) return JSON.parse(text);
  return JSON.parse(text, (_name, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' && context?.source !== undefined && context.source !== String(value)
      ? rawJSON(context.source)
      : value,
  );
}
