import { NULL_UUID } from '@signalbox/contract/id';
import type { EachFound } from './device-found.ts';
import { type DeviceRows, idAt } from './device-name-rows.ts';
import { nthOf } from './nth-of.ts';

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
/** Devices among which a page is looked for at most. */
const MAX_AROUND = 20_000;
const ID_BYTES = 16;
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

/** The place before all rows, or behind all, that have a value, and a time if one is given. */
function edge(
  value: OrderPlace['value'],
  { isNewestFirst }: NamedOrder,
  { time, isBehind = false }: { time?: number; isBehind?: boolean } = {},
): OrderPlace {
  const isLast = isNewestFirst !== isBehind;
  return { value, time: time ?? (isLast ? LAST_TIME : FIRST_TIME), id: isLast ? LAST_ID : FIRST_ID };
}

/** Which of some rows count. */
type IsOne = (devices: DeviceRows) => (row: number) => boolean;
const ANY: IsOne = () => () => true;

/** What rows have in a column, as numbers. */
type NumbersOf = (devices: DeviceRows) => Float64Array | undefined;
const NUMBERS: Record<'created' | 'last' | 'id', NumbersOf> = {
  created: ({ created }) => created,
  last: ({ last }) => last,
  id: beginningsOf,
};

/** The beginnings of ids, which as numbers stand in the same order. */
function beginningsOf({ ids, size }: DeviceRows): Float64Array {
  const numbers = new Float64Array(size);
  for (let row = 0; row < size; row++) {
    numbers[row] = ids.readUInt32BE(row * ID_BYTES) * 0x10000 + ids.readUInt16BE(row * ID_BYTES + 4);
  }
  return numbers;
}

