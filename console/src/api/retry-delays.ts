/** ms from the first failure to the next attempt; doubled after each further failure, up to `MAX_RETRY_DELAY`. */
export const FIRST_RETRY_DELAY = 2_000;
const MAX_RETRY_DELAY = 60_000;

/** How long to wait before asking again for something live that the server failed to answer. */
export interface RetryDelays {
  /** ms until the next attempt. */
  next(): number;
  /** The server has answered: the following failure is a first one. */
  reset(): void;
}

export function createRetryDelays(): RetryDelays {
  let delay = FIRST_RETRY_DELAY;
  return {
    next() {
      const current = delay;
      delay = Math.min(MAX_RETRY_DELAY, delay * 2);
      return current;
    },
    reset() {
      delay = FIRST_RETRY_DELAY;
    },
  };
}
