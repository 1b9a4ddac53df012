import { steadyNow } from '../../config/steady-clock.ts';
import { createTokenBuckets, type TokenBucket, takeTokens } from '../../config/token-buckets.ts';
import { createEmbeddedCache } from '../../storage/cache.ts';
import type { Endpoint } from './endpoints.ts';

/** An answer may be this many times as long as its request, whoever sent that. */
export const MAX_AMPLIFICATION = 3;
/** Bytes beyond that to an address that has not shown that it receives them: count:seconds. */
const PER_ADDRESS = '16384:60';
/** The same for all such addresses together. */
const ALTOGETHER = '1048576:10';
const MAX_ADDRESSES = 20_000;
/** An address belongs to the same client for this long, ms. */
const PROOF_LIFETIME = 86_400_000;

/**
 * Whether bytes may be sent to an address. Anybody can send datagrams in the name of others, so to whoever has not shown
 * that the answers reach him little more is sent than came from there.
 */
export function createReach(now: () => number = steadyNow) {
  /** address → what it may get */
  const addresses = createEmbeddedCache<TokenBucket[]>(MAX_ADDRESSES);
  const all = createTokenBuckets(ALTOGETHER, now());

  const isProven = ({ peer, provenAt }: Endpoint): boolean =>
    peer.identity !== undefined || now() - provenAt < PROOF_LIFETIME;

  return {
    isProven,
    /** The client has answered something that only it has got. */
    proven(endpoint: Endpoint): void {
      endpoint.provenAt = now();
    },
    /** Whether so many bytes may be sent for a request of so many; if so, they count. */
    allows(endpoint: Endpoint, bytes: number, requestBytes: number): boolean {
      if (bytes <= requestBytes * MAX_AMPLIFICATION || isProven(endpoint)) return true;
      let own = addresses.get(endpoint.address);
      if (!own) {
        own = createTokenBuckets(PER_ADDRESS, now());
        addresses.set(endpoint.address, own);
      }
      return takeTokens([...own, ...all], bytes, now());
    },
  };
}
