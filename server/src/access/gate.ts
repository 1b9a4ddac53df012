/**
 * Lets work through a few at a time, the others wait in their order.
 * @param atOnce most that run at the same time
 * @param mostWaiting most that wait
 * @param refusal made for whoever comes when as many wait
 */
export function createGate(atOnce: number, mostWaiting: number, refusal: () => Error) {
  let running = 0;
  const waiting: (() => void)[] = [];

  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < atOnce) running++;
    else {
      if (waiting.length >= mostWaiting) throw refusal();
      // Who leaves passes its place on.
      await new Promise<void>((resolve) => waiting.push(resolve));
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
