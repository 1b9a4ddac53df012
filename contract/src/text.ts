import * as z from 'zod/mini';

/** Default maximum length of a text field, in characters. */
export const DEFAULT_TEXT_LENGTH = 255;

/** Where a tag could begin. */
const TAG_START = /<\/?[a-z]/i;
/** Other markup: comments and script addresses. */
const OTHER_MARKUP = /<!--|<!\[|<\?|javascript:/i;

/** Whether a text contains markup, which plain-text fields refuse. Takes linear time: texts of any length are checked. */
export function containsMarkup(value: string): boolean {
  const tag = value.search(TAG_START);
  return (tag >= 0 && value.indexOf('>', tag) >= 0) || OTHER_MARKUP.test(value);
}

/** Half of a surrogate pair, or U+0000. With the flag, a whole pair is one character of another kind. */
const UNSTORABLE = /[\0\p{Surrogate}]/u;

/**
 * Whether the database stores a text as it is. It refuses every statement that contains U+0000. Half of a surrogate pair,
 * such as the end of a text that was cut within an emoji, has no UTF-8 and would become U+FFFD: what is in memory and what
 * is stored would be different texts from then on.
 */
export function isStorableText(text: string): boolean {
  return !UNSTORABLE.test(text);
}
/** What is said of a text that is not storable, after its name. */
export const UNSTORABLE_TEXT = 'holds U+0000 or half of a surrogate pair, which cannot be stored';

/** The check that a text can be stored. */
export const storable = z.refine<string>(isStorableText, { error: UNSTORABLE_TEXT });

/**
 * A plain-text field: at most `max` characters and free of markup.
 * The messages are the wire's; the server puts "Validation error: " and the field before them.
 */
export function text(max: number = DEFAULT_TEXT_LENGTH) {
  return z.string().check(
    z.maxLength(max, { error: `length must be equal or less than ${max}` }),
    z.refine((value) => !containsMarkup(value), { error: 'field value is malformed' }),
    z.refine(isStorableText, { error: 'field value is malformed' }),
  );
}

/** A text that is stored unchanged: at most `max` characters, of which all can be stored. */
export function storedText(max: number) {
  return z.string().check(z.maxLength(max), storable);
}

/** A text field that may be null or absent; absent counts as null. */
export function nullableText(max: number = DEFAULT_TEXT_LENGTH) {
  return z.pipe(
    z.optional(z.nullable(text(max))),
    z.transform((value: string | null | undefined) => value ?? null),
  );
}

/** Any JSON value, passed through unchanged; absent counts as null. */
export const anyJson = z.pipe(
  z.optional(z.unknown()),
  z.transform((value: unknown) => value ?? null),
);

/**
 * `additionalInfo`: its keys belong to the clients; absent counts as null. Usually an object or null, but some clients
 * send it back as text: every kind of JSON is accepted, and only objects have keys to look up.
 */
export type AdditionalInfo = Record<string, unknown> | null;
export const additionalInfo = z.pipe(
  z.optional(z.unknown()),
  z.transform((value: unknown) => (value ?? null) as AdditionalInfo),
);

/** The text, unless it is blank. Names are stored as they were sent: clients look them up, and are told of them, by these. */
export const unlessBlank = (text: string | null | undefined): string | undefined => (text?.trim() ? text : undefined);
