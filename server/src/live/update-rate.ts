import { createTokenBuckets, takeTokens, waitForToken } from '../config/token-buckets.ts';

export interface UpdateRate {
  /** Takes one token from every limit, or none when one of them is exhausted. */
  take(now: number): boolean;
  /** ms until a token can be taken */
  wait(now: number): number;
}

/**
 * Parses a rate such as `300:1,3000:60`: 300 in 1 second and 3000 in 60 seconds. An empty text is no limit.
 * @throws Error when the text is not of that form
 */
export function createUpdateRate(text: string, now: number): UpdateRate {
  const buckets = createTokenBuckets(text, now);
  const parts = text.split(',').filter((part) => part.trim() !== '');
  if (buckets.length !== parts.length) throw new Error(`must be like '300:1,3000:60', not '${text}'`);
  return {
    take: (at) => takeTokens(buckets, 1, at),
    wait: (at) => waitForToken(buckets, at),
  };
}
