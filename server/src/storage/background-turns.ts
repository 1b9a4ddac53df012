import { setTimeout as delay } from 'node:timers/promises';

/** Starts work that is long for the thread that also processes messages. @returns call it often: it says when to wait */
export type BeginBackgroundWork = () => () => Promise<void> | undefined;

/** ms of work of a turn, and from the end of one turn to the next. */
const WORK = 8;
const REST = 24;

/**
 * Gives work that people ask for, such as searches, a third of the thread at most, however many ask: a turn each, one
 * after the other, and a rest between two turns.
 */
export function createBackgroundTurns({ work = WORK, rest = REST } = {}): BeginBackgroundWork {
  let last: Promise<unknown> = Promise.resolve();
  return () => {
    let begun = performance.now();
    return () => {
      if (performance.now() - begun < work) return undefined;
      const turn = last.then(() => delay(rest));
      last = turn;
      return turn.then(() => {
        begun = performance.now();
      });
    };
  };
}
