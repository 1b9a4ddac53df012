/** Has something done when the page has nothing else to do, and returns a way to call that off. */
export type IdleTurns = (callback: () => void) => () => void;

/** ms after which something has its turn on a page that is never idle. */
const LONGEST = 500;

/** Lets what can wait be done one after the other, so that it never makes a long task together. */
export function createIdleTurns(whenIdle: (callback: () => void) => void): IdleTurns {
  /** In the order in which they came. */
  const waiting = new Set<{ callback: () => void }>();
  let isAsked = false;

  function next() {
    if (isAsked || waiting.size === 0) return;
    isAsked = true;
    whenIdle(() => {
      isAsked = false;
      const [first] = waiting;
      if (!first) return;
      waiting.delete(first);
      try {
        first.callback();
      } finally {
        next();
      }
    });
  }

  return (callback) => {
    const turn = { callback };
    waiting.add(turn);
    next();
    return () => waiting.delete(turn);
  };
}

/** The turns of this page. */
export const pageTurns: IdleTurns = createIdleTurns((callback) => {
  if ('requestIdleCallback' in window) requestIdleCallback(callback, { timeout: LONGEST });
  else setTimeout(callback, 0);
});
