import type { EachFound } from './device-found.ts';
import { type IsOne, keysOf, type NamedOrder, type NamedPage, partWith, rankedBy } from './device-name-places.ts';
import { type DeviceRows, idAt } from './device-name-rows.ts';
import { nthOf } from './nth-of.ts';
import { isPlaced, MAX_PARTS, NO_LABEL, NO_LABEL_RANK, type OrderParts, partOfRank } from './order-ranks.ts';

/** Devices among which a page is looked for at most. */
const MAX_AROUND = 20_000;
/** Equals that are not told apart here: to go through what is found once more takes longer than to read them. */
const FEW_EQUAL = 10;
const ID_BYTES = 16;

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

/** What devices are sorted by, ascending. */
interface Key {
  of: (devices: DeviceRows) => (row: number) => number;
  /** Whether those that are equal here are sorted by the keys behind it; absent: they are. */
  areEqual?: (value: number) => boolean;
}

/** Some of the devices that are found, in an order. */
interface Range {
  isOne: IsOne;
  /** How many of them are before a row. */
  skip: number;
}

const ANY: IsOne = () => () => true;

const keyOf = (sign: 1 | -1, column: (devices: DeviceRows) => ArrayLike<number>): Key => ({
  of: (devices) => {
    const numbers = column(devices);
    return (row) => sign * (numbers[row] as number);
  },
});

/** The beginnings of ids, which as numbers stand in the same order. */
const byId = (sign: 1 | -1): Key => ({
  of:
    ({ ids }) =>
    (row) =>
      sign * (ids.readUInt32BE(row * ID_BYTES) * 0x10000 + ids.readUInt16BE(row * ID_BYTES + 4)),
});

/** By the ranks in an order by texts; those without a text are last in both directions. */
const byRank = (sign: 1 | -1, by: keyof OrderParts): Key => ({
  of: (devices) => {
    const ranks = rankedBy(devices, by);
    return (row) => (ranks[row] === NO_LABEL_RANK ? NO_LABEL_RANK : sign * (ranks[row] as number));
  },
});

/**
 * By numbers of a column of values. Those behind it sort what has the same number; but texts, and what has no value, count as 0, and
 * what is no number as infinite.
 */
const byColumn = (sign: 1 | -1, column: string): Key => ({
  of: (devices) => {
    const numbers = devices.numbersOf(column)?.numbers;
    return (row) => sign * (numbers?.[row] ?? 0);
  },
  areEqual: (number) => number !== 0 && Number.isFinite(number),
});

function sortKeys({ by, isDescending, isNewestFirst, isById = false }: AroundOrder): Key[] {
  const sign = isDescending ? -1 : 1;
  const tie = isNewestFirst ? -1 : 1;
  const inEquals = isById ? [byId(sign)] : [keyOf(tie, ({ created }) => created), byId(tie)];
  if (typeof by !== 'string') return [byColumn(sign, by.column), byId(sign)];
  if (by === 'created') return inEquals;
  if (by === 'last') return [keyOf(sign, ({ last }) => last), ...inEquals];
  if (by === 'active') return [keyOf(sign, ({ active }) => active), ...inEquals];
  return [byRank(sign, by), ...inEquals];
}

/** What stands at a place of an order, and how many rows stand before those that are equal to it. */
function valueAt(values: Float64Array, place: number): { value: number; before: number; equals: number } {
  const value = nthOf(values, place);
  let [before, equals] = [0, 0];
  for (const other of values) {
    if (other < value) before++;
    else if (other === value) equals++;
  }
  return { value, before, equals };
}

/**
 * Those of some devices that stand between two rows of their order, and few more.
 * @param first row; undefined: from the beginning on
 * @param last row; undefined: up to the end
 */
async function rangeOf(
  each: EachFound,
  [key, ...others]: readonly Key[],
  isOne: IsOne,
  [first, last]: readonly [number | undefined, number | undefined],
): Promise<Range> {
  if (!key || (first === undefined && last === undefined)) return { isOne, skip: first ?? 0 };
  const values = await keysOf(each, key.of, isOne);
  const begin = first === undefined ? undefined : valueAt(values, first);
  const end = last === undefined ? undefined : valueAt(values, last);
  /** Some of those that have a value, in the order of the other keys. */
  const among = (
    { value, equals }: { value: number; equals: number },
    rows: readonly [number | undefined, number | undefined],
  ): Promise<Range> => {
    const isEqual: IsOne = (devices) => {
      const [number, counts] = [key.of(devices), isOne(devices)];
      return (row) => number(row) === value && counts(row);
    };
    const isSorted = equals > FEW_EQUAL && (key.areEqual?.(value) ?? true);
    return rangeOf(each, isSorted ? others : [], isEqual, rows);
  };
  const [firstOfBegin, lastOfEnd] = [begin && (first as number) - begin.before, end && (last as number) - end.before];
  if (begin && end && begin.value === end.value) return among(begin, [firstOfBegin, lastOfEnd]);
  const atBegin = begin && (await among(begin, [firstOfBegin, undefined]));
  const atEnd = end && (await among(end, [undefined, lastOfEnd]));
  return {
    skip: atBegin?.skip ?? 0,
    isOne: (devices) => {
      const [number, counts] = [key.of(devices), isOne(devices)];
      const [isAtBegin, isAtEnd] = [atBegin?.isOne(devices), atEnd?.isOne(devices)];
      return (row) => {
        const value = number(row);
        if (begin && value <= begin.value) return value === begin.value && (isAtBegin?.(row) ?? false);
        if (end && value >= end.value) return value === end.value && (isAtEnd?.(row) ?? false);
        return counts(row);
      };
    },
  };
}

/** The ids of some devices; undefined: they are too many. */
async function collect(each: EachFound, isOne: IsOne): Promise<string[] | undefined> {
  const ids: string[] = [];
  await each((devices, found) => {
    const counts = isOne(devices);
    for (const row of found) if (ids.length <= MAX_AROUND && counts(row)) ids.push(idAt(devices, row));
  });
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
  const isAmong = (ranks: Uint32Array, row: number): boolean => {
    const step = stepOf(placeOfPart(partOfRank(ranks[row] as number)));
    return step >= least && step <= most;
  };
  const among =
    (placed: boolean): IsOne =>
    (devices) => {
      const ranks = rankedBy(devices, by);
      return (row) => isPlaced(ranks[row] as number) === placed && isAmong(ranks, row);
    };
  const skip = offset - begin.before;
  const last = Math.min(all - loose, skip + rows) - 1;
  const first = Math.max(0, skip - loose);
  if (skip + rows > all) return undefined;
  if (last < first) return { isOne: among(false), skip };
  const range = await rangeOf(each, sortKeys(order), among(true), [first || undefined, last]);
  if (loose === 0) return range;
  return {
    skip: skip - first + range.skip,
    isOne: (devices) => {
      const [isPlacedOne, isOther] = [range.isOne(devices), among(false)(devices)];
      return (row) => isOther(row) || isPlacedOne(row);
    },
  };
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
  let range: Range | undefined;
  if (by === 'name' || by === 'label') range = await rangeByText(each, { ...order, by }, page);
  else {
    let total = 0;
    await each((_, found) => {
      total += found.length;
    });
    const { offset, rows } = page;
    if (offset + rows <= total)
      range = await rangeOf(each, sortKeys(order), ANY, [offset || undefined, offset + rows - 1]);
  }
  const ids = range && (await collect(each, range.isOne));
  return range && ids && { ids, skip: range.skip };
}
