import { setImmediate as nextTurn } from 'node:timers/promises';
import { type EachFound, eachOf, MAX_ROWS, someFound } from './device-found.ts';
import { type DeviceRows, idAt } from './device-name-rows.ts';
import { type AroundOrder, allKeys, type Key, rankedBy, sortKeys } from './device-order-keys.ts';
import { devicesBetween, type Narrowed, narrowedBySample, type RowsBetween } from './device-order-sample.ts';
import { nthOf } from './nth-of.ts';
import { isPlaced, NO_LABEL, type OrderParts, partOfRank } from './order-ranks.ts';

/** Devices among which a page is looked for at most. */
const MAX_AROUND = 20_000;
/** Equals that are not told apart here: to go through what is found once more takes longer than to read them. */
const FEW_EQUAL = 10;
/** Devices of which finding one row of an order takes some milliseconds. */
const MANY = 100_000;
/** Room for rows, which is used again. */
const ROWS = new Uint16Array(MAX_ROWS);

export interface NamedPage {
  /** Rows before it. */
  offset: number;
  rows: number;
}

/** Devices among which a page is. */
export interface DevicesAround {
  ids: string[];
  /** How many of them are before it. */
  skip: number;
}

/** Some of the devices that are found, in an order. */
interface Range {
  pieces: EachFound[];
  /** How many of them are before a row. */
  skip: number;
}

/**
 * Those among which two rows of an order are, by what is known of the first key of many devices at once; with the rows before them.
 * Devices are read into memory by their creation, so these are hardly more than the page has.
 */
async function narrowed(
  given: EachFound,
  within: NonNullable<Key['within']>,
  [first, last]: RowsBetween,
): Promise<Narrowed> {
  const parts: { least: number; most: number; size: number }[] = [];
  await given((devices, found) => {
    const [least, most] = within(devices);
    if (found.length > 0) parts.push({ least, most, size: found.length });
  });
  /** Where so many rows have passed for certain, or may have, in one direction. */
  const edgeOf = (edge: 'least' | 'most', row: number): number => {
    const sorted = parts.toSorted((a, b) => a[edge] - b[edge]);
    let rows = 0;
    for (const part of sorted) {
      rows += part.size;
      if (rows > row) return part[edge];
    }
    return Number.POSITIVE_INFINITY;
  };
  const least = first === undefined ? Number.NEGATIVE_INFINITY : edgeOf('least', first);
  const most = last === undefined ? Number.POSITIVE_INFINITY : edgeOf('most', last);
  return {
    before: parts.reduce((sum, part) => sum + (part.most < least ? part.size : 0), 0),
    each: await someFound(given, (devices) => {
      const of = within(devices);
      return of[1] < least || of[0] > most ? undefined : () => true;
    }),
  };
}

/** What stands at a row of an order. */
interface Value {
  value: number;
  /** Which one it is of those that are equal to it, and how many these are. */
  row: number;
  equals: number;
}

function valueAt(values: Float64Array, row: number): Value {
  const value = nthOf(values, row);
  let [before, equals] = [0, 0];
  for (let at = 0; at < values.length; at++) {
    const other = values[at] as number;
    before += Number(other < value);
    equals += Number(other === value);
  }
  return { value, row: row - before, equals };
}

/** Those of some devices that stand between two rows of their order, and few more. */
async function rangeOf(given: EachFound, [key, ...others]: readonly Key[], rows: RowsBetween): Promise<Range> {
  const [givenFirst, givenLast] = rows;
  if (!key || (givenFirst === undefined && givenLast === undefined)) return { pieces: [given], skip: givenFirst ?? 0 };
  const near: Narrowed | undefined = key.within
    ? await narrowed(given, key.within, rows)
    : await narrowedBySample(given, key.of, rows);
  const isEqual = (value: number): boolean => key.areEqual?.(value) ?? true;
  if (near?.key !== undefined && isEqual(near.key)) {
    const within = (row: number | undefined) => (row === undefined ? undefined : row - near.before);
    return rangeOf(near.each, others, [within(givenFirst), within(givenLast)]);
  }
  const each = near?.each ?? given;
  const values = await allKeys(each, key.of);
  const atRow = (row: number | undefined) =>
    row === undefined ? undefined : valueAt(values, row - (near?.before ?? 0));
  const begin = atRow(givenFirst);
  if (values.length > MANY) await nextTurn();
  const end = atRow(givenLast);
  /** Some of those that are equal to one of them, in the order of the other keys; undefined: all of them are few enough. */
  const equalsOf = async (at: Value | undefined, rowsOfEquals: RowsBetween): Promise<Range | undefined> => {
    const isSorted = at && at.equals > FEW_EQUAL && isEqual(at.value);
    if (!isSorted) return undefined;
    const equals = await devicesBetween(each, key.of, { least: at.value, most: at.value });
    return rangeOf(equals.each, others, rowsOfEquals);
  };
  const isOfEquals = begin !== undefined && begin.value === end?.value;
  const atBegin = await equalsOf(begin, [begin?.row, isOfEquals ? end?.row : undefined]);
  if (atBegin && isOfEquals) return atBegin;
  const atEnd = isOfEquals ? undefined : await equalsOf(end, [undefined, end?.row]);
  const [least, most] = [begin?.value ?? Number.NEGATIVE_INFINITY, end?.value ?? Number.POSITIVE_INFINITY];
  const without: [number, number] = [atBegin ? least : Number.NaN, atEnd ? most : Number.NaN];
  const between = await devicesBetween(each, key.of, { least, most, without });
  return {
    pieces: [...(atBegin?.pieces ?? []), between.each, ...(atEnd?.pieces ?? [])],
    skip: atBegin?.skip ?? begin?.row ?? 0,
  };
}

