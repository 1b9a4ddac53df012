import { NULL_UUID } from '@signalbox/contract/id';
import type { DeviceRows } from './device-name-rows.ts';
import { nthOf } from './nth-of.ts';

/** An order of devices whose places are known in memory. */
export interface NamedOrder {
  by: 'created' | 'name' | 'label' | 'active' | 'last';
  isDescending: boolean;
  /** Among equals, the newest come first. */
  isNewestFirst: boolean;
  /** Equals stand by their id alone, in the direction of the order. */
  isById?: boolean;
}

/** A place in an order: before the first row that is not before it. */
interface OrderPlace {
  value: string | number | boolean | null;
  time: number | string;
  id: string;
}
/** Where a page is: some rows behind a place. */
export interface NamedPlace {
  place: OrderPlace;
  skip: number;
  /** A place behind its last row, where one is known. */
  until?: OrderPlace | undefined;
}
export interface NamedPage {
  /** Rows before it. */
  offset: number;
  rows: number;
}

/** Orders by texts are known in parts, which begin at these values. */
export interface OrderParts {
  name: readonly string[];
  label: readonly string[];
}
/** The part of an order by label that has those without one. */
export const NO_LABEL = 0xffff;
/** Parts of an order, and rows of one at least. */
const MAX_PARTS = 1_000;
const MIN_ROWS = 200;
/** Rows behind a place beyond which it is of no use. */
const MAX_SKIP = 20_000;
/** Rows of one time that are told apart by when they were created. */
const MANY_EQUAL = 500;

const [FIRST_ID, LAST_ID] = [NULL_UUID.replaceAll(/[0-9a-f]/g, '0'), NULL_UUID.replaceAll(/[0-9a-f]/g, 'f')];
const [FIRST_TIME, LAST_TIME] = [String(-(2n ** 63n)), String(2n ** 63n - 1n)];

/** Reads where the parts of an order begin. */
export const partsStatement = (column: keyof OrderParts): string =>
  `SELECT DISTINCT value FROM (
     SELECT lower(${column}) AS value, row_number() OVER (ORDER BY lower(${column})) AS number
     FROM device WHERE tenant_id = $1 AND ${column} IS NOT NULL
   ) AS numbered WHERE number % $2::integer = 0 ORDER BY value`;
export const rowsOfPart = (devices: number): number => Math.max(MIN_ROWS, Math.ceil(devices / MAX_PARTS));

/** Calls back with some thousand devices after the other, and which of them are found: 1 for each. */
export type EachFound = (see: (rows: DeviceRows, found: Uint8Array) => void) => Promise<void>;

/** The place before all rows, or behind all, that have a value, and a time if one is given. */
function edge(
  value: OrderPlace['value'],
  { isDescending, isNewestFirst, isById }: NamedOrder,
  { time, isBehind = false }: { time?: number; isBehind?: boolean } = {},
): OrderPlace {
  const isDownwards = isById ? isDescending : isNewestFirst;
  const isLast = isDownwards !== isBehind;
  return { value, time: time ?? (isLast ? LAST_TIME : FIRST_TIME), id: isLast ? LAST_ID : FIRST_ID };
}

/** What some of the found devices have in a column. */
async function valuesOf(
  each: EachFound,
  column: 'created' | 'last',
  isOne: (rows: DeviceRows, row: number) => boolean,
): Promise<Float64Array> {
  const parts: Float64Array[] = [];
  let total = 0;
  await each((rows, found) => {
    const values = new Float64Array(rows.size);
    let count = 0;
    for (let row = 0; row < rows.size; row++) {
      if (found[row] && isOne(rows, row)) values[count++] = rows[column][row] as number;
    }
    if (count > 0) parts.push(values.subarray(0, count));
    total += count;
  });
  const all = new Float64Array(total);
  let end = 0;
  for (const part of parts) {
    all.set(part, end);
    end += part.length;
  }
  return all;
}

/** The value of a row of an order by numbers, and how many rows before it have another one. */
function valueAt(values: Float64Array, offset: number, isDescending: boolean): { value: number; before: number } {
  const value = nthOf(values, isDescending ? values.length - 1 - offset : offset);
  let before = 0;
  for (const other of values) if (isDescending ? other > value : other < value) before++;
  return { value, before };
}

