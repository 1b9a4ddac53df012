import type { WaitExecutor, WaitKind } from '../messages/parked/executor.ts';

/** Until when a message waits, epoch ms. */
interface Delay {
  until: number;
}

/** Messages that wait for their time. */
export const DELAY: WaitKind<Delay> = { name: 'delay' };

/** ms until the clock is looked at again, at most. */
const MAX_PAUSE = 86_400_000;
/** Looking at the clock takes no time. */
const AT_ONCE = { all: 10_000, tenant: 10_000, node: 10_000 };

/** Lets messages go on along Success when their time has come; they survive restarts. */
export function createDelayExecutor(): WaitExecutor<Delay> {
  return {
    kind: DELAY,
    atOnce: AT_ONCE,
    isExpectedToWait: true,
    async run({ until }) {
      const left = until - Date.now();
      return left > 0 ? { retryIn: Math.min(left, MAX_PAUSE) } : { continueWith: [{ relation: 'Success' }] };
    },
  };
}
