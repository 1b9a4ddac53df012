/** ms between two readings because of changes: what changes all the time is read only so often. */
export const READ_PAUSE = 500;

/** Work that is done soon after it was requested, once for all requests that come until it begins. */
export interface Soon {
  request(): void;
  /** Forgets what was requested; further requests have no effect. */
  stop(): void;
}

/**
 * @param work must not fail
 * @param pause ms from the end of the work until it begins again
 */
export function createSoon(work: () => Promise<unknown>, pause = READ_PAUSE): Soon {
  let timer: NodeJS.Timeout | undefined;
  let isRunning = false;
  let isRequested = false;
  let isStopped = false;
  let ended = Number.NEGATIVE_INFINITY;

  function plan(): void {
    timer = setTimeout(() => void run(), Math.max(0, ended + pause - performance.now()));
  }

  async function run(): Promise<void> {
    timer = undefined;
    isRunning = true;
    await work();
    isRunning = false;
    ended = performance.now();
    if (!isRequested) return;
    isRequested = false;
    plan();
  }

  return {
    request() {
      if (isStopped || timer) return;
      if (isRunning) isRequested = true;
      else plan();
    },
    stop() {
      isStopped = true;
      isRequested = false;
      clearTimeout(timer);
    },
  };
}
