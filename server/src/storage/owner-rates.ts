import { createTokenBuckets, type TokenBucket, takeTokens, waitForToken } from '../config/token-buckets.ts';
import { createEmbeddedCache } from './cache.ts';

interface OwnerRate {
  /** Text that the buckets were made from. */
  rate: string;
  buckets: TokenBucket[];
}

/**
 * Limits how often owners do something, each with a rate that may change.
 * @param maxOwners maximum number of remembered owners; those that did nothing for longest are forgotten
 * @returns ms until the owner may do it once more; 0: it may now, and this counts
 */
export function createOwnerRates(maxOwners: number): (owner: string, rate: string) => number {
  const known = createEmbeddedCache<OwnerRate>(maxOwners);
  return (owner, rate) => {
    const now = Date.now();
    let own = known.get(owner);
    if (own?.rate !== rate) {
      own = { rate, buckets: createTokenBuckets(rate, now) };
      known.set(owner, own);
    }
    return takeTokens(own.buckets, 1, now) ? 0 : Math.max(1, waitForToken(own.buckets, now));
  };
}
