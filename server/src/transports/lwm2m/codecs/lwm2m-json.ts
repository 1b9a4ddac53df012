import { ContentError, type Entry, type Leaf, type Path, pathText, type TypeOf } from './content.ts';
import { leafOfType } from './leaf.ts';
import { entriesOf, type NamedValue } from './records.ts';
import { parseJson, recordsIn, textMember, timeMember } from './senml-json.ts';

type Json = Record<string, unknown>;

function valueIn({ v, sv, bv, ov }: Json): Leaf | undefined {
  if (typeof v === 'number') return v;
  if (typeof sv === 'string') return sv;
  if (typeof bv === 'boolean') return bv;
  if (typeof ov === 'string') return ov;
  return undefined;
}

/** Reads the JSON of LwM2M 1.0 (OMA LwM2M 1.0 §6.4.4): `{"bn":"/3/0/","e":[{"n":"9","v":95}]}`. @throws ContentError */
export function readLwm2mJson(bytes: Buffer, base: Path, typeOf: TypeOf): Entry[] {
  const parsed = parseJson(bytes);
  if (typeof parsed !== 'object' || parsed === null) throw new ContentError('The content is not an object');
  const { bn, bt, e } = parsed as Json;
  const baseName = textMember(bn, undefined);
  const records = recordsIn(e).map(
    (record, place): NamedValue => ({
      baseName: place === 0 ? baseName : undefined,
      name: textMember(record.n, ''),
      baseTime: place === 0 ? timeMember(bt) : undefined,
      time: timeMember(record.t),
      value: valueIn(record),
    }),
  );
  return entriesOf(records, base, typeOf);
}

/** Writes values in the JSON of LwM2M 1.0. @throws ContentError when one is not of its type */
export function writeLwm2mJson(entries: readonly Entry[], base: Path, typeOf: TypeOf): Buffer {
  const records = entries.map(({ path, value }) => {
    const type = typeOf(path);
    const leaf = leafOfType(value, type);
    const n = path.slice(base.length).join('/');
    if (Buffer.isBuffer(leaf)) return `{"n":"${n}","sv":"${leaf.toString('base64')}"}`;
    if (typeof leaf === 'boolean') return `{"n":"${n}","bv":${leaf}}`;
    if (type === 'OBJLNK') return `{"n":"${n}","ov":${JSON.stringify(leaf)}}`;
    if (typeof leaf === 'string') return `{"n":"${n}","sv":${JSON.stringify(leaf)}}`;
    return `{"n":"${n}","v":${leaf}}`;
  });
  const isResource = entries.every(({ path }) => path.length === base.length);
  return Buffer.from(`{"bn":"${pathText(base)}${isResource ? '' : '/'}","e":[${records.join(',')}]}`);
}
