/**
 * Columns of many rows as one value each, in SQL. The driver takes some microseconds for every row that it reads, and leaves an
 * object and texts behind for each: of a million rows that is seconds, and hundreds of megabytes. All columns of a statement have
 * the same order; none may have nulls but texts.
 */
const EMPTY = `''::bytea`;
const ID_BYTES = 16;
const NUMBER_BYTES = 8;

/** Ids, 16 bytes each. */
export const packedIds = (id: string): string => `coalesce(string_agg(uuid_send(${id}), ${EMPTY}), ${EMPTY})`;

/** Numbers, to be read by `unpackNumbers`. Integers are exact up to 2^53. */
export const packedNumbers = (number: string): string =>
  `coalesce(string_agg(float8send((${number})::float8), ${EMPTY}), ${EMPTY})`;

/** What stands for a text that is null, and for ends of lines in texts. */
const [NONE, LINE_END] = ['\u001e', '\u001f'];

/** Letters of texts that need not be the same once they have been unpacked. */
export const UNTOLD_LETTERS: readonly string[] = ['\n', NONE, LINE_END];

/** Texts, to be read by `unpackTexts`: a line each, since as JSON they take the database five times as long. */
export const packedTexts = (text: string): string =>
  `coalesce(string_agg(replace(coalesce(${text}, chr(30)), chr(10), chr(31)), chr(10)), '')`;

/** Whether all texts are as their lines, and none is null. */
export const areLines = (packed: string): boolean => !packed.includes(NONE) && !packed.includes(LINE_END);

/** @param size how many there are */
export function unpackTexts(packed: string, size: number): (string | null)[] {
  if (size === 0) return [];
  const texts: (string | null)[] = packed.split('\n');
  if (areLines(packed)) return texts;
  return texts.map((text) => (text === NONE ? null : (text?.replaceAll(LINE_END, '\n') ?? null)));
}

/** The same of texts in memory. */
export const packTextLines = (texts: readonly string[]): string =>
  texts.map((text) => text.replaceAll('\n', LINE_END)).join('\n');

export function unpackNumbers(bytes: Buffer): Float64Array {
  const numbers = new Float64Array(bytes.length / NUMBER_BYTES);
  for (let at = 0; at < numbers.length; at++) numbers[at] = bytes.readDoubleBE(at * NUMBER_BYTES);
  return numbers;
}

/** How many ids there are. */
export const countIds = (ids: Buffer): number => ids.length / ID_BYTES;

/** One of them, as text. */
export function unpackId(ids: Buffer, at: number): string {
  const hex = ids.toString('hex', at * ID_BYTES, (at + 1) * ID_BYTES);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
