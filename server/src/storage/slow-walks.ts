import { createEmbeddedCache } from './cache.ts';

/** Walks that are remembered. */
const MAX_SLOW = 1000;
/** A walk that took long is not taken again for so many times as long. */
const REST = 100;

/**
 * Orders of lists that took long to walk up to a page near one of their ends, since all that a list has of them may be at the
 * other one: such a page is read from a known place instead.
 * @param slow ms
 */
export function createSlowWalks(slow: number) {
  /** list with its order and end → how long the last slow walk took in ms, and when it may be walked again */
  const walks = createEmbeddedCache<{ took: number; until: number }>(MAX_SLOW);
  return {
    has: (name: string): boolean => performance.now() < (walks.get(name)?.until ?? 0),

    /** ms that it took the last time; undefined: not long, or not known. */
    took: (name: string): number | undefined => walks.get(name)?.took,

    /** Notes how long a walk took. @param took ms */
    note(name: string, took: number): void {
      if (took >= slow) walks.set(name, { took, until: performance.now() + took * REST });
    },
  };
}
