import type { TelemetryValue } from '../../../values/value.ts';
import type { Entry, Leaf, Path, TypeOf, ValueType } from '../codecs/content.ts';
import { pathText } from '../codecs/content.ts';
import { stateText } from './update-states.ts';

/** A resource with its value, or the values of its instances. */
export interface ResourceValue {
  path: Path;
  value: Leaf | ReadonlyMap<number, Leaf>;
}

/** Longest text of a value, in characters. */
const MAX_TEXT = 65_536;

/** Values by the time of which they are, the oldest first; those of now last. */
export function byTime(entries: readonly Entry[], now: number): { ts: number; entries: Entry[] }[] {
  const groups = new Map<number, Entry[]>();
  for (const entry of entries) {
    const ts = entry.ts ?? now;
    const group = groups.get(ts);
    if (group) group.push(entry);
    else groups.set(ts, [entry]);
  }
  return [...groups].sort(([one], [other]) => one - other).map(([ts, own]) => ({ ts, entries: own }));
}

/** Values of resources, those of several instances together. */
export function resourcesOf(entries: readonly Entry[]): ResourceValue[] {
  const resources = new Map<string, { path: Path; value: Leaf | Map<number, Leaf> }>();
  for (const { path, value } of entries) {
    const of = path.slice(0, 3);
    const key = pathText(of);
    const instance = path[3];
    if (instance === undefined) {
      resources.set(key, { path: of, value });
      continue;
    }
    const known = resources.get(key)?.value;
    const values = known instanceof Map ? known : new Map<number, Leaf>();
    values.set(instance, value);
    resources.set(key, { path: of, value: values });
  }
  return [...resources.values()];
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A time as other clients of the platform know it: `Nov 3, 2026 16:05 PM`, in the zone of the server. @param seconds epoch */
function timeText(seconds: number): string {
  const time = new Date(seconds * 1000);
  if (Number.isNaN(time.getTime())) return String(seconds);
  const two = (part: number): string => String(part).padStart(2, '0');
  const hours = time.getHours();
  const day = `${MONTHS[time.getMonth()]} ${time.getDate()}, ${time.getFullYear()}`;
  return `${day} ${two(hours)}:${two(time.getMinutes())} ${hours < 12 ? 'AM' : 'PM'}`;
}

/** A value as people read it: bytes as hex. */
export function readableText(value: Leaf, type: ValueType | undefined): string {
  if (Buffer.isBuffer(value)) return value.toString('hex');
  if (type === 'TIME') return timeText(Number(value));
  return String(value);
}

function storable(text: string): string {
  return text.slice(0, MAX_TEXT).replaceAll('\0', '').toWellFormed();
}

function numberOf(value: number | bigint, type: ValueType | undefined): TelemetryValue | undefined {
  if (typeof value === 'bigint') {
    return value < 2n ** 63n ? { type: 'LONG', value } : { type: 'DOUBLE', value: Number(value) };
  }
  if (!Number.isFinite(value)) return undefined;
  const isLong = type === 'INTEGER' || (type === undefined && Number.isSafeInteger(value));
  return isLong ? { type: 'LONG', value } : { type: 'DOUBLE', value };
}

function jsonOf(value: Leaf, type: ValueType | undefined): string {
  if (typeof value === 'boolean') return String(value);
  if (type !== 'TIME' && (typeof value === 'bigint' || (typeof value === 'number' && Number.isFinite(value)))) {
    return String(value);
  }
  return JSON.stringify(storable(readableText(value, type)));
}

/**
 * The value of a resource as it is stored (device-protocols.md §8.4).
 * @returns undefined for numbers that cannot be
 */
export function storedValue({ path, value }: ResourceValue, typeOf: TypeOf): TelemetryValue | undefined {
  const type = typeOf(path);
  if (value instanceof Map) {
    const members = [...(value as ReadonlyMap<number, Leaf>)].map(([id, leaf]) => `"${id}":${jsonOf(leaf, type)}`);
    return { type: 'JSON', value: `{${members.join(',')}}` };
  }
  const leaf = value as Leaf;
  const state = stateText(path, leaf);
  if (state !== undefined) return { type: 'STRING', value: state };
  if (typeof leaf === 'boolean') return { type: 'BOOLEAN', value: leaf };
  if (type !== 'TIME' && (typeof leaf === 'number' || typeof leaf === 'bigint')) return numberOf(leaf, type);
  return { type: 'STRING', value: storable(readableText(leaf, type)) };
}
