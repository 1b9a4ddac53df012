import { callAt, type LaterCall } from '../../config/timers.ts';

/**
 * Does `work` each `period` ms, the first time after one. Delays do not add up; a run that takes longer than a period
 * skips the times that it misses, so there is one at a time.
 * @param work must not throw
 * @returns the function that ends it
 */
export function every(period: number, work: () => Promise<void>): () => void {
  let due = Date.now() + period;
  let isEnded = false;
  let next: LaterCall;
  const schedule = (): void => {
    next = callAt(due, run);
  };
  const run = (): void => {
    void work().then(() => {
      if (isEnded) return;
      due += Math.max(1, Math.ceil((Date.now() - due) / period)) * period;
      schedule();
    });
  };
  schedule();
  return () => {
    isEnded = true;
    next.cancel();
  };
}
