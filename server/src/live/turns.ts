/** Runs a work when its turn has come. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/** Lets some works run at the same time, at once if they may; others wait, in the order in which they came. */
export function createTurns(atOnce: number): InTurn {
  const waiting: (() => void)[] = [];
  let running = 0;

  return async function inTurn(work) {
    if (running >= atOnce) await new Promise<void>((turn) => waiting.push(turn));
    else running++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
