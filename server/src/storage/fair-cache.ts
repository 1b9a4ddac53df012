import { type CountedCache, createEmbeddedCache } from './cache.ts';

/** A bounded cache that tenants share: none of them can push out what others have in it, if that is no more than its own. */
export interface FairCache<V> {
  get(tenantId: string, key: string): V | undefined;
  set(tenantId: string, key: string, value: V): void;
  delete(tenantId: string, key: string): void;
  /** Drops all that a tenant has in it. */
  forget(tenantId: string): void;
}

interface Share<V> {
  entries: CountedCache<V>;
  weight: number;
}

/**
 * Cache that, when full, drops an entry of the tenant whose entries are the heaviest together: one that was not used of late.
 * @param max what all entries may weigh together
 * @param weightOf an entry; absent: each is 1. One that is heavier than all may be is not kept
 */
export function createFairCache<V>(max: number, weightOf: (value: V) => number = () => 1): FairCache<V> {
  const shares = new Map<string, Share<V>>();
  let total = 0;

  function lighten(tenantId: string, share: Share<V>, value: V | undefined): void {
    const weight = value === undefined ? 0 : weightOf(value);
    share.weight -= weight;
    total -= weight;
    if (share.entries.size() === 0) shares.delete(tenantId);
  }

  function dropOne(): void {
    let heaviest: [tenantId: string, share: Share<V>] | undefined;
    for (const one of shares) if (!heaviest || one[1].weight > heaviest[1].weight) heaviest = one;
    if (heaviest) lighten(...heaviest, heaviest[1].entries.dropOne());
  }

  const cache: FairCache<V> = {
    get: (tenantId, key) => shares.get(tenantId)?.entries.get(key),

    set(tenantId, key, value) {
      cache.delete(tenantId, key);
      const weight = weightOf(value);
      if (weight > max) return;
      while (total + weight > max) dropOne();
      const share = shares.get(tenantId) ?? { entries: createEmbeddedCache<V>(Number.POSITIVE_INFINITY), weight: 0 };
      shares.set(tenantId, share);
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
  };
  return cache;
}
