/** Tokens that refill steadily: at most `capacity`, and the same number every `seconds`. */
export interface TokenBucket {
  capacity: number;
  perMs: number;
  tokens: number;
  /** When it was last refilled, ms on the clock of whoever takes from it. */
  at: number;
}

/** Full buckets for a rate such as `300:1,3000:60`: 300 in 1 second and 3000 in 60; malformed parts are ignored. */
export function createTokenBuckets(rate: string, now: number): TokenBucket[] {
  const buckets: TokenBucket[] = [];
  for (const part of rate.split(',')) {
    const match = /^\s*(\d{1,12})\s*:\s*(\d{1,9})\s*$/.exec(part);
    const capacity = Number(match?.[1]);
    const seconds = Number(match?.[2]);
    if (capacity > 0 && seconds > 0)
      buckets.push({ capacity, perMs: capacity / (seconds * 1000), tokens: capacity, at: now });
  }
  return buckets;
}

function refill(bucket: TokenBucket, now: number): void {
  bucket.tokens = Math.min(bucket.capacity, bucket.tokens + Math.max(0, now - bucket.at) * bucket.perMs);
  bucket.at = now;
}

/** Takes `count` tokens from every bucket, or none when one has too few. */
export function takeTokens(buckets: readonly TokenBucket[], count: number, now: number): boolean {
  for (const bucket of buckets) {
    refill(bucket, now);
    if (bucket.tokens < count) return false;
  }
  for (const bucket of buckets) bucket.tokens -= count;
  return true;
}

/** ms until a token can be taken from every bucket */
export function waitForToken(buckets: readonly TokenBucket[], now: number): number {
  let wait = 0;
  for (const bucket of buckets) {
    refill(bucket, now);
    if (bucket.tokens < 1) wait = Math.max(wait, (1 - bucket.tokens) / bucket.perMs);
  }
  return Math.ceil(wait);
}
