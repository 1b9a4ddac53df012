/** The longest delay that timers keep, ms: after a longer one they fire at once. */
export const MAX_DELAY = 2 ** 31 - 1;

/** The delay that a timer is given so that it does not fire before its time: as long as is wanted, or as long as can be. */
export const timerDelay = (ms: number): number => Math.min(Math.max(0, ms), MAX_DELAY);

/** A call that is to come. */
export interface LaterCall {
  cancel(): void;
}

/**
 * Calls at a time, however far away that is: what is too long for one timer takes several. The process does not wait
 * for it.
 * @param time epoch ms
 */
export function callAt(time: number, call: () => void): LaterCall {
  let timer: NodeJS.Timeout;
  const wait = (): void => {
    const left = time - Date.now();
    timer = setTimeout(left > MAX_DELAY ? wait : call, timerDelay(left)).unref();
  };
  wait();
  return { cancel: () => clearTimeout(timer) };
}
