import type { DeletedTenants } from './deleted-tenants.ts';
import { createFairCache } from './fair-cache.ts';

/** Walks that are remembered. */
const MAX_SLOW = 1000;
/** A walk that took long is not taken again for so many times as long. */
const REST = 100;

/**
 * Orders of lists that took long to walk up to a page near one of their ends, since all that a list has of them may be at the
 * other one: such a page is read from a known place instead.
 * @param slow ms
 */
export function createSlowWalks(deletedTenants: DeletedTenants, slow: number) {
  /** list with its order and end → how long the last slow walk took in ms, and when it may be walked again */
  const walks = createFairCache<{ took: number; until: number }>(MAX_SLOW, deletedTenants);
  return {
    has: (tenantId: string, name: string): boolean => performance.now() < (walks.get(tenantId, name)?.until ?? 0),

    /** ms that it took the last time; undefined: not long, or not known. */
    took: (tenantId: string, name: string): number | undefined => walks.get(tenantId, name)?.took,

    /** Notes how long a walk took. @param took ms */
    note(tenantId: string, name: string, took: number): void {
      if (took >= slow) walks.set(tenantId, name, { took, until: performance.now() + took * REST });
    },
  };
}
export type SlowWalks = ReturnType<typeof createSlowWalks>;
