import { NULL_UUID } from '@signalbox/contract/id';
import type { EachFound } from './device-found.ts';
import type { DeviceRows } from './device-name-rows.ts';
import { nthOf } from './nth-of.ts';
import { MAX_PARTS, NO_LABEL, NO_LABEL_RANK, type OrderParts, partOfRank } from './order-ranks.ts';

/** An order of devices whose places are known in memory. */
export interface NamedOrder {
  by: 'created' | 'name' | 'label' | 'active' | 'last';
  isDescending: boolean;
  /** Among equals, the newest come first. */
  isNewestFirst: boolean;
}

/** A place in an order: before the first row that is not before it. */
interface OrderPlace {
  value: string | number | boolean | null;
  time: number | string;
  id: string;
}
/** Where a row is: some rows behind a place. */
export interface NamedPlace {
  place: OrderPlace;
  skip: number;
}
export interface NamedPage {
  /** Rows before it. */
  offset: number;
  rows: number;
}

/** Rows behind a place beyond which it is of no use. */
const MAX_SKIP = 20_000;
/** Numbers that are collected without asking for more room. */
const FIRST_ROOM = 4_096;
/** Rows of one time that are told apart by when they were created. */
const MANY_EQUAL = 500;

const [FIRST_ID, LAST_ID] = [NULL_UUID.replaceAll(/[0-9a-f]/g, '0'), NULL_UUID.replaceAll(/[0-9a-f]/g, 'f')];
const [FIRST_TIME, LAST_TIME] = [String(-(2n ** 63n)), String(2n ** 63n - 1n)];

/** The place before all rows, or behind all, that have a value, and a time if one is given. */
function edge(
  value: OrderPlace['value'],
  { isNewestFirst }: NamedOrder,
  { time, isBehind = false }: { time?: number; isBehind?: boolean } = {},
): OrderPlace {
  const isLast = isNewestFirst !== isBehind;
  return { value, time: time ?? (isLast ? LAST_TIME : FIRST_TIME), id: isLast ? LAST_ID : FIRST_ID };
}

/** Which of some rows count; undefined: none of them. */
type IsOne = (devices: DeviceRows) => ((row: number) => boolean) | undefined;
const ANY: IsOne = () => () => true;

/** What rows have in a column, as numbers. */
type NumbersOf = (devices: DeviceRows) => Float64Array;
const NUMBERS: Record<'created' | 'last', NumbersOf> = {
  created: ({ created }) => created,
  last: ({ last }) => last,
};

/** @param size that it has at least */
function enlarged(numbers: Float64Array, size: number): Float64Array<ArrayBuffer> {
  const all = new Float64Array(Math.max(size, numbers.length * 2));
  all.set(numbers);
  return all;
}

/** What some of the found devices have in a column. */
async function valuesOf(each: EachFound, numbersOf: NumbersOf, isOne: IsOne): Promise<Float64Array> {
  let all = new Float64Array(FIRST_ROOM);
  let count = 0;
  await each((devices, found) => {
    const counts = isOne(devices);
    if (!counts) return;
    const numbers = numbersOf(devices);
    if (count + found.length > all.length) all = enlarged(all, count + found.length);
    for (const row of found) if (counts(row)) all[count++] = numbers[row] as number;
  });
  return all.subarray(0, count);
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
  isOne: IsOne,
): Promise<NamedPlace | undefined> {
  const times = await valuesOf(each, NUMBERS.created, isOne);
  if (offset >= times.length) return undefined;
  const { value: time, before } = valueAt(times, offset, order.isNewestFirst);
  return { place: edge(value, order, { time }), skip: offset - before };
}

async function placeByLast(each: EachFound, order: NamedOrder, offset: number): Promise<NamedPlace | undefined> {
  const times = await valuesOf(each, NUMBERS.last, ANY);
  if (offset >= times.length) return undefined;
  const { value, before } = valueAt(times, offset, order.isDescending);
  const skip = offset - before;
  if (skip <= MANY_EQUAL) return { place: edge(value, order), skip };
  return placeOfEqual(
    each,
    value,
    order,
    skip,
    ({ last }) =>
      (row) =>
        last[row] === value,
  );
}

async function countOfState(each: EachFound, state: number): Promise<number> {
  let count = 0;
  await each(({ active }, found) => {
    for (const row of found) if (active[row] === state) count++;
  });
  return count;
}

async function placeByState(each: EachFound, order: NamedOrder, offset: number): Promise<NamedPlace | undefined> {
  const first = Number(order.isDescending);
  const before = await countOfState(each, first);
  const active = offset < before ? first : 1 - first;
  const rest = offset < before ? offset : offset - before;
  return placeOfEqual(
    each,
    active === 1,
    order,
    rest,
    ({ active: states }) =>
      (row) =>
        states[row] === active,
  );
}

/** How many of the found devices each part of an order by texts has, by their rank; those without a text come behind all parts. */
async function countParts(each: EachFound, by: keyof OrderParts): Promise<Uint32Array> {
  const counts = new Uint32Array(MAX_PARTS + 2);
  await each((devices, found) => {
    const ranks = rankedBy(devices, by);
    for (const row of found) {
      const part = partOfRank(ranks[row] as number);
      (counts[part === NO_LABEL ? MAX_PARTS + 1 : part] as number)++;
    }
  });
  return counts;
}

export const rankedBy = (devices: DeviceRows, by: keyof OrderParts): Uint32Array =>
  by === 'name' ? devices.nameRank : devices.labelRank;

/** The part of an order with a row, and the rows before it. */
export function partWith(counts: Uint32Array, row: number, isDescending: boolean): { part: number; before: number } {
  const parts = counts.length - 1;
  let before = 0;
  for (let step = 0; step < parts; step++) {
    const part = isDescending ? parts - 1 - step : step;
    const count = counts[part] as number;
    if (row < before + count) return { part, before };
    before += count;
  }
  return { part: parts, before };
}

async function placeByText(
  each: EachFound,
  order: NamedOrder & { by: keyof OrderParts },
  offset: number,
  parts: readonly string[],
): Promise<NamedPlace | undefined> {
  const { isDescending } = order;
  const counts = await countParts(each, order.by);
  const none = counts.length - 1;
  const { part, before } = partWith(counts, offset, isDescending);
  if (part === none) {
    return placeOfEqual(each, null, order, offset - before, (devices) => {
      const ranks = rankedBy(devices, order.by);
      return (row) => ranks[row] === NO_LABEL_RANK;
    });
  }
  const boundary = isDescending ? parts[part] : (parts[part - 1] ?? '');
  // Nothing is known of what stands at the very beginning from Z to A: it is near.
  if (boundary === undefined) return undefined;
  return { place: edge(boundary, order, { isBehind: isDescending }), skip: offset - before };
}

/** Where a row is of what is found; undefined: it is not known, or too far from what is. */
export async function placeOf(
  each: EachFound,
  order: NamedOrder,
  offset: number,
  parts: OrderParts,
): Promise<NamedPlace | undefined> {
  const { by } = order;
  const place =
    by === 'created'
      ? await placeOfEqual(each, null, order, offset, ANY)
      : by === 'last'
        ? await placeByLast(each, order, offset)
        : by === 'active'
          ? await placeByState(each, order, offset)
          : await placeByText(each, { ...order, by }, offset, parts[by]);
  return place && place.skip <= MAX_SKIP ? place : undefined;
}
