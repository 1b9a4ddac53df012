import { type InParts, inTurns } from '../../config/in-turns.ts';
import type { ValueNumbers } from './device-columns.ts';
import type { DeviceRows, TextSearch } from './device-name-rows.ts';

/** Which devices are looked for. */
export interface WantedDevices {
  search?: TextSearch | undefined;
  customerId?: string | undefined;
  deviceProfileId?: string | undefined;
  active?: boolean | undefined;
  /** Columns of values, whose values are numbers that are wanted. */
  numbers?: readonly { column: string; isWanted: (value: number) => boolean }[] | undefined;
}

/** Calls back with some thousand devices after the other, and the rows that are found among them, ascending. */
export type EachFound = (see: (devices: DeviceRows, found: Uint16Array) => void) => Promise<void>;

/** Those of some rows whose values are numbers that are wanted. @param kept undefined: they have been let go of meanwhile */
function withNumbers(
  rows: Uint16Array,
  kept: ValueNumbers | undefined,
  isWanted: (value: number) => boolean,
): Uint16Array {
  if (!kept) return rows.subarray(0, 0);
  const { numbers, areNumbers } = kept;
  let count = 0;
  // Rows that are found move to the beginning, which has been read by then.
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] as number;
    if (areNumbers[row] === 1 && isWanted(numbers[row] as number)) rows[count++] = row;
  }
  return rows.subarray(0, count);
}

function foundIn(
  part: DeviceRows,
  { search, customerId, deviceProfileId, active, numbers = [] }: WantedDevices,
): Uint16Array {
  const { isDropped, kindOf, active: states } = part;
  const some = search && part.found(search);
  const isKind =
    customerId || deviceProfileId
      ? part.kinds.map(
          ({ profile, customer }) =>
            (!customerId || customer === customerId) && (!deviceProfileId || profile === deviceProfileId),
        )
      : undefined;
  const state = active === undefined ? undefined : Number(active);
  if (some && !isKind && state === undefined && numbers.length === 0 && part.dropped() === 0) return some;
  const most = some?.length ?? part.size;
  const found = new Uint16Array(most);
  let count = 0;
  for (let at = 0; at < most; at++) {
    const row = some ? (some[at] as number) : at;
    if (isDropped[row] || (state !== undefined && states[row] !== state)) continue;
    if (!isKind || isKind[kindOf[row] as number]) found[count++] = row;
  }
  let wanted: Uint16Array = found.subarray(0, count);
  for (const { column, isWanted } of numbers) wanted = withNumbers(wanted, part.numbersOf(column), isWanted);
  return wanted;
}

/** Goes through devices as often as it is called, and looks once which of them are wanted; in turns with others. */
export function eachFound(parts: readonly DeviceRows[], wanted: WantedDevices): EachFound {
  const found: Uint16Array[] = [];
  function* goThrough(see: Parameters<EachFound>[0]): InParts<void> {
    for (const [at, part] of parts.entries()) {
      found[at] ??= foundIn(part, wanted);
      see(part, found[at]);
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
    const rows: number[] = [];
    for (const row of found) if (counts(row)) rows.push(row);
    if (rows.length > 0) some.push([devices, Uint16Array.from(rows)]);
  });
  function* goThrough(see: Parameters<EachFound>[0]): InParts<void> {
    for (const [devices, found] of some) {
      see(devices, found);
      yield;
    }
  }
  return (see) => inTurns(goThrough(see));
}
