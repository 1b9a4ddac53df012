import { isWindowTime } from '../time-window/model.ts';

/** What a member may hold. Others are left out: then it counts as absent. */
type Kind =
  | 'text'
  | 'number'
  | 'switch'
  | 'texts'
  | 'object'
  /** A length in ms that windows of time can have. */
  | 'length'
  /** An object with the times `startTimeMs` and `endTimeMs`. */
  | 'period'
  | { readonly list: Shape }
  | { readonly members: Shape }
  /** An object whose members, whatever their names, are lists of these. */
  | { readonly listsOf: Shape };
/** What the members that this console reads may hold; others may hold anything. */
export type Shape = Readonly<Record<string, Kind>>;

const PLAIN: ReadonlySet<Kind> = new Set(['text', 'number', 'switch', 'length']);

type Members = Readonly<Record<string, unknown>>;

export function isMembers(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A text that may have been written as a number or a switch; undefined for anything else. */
export function soundText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

function soundNumber(value: unknown): number | undefined {
  const read = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof read === 'number' && Number.isFinite(read) ? read : undefined;
}

function soundSwitch(value: unknown): boolean | undefined {
  if (value === 'true' || value === 'false') return value === 'true';
  return typeof value === 'boolean' ? value : undefined;
}

function soundLength(value: unknown): number | undefined {
  const length = soundNumber(value);
  return isWindowTime(length) ? length : undefined;
}

function soundPeriod(value: unknown): Members | undefined {
  if (!isMembers(value)) return undefined;
  const period = sound(value, { startTimeMs: 'length', endTimeMs: 'length' });
  return isWindowTime(period.startTimeMs) && isWindowTime(period.endTimeMs) ? period : undefined;
}

function soundValue(value: unknown, kind: Kind): unknown {
  if (kind === 'text') return soundText(value);
  if (kind === 'number') return soundNumber(value);
  if (kind === 'switch') return soundSwitch(value);
  if (kind === 'length') return soundLength(value);
  if (kind === 'period') return soundPeriod(value);
  if (kind === 'texts') {
    return Array.isArray(value) ? value.map(soundText).filter((item) => item !== undefined) : undefined;
  }
  if (kind === 'object') return isMembers(value) ? value : undefined;
  if ('list' in kind) {
    return Array.isArray(value) ? value.filter(isMembers).map((item) => sound(item, kind.list)) : undefined;
  }
  if (!isMembers(value)) return undefined;
  if ('members' in kind) return sound(value, kind.members);
  const lists = Object.entries(value).filter(([, list]) => Array.isArray(list));
  return Object.fromEntries(lists.map(([name, list]) => [name, soundValue(list, { list: kind.listsOf })]));
}

/** Members by which an object says how it becomes a text or a number; as data they have every conversion fail. */
const CONVERSIONS = new Set(['toString', 'valueOf', 'toJSON']);

/** The value without members of these names at any depth; the same object where there are none. */
export function withoutConversions(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map(withoutConversions);
    return items.some((item, at) => item !== value[at]) ? items : value;
  }
  const entries = Object.entries(value);
  const kept = entries
    .filter(([name]) => !CONVERSIONS.has(name))
    .map(([name, member]) => [name, withoutConversions(member)] as const);
  const isSame = kept.length === entries.length && kept.every(([, member], at) => member === entries[at]?.[1]);
  return isSame ? value : Object.fromEntries(kept);
}

/**
 * The object with members that are of the kind that the console reads, so that no part of a page fails over one that is
 * not: numbers written as texts are read, everything else of another kind is left out. Members that are
 * unknown stay as they are, and so does an object in which all is well.
 */
export function sound<Source extends Members>(source: Source, shape: Shape): Source {
  let made: Record<string, unknown> | undefined;
  for (const [name, kind] of Object.entries(shape)) {
    const stored = Object.hasOwn(source, name) ? source[name] : undefined;
    // Texts, numbers and switches may be null; lists and objects are read without asking.
    if (stored === undefined || (stored === null && PLAIN.has(kind))) continue;
    const value = soundValue(stored, kind);
    if (value === stored) continue;
    made ??= { ...source };
    if (value === undefined) delete made[name];
    else made[name] = value;
  }
  return (made ?? source) as Source;
}