/** What some of the found devices have in a column. */
async function valuesOf(each: EachFound, numbersOf: NumbersOf, isOne: IsOne): Promise<Float64Array> {
  const parts: Float64Array[] = [];
  let total = 0;
  // For all rows at first: few of them may be wanted.
  let room = new Float64Array(0);
  await each((rows, found) => {
    const all = numbersOf(rows);
    const counts = isOne(rows);
    if (room.length < rows.size) room = new Float64Array(rows.size);
    let count = 0;
    for (let row = 0; row < rows.size; row++) {
      if (found[row] && counts(row)) room[count++] = all?.[row] ?? 0;
    }
    if (count > 0) parts.push(room.slice(0, count));
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
  await each((rows, found) => {
    for (let row = 0; row < rows.size; row++) if (found[row] && rows.active[row] === state) count++;
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

/** How many of the found devices each part of an order by texts has; those without a text come behind all parts. */
async function countParts(each: EachFound, by: keyof OrderParts, parts: number): Promise<Uint32Array> {
  const column = `${by}Part` as const;
  const counts = new Uint32Array(parts + 2);
  await each((devices, found) => {
    const partOf = devices[column];
    for (let row = 0; row < devices.size; row++) {
      const part = partOf[row] as number;
      if (found[row]) (counts[part === NO_LABEL ? parts + 1 : part] as number)++;
    }
  });
  return counts;
}

/** The part of an order with a row, and the rows before it. */
function partWith(counts: Uint32Array, row: number, isDescending: boolean): { part: number; before: number } {
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
  const column = `${order.by}Part` as const;
  const { isDescending } = order;
  const counts = await countParts(each, order.by, parts.length);
  const none = counts.length - 1;
  const { part, before } = partWith(counts, offset, isDescending);
  if (part === none) {
    return placeOfEqual(each, null, order, offset - before, (devices) => {
      const partOf = devices[column];
      return (row) => partOf[row] === NO_LABEL;
    });
  }
  const boundary = isDescending ? parts[part] : (parts[part - 1] ?? '');
  // Nothing is known of what stands at the very beginning from Z to A: it is near.
  if (boundary === undefined) return undefined;
  return { place: edge(boundary, order, { isBehind: isDescending }), skip: offset - before };
}

/** Devices among which a page is. */
export interface DevicesAround {
  ids: string[];
  /** How many of them are before it. */
  skip: number;
}

/** An order of devices, also by the numbers of a column of values. */
export type AroundOrder = Omit<NamedOrder, 'by'> & {
  by: NamedOrder['by'] | { column: string };
  /** Equals stand by their id, in the direction of the order, and not by their creation. */
  isById?: boolean;
};

/** The devices that have the same as those of a page, and those between: the others are before it, or behind. */
export async function devicesAround(
  each: EachFound,
  { by, isDescending, isNewestFirst, isById = false }: AroundOrder,
  { offset, rows }: NamedPage,
): Promise<DevicesAround | undefined> {
  /** @param before rows of what is found before all of them */
  const collect = async (isOne: IsOne, before: number): Promise<DevicesAround | undefined> => {
    const ids: string[] = [];
    await each((devices, found) => {
      const counts = isOne(devices);
      for (let row = 0; row < devices.size && ids.length <= MAX_AROUND; row++) {
        if (found[row] && counts(row)) ids.push(idAt(devices, row));
      }
    });
    return ids.length <= MAX_AROUND ? { ids, skip: offset - before } : undefined;
  };
  /** The same of those between two times. @param before rows of what is found before all that are among them */
  const between = async (
    numbersOf: NumbersOf,
    isFromEnd: boolean,
    isOne: IsOne,
    before: number,
  ): Promise<DevicesAround | undefined> => {
    const times = await valuesOf(each, numbersOf, isOne);
    const first = offset - before;
    if (first >= times.length) return undefined;
    const one = valueAt(times, first, isFromEnd);
    const other = valueAt(times, Math.min(times.length, first + rows) - 1, isFromEnd);
    const [least, most] = [Math.min(one.value, other.value), Math.max(one.value, other.value)];
    const isMany = (): boolean => times.reduce((sum, time) => sum + Number(time === least), 0) > MANY_EQUAL;
    if (by === 'last' && numbersOf === NUMBERS.last && least === most && isMany()) {
      return between(
        NUMBERS.created,
        isNewestFirst,
        ({ last }) =>
          (row) =>
            last[row] === least,
        one.before,
      );
    }
    const isBetween: IsOne = (devices) => {
      const numbers = numbersOf(devices);
      const counts = isOne(devices);
      return (row) => {
        const number = numbers?.[row] ?? 0;
        return number >= least && number <= most && counts(row);
      };
    };
    return collect(isBetween, before + one.before);
  };
  if (typeof by !== 'string') {
    const { column } = by;
    return between((devices) => devices.numbersOf(column)?.numbers, isDescending, ANY, 0);
  }
  if (by === 'created') return between(NUMBERS.created, isNewestFirst, ANY, 0);
  if (by === 'last') return between(NUMBERS.last, isDescending, ANY, 0);
  if (by === 'active') {
    const first = Number(isDescending);
    const count = await countOfState(each, first);
    if (offset < count && offset + rows > count) return undefined;
    const state = offset < count ? first : 1 - first;
    return between(
      NUMBERS.created,
      isNewestFirst,
      ({ active }) =>
        (row) =>
          active[row] === state,
      offset < count ? 0 : count,
    );
  }
  const column = `${by}Part` as const;
  const counts = await countParts(each, by, MAX_PARTS);
  const none = counts.length - 1;
  const first = partWith(counts, offset, isDescending);
  const last = partWith(counts, offset + rows - 1, isDescending).part;
  if (first.part === none) {
    const isOne: IsOne = (devices) => {
      const partOf = devices[column];
      return (row) => partOf[row] === NO_LABEL;
    };
    const [numbersOf, isFromEnd] = isById ? [NUMBERS.id, isDescending] : [NUMBERS.created, isNewestFirst];
    return between(numbersOf, isFromEnd, isOne, first.before);
  }
  const placeIn = (part: number): number => {
    if (part === NO_LABEL || part === none) return none;
    return isDescending ? none - 1 - part : part;
  };
  const [least, most] = [placeIn(first.part), placeIn(last)];
  return collect((devices) => {
    const partOf = devices[column];
    return (row) => {
      const at = placeIn(partOf[row] as number);
      return at >= least && at <= most;
    };
  }, first.before);
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
