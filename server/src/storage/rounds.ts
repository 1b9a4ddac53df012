/** Work that is done again and again. */
export interface RoundsParts {
  /** Does some of it; true when there may be more to do at once. */
  round: () => Promise<boolean>;
  /** Told of what a round throws; the next one comes as usual. */
  failed: (error: unknown) => void;
  /** ms between the end of the last round and the next one */
  interval: number;
}

/** Does rounds of work, one at a time: at intervals, and sooner when somebody knows that there is something to do. */
export function createRounds({ round, failed, interval }: RoundsParts) {
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  let working: Promise<void> | undefined;
  /** Something has come while a round was under way, which may have been too late for it. */
  let isWanted = false;

  async function work(): Promise<void> {
    try {
      do isWanted = false;
      while (!isClosed && ((await round()) || isWanted));
    } catch (error) {
      if (!isClosed) failed(error);
    }
  }

  function schedule(delay: number): void {
    if (isClosed) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      working ??= work().finally(() => {
        working = undefined;
        schedule(interval);
      });
    }, delay);
    timer.unref();
  }

  return {
    open: (): void => schedule(0),
    /** There is something to do. @param delay until the round begins, ms: what comes meanwhile belongs to it */
    wake(delay = 0): void {
      if (working) isWanted = true;
      else if (!isWanted) {
        isWanted = delay > 0;
        schedule(delay);
      }
    },
    /** Rounds that notice it end early. */
    isClosed: (): boolean => isClosed,
    /** Resolves when the round that is under way has ended. */
    async close(): Promise<void> {
      isClosed = true;
      clearTimeout(timer);
      await working;
    },
  };
}
