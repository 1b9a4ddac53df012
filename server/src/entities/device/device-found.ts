import { type InParts, inTurns } from '../../config/in-turns.ts';
import type { DeviceKinds, Kind, KindFilter, ValueNumbers } from './device-columns.ts';
import type { DeviceRows, TextSearch } from './device-name-rows.ts';
import type { KindCount } from './device-slices.ts';

/** Which devices are looked for. */
export interface WantedDevices extends KindFilter {
  search?: TextSearch | undefined;
  active?: boolean | undefined;
  /** Columns of values, whose values are numbers that are wanted. */
  numbers?: readonly WantedNumbers[] | undefined;
}

/** Numbers of a column between two others, these included, or all numbers but those. */
export interface WantedNumbers {
  column: string;
  least: number;
  most: number;
  areBetween: boolean;
}

/** Calls back with some thousand devices after the other, and the rows that are found among them, ascending. */
export type EachFound = (see: (devices: DeviceRows, found: Uint16Array) => void) => Promise<void>;

/** Rows that are looked at together at most. */
export const MAX_ROWS = 0x10000;
/** Numbers of all rows that there may be. */
const ALL_ROWS = Uint16Array.from({ length: MAX_ROWS }, (_, row) => row);
/** Room for rows that are found, which is used again. */
const FOUND = new Uint16Array(MAX_ROWS);

/**
 * 1 for a number between two others, these included; otherwise 0. Loops over a fleet add up such numbers instead of deciding for each
 * device: where every other one counts, a processor goes the wrong way half of the time, and takes four times as long.
 */
export const isWithin = (number: number, least: number, most: number): number =>
  Number(number >= least) & Number(number <= most);

/** Those of some rows whose values are numbers that are wanted. @param kept undefined: they have been let go of meanwhile */
function withNumbers(
  rows: Uint16Array,
  kept: ValueNumbers | undefined,
  { least, most, areBetween }: WantedNumbers,
): Uint16Array {
  if (!kept) return rows.subarray(0, 0);
  const { numbers, areNumbers } = kept;
  const isOther = Number(!areBetween);
  let count = 0;
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] as number;
    FOUND[count] = row;
    count += (areNumbers[row] as number) & (isWithin(numbers[row] as number, least, most) ^ isOther);
  }
  return FOUND.slice(0, count);
}

/** Those of some rows that have not been dropped, are of a state and of a kind. */
function withState(
  { isDropped, kindOf, kinds, active: states }: DeviceRows,
  rows: Uint16Array,
  wanted: WantedDevices,
): Uint16Array {
  const areKinds = kinds.chosen(wanted);
  const areStates = [Number(wanted.active !== true), Number(wanted.active !== false)] as const;
  const areWanted = Uint8Array.from([...areStates, 0, 0]);
  let count = 0;
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] as number;
    FOUND[count] = row;
    // A dropped one is behind both states.
    const state = (states[row] as number) | ((isDropped[row] as number) << 1);
    count += (areKinds[kindOf[row] as number] as number) & (areWanted[state] as number);
  }
  return FOUND.slice(0, count);
}

function foundIn(part: DeviceRows, wanted: WantedDevices): Uint16Array {
  const { search, customerId, deviceProfileId, active, numbers = [] } = wanted;
  let found = search ? part.found(search) : ALL_ROWS.subarray(0, part.size);
  const areAny = !customerId && !deviceProfileId && active === undefined && part.dropped() === 0;
  if (!areAny) found = withState(part, found, wanted);
  for (const one of numbers) found = withNumbers(found, part.numbersOf(one.column), one);
  return found;
}

/** The same for the same devices. */
const nameOf = ({ numbers = [], ...others }: WantedDevices): string =>
  // JSON has no infinite numbers.
  JSON.stringify([others, numbers.map(({ column, ...between }) => [column, Object.values(between).join(' ')])]);

/**
 * Goes through devices as often as it is called, and looks once which of them are wanted; in turns with others. What filters find is
 * remembered: who counts it wants a page of it next.
 */
export function eachFound(parts: readonly DeviceRows[], wanted: WantedDevices): EachFound {
  const found: Uint16Array[] = [];
  const name = wanted.numbers?.length ? nameOf(wanted) : undefined;
  const findIn = (part: DeviceRows): Uint16Array =>
    name === undefined ? foundIn(part, wanted) : part.selected(name, () => foundIn(part, wanted));
  function* goThrough(see: Parameters<EachFound>[0]): InParts<void> {
    for (const [at, part] of parts.entries()) {
      found[at] ??= findIn(part);
      see(part, found[at]);
      yield;
    }
  }
  return (see) => inTurns(goThrough(see));
}

/**
 * Adds up what is found by its kind, and how many devices there are of a state, or of both.
 * @param kinds of all devices
 */
export async function countFound(
  each: EachFound,
  { all }: DeviceKinds,
  active: boolean | undefined,
): Promise<{ kinds: KindCount[]; live: number }> {
  let counts = new Uint32Array(all.length);
  let live = 0;
  await each(({ kindOf, live: liveOf }, found) => {
    live += liveOf(active);
    // Devices of new kinds may have come.
    if (counts.length < all.length) counts = Uint32Array.from(all, (_, kind) => counts[kind] ?? 0);
    for (let at = 0; at < found.length; at++) (counts[kindOf[found[at] as number] as number] as number)++;
  });
  const kinds: KindCount[] = [];
  for (const [kind, total] of counts.entries()) if (total > 0) kinds.push({ ...(all[kind] as Kind), total });
  return { kinds, live };
}

/** Goes through devices of which it is known which are wanted. */
export function eachOf(some: readonly (readonly [devices: DeviceRows, found: Uint16Array])[]): EachFound {
  function* goThrough(see: Parameters<EachFound>[0]): InParts<void> {
    for (const [devices, found] of some) {
      see(devices, found);
      yield;
    }
  }
  return (see) => inTurns(goThrough(see));
}

/** Goes through some of the devices that are found. @param isOne undefined: none of some thousand is */
export async function someFound(
  each: EachFound,
  isOne: (devices: DeviceRows) => ((row: number) => boolean) | undefined,
): Promise<EachFound> {
  const some: [devices: DeviceRows, found: Uint16Array][] = [];
  await each((devices, found) => {
    const counts = isOne(devices);
    if (!counts) return;
    let count = 0;
    for (let at = 0; at < found.length; at++) {
      const row = found[at] as number;
      FOUND[count] = row;
      count += Number(counts(row));
    }
    if (count > 0) some.push([devices, FOUND.slice(0, count)]);
  });
  return eachOf(some);
}
