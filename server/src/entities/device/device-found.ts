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

/** Calls back with some thousand devices after the other, and which of them are found: 1 for each. */
export type EachFound = (see: (rows: DeviceRows, found: Uint8Array) => void) => Promise<void>;

/** Leaves out rows whose values are no numbers that are wanted. @param kept undefined: they have been let go of meanwhile */
function leaveOut(found: Uint8Array, kept: ValueNumbers | undefined, isWanted: (value: number) => boolean): void {
  for (let row = 0; row < found.length; row++) {
    if (found[row] && !(kept?.areNumbers[row] && isWanted(kept.numbers[row] as number))) found[row] = 0;
  }
}

function foundIn(
  part: DeviceRows,
  { search, customerId, deviceProfileId, active, numbers = [] }: WantedDevices,
): Uint8Array {
  const marks = search && part.found(search);
  const isKind = part.kinds.map(
    ({ profile, customer }) =>
      (!customerId || customer === customerId) && (!deviceProfileId || profile === deviceProfileId),
  );
  const found = new Uint8Array(part.size);
  for (let row = 0; row < part.size; row++) {
    const isOne = (!marks || marks[row] === 1) && part.isDropped[row] === 0 && isKind[part.kindOf[row] as number];
    if (isOne && (active === undefined || (part.active[row] === 1) === active)) found[row] = 1;
  }
  for (const { column, isWanted } of numbers) leaveOut(found, part.numbersOf(column), isWanted);
  return found;
}

/** Goes through devices as often as it is called, and looks once which of them are wanted; in turns with others. */
export function eachFound(parts: readonly DeviceRows[], wanted: WantedDevices): EachFound {
  const found: Uint8Array[] = [];
  function* goThrough(see: (rows: DeviceRows, found: Uint8Array) => void): InParts<void> {
    for (const [at, part] of parts.entries()) {
      found[at] ??= foundIn(part, wanted);
      see(part, found[at]);
      yield;
    }
  }
  return (see) => inTurns(goThrough(see));
}
