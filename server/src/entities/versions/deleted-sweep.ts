import type { Logger } from 'pino';

/** ms between two sweeps; the first one comes with the start. */
const PERIOD = 3_600_000;
/** ms from a notice to its sweep, so that what goes together is swept together. */
const SOON = 200;

/** What was deleted, of one kind: deletes some of it for good, and returns how many. */
export interface Sweepable {
  sweep(now: number): Promise<number>;
}

/** Deletes for good, in the background, what can no longer be restored. */
export function createDeletedSweep(stores: readonly Sweepable[], log: Logger) {
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  let soon: NodeJS.Timeout | undefined;
  let working: Promise<void> = Promise.resolve();

  async function sweep(): Promise<void> {
    for (const store of stores) {
      try {
        while (!closed && (await store.sweep(Date.now())) > 0);
      } catch (error) {
        log.error({ err: error }, 'what was deleted long ago could not be deleted for good');
      }
    }
  }
  function run(): void {
    working = working.then(sweep);
  }

  return {
    open(): void {
      run();
      timer = setInterval(run, PERIOD);
      timer.unref();
    },
    /** Something is to be deleted for good that was not before. */
    sweepSoon(): void {
      clearTimeout(soon);
      soon = setTimeout(run, SOON);
      soon.unref();
    },
    async close(): Promise<void> {
      closed = true;
      clearInterval(timer);
      clearTimeout(soon);
      await working;
    },
  };
}
