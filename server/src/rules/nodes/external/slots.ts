/** Limits how many calls are under way at a time; the others wait for their turn, in their order. */
export interface Slots {
  run<T>(work: () => Promise<T>): Promise<T>;
}

/** @param max 0: no limit */
export function createSlots(max: number): Slots {
  if (max <= 0) return { run: (work) => work() };
  let running = 0;
  const waiting: (() => void)[] = [];
  return {
    async run(work) {
      if (running >= max) await new Promise<void>((resolve) => waiting.push(resolve));
      else running++;
      try {
        return await work();
      } finally {
        // The slot goes to the next one.
        const next = waiting.shift();
        if (next) next();
        else running--;
      }
    },
  };
}
