import {
  ContentError,
  type Entry,
  type Leaf,
  MAX_ENTRIES,
  type Path,
  pathText,
  readPath,
  type TypeOf,
} from './content.ts';
import { leafOfType } from './leaf.ts';

/** A record of SenML (RFC 8428), and of the JSON of LwM2M 1.0: names lead on from a base. */
export interface NamedValue {
  baseName: string | undefined;
  name: string;
  /** s; what the times of this record and the later ones count from */
  baseTime?: number | undefined;
  /** s */
  time?: number | undefined;
  /** undefined: the record only sets the base, or says that something is to be read. */
  value: Leaf | undefined;
}

/** Times from here on are those of the clock, and less are from now on (RFC 8428 §4.5.3), s. */
const FIRST_ABSOLUTE = 2 ** 28;
/** The last time that a date can be, s. */
const MAX_TIME = 8.64e12;

/** Reads records into values, in their order. @throws ContentError */
export function entriesOf(
  records: Iterable<NamedValue>,
  base: Path,
  typeOf: TypeOf,
  now: number = Date.now(),
): Entry[] {
  const entries: Entry[] = [];
  let prefix = '';
  let from = 0;
  for (const { baseName, name, value, baseTime, time } of records) {
    if (baseName !== undefined) prefix = baseName;
    from = baseTime ?? from;
    if (value === undefined) continue;
    if (entries.length >= MAX_ENTRIES) throw new ContentError('The content has too many values');
    const path = pathOf(prefix, name, base);
    const ts = timeOf(from + (time ?? 0), now);
    entries.push({ path, value: leafOfType(value, typeOf(path)), ...(ts === undefined ? {} : { ts }) });
  }
  return entries;
}

/** @returns undefined: now */
function timeOf(seconds: number, now: number): number | undefined {
  if (!(Math.abs(seconds) <= MAX_TIME)) throw new ContentError('A time is none');
  // What is yet to come is not measured: the client does not know the time.
  if (seconds >= 0 && seconds < FIRST_ABSOLUTE) return undefined;
  const ts = seconds >= FIRST_ABSOLUTE ? seconds * 1000 : now + seconds * 1000;
  if (ts < 0) throw new ContentError('A time is before 1970');
  return Math.round(ts);
}

function pathOf(prefix: string, name: string, base: Path): Path {
  const text = prefix + name;
  // Without a base name, names lead on from what was asked for.
  const whole = text.startsWith('/') ? text : `${pathText(base)}${text === '' ? '' : `/${text}`}`;
  const path = readPath(whole);
  if (!path || path.length < 3) throw new ContentError('A name is not the path of a resource');
  return path;
}
