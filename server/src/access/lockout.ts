import { createEmbeddedCache } from '../storage/cache.ts';

/** Without a limit of its own, this many failures in a row lock a user for a while. */
const DEFAULT_MAX_FAILURES = 10;
/** ms */
export const LOCK_TIME = 10 * 60_000;
/** Most names of nobody that are remembered, and the longest: no user can have a longer one. */
const MAX_STRANGERS = 10_000;
const MAX_NAME_LENGTH = 255;

/**
 * What a wrong password leads to.
 * @param failures in a row, with this one
 * @param limit of the security settings; null: none was set, 0: never
 */
export function lockAfter(failures: number, limit: number | null): 'for a while' | 'until enabled' | undefined {
  if (limit === null) return failures >= DEFAULT_MAX_FAILURES ? 'for a while' : undefined;
  return limit > 0 && failures > limit ? 'until enabled' : undefined;
}

/** How a sign-in under a name is refused. */
export type Refusal = 'wrong' | 'locked';

/**
 * Counts sign-ins under names that nobody has as those of users are counted: whether there is a user must not show in
 * how it is refused.
 */
export function createStrangers() {
  /** name → failures in a row, and until when it is locked (epoch ms) */
  const known = createEmbeddedCache<{ failures: number; lockedUntil: number }>(MAX_STRANGERS);

  return {
    isLocked: (name: string): boolean => (known.get(name)?.lockedUntil ?? 0) > Date.now(),

    /** One more failure. */
    refuse(name: string, limit: number | null): Refusal {
      if (name.length > MAX_NAME_LENGTH) return 'wrong';
      const failures = (known.get(name)?.failures ?? 0) + 1;
      const lock = lockAfter(failures, limit);
      const isWhile = lock === 'for a while';
      known.set(name, { failures: isWhile ? 0 : failures, lockedUntil: isWhile ? Date.now() + LOCK_TIME : 0 });
      // A user that is disabled is told so once; from then on its passwords are only wrong.
      return isWhile || (lock && failures === (limit ?? 0) + 1) ? 'locked' : 'wrong';
    },
  };
}
