import { type CountedCache, createEmbeddedCache } from './cache.ts';
import type { DeletedTenants } from './deleted-tenants.ts';

/**
 * A bounded cache that tenants share: none of them can push out what others have in it, if that is no more than its own. What a
 * deleted tenant has in it is gone, and nothing of it is put in any more.
 */
export interface FairCache<V> {
  get(tenantId: string, key: string): V | undefined;
  set(tenantId: string, key: string, value: V): void;
  delete(tenantId: string, key: string): void;
  /** Drops all that a tenant has in it. */
  forget(tenantId: string): void;
  /** Drops all. */
  clear(): void;
}

interface Share<V> {
  entries: CountedCache<V>;
  weight: number;
  /** When the tenant last used it, ms of the clock. */
  used: number;
}

/** ms after which what a tenant has not used makes room for others first, however little it is. */
const IDLE = 10 * 60_000;

/**
 * Cache that, when full, drops an entry of a tenant that has used none for ten minutes, or else of the one whose entries are the
 * heaviest together: one that was not used of late.
 * @param max what all entries may weigh together
 * @param deletedTenants whose entries are dropped
 * @param weightOf an entry; absent: each is 1. One that is heavier than all may be is not kept
 * @param now ms of a clock that never goes back
 */
export function createFairCache<V>(
  max: number,
  deletedTenants: DeletedTenants,
  weightOf: (value: V) => number = () => 1,
  now: () => number = () => performance.now(),
): FairCache<V> {
  /** By tenant; the one that was used last is the last of them. */
  const shares = new Map<string, Share<V>>();
  let total = 0;

  function lighten(tenantId: string, share: Share<V>, value: V | undefined): void {
    const weight = value === undefined ? 0 : weightOf(value);
    share.weight -= weight;
    total -= weight;
    if (share.entries.size() === 0) shares.delete(tenantId);
  }

  function use(tenantId: string, share: Share<V>): void {
    share.used = now();
    shares.delete(tenantId);
    shares.set(tenantId, share);
  }

  function dropOne(): void {
    const [oldest] = shares;
    let dropped = oldest;
    if (oldest && now() - oldest[1].used <= IDLE) {
      for (const one of shares) if (dropped && one[1].weight > dropped[1].weight) dropped = one;
    }
    if (dropped) lighten(...dropped, dropped[1].entries.dropOne());
  }

  const cache: FairCache<V> = {
    get(tenantId, key) {
      const share = shares.get(tenantId);
      if (share) use(tenantId, share);
      return share?.entries.get(key);
    },

    set(tenantId, key, value) {
      cache.delete(tenantId, key);
      const weight = weightOf(value);
      if (weight > max || deletedTenants.has(tenantId)) return;
      while (total + weight > max) dropOne();
      const entries = () => createEmbeddedCache<V>(Number.POSITIVE_INFINITY);
      const share = shares.get(tenantId) ?? { entries: entries(), weight: 0, used: 0 };
      use(tenantId, share);
      share.entries.set(key, value);
      share.weight += weight;
      total += weight;
    },

    delete(tenantId, key) {
      const share = shares.get(tenantId);
      const value = share?.entries.get(key);
      if (!share || value === undefined) return;
      share.entries.delete(key);
      lighten(tenantId, share, value);
    },

    forget(tenantId) {
      total -= shares.get(tenantId)?.weight ?? 0;
      shares.delete(tenantId);
    },

    clear() {
      total = 0;
      shares.clear();
    },
  };
  deletedTenants.subscribe(cache.forget);
  return cache;
}