/** The place of a row among those that are equal but for their creation. */
async function placeOfEqual(
  each: EachFound,
  value: OrderPlace['value'],
  order: NamedOrder,
  offset: number,
  isOne: (rows: DeviceRows, row: number) => boolean,
): Promise<NamedPlace | undefined> {
  const times = await valuesOf(each, 'created', isOne);
  if (offset >= times.length) return undefined;
  const { value: time, before } = valueAt(times, offset, order.isNewestFirst);
  return { place: edge(value, order, { time }), skip: offset - before };
}

async function placeByLast(each: EachFound, order: NamedOrder, offset: number): Promise<NamedPlace | undefined> {
  const times = await valuesOf(each, 'last', () => true);
  if (offset >= times.length) return undefined;
  const { value, before } = valueAt(times, offset, order.isDescending);
  const skip = offset - before;
  if (skip <= MANY_EQUAL) return { place: edge(value, order), skip };
  return placeOfEqual(each, value, order, skip, (rows, row) => rows.last[row] === value);
}

async function placeByState(each: EachFound, order: NamedOrder, offset: number): Promise<NamedPlace | undefined> {
  const first = Number(order.isDescending);
  let before = 0;
  await each((rows, found) => {
    for (let row = 0; row < rows.size; row++) if (found[row] && rows.active[row] === first) before++;
  });
  const active = offset < before ? first : 1 - first;
  const rest = offset < before ? offset : offset - before;
  return placeOfEqual(each, active === 1, order, rest, (rows, row) => rows.active[row] === active);
}

async function placeByText(
  each: EachFound,
  order: NamedOrder & { by: keyof OrderParts },
  { offset, rows }: NamedPage,
  parts: readonly string[],
): Promise<NamedPlace | undefined> {
  const column = `${order.by}Part` as const;
  /** Rows before the first boundary, between two, behind the last one. */
  const counts = new Uint32Array(parts.length + 1);
  let total = 0;
  await each((devices, found) => {
    const partOf = devices[column];
    for (let row = 0; row < devices.size; row++) {
      if (!found[row] || partOf[row] === NO_LABEL) continue;
      (counts[partOf[row] as number] as number)++;
      total++;
    }
  });
  if (offset >= total) {
    if (order.isById) return { place: edge(null, order), skip: offset - total };
    return placeOfEqual(each, null, order, offset - total, (devices, row) => devices[column][row] === NO_LABEL);
  }
  /** The part with a row, and the rows before it. */
  const partWith = (row: number): { at: number; before: number } => {
    let before = 0;
    for (let step = 0; step < counts.length; step++) {
      const at = order.isDescending ? counts.length - 1 - step : step;
      const count = counts[at] as number;
      if (row < before + count) return { at, before };
      before += count;
    }
    return { at: order.isDescending ? 0 : counts.length - 1, before };
  };
  const { at, before } = partWith(offset);
  const boundary = order.isDescending ? parts[at] : (parts[at - 1] ?? '');
  // Nothing is known of what stands at the very beginning from Z to A: it is near.
  if (boundary === undefined) return undefined;
  const last = offset + rows <= total ? partWith(offset + rows - 1).at : undefined;
  const end = last === undefined ? undefined : order.isDescending ? (parts[last - 1] ?? '') : parts[last];
  return {
    place: edge(boundary, order, { isBehind: order.isDescending }),
    skip: offset - before,
    until: end === undefined ? undefined : edge(end, order, { isBehind: order.isDescending }),
  };
}

/** Where a page is of what is found; undefined: it is not known, or too far from what is. */
export async function placeOf(
  each: EachFound,
  order: NamedOrder,
  page: NamedPage,
  parts: OrderParts,
): Promise<NamedPlace | undefined> {
  const { by } = order;
  const { offset } = page;
  const place =
    by === 'created'
      ? await placeOfEqual(each, null, order, offset, () => true)
      : by === 'last'
        ? await placeByLast(each, order, offset)
        : by === 'active'
          ? await placeByState(each, order, offset)
          : await placeByText(each, { ...order, by }, page, parts[by]);
  return place && place.skip <= MAX_SKIP ? place : undefined;
}
