import { bytesOf } from './id-slots.ts';
import { marksOf, type PackedTexts, packTexts, textAt } from './packed-texts.ts';

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
  /** Values of it by their column. */
  values?: Map<string, KeptValue>;
}

/** A value of a device. */
export interface KeptValue {
  /** In lower case. */
  text: string;
  /** What it is sorted by: 0 for texts, and where there is none. */
  number: number;
  isNumber: boolean;
}
export const NO_VALUE: KeptValue = { text: '', number: 0, isNumber: false };

export interface TextSearch {
  /** In lower case. */
  text: string;
  /** Found in these, written one after the other: `name`, `label`, and columns of values. */
  among: readonly string[];
}

/** Texts of devices: as they were, and those that have changed, by their row. */
interface ValueTexts {
  packed: PackedTexts;
  changed: Map<number, string>;
}

/** Numbers of devices in a column, and which of them are values that are numbers. */
export interface ValueNumbers {
  numbers: Float64Array;
  areNumbers: Uint8Array;
}

type Kind = Pick<NamedDevice, 'profile' | 'customer'>;

/** Searches whose rows are remembered. */
const MAX_SEARCHES = 4;
/** Values that have changed beside the others; more are put among them. */
const MAX_CHANGED = 100;
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
  /** Which rows a search finds: 1 for each, dropped ones too. Its columns of values are there. */
  found: (search: TextSearch) => Uint8Array;
  /** Has values from now on, one for each row; undefined: no longer. */
  setColumn: (column: string, values: readonly KeptValue[] | undefined) => void;
  setValue: (column: string, row: number, value: KeptValue) => void;
  /** Undefined: the column has been let go of. */
  numbersOf: (column: string) => ValueNumbers | undefined;
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
  const columns = new Map<string, ValueTexts>();
  for (const column of ['name', 'label'] as const) {
    columns.set(column, { packed: packTexts(devices.map((device) => device[column] ?? '')), changed: new Map() });
  }
  const valueNumbers = new Map<string, ValueNumbers>();
  /** search → its rows, those of values that have changed aside */
  const searches = new Map<string, Uint8Array>();
  let dropped = 0;

  const setTexts = (column: string, texts: readonly string[]): void => {
    searches.clear();
    columns.set(column, { packed: packTexts(texts), changed: new Map() });
  };
  function setColumn(column: string, values: readonly KeptValue[] | undefined): void {
    searches.clear();
    columns.delete(column);
    valueNumbers.delete(column);
    if (!values) return;
    setTexts(
      column,
      values.map(({ text }) => text),
    );
    valueNumbers.set(column, {
      numbers: Float64Array.from(values, ({ number }) => number),
      areNumbers: Uint8Array.from(values, ({ isNumber }) => Number(isNumber)),
    });
  }
  const textOf = ({ packed, changed }: ValueTexts, row: number): string => changed.get(row) ?? textAt(packed, row);

  /** What a search found in the texts as they were. */
  function marksAsTheyWere({ text, among }: TextSearch, searched: readonly ValueTexts[]): Uint8Array {
    const key = `${among.join(' ')} ${text}`;
    const marks =
      searches.get(key) ??
      marksOf(
        searched.map(({ packed }) => packed),
        text,
        size,
      );
    searches.delete(key);
    searches.set(key, marks);
    const [oldest] = searches.keys();
    if (searches.size > MAX_SEARCHES && oldest !== undefined) searches.delete(oldest);
    return marks;
  }

  for (const column of devices[0]?.values?.keys() ?? []) {
    setColumn(
      column,
      devices.map(({ values }) => values?.get(column) ?? NO_VALUE),
    );
  }
  return {
    ...{ size, kinds, kindOf, ids, isDropped, setColumn },
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
    found(search) {
      // What has been let go of meanwhile is looked for elsewhere.
      const searched = search.among.flatMap((column) => columns.get(column) ?? []);
      const marks = marksAsTheyWere(search, searched);
      const changed = new Set(searched.flatMap((texts) => [...texts.changed.keys()]));
      if (changed.size === 0) return marks;
      const now = Uint8Array.from(marks);
      for (const row of changed) {
        const text = searched.map((texts) => textOf(texts, row)).join('');
        now[row] = Number(text.includes(search.text));
      }
      return now;
    },
    setValue(column, row, { text, number, isNumber }) {
      const texts = columns.get(column);
      const kept = valueNumbers.get(column);
      if (!texts || !kept) return;
      kept.numbers[row] = number;
      kept.areNumbers[row] = Number(isNumber);
      if (textOf(texts, row) === text) return;
      texts.changed.set(row, text);
      if (texts.changed.size <= MAX_CHANGED) return;
      setTexts(
        column,
        Array.from({ length: size }, (_, at) => textOf(texts, at)),
      );
    },
    numbersOf: (column) => valueNumbers.get(column),
  };
}

/** The id of a row. */
export function idAt({ ids }: Pick<DeviceRows, 'ids'>, row: number): string {
  const hex = ids.toString('hex', row * ID_BYTES, (row + 1) * ID_BYTES);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
