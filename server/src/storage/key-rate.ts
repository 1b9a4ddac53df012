import { createTokenBuckets, type TokenBucket, takeTokens } from '../config/token-buckets.ts';
import { createEmbeddedCache } from './cache.ts';

/**
 * Limits how often something happens for a key (an address, a client).
 * @param rate such as `10:60,60:3600`: 10 in a minute and 60 in an hour
 * @param maxKeys maximum number of remembered keys; those that did not occur for longest are forgotten
 * @returns whether it may happen once more for the key, which then counts
 */
export function createKeyRate(rate: string, maxKeys: number): (key: string) => boolean {
  const known = createEmbeddedCache<TokenBucket[]>(maxKeys);
  return (key) => {
    const now = Date.now();
    const buckets = known.get(key) ?? createTokenBuckets(rate, now);
    known.set(key, buckets);
    return takeTokens(buckets, 1, now);
  };
}
