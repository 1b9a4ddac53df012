import { createTokenBuckets, type TokenBucket, takeTokens, waitForToken } from '../config/token-buckets.ts';
import { createEmbeddedCache } from '../storage/cache.ts';

/** Tokens of nobody that an address may show: count:seconds. */
const FAILURES = '100:10,1000:600';
const MAX_ADDRESSES = 20_000;

/** Counts by address who shows tokens of nobody: each costs a look into the database. */
export function createStrangers(now: () => number = Date.now) {
  /** address → what it may still try; only of those that have failed */
  const addresses = createEmbeddedCache<TokenBucket[]>(MAX_ADDRESSES);
  return {
    mayTry(address: string): boolean {
      const buckets = addresses.get(address);
      return !buckets || waitForToken(buckets, now()) === 0;
    },
    failed(address: string): void {
      let buckets = addresses.get(address);
      if (!buckets) {
        buckets = createTokenBuckets(FAILURES, now());
        addresses.set(address, buckets);
      }
      takeTokens(buckets, 1, now());
    },
  };
}

export type Strangers = ReturnType<typeof createStrangers>;
