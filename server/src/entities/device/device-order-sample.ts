import { type EachFound, eachOf, isWithin, MAX_ROWS } from './device-found.ts';
import type { DeviceRows } from './device-name-rows.ts';
import type { KeysOf } from './device-order-keys.ts';
import { nthOf } from './nth-of.ts';

/** Devices of which a sample is worth it, and how many it has of them, about. */
const MANY = 65_536;
const SAMPLE = 16_384;
/** Places of a sample by which it may be wrong: four times the standard deviation in the middle. */
const MARGIN = 256;

/** Room for the rows of some devices, which is used again: what is thrown away of a million makes the memory be looked through. */
const ROWS = new Uint16Array(MAX_ROWS);

/** Rows of an order; undefined: from the beginning on, or up to the end. */
export type RowsBetween = readonly [first: number | undefined, last: number | undefined];

/** Some of the devices that are found, and how many others are before them in an order. */
export interface Narrowed {
  each: EachFound;
  before: number;
  /** Set where all of them have this key. */
  key?: number;
}

/** Between which numbers rows stand, these included. */
export interface Between {
  least: number;
  most: number;
  /** But not at these; NaN: at any. */
  without?: readonly [number, number];
}

/** Those whose first key is between two numbers. @returns with how many these are */
export async function devicesBetween(
  given: EachFound,
  keysOf: KeysOf,
  { least, most, without: [one, other] = [Number.NaN, Number.NaN] }: Between,
): Promise<Narrowed & { size: number }> {
  const some: [devices: DeviceRows, found: Uint16Array][] = [];
  let [before, size] = [0, 0];
  await given((devices, found) => {
    const keys = keysOf(devices, found);
    let count = 0;
    for (let at = 0; at < keys.length; at++) {
      const key = keys[at] as number;
      ROWS[count] = found[at] as number;
      before += Number(key < least);
      count += isWithin(key, least, most) & Number(key !== one) & Number(key !== other);
    }
    size += count;
    if (count > 0) some.push([devices, ROWS.slice(0, count)]);
  });
  return { each: eachOf(some), before, size };
}

/** What some of the found devices are sorted by: one of so many, at distances that have no rhythm. */
async function sampleOf(each: EachFound, keysOf: KeysOf, distance: number): Promise<Float64Array> {
  const sample: number[] = [];
  let [wait, random] = [0, 1];
  await each((devices, found) => {
    const rows: number[] = [];
    let at = wait;
    for (; at < found.length; at += 1 + Math.floor((random / 2 ** 32) * (2 * distance - 1))) {
      rows.push(found[at] as number);
      random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0;
    }
    wait = at - found.length;
    sample.push(...keysOf(devices, Uint16Array.from(rows)));
  });
  return Float64Array.from(sample);
}

/**
 * Those among which two rows of an order are, by what a sample tells of it: a few in a hundred. To put as many into order as a large
 * fleet has takes ten times as long as to go through them.
 * @returns undefined: they are not many, or the sample is wrong
 */
export async function narrowedBySample(
  given: EachFound,
  keysOf: KeysOf,
  [first, last]: RowsBetween,
): Promise<Narrowed | undefined> {
  let total = 0;
  await given((_, found) => {
    total += found.length;
  });
  if (total < MANY) return undefined;
  const sample = await sampleOf(given, keysOf, total / SAMPLE);
  const keyAt = (row: number | undefined, margin: number, otherwise: number): number => {
    const at = row === undefined ? -1 : Math.floor((row / total) * sample.length) + margin;
    return at < 0 || at >= sample.length ? otherwise : nthOf(sample, at);
  };
  const least = keyAt(first, -MARGIN, Number.NEGATIVE_INFINITY);
  const most = keyAt(last, MARGIN, Number.POSITIVE_INFINITY);
  const { each, before, size } = await devicesBetween(given, keysOf, { least, most });
  const isRight = before <= (first ?? 0) && before + size > (last ?? total - 1);
  return isRight ? { each, before, ...(least === most ? { key: least } : {}) } : undefined;
}
