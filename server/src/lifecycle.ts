/** Stops started parts. */
export type Stop = () => Promise<void>;

/** What has been started, in order. */
export interface Lifecycle {
  /** Notes how a part is stopped. A part that is noted again is stopped in its new place, and once. */
  started(stop: Stop): void;
  /**
   * Stops everything, the newest first, also when a part fails.
   * @throws AggregateError with the failures of parts
   */
  stop(): Promise<void>;
}

export function createLifecycle(): Lifecycle {
  const stops = new Set<Stop>();
  return {
    started(stop) {
      stops.delete(stop);
      stops.add(stop);
    },
    async stop() {
      const newestFirst = [...stops].reverse();
      stops.clear();
      const failures: unknown[] = [];
      for (const stop of newestFirst) await stop().catch((error: unknown) => failures.push(error));
      if (failures.length > 0) throw new AggregateError(failures, 'Parts of the platform could not be stopped');
    },
  };
}
