/** One limit of a rate: at most `count` in `seconds`, refilled evenly. */
interface Bucket {
  count: number;
  perMs: number;
  tokens: number;
}

export interface UpdateRate {
  /** Takes one from every limit, or none when one of them is used up. */
  take(now: number): boolean;
  /** ms until one can be taken */
  wait(now: number): number;
}

/**
 * A rate such as `300:1,3000:60`: 300 in 1 second and 3000 in 60 seconds. An empty text is no limit.
 * @throws Error when the text is not of that form
 */
export function createUpdateRate(text: string, now: number): UpdateRate {
  const buckets: Bucket[] = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const match = /^(\d+):(\d+)$/.exec(part);
      const count = Number(match?.[1]);
      const seconds = Number(match?.[2]);
      if (!match || count < 1 || seconds < 1) throw new Error(`must be like '300:1,3000:60', not '${text}'`);
      return { count, perMs: count / (seconds * 1000), tokens: count };
    });
  let last = now;

  function refill(at: number): void {
    const elapsed = Math.max(0, at - last);
    last = at;
    for (const bucket of buckets) bucket.tokens = Math.min(bucket.count, bucket.tokens + elapsed * bucket.perMs);
  }

  return {
    take(at) {
      refill(at);
      for (const bucket of buckets) if (bucket.tokens < 1) return false;
      for (const bucket of buckets) bucket.tokens -= 1;
      return true;
    },
    wait(at) {
      refill(at);
      let wait = 0;
      for (const { tokens, perMs } of buckets) if (tokens < 1) wait = Math.max(wait, (1 - tokens) / perMs);
      return Math.ceil(wait);
    },
  };
}
