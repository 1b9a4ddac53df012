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

/** Texts, as an array. */
export const packedTexts = (text: string): string => `coalesce(json_agg(${text}), '[]')`;

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
