/** Runs a task when its turn comes. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Limits how many tasks run at the same time; others wait, in the order in which they came.
 * @param atOnce maximum number of tasks that run at the same time
 * @param wait maximum number of tasks that wait, and the error for further ones; absent: any number
 */
export function createTurns(atOnce: number, wait?: { maxWaiting: number; refusal: () => Error }): InTurn {
  const waiting: (() => void)[] = [];
  let running = 0;

  return async function inTurn(work) {
    if (running < atOnce) running++;
    else {
      if (wait && waiting.length >= wait.maxWaiting) throw wait.refusal();
      // A finished task passes its slot on.
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
