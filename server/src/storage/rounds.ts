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
  /** How long what has come since the last round began may wait, ms: it may have been too late for that round. */
  let wanted: number | undefined;

  async function work(): Promise<void> {
    try {
      do wanted = undefined;
      while (!isClosed && ((await round()) || wanted === 0));
    } catch (error) {
      wanted = undefined;
      if (!isClosed) failed(error);
    }
  }

  function schedule(delay: number): void {
    if (isClosed) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      working ??= work().finally(() => {
        working = undefined;
        schedule(wanted ?? interval);
      });
    }, delay);
    timer.unref();
  }

  return {
    open: (): void => schedule(0),
    /** There is something to do. @param delay until the round begins, ms: what comes meanwhile belongs to it */
    wake(delay = 0): void {
      if (wanted !== undefined && wanted <= delay) return;
      wanted = delay;
      if (!working) schedule(delay);
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
