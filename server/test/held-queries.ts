import pg from 'pg';

/** As `pg` calls it: with a callback, or returning a promise. */
type Query = (this: pg.Client, ...parameters: unknown[]) => unknown;

/** A test may play with the clock. */
const later = setTimeout;

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
function numbersOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Holds each reply of the database before it is given to who asked, up to 8 ms, and 100 ms for one of fifty: what is done
 * side by side ends in another order each time, as on a machine that does much else. For the whole process.
 */
export function holdQueries(seed: number): void {
  const next = numbersOf(seed);
  const time = () => (next() < 0.02 ? 100 : next() * 8);
  const prototype = pg.Client.prototype as unknown as { query: Query };
  const send = prototype.query;
  prototype.query = function (...parameters) {
    const at = parameters.findIndex((parameter) => typeof parameter === 'function');
    const callback = parameters[at] as ((...reply: unknown[]) => void) | undefined;
    if (callback) parameters[at] = (...reply: unknown[]) => later(() => callback(...reply), time());
    const reply = send.apply(this, parameters);
    if (callback || !(reply instanceof Promise)) return reply;
    return reply.finally(() => new Promise((resolve) => later(resolve, time())));
  };
}
