import { type EachFound, MAX_ROWS } from './device-found.ts';
import type { DeviceRows } from './device-name-rows.ts';
import { NO_LABEL_RANK, type OrderParts } from './order-ranks.ts';

const ID_BYTES = 16;

/** An order of devices that is known in memory. */
export interface NamedOrder {
  by: 'created' | 'name' | 'label' | 'active' | 'last';
  isDescending: boolean;
  /** Among equals, the newest come first. */
  isNewestFirst: boolean;
}

/** An order of devices, also by the numbers of a column of values, or by profiles, which come in this order. */
export type AroundOrder = Omit<NamedOrder, 'by'> & {
  by: NamedOrder['by'] | { column: string } | { profiles: readonly string[] };
  /** Equals stand by their id, in the direction of the order, and not by their creation. */
  isById?: boolean;
};

/** What some rows are sorted by, ascending: a number for each of them. These are others once it is called again. */
export type KeysOf = (devices: DeviceRows, rows: Uint16Array) => Float64Array;

/** What devices are sorted by. */
export interface Key {
  of: KeysOf;
  /** Whether those that are equal here are sorted by the keys behind it; absent: they are. */
  areEqual?: (value: number) => boolean;
  /** Between which numbers those of all devices are; absent: that is not known. */
  within?: (devices: DeviceRows) => readonly [least: number, most: number];
}

/** The numbers of a call. A million of them are looked at in some milliseconds, unless each is asked for by a call of its own. */
const keys = new Float64Array(MAX_ROWS);

const numbersOf =
  (sign: 1 | -1, column: (devices: DeviceRows) => ArrayLike<number> | undefined): KeysOf =>
  (devices, rows) => {
    const numbers = column(devices);
    const size = rows.length;
    if (!numbers) keys.fill(0, 0, size);
    else for (let at = 0; at < size; at++) keys[at] = sign * (numbers[rows[at] as number] as number);
    return keys.subarray(0, size);
  };

const byCreation = (sign: 1 | -1): Key => ({
  of: numbersOf(sign, ({ created }) => created),
  within: ({ createdWithin: [first, last] }) => (sign === 1 ? [first, last] : [-last, -first]),
});

/** The beginnings of ids, which as numbers stand in the same order. */
const byId = (sign: 1 | -1): Key => ({
  of: ({ ids }, rows) => {
    const byteAt = (at: number): number => ids[at] as number;
    for (let at = 0; at < rows.length; at++) {
      const from = (rows[at] as number) * ID_BYTES;
      const high = (byteAt(from) << 16) | (byteAt(from + 1) << 8) | byteAt(from + 2);
      const low = (byteAt(from + 3) << 16) | (byteAt(from + 4) << 8) | byteAt(from + 5);
      keys[at] = sign * (high * 0x1000000 + low);
    }
    return keys.subarray(0, rows.length);
  },
});

export const rankedBy = (devices: DeviceRows, by: keyof OrderParts): Uint32Array =>
  by === 'name' ? devices.nameRank : devices.labelRank;

/** By the ranks in an order by texts; those without a text are last in both directions. */
const byRank = (sign: 1 | -1, by: keyof OrderParts): Key => ({
  of: (devices, rows) => {
    const ranks = rankedBy(devices, by);
    for (let at = 0; at < rows.length; at++) {
      const rank = ranks[rows[at] as number] as number;
      keys[at] = rank === NO_LABEL_RANK ? rank : sign * rank;
    }
    return keys.subarray(0, rows.length);
  },
});

/**
 * By numbers of a column of values. Those behind it sort what has the same number; but texts, and what has no value, count as 0, and
 * what is no number as infinite.
 */
const byColumn = (sign: 1 | -1, column: string): Key => ({
  of: numbersOf(sign, (devices) => devices.numbersOf(column)?.numbers),
  areEqual: (number) => number !== 0 && Number.isFinite(number),
});

/** By the places of their profiles among some; those of others are behind all of these. */
function byProfile(sign: 1 | -1, profiles: readonly string[]): Key {
  const places = new Map(profiles.map((id, place) => [id, place]));
  /** The same for all devices of a tenant, whose kinds become more. */
  let ofKinds = new Float64Array(0);
  return {
    of({ kinds: { all }, kindOf }, rows) {
      if (ofKinds.length !== all.length)
        ofKinds = Float64Array.from(all, ({ profile }) => sign * (places.get(profile) ?? profiles.length));
      for (let at = 0; at < rows.length; at++) keys[at] = ofKinds[kindOf[rows[at] as number] as number] as number;
      return keys.subarray(0, rows.length);
    },
  };
}

/** What devices are sorted by in an order, one after the other. */
export function sortKeys({ by, isDescending, isNewestFirst, isById = false }: AroundOrder): Key[] {
  const sign = isDescending ? -1 : 1;
  const tie = isNewestFirst ? -1 : 1;
  const inEquals = isById ? [byId(sign)] : [byCreation(tie), byId(tie)];
  if (typeof by !== 'string')
    return 'column' in by ? [byColumn(sign, by.column), byId(sign)] : [byProfile(sign, by.profiles), ...inEquals];
  if (by === 'created') return inEquals;
  if (by === 'last') return [{ of: numbersOf(sign, ({ last }) => last) }, ...inEquals];
  if (by === 'active') return [{ of: numbersOf(sign, ({ active }) => active) }, ...inEquals];
  return [byRank(sign, by), ...inEquals];
}

/** What all that are found are sorted by. */
export async function allKeys(each: EachFound, keysOf: KeysOf): Promise<Float64Array> {
  const parts: Float64Array[] = [];
  let count = 0;
  await each((devices, rows) => {
    parts.push(keysOf(devices, rows).slice());
    count += rows.length;
  });
  const all = new Float64Array(count);
  let end = 0;
  for (const part of parts) {
    all.set(part, end);
    end += part.length;
  }
  return all;
}
