import { setImmediate as nextTurn } from 'node:timers/promises';
import { type EachFound, someFound } from './device-found.ts';
import { idAt } from './device-name-rows.ts';
import { type AroundOrder, allKeys, type Key, rankedBy, sortKeys } from './device-order-keys.ts';
import { devicesBetween, type Narrowed, narrowedBySample, type RowsBetween } from './device-order-sample.ts';
import { nthOf } from './nth-of.ts';
import { isPlaced, MAX_PARTS, NO_LABEL, NO_LABEL_RANK, type OrderParts, partOfRank, rankOf } from './order-ranks.ts';

/** Devices among which a page is looked for at most. */
const MAX_AROUND = 20_000;
/** Equals that are not told apart here: to go through what is found once more takes longer than to read them. */
const FEW_EQUAL = 10;
/** Devices of which finding one row of an order takes some milliseconds. */
const MANY = 100_000;

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
  for (const other of values) {
    if (other < value) before++;
    else if (other === value) equals++;
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
  const [all, unplaced] = [new Uint32Array(MAX_PARTS + 2), new Uint32Array(MAX_PARTS + 2)];
  await each((devices, found) => {
    const ranks = rankedBy(devices, by);
    for (const row of found) {
      const rank = ranks[row] as number;
      const part = placeOfPart(partOfRank(rank));
      (all[part] as number)++;
      if (!isPlaced(rank)) (unplaced[part] as number)++;
    }
  });
  return [all, unplaced];
}

/** Those without a text come behind all parts. */
const placeOfPart = (part: number): number => (part === NO_LABEL ? MAX_PARTS + 1 : part);

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
  const [begin, end] = [partWith(counts, offset, isDescending), partWith(counts, offset + rows - 1, isDescending)];
  // Those without a text stand at the end in both directions.
  const none = counts.length - 1;
  const stepOf = (part: number): number => (part === none || !isDescending ? part : none - 1 - part);
  const [least, most] = [stepOf(begin.part), stepOf(end.part)];
  let [all, loose] = [0, 0];
  for (let part = 0; part <= none; part++) {
    if (stepOf(part) < least || stepOf(part) > most) continue;
    all += counts[part] as number;
    loose += unplaced[part] as number;
  }
  const skip = offset - begin.before;
  if (skip + rows > all) return undefined;
  const [key] = sortKeys(order) as [Key];
  const keyOf = (step: number, isEnd: boolean): number => {
    if (step === none) return NO_LABEL_RANK;
    const part = stepOf(step);
    const rank = isEnd === isDescending ? rankOf(part) : rankOf(part + 1) - 1;
    return isDescending ? -rank : rank;
  };
  const { each: near } = await devicesBetween(each, key.of, { least: keyOf(least, false), most: keyOf(most, true) });
  const placed = (isOne: boolean): Promise<EachFound> =>
    someFound(near, (devices) => {
      const ranks = rankedBy(devices, by);
      return (row) => isPlaced(ranks[row] as number) === isOne;
    });
  const last = Math.min(all - loose, skip + rows) - 1;
  const first = Math.max(0, skip - loose);
  // Those without a text are all equal.
  const keys = sortKeys(order).slice(least === none ? 1 : 0);
  if (loose === 0) return rangeOf(near, keys, [first || undefined, last]);
  const others = await placed(false);
  if (last < first) return { pieces: [others], skip };
  const range = await rangeOf(await placed(true), keys, [first || undefined, last]);
  return { pieces: [...range.pieces, others], skip: skip - first + range.skip };
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
