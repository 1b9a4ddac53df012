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
  /** list with its order and end → when it may be walked again */
  const rests = createEmbeddedCache<number>(MAX_SLOW);
  return {
    has: (name: string): boolean => performance.now() < (rests.get(name) ?? 0),

    /** Notes how long a walk took. @param took ms */
    note(name: string, took: number): void {
      if (took >= slow) rests.set(name, performance.now() + took * REST);
    },
  };
}
