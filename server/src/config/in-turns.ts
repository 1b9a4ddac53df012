import { setImmediate as nextTurn } from 'node:timers/promises';

/** Long work in parts of a millisecond at most, with what it results in. */
export type InParts<T> = Generator<undefined, T>;

/** How long a turn takes, ms. */
const TURN = 10;

/** Does all parts without a pause: where nobody waits. */
export function atOnce<T>(work: InParts<T>): T {
  for (;;) {
    const part = work.next();
    if (part.done) return part.value;
  }
}

/** Does parts for ten milliseconds at a time, and lets others have their turn after that. */
export async function inTurns<T>(work: InParts<T>, now: () => number = () => performance.now()): Promise<T> {
  for (let until = now() + TURN; ; ) {
    const part = work.next();
    if (part.done) return part.value;
    if (now() < until) continue;
    await nextTurn();
    until = now() + TURN;
  }
}
