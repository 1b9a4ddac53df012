import { isUtf8 } from 'node:buffer';
import { ContentError, type Entry, type Leaf, MAX_ENTRIES, type Path, pathText, type TypeOf } from './content.ts';
import { leafOfType } from './leaf.ts';
import { entriesOf, type NamedValue } from './records.ts';

type Json = Record<string, unknown>;

/** Parses bytes as JSON. @throws ContentError */
export function parseJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw new ContentError('The content is not a text');
  try {
    return JSON.parse(bytes.toString('utf8')) as unknown;
  } catch {
    throw new ContentError('The content is not JSON');
  }
}

/** A list of objects. @throws ContentError */
export function recordsIn(parsed: unknown): Json[] {
  if (!Array.isArray(parsed) || parsed.length > MAX_ENTRIES) throw new ContentError('The content is not a list');
  for (const item of parsed as unknown[]) {
    if (typeof item !== 'object' || item === null || Array.isArray(item)) {
      throw new ContentError('The content is not a list of records');
    }
  }
  return parsed as Json[];
}

/** A text, or what stands for an absent one. @throws ContentError */
export function textMember<T>(value: unknown, absent: T): string | T {
  if (value === undefined) return absent;
  if (typeof value !== 'string') throw new ContentError('A name is not a text');
  return value;
}

/** A time in seconds. @throws ContentError */
export function timeMember(value: unknown): number | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'bigint') return Number(value);
  if (typeof value !== 'number') throw new ContentError('A time is not a number');
  return value;
}

function valueIn({ v, vs, vb, vd, vlo }: Json): Leaf | undefined {
  if (typeof v === 'number') return v;
  if (typeof vs === 'string') return vs;
  if (typeof vb === 'boolean') return vb;
  if (typeof vd === 'string') return Buffer.from(vd, 'base64url');
  if (typeof vlo === 'string') return vlo;
  return undefined;
}

/** Reads SenML in JSON (RFC 8428 §5). @throws ContentError */
export function readSenmlJson(bytes: Buffer, base: Path, typeOf: TypeOf): Entry[] {
  const records = recordsIn(parseJson(bytes)).map(
    (record): NamedValue => ({
      baseName: textMember(record.bn, undefined),
      name: textMember(record.n, ''),
      baseTime: timeMember(record.bt),
      time: timeMember(record.t),
      value: valueIn(record),
    }),
  );
  return entriesOf(records, base, typeOf);
}

/** Writes values as SenML in JSON. @throws ContentError when one is not of its type */
export function writeSenmlJson(entries: readonly Entry[], typeOf: TypeOf): Buffer {
  const records = entries.map(({ path, value }) => {
    const type = typeOf(path);
    const leaf = leafOfType(value, type);
    const n = pathText(path);
    if (Buffer.isBuffer(leaf)) return `{"n":"${n}","vd":"${leaf.toString('base64url')}"}`;
    if (typeof leaf === 'boolean') return `{"n":"${n}","vb":${leaf}}`;
    if (type === 'OBJLNK') return `{"n":"${n}","vlo":${JSON.stringify(leaf)}}`;
    if (typeof leaf === 'string') return `{"n":"${n}","vs":${JSON.stringify(leaf)}}`;
    return `{"n":"${n}","v":${leaf}}`;
  });
  return Buffer.from(`[${records.join(',')}]`);
}

/** Names of what is to be read together, as SenML in JSON. */
export function writePaths(paths: readonly Path[]): Buffer {
  return Buffer.from(JSON.stringify(paths.map((path) => ({ n: pathText(path) }))));
}
