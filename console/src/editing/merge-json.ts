import { sortedJson } from '@signalbox/contract/sorted-json';

export interface JsonMerge<Content> {
  content: Content;
  /** Paths that both changed, each to something else; one's own version was taken, or what was not removed. */
  both: readonly (readonly string[])[];
}

type Members = Readonly<Record<string, unknown>>;

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether two JSON values are equal, whatever the order of their members. */
export function isSameJson(one: unknown, other: unknown): boolean {
  return one === other || sortedJson(one) === sortedJson(other);
}

/**
 * Puts one's own changes onto what somebody else stored meanwhile, member by member; lists are taken whole. Where both
 * changed the same, one's own version counts and the path is named; what one side removed and the other one changed stays.
 */
export function mergeJson<Content>(base: Content, theirs: Content, mine: Content): JsonMerge<Content> {
  const both: string[][] = [];
  const merge = (old: unknown, their: unknown, own: unknown, path: string[]): unknown => {
    if (isSameJson(own, old)) return their;
    if (isSameJson(their, old) || isSameJson(their, own)) return own;
    if (isMembers(their) && isMembers(own)) {
      const before = isMembers(old) ? old : {};
      const names = new Set([...Object.keys(their), ...Object.keys(own)]);
      const merged: Record<string, unknown> = {};
      for (const name of names) {
        const value = merge(before[name], their[name], own[name], [...path, name]);
        if (value !== undefined) merged[name] = value;
      }
      return merged;
    }
    both.push(path);
    return own === undefined ? their : own;
  };
  return { content: merge(base, theirs, mine, []) as Content, both };
}
