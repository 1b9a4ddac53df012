import { type Entry, isWithin, type Path, pathText } from '../codecs/content.ts';
import { isSuccess, type OperationResult, type Operations } from './operations.ts';

/** Paths of one client that are observed. */
const MAX_OBSERVATIONS = 1000;

export interface ObservationsParts {
  operations: Pick<Operations, 'observe' | 'stopObserving'>;
  /** Values of a notification, or of the answer that began the observation; rejected: they are not acknowledged. */
  onValues: (entries: readonly Entry[]) => Promise<void>;
  /** The client is not heard any more under this name. */
  forget: (observation: string) => void;
}

/** What of one client is observed. */
export function createObservations({ operations, onValues, forget }: ObservationsParts) {
  /** path as text → the path, and the name of its observation */
  const observed = new Map<string, { path: Path; observation: string }>();
  /** How many times everything was forgotten: what began before that is forgotten when it is answered. */
  let beginnings = 0;

  async function cancel(key: string, { path, observation }: { path: Path; observation: string }): Promise<void> {
    observed.delete(key);
    await operations.stopObserving(path, observation);
  }

  return {
    has: (path: Path): boolean => observed.has(pathText(path)),
    paths: (): Path[] => [...observed.values()].map(({ path }) => path),

    /** Begins to observe a path; what it has now counts as a notification. */
    async begin(path: Path): Promise<OperationResult> {
      const key = pathText(path);
      if (observed.size >= MAX_OBSERVATIONS) throw new Error('Too much of the device is observed');
      const beginning = beginnings;
      const result = await operations.observe(path, onValues);
      if (beginning !== beginnings) {
        if (result.observation !== undefined) forget(result.observation);
        throw new Error('The client has started over');
      }
      if (result.observation !== undefined) {
        const older = observed.get(key);
        if (older) forget(older.observation);
        observed.set(key, { path, observation: result.observation });
      }
      if (isSuccess(result.code)) await onValues(result.entries);
      return result;
    },

    /** Ends the observation of a path, and of all within it. @returns how many there were */
    async cancel(path: Path): Promise<number> {
      const own = [...observed].filter(([, one]) => isWithin(one.path, path));
      for (const [key, one] of own) await cancel(key, one);
      return own.length;
    },

    async cancelAll(): Promise<number> {
      const all = [...observed];
      for (const [key, one] of all) await cancel(key, one);
      return all.length;
    },

    /** The client is gone, or has started over: it knows of none. */
    forgetAll(): void {
      beginnings++;
      for (const { observation } of observed.values()) forget(observation);
      observed.clear();
    },
  };
}

export type Observations = ReturnType<typeof createObservations>;
