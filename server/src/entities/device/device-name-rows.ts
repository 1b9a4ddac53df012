import { bytesOf } from './id-slots.ts';
import { marksOf, type PackedTexts, packTexts } from './packed-texts.ts';

/** A device as lists in memory see it. */
export interface NamedDevice {
  id: string;
  /** In lower case, as the database has it. */
  name: string;
  /** The same. */
  label: string | null;
  profile: string;
  customer: string;
  /** epoch ms */
  created: number;
  /** Which parts of the orders by name and label it is in: see order-parts.ts. */
  namePart: number;
  labelPart: number;
  active: boolean;
  /** Its last data, in epoch ms; 0: none. */
  last: number;
}

/** Texts of devices that are searched. */
export type SearchedText = 'name' | 'label';
export interface TextSearch {
  /** In lower case. */
  text: string;
  /** Found in these, written one after the other. */
  among: readonly SearchedText[];
}

type Kind = Pick<NamedDevice, 'profile' | 'customer'>;

/** Searches whose rows are remembered. */
const MAX_SEARCHES = 4;
const ID_BYTES = 16;

/** Some thousand devices. */
export interface DeviceRows {
  readonly size: number;
  /** What is the same for many devices, and which of that each of them has. */
  readonly kinds: readonly Kind[];
  readonly kindOf: Uint16Array;
  readonly ids: Buffer;
  readonly created: Float64Array;
  readonly namePart: Uint16Array;
  readonly labelPart: Uint16Array;
  /** These two change. */
  readonly active: Uint8Array;
  readonly last: Float64Array;
  readonly isDropped: Uint8Array;
  /** How many have been dropped. */
  dropped: () => number;
  /** Leaves a device out from now on. */
  drop: (row: number) => void;
  isAt: (row: number, id: Buffer) => boolean;
  /** Which rows a search finds: 1 for each, dropped ones too. */
  found: (search: TextSearch) => Uint8Array;
}

/** @param devices up to 65,535 */
export function rowsOf(devices: readonly NamedDevice[]): DeviceRows {
  const size = devices.length;
  const ids = Buffer.concat(devices.map(({ id }) => bytesOf(id)));
  const isDropped = new Uint8Array(size);
  const kindOf = new Uint16Array(size);
  const kinds: Kind[] = [];
  const numbers = new Map<string, number>();
  for (const [at, { profile, customer }] of devices.entries()) {
    const key = `${profile} ${customer}`;
    const number = numbers.get(key) ?? kinds.push({ profile, customer }) - 1;
    numbers.set(key, number);
    kindOf[at] = number;
  }
  const texts: Record<SearchedText, PackedTexts> = {
    name: packTexts(devices.map(({ name }) => name)),
    label: packTexts(devices.map(({ label }) => label ?? '')),
  };
  /** search → its rows */
  const searches = new Map<string, Uint8Array>();
  let dropped = 0;
  return {
    ...{ size, kinds, kindOf, ids, isDropped },
    created: Float64Array.from(devices, ({ created }) => created),
    namePart: Uint16Array.from(devices, ({ namePart }) => namePart),
    labelPart: Uint16Array.from(devices, ({ labelPart }) => labelPart),
    active: Uint8Array.from(devices, ({ active }) => Number(active)),
    last: Float64Array.from(devices, ({ last }) => last),
    dropped: () => dropped,
    drop(row) {
      if (isDropped[row]) return;
      isDropped[row] = 1;
      dropped++;
    },
    isAt: (row, id) => !isDropped[row] && ids.compare(id, 0, ID_BYTES, row * ID_BYTES, (row + 1) * ID_BYTES) === 0,
    found({ text, among }) {
      const key = `${among.join(' ')} ${text}`;
      const searched = among.map((name) => texts[name]);
      const marks = searches.get(key) ?? marksOf(searched, text, size);
      searches.delete(key);
      searches.set(key, marks);
      const [oldest] = searches.keys();
      if (searches.size > MAX_SEARCHES && oldest !== undefined) searches.delete(oldest);
      return marks;
    },
  };
}
