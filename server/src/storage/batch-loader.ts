import { isDataFault } from './data-fault.ts';

/** Maximum number of keys per query. */
const MAX_BATCH = 1000;

/**
 * Joins look-ups by key within one turn of the event loop into one query, since after a restart thousands of devices
 * reconnect at once. Equal keys share a look-up. When the database refuses the data of a query, its halves are tried
 * again, so that a key that cannot be looked up fails alone.
 * @param load finds the values of some distinct keys; keys without a value are absent from the result
 */
export function createBatchLoader<V>(
  load: (keys: string[]) => Promise<Map<string, V>>,
): (key: string) => Promise<V | undefined> {
  /** key → who waits for it in the batch being gathered */
  let waiting = new Map<string, PromiseWithResolvers<V | undefined>>();

  function run(): void {
    const batch = waiting;
    waiting = new Map();
    void ask([...batch]);
  }

  async function ask(batch: [key: string, waiting: PromiseWithResolvers<V | undefined>][]): Promise<void> {
    try {
      const found = await load(batch.map(([key]) => key));
      for (const [key, { resolve }] of batch) resolve(found.get(key));
    } catch (error) {
      if (batch.length > 1 && isDataFault(error)) {
        const half = batch.length >> 1;
        await ask(batch.slice(0, half));
        await ask(batch.slice(half));
      } else {
        for (const [, { reject }] of batch) reject(error);
      }
    }
  }

  return (key) => {
    const known = waiting.get(key);
    if (known) return known.promise;
    const entry = Promise.withResolvers<V | undefined>();
    waiting.set(key, entry);
    if (waiting.size === 1) setImmediate(() => waiting.size > 0 && run());
    else if (waiting.size >= MAX_BATCH) run();
    return entry.promise;
  };
}
