import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { steadyNow } from '../config/steady-clock.ts';
import { createTokenBuckets, type TokenBucket, takeTokens, waitForToken } from '../config/token-buckets.ts';
import { createEmbeddedCache } from '../storage/cache.ts';

/** Tokens of nobody that an address may show: count:seconds. */
const FAILURES = '100:10,1000:600';
const MAX_ADDRESSES = 20_000;
/** Whoever has one address of IPv6 has all that begin with the same 64 bits. */
const NETWORK_PARTS = 4;

function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, NETWORK_PARTS).join(':') : parsed.toString();
}

/**
 * Counts by address who shows tokens of nobody: each costs a look into the database.
 * @param rate how many, count:seconds
 */
export function createStrangers(now: () => number = steadyNow, rate = FAILURES) {
  /** network, and what was shown if that counts → what it may still try; only of those that have failed */
  const addresses = createEmbeddedCache<TokenBucket[]>(MAX_ADDRESSES);
  const keyOf = (address: string, shown: string): string => `${networkOf(address)} ${shown}`;
  return {
    /** @param shown where guesses at one thing are counted */
    mayTry(address: string, shown = ''): boolean {
      const buckets = addresses.get(keyOf(address, shown));
      return !buckets || waitForToken(buckets, now()) === 0;
    },
    failed(address: string, shown = ''): void {
      const key = keyOf(address, shown);
      let buckets = addresses.get(key);
      if (!buckets) {
        buckets = createTokenBuckets(rate, now());
        addresses.set(key, buckets);
      }
      takeTokens(buckets, 1, now());
    },
  };
}

export type Strangers = ReturnType<typeof createStrangers>;
