import { type Cbor, readCbor, writeCbor } from './cbor.ts';
import { ContentError, type Entry, type Leaf, MAX_ENTRIES, type Path, pathText, type TypeOf } from './content.ts';
import { leafOfType } from './leaf.ts';
import { entriesOf, type NamedValue } from './records.ts';
import { textMember, timeMember } from './senml-json.ts';

/** Labels of the members of a record (RFC 8428 §6); an object link has none. */
const BASE_NAME = -2;
const BASE_TIME = -3;
const NAME = 0;
const TIME = 6;
const VALUE = 2;
const STRING_VALUE = 3;
const BOOLEAN_VALUE = 4;
const DATA_VALUE = 8;
const LINK_VALUE = 'vlo';
const VALUES = [VALUE, STRING_VALUE, BOOLEAN_VALUE, DATA_VALUE, LINK_VALUE] as const;

function valueIn(record: ReadonlyMap<Cbor, Cbor>): Leaf | undefined {
  for (const label of VALUES) {
    const value = record.get(label);
    if (value === undefined) continue;
    if (value !== null && (typeof value !== 'object' || Buffer.isBuffer(value))) return value;
    throw new ContentError('A record has a value that is not one');
  }
  return undefined;
}

/** Reads SenML in CBOR (RFC 8428 §6). @throws ContentError */
export function readSenmlCbor(bytes: Buffer, base: Path, typeOf: TypeOf): Entry[] {
  const list = readCbor(bytes);
  if (!Array.isArray(list) || list.length > MAX_ENTRIES) throw new ContentError('The content is not a list');
  const records = list.map((record): NamedValue => {
    if (!(record instanceof Map)) throw new ContentError('The content is not a list of records');
    return {
      baseName: textMember(record.get(BASE_NAME), undefined),
      name: textMember(record.get(NAME), ''),
      baseTime: timeMember(record.get(BASE_TIME)),
      time: timeMember(record.get(TIME)),
      value: valueIn(record),
    };
  });
  return entriesOf(records, base, typeOf);
}

/** Writes values as SenML in CBOR. @throws ContentError when one is not of its type */
export function writeSenmlCbor(entries: readonly Entry[], typeOf: TypeOf): Buffer {
  return writeCbor(
    entries.map(({ path, value }) => {
      const type = typeOf(path);
      const leaf = leafOfType(value, type);
      const label = Buffer.isBuffer(leaf)
        ? DATA_VALUE
        : typeof leaf === 'boolean'
          ? BOOLEAN_VALUE
          : type === 'OBJLNK'
            ? LINK_VALUE
            : typeof leaf === 'string'
              ? STRING_VALUE
              : VALUE;
      return new Map<Cbor, Cbor>([
        [NAME, pathText(path)],
        [label, leaf],
      ]);
    }),
  );
}