/** The ids of some devices; undefined: they are too many. */
async function collect({ pieces }: Range): Promise<string[] | undefined> {
  const ids: string[] = [];
  for (const each of pieces) {
    await each((devices, found) => {
      for (const row of found) if (ids.length <= MAX_AROUND) ids.push(idAt(devices, row));
    });
  }
  return ids.length <= MAX_AROUND ? ids : undefined;
}

/** How many devices each part of an order has, and of how many of them it is not known where in it they are. */
async function countParts(each: EachFound, by: keyof OrderParts): Promise<[all: Uint32Array, unplaced: Uint32Array]> {
  const [all, unplaced] = [new Uint32Array(NO_LABEL + 1), new Uint32Array(NO_LABEL + 1)];
  await each((devices, found) => {
    const ranks = rankedBy(devices, by);
    for (let at = 0; at < found.length; at++) {
      const rank = ranks[found[at] as number] as number;
      const part = partOfRank(rank);
      (all[part] as number)++;
      if (!isPlaced(rank)) (unplaced[part] as number)++;
    }
  });
  return [all, unplaced];
}

/** Those of some parts of an order. @param areWanted 1 for those parts */
async function devicesOfParts(given: EachFound, by: keyof OrderParts, areWanted: Uint8Array): Promise<EachFound> {
  const some: [devices: DeviceRows, found: Uint16Array][] = [];
  await given((devices, found) => {
    const ranks = rankedBy(devices, by);
    let count = 0;
    for (let at = 0; at < found.length; at++) {
      const row = found[at] as number;
      ROWS[count] = row;
      count += areWanted[partOfRank(ranks[row] as number)] as number;
    }
    if (count > 0) some.push([devices, ROWS.slice(0, count)]);
  });
  return eachOf(some);
}

/** Which part comes at a step of an order, and which step a part is: those without a text stand at the end in both directions. */
const stepOf = (part: number, isDescending: boolean): number =>
  part === NO_LABEL || !isDescending ? part : NO_LABEL - 1 - part;

/** The step of an order with a row, and the rows before it. */
function stepWith(counts: Uint32Array, row: number, isDescending: boolean): { step: number; before: number } {
  let before = 0;
  for (let step = 0; step < NO_LABEL; step++) {
    const count = counts[stepOf(step, isDescending)] as number;
    if (row < before + count) return { step, before };
    before += count;
  }
  return { step: NO_LABEL, before };
}

/**
 * The rows of a page in an order by texts: as many of those whose places are known as there may be with the others between them, and
 * the others of the same parts.
 */
async function rangeByText(
  each: EachFound,
  order: AroundOrder & { by: keyof OrderParts },
  { offset, rows }: NamedPage,
): Promise<Range | undefined> {
  const { by, isDescending } = order;
  const [counts, unplaced] = await countParts(each, by);
  const [first, last] = [stepWith(counts, offset, isDescending), stepWith(counts, offset + rows - 1, isDescending)];
  const areWanted = new Uint8Array(counts.length);
  let [all, loose] = [0, 0];
  for (let step = first.step; step <= last.step; step++) {
    const part = stepOf(step, isDescending);
    areWanted[part] = 1;
    all += counts[part] as number;
    loose += unplaced[part] as number;
  }
  const skip = offset - first.before;
  if (skip + rows > all) return undefined;
  const near = await devicesOfParts(each, by, areWanted);
  const placed = (isOne: boolean): Promise<EachFound> =>
    someFound(near, (devices) => {
      const ranks = rankedBy(devices, by);
      return (row) => isPlaced(ranks[row] as number) === isOne;
    });
  const end = Math.min(all - loose, skip + rows) - 1;
  const begin = Math.max(0, skip - loose);
  // Those without a text are all equal.
  const keys = sortKeys(order).slice(first.step === NO_LABEL ? 1 : 0);
  if (loose === 0) return rangeOf(near, keys, [begin || undefined, end]);
  const others = await placed(false);
  if (end < begin) return { pieces: [others], skip };
  const range = await rangeOf(await placed(true), keys, [begin || undefined, end]);
  return { pieces: [...range.pieces, others], skip: skip - begin + range.skip };
}

/** The rows of a page in an order by what numbers tell. */
async function rangeIn(each: EachFound, order: AroundOrder, { offset, rows }: NamedPage): Promise<Range | undefined> {
  let total = 0;
  await each((_, found) => {
    total += found.length;
  });
  if (offset + rows > total) return undefined;
  return rangeOf(each, sortKeys(order), [offset || undefined, offset + rows - 1]);
}

/**
 * The devices of a page, with few others: those that are before the page are told, the others are behind it. Undefined: memory has
 * fewer than that, or they are too many.
 */
export async function devicesAround(
  each: EachFound,
  order: AroundOrder,
  page: NamedPage,
): Promise<DevicesAround | undefined> {
  const { by } = order;
  const range =
    by === 'name' || by === 'label'
      ? await rangeByText(each, { ...order, by }, page)
      : await rangeIn(each, order, page);
  const ids = range && (await collect(range));
  return range && ids && { ids, skip: range.skip };
}
