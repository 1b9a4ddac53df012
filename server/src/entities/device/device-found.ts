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

/** Leaves out rows whose values are no numbers that are wanted. @param kept undefined: they have been let go of meanwhile */
const withNumbers = (
  found: Uint16Array,
  kept: ValueNumbers | undefined,
  isWanted: (value: number) => boolean,
): Uint16Array => found.filter((row) => kept?.areNumbers[row] === 1 && isWanted(kept.numbers[row] as number));

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
