import { isObject } from './settings-schema.ts';

/** The way to a member: names of objects, places in lists. */
export type MemberPath = readonly (string | number)[];

/** The member at a path; undefined where there is none. */
export function memberAt(value: unknown, path: MemberPath): unknown {
  let at = value;
  for (const part of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, part)) return undefined;
    at = (at as Record<string | number, unknown>)[part];
  }
  return at;
}

/**
 * The value with another member at a path, made where it is not there yet; all others stay the very same.
 *
 * @param member undefined takes it out of its object; elements of lists become null
 */
export function withMember(value: unknown, path: MemberPath, member: unknown): unknown {
  const [part, ...rest] = path;
  if (part === undefined) return member;
  if (typeof part === 'number') {
    const list = Array.isArray(value) ? [...value] : [];
    list[part] = withMember(list[part], rest, member) ?? null;
    return list;
  }
  const before = isObject(value) ? value : {};
  const next = withMember(Object.hasOwn(before, part) ? before[part] : undefined, rest, member);
  if (next !== undefined) return { ...before, [part]: next };
  return Object.fromEntries(Object.entries(before).filter(([name]) => name !== part));
}

/** A path as text, which names a field of the form. */
export const nameOfPath = (path: MemberPath): string => path.join('.');
