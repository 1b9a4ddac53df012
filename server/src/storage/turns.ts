/** Runs a work when its turn has come. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Lets some works run at the same time, at once if they may; others wait, in the order in which they came.
 * @param atOnce most that run at the same time
 * @param wait most that wait, and what is thrown at whoever comes then; absent: any number
 */
export function createTurns(atOnce: number, wait?: { maxWaiting: number; refusal: () => Error }): InTurn {
  const waiting: (() => void)[] = [];
  let running = 0;

  return async function inTurn(work) {
    if (running < atOnce) running++;
    else {
      if (wait && waiting.length >= wait.maxWaiting) throw wait.refusal();
      // Who leaves passes its place on.
      await new Promise<void>((turn) => waiting.push(turn));
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
