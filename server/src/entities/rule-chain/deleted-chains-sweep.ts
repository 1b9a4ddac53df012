import type { Logger } from 'pino';
import type { DeletedChainsStore } from './deleted-chains-store.ts';

/** ms between two sweeps; the first one comes with the start. */
const PERIOD = 3_600_000;

/** Deletes for good, in the background, what can no longer be restored. */
export function createDeletedChainsSweep(store: Pick<DeletedChainsStore, 'sweep'>, log: Logger) {
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  let working: Promise<void> = Promise.resolve();

  async function sweep(): Promise<void> {
    try {
      while (!closed && (await store.sweep(Date.now())) > 0);
    } catch (error) {
      log.error({ err: error }, 'deleted rule chains could not be deleted for good');
    }
  }
  function run(): void {
    working = sweep();
  }

  return {
    open(): void {
      run();
      timer = setInterval(run, PERIOD);
      timer.unref();
    },
    async close(): Promise<void> {
      closed = true;
      clearInterval(timer);
      await working;
    },
  };
}
