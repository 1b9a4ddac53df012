/** A device as a search by name sees it. */
export interface NamedDevice {
  id: string;
  /** In lower case, as the database has it. */
  name: string;
  profile: string;
  customer: string;
}

const ID_BYTES = 16;
/** An id as it is looked for. */
export const bytesOf = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');

/** Some thousand devices, by their ids. */
export interface DeviceRows {
  readonly size: number;
  /** Their names, each behind the end of a line. */
  readonly text: string;
  /** Where each name begins in the text, and where the last one ends. */
  readonly starts: Uint32Array;
  /** What is the same for many devices, and which of that each of them has. */
  readonly kinds: readonly Pick<NamedDevice, 'profile' | 'customer'>[];
  readonly kindOf: Uint16Array;
  readonly isDropped: Uint8Array;
  /** How many have been dropped. */
  dropped: () => number;
  /** Leaves a device out from now on. @returns whether it was here until now */
  drop: (id: Buffer) => boolean;
}

/** @param found up to 65,535 devices */
export function rowsOf(found: readonly NamedDevice[]): DeviceRows {
  const devices = found.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const size = devices.length;
  const starts = new Uint32Array(size + 1);
  const kindOf = new Uint16Array(size);
  const isDropped = new Uint8Array(size);
  const ids = Buffer.concat(devices.map(({ id }) => bytesOf(id)));
  const kinds: Pick<NamedDevice, 'profile' | 'customer'>[] = [];
  const numbers = new Map<string, number>();
  let end = 0;
  for (const [at, { name, profile, customer }] of devices.entries()) {
    starts[at] = end + 1;
    end += name.length + 1;
    const key = `${profile} ${customer}`;
    const number = numbers.get(key) ?? kinds.push({ profile, customer }) - 1;
    numbers.set(key, number);
    kindOf[at] = number;
  }
  starts[size] = end + 1;
  let dropped = 0;
  return {
    size,
    // Joined at once, so that it is one text and not a tree of them.
    text: `\n${devices.map(({ name }) => name).join('\n')}\n`,
    starts,
    kinds,
    kindOf,
    isDropped,
    dropped: () => dropped,
    drop(wanted) {
      let [low, high] = [0, size];
      while (low < high) {
        const middle = (low + high) >> 1;
        const order = ids.compare(wanted, 0, ID_BYTES, middle * ID_BYTES, (middle + 1) * ID_BYTES);
        if (order < 0) low = middle + 1;
        else high = middle;
      }
      const isEqual = low < size && ids.compare(wanted, 0, ID_BYTES, low * ID_BYTES, (low + 1) * ID_BYTES) === 0;
      const isHere = isEqual && !isDropped[low];
      if (isHere) {
        isDropped[low] = 1;
        dropped++;
      }
      return isHere;
    },
  };
}

/** Adds up how many of the devices have a text in their names. @param add told how many there are of each kind */
export function matchesOf(
  { text, starts, kinds, kindOf, isDropped, size }: DeviceRows,
  wanted: string,
  add: (kind: Pick<NamedDevice, 'profile' | 'customer'>, times: number) => void,
): void {
  const found = new Uint32Array(kinds.length);
  let row = 0;
  for (let at = text.indexOf(wanted); at !== -1 && row < size; ) {
    while ((starts[row + 1] as number) <= at) row++;
    if (row >= size) break;
    if (!isDropped[row]) (found[kindOf[row] as number] as number)++;
    at = text.indexOf(wanted, starts[row + 1]);
  }
  for (const [kind, times] of found.entries()) {
    if (times > 0) add(kinds[kind] as (typeof kinds)[number], times);
  }
}
