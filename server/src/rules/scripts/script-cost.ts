/** ms of processor time from which a call counts as heavy; light ones take 0.01 */
const HEAVY = 0.2;
/** Calls over which the cost is averaged. */
const COST_WINDOW = 200;

/** What a call of a script takes of the processor, over the last few hundred. */
export interface ScriptCost {
  /**
   * Notes a turn.
   * @param ended calls that came to an end in it; the others have not run, or not to their end
   * @param cpu ms of processor time
   */
  note(ended: number, cpu: number): void;
  isHeavy(): boolean;
}

export function createScriptCost(): ScriptCost {
  /** ms */
  let average = 0;
  /** Number of calls in it. */
  let counted = 0;
  return {
    note(ended, cpu) {
      if (ended === 0) return;
      counted = Math.min(counted + ended, COST_WINDOW);
      average += (cpu / ended - average) * Math.min(1, ended / counted);
    },
    isHeavy: () => average >= HEAVY,
  };
}
