/**
 * Where devices stand in an order by texts, which only the database knows: in which part of the order, and behind how many other
 * texts of it; equal texts have equal ranks. Of a device that has changed since the order was read, only the part is known.
 */

/** Orders by texts that are known. */
export interface OrderParts {
  /** The values that parts begin at, but for the first part. */
  name: readonly string[];
  label: readonly string[];
}

/** Places in a part, and the bits that they need. */
const PLACES = 2 ** 20;
const PLACE_BITS = 20;
/** The part of an order by label that has those without one. */
export const NO_LABEL = 0xfff;
/** Parts of an order, and rows of one at least. */
const MAX_PARTS = 1_000;
const MIN_ROWS = 200;

/** Reads where the parts of an order begin. There may be more than expected where devices come meanwhile. */
export const partsStatement = (column: keyof OrderParts): string =>
  `SELECT DISTINCT value FROM (
     SELECT lower(${column}) AS value, row_number() OVER (ORDER BY lower(${column})) AS number
     FROM device WHERE tenant_id = $1 AND ${column} IS NOT NULL
   ) AS numbered WHERE number % $2::integer = 0 ORDER BY value LIMIT ${MAX_PARTS}`;
export const rowsOfPart = (devices: number): number => Math.max(MIN_ROWS, Math.ceil(devices / MAX_PARTS));

/** @param place in the part, from 1; 0: it is not known */
export const rankOf = (part: number, place = 0): number => part * PLACES + (place < PLACES ? place : 0);

export const NO_LABEL_RANK = rankOf(NO_LABEL);

export const partOfRank = (rank: number): number => rank >>> PLACE_BITS;

/** Whether it is known where in its part it is. Those without a text are all equal. */
export const isPlaced = (rank: number): boolean => (rank & (PLACES - 1)) !== 0 || rank === NO_LABEL_RANK;
