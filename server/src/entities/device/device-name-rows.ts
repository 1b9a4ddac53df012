import { countIds, unpackId } from '../../storage/packed-columns.ts';
import type { ColumnValues, DeviceColumns, DeviceKinds, KeptValue, ValueNumbers } from './device-columns.ts';
import type { Report } from './device-name-reading.ts';
import { type PackedTexts, packTexts, rowsWith, textAt } from './packed-texts.ts';

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

/** Searches whose rows are remembered. */
const MAX_SEARCHES = 4;
/** Selections whose rows are remembered, of two bytes each. */
const MAX_SELECTIONS = 2;
/** Values that have changed beside the others; more are put among them. */
const MAX_CHANGED = 100;
const ID_BYTES = 16;

/** Devices: of their columns, only states and last data change, and ranks in orders until they are known. */
export interface DeviceRows extends Readonly<Omit<DeviceColumns, 'names' | 'labels' | 'values' | 'kinds' | 'kindOf'>> {
  readonly size: number;
  /** Of all devices of the tenant. */
  readonly kinds: DeviceKinds;
  /** The number of the kind of each device. */
  readonly kindOf: Uint32Array;
  readonly isDropped: Uint8Array;
  /** The first and the last creation of them, dropped ones too. */
  readonly createdWithin: readonly [first: number, last: number];
  /** How many have been dropped. */
  dropped: () => number;
  /** Leaves a device out from now on. */
  drop: (row: number) => void;
  /** How many have not been dropped, of one state or of both. */
  live: (active?: boolean) => number;
  /** Puts what a report tells of a device beside what else is known of it. */
  report: (row: number, report: Report) => void;
  /** @param place of the id among some */
  isAt: (row: number, ids: Buffer, place: number) => boolean;
  /** The rows that a search finds, ascending, dropped ones too. Its columns of values are there. */
  found: (search: TextSearch) => Uint16Array;
  /** The rows of a selection, which are found again once anything but last data or ranks has changed. @param find ascending */
  selected: (name: string, find: () => Uint16Array) => Uint16Array;
  /** The texts of a column as they are now, one for each row. */
  textsOf: (column: string) => string[];
  /** Has values from now on, one for each row; undefined: no longer. */
  setColumn: (column: string, values: ColumnValues | undefined) => void;
  setValue: (column: string, row: number, value: KeptValue) => void;
  /** Undefined: the column has been let go of. */
  numbersOf: (column: string) => ValueNumbers | undefined;
}

function withinOf(numbers: Float64Array): [first: number, last: number] {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const number of numbers) {
    first = Math.min(first, number);
    last = Math.max(last, number);
  }
  return [first, last];
}

/** @param kinds of all devices of the tenant */
export function rowsOf(
  { names, labels, values, kinds: ownKinds, kindOf: ownKindOf, ...kept }: DeviceColumns,
  kinds: DeviceKinds,
): DeviceRows {
  const { ids } = kept;
  const numbers = kinds.numbersOf(ownKinds);
  const kindOf = Uint32Array.from(ownKindOf, (own) => numbers[own] as number);
  const size = countIds(ids);
  const isDropped = new Uint8Array(size);
  const columns = new Map<string, ValueTexts>();
  const valueNumbers = new Map<string, ValueNumbers>();
  /** search → its rows, those of values that have changed aside */
  const searches = new Map<string, Uint16Array>();
  /** The same of selections. */
  const selections = new Map<string, Uint16Array>();
  let dropped = 0;
  /** Of those that have not been dropped. */
  let active = kept.active.reduce((sum, state) => sum + state, 0);

  /** What is remembered, what was asked for last at the end. */
  function remembered(of: Map<string, Uint16Array>, name: string, most: number, find: () => Uint16Array): Uint16Array {
    const rows = of.get(name) ?? find();
    of.delete(name);
    of.set(name, rows);
    const [oldest] = of.keys();
    if (of.size > most && oldest !== undefined) of.delete(oldest);
    return rows;
  }

  const setTexts = (column: string, texts: readonly string[] | PackedTexts): void => {
    searches.clear();
    columns.set(column, { packed: 'starts' in texts ? texts : packTexts(texts), changed: new Map() });
  };
  function setColumn(column: string, given: ColumnValues | undefined): void {
    searches.clear();
    selections.clear();
    columns.delete(column);
    valueNumbers.delete(column);
    if (!given) return;
    const { texts, ...numbers } = given;
    setTexts(column, texts);
    valueNumbers.set(column, numbers);
  }
  const textOf = ({ packed, changed }: ValueTexts, row: number): string => changed.get(row) ?? textAt(packed, row);

  /** What a search found in the texts as they were. */
  function foundAsTheyWere({ text, among }: TextSearch, searched: readonly ValueTexts[]): Uint16Array {
    return remembered(searches, `${among.join(' ')} ${text}`, MAX_SEARCHES, () =>
      rowsWith(
        searched.map(({ packed }) => packed),
        text,
        size,
      ),
    );
  }

  setTexts('name', names);
  setTexts('label', labels);
  for (const [column, ofColumn] of values) setColumn(column, ofColumn);
  return {
    ...kept,
    ...{ size, kinds, kindOf, isDropped, setColumn },
    createdWithin: withinOf(kept.created),
    dropped: () => dropped,
    drop(row) {
      if (isDropped[row]) return;
      selections.clear();
      isDropped[row] = 1;
      dropped++;
      active -= kept.active[row] as number;
    },
    live: (state) => (state === undefined ? size - dropped : state ? active : size - dropped - active),
    report(row, report) {
      if (report.last !== undefined) kept.last[row] = report.last;
      if (report.active === undefined) return;
      const state = Number(report.active);
      if (state !== kept.active[row]) selections.clear();
      if (!isDropped[row]) active += state - (kept.active[row] as number);
      kept.active[row] = state;
    },
    isAt: (row, wanted, place) =>
      !isDropped[row] &&
      ids.compare(wanted, place * ID_BYTES, (place + 1) * ID_BYTES, row * ID_BYTES, (row + 1) * ID_BYTES) === 0,
    found(search) {
      // What has been let go of meanwhile is looked for elsewhere.
      const searched = search.among.flatMap((column) => columns.get(column) ?? []);
      const rows = foundAsTheyWere(search, searched);
      const changed = new Set(searched.flatMap((texts) => [...texts.changed.keys()]));
      if (changed.size === 0) return rows;
      const isFound = (row: number): boolean =>
        searched
          .map((texts) => textOf(texts, row))
          .join('')
          .includes(search.text);
      const others = [...rows].filter((row) => !changed.has(row));
      return Uint16Array.from([...others, ...[...changed].filter(isFound)]).sort();
    },
    setValue(column, row, { text, number, isNumber }) {
      const texts = columns.get(column);
      const kept = valueNumbers.get(column);
      if (!texts || !kept) return;
      selections.clear();
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
    // A copy, as long as it has rows.
    selected: (name, find) => remembered(selections, name, MAX_SELECTIONS, () => find().slice()),
    textsOf(column) {
      const texts = columns.get(column);
      return texts ? Array.from({ length: size }, (_, row) => textOf(texts, row)) : [];
    },
    numbersOf: (column) => valueNumbers.get(column),
  };
}

/** The id of a row. */
export const idAt = ({ ids }: Pick<DeviceRows, 'ids'>, row: number): string => unpackId(ids, row);
