import { createEmbeddedCache } from '../storage/cache.ts';

/** Without a limit in the security settings, this many failures in a row lock a name. */
const DEFAULT_MAX_FAILURES = 10;
/** ms */
export const LOCK_TIME = 10 * 60_000;
/** Maximum number of remembered pairs of source and name. */
const MAX_ENTRIES = 50_000;
/** In characters; no user has a longer name. */
const MAX_NAME_LENGTH = 255;

/** Where a sign-in comes from: the network of a client, or a known device. */
export type SignInSource = string;

interface Attempts {
  /** In a row. */
  failures: number;
  /** epoch ms of the last one */
  at: number;
  /** epoch ms; 0: not locked */
  lockedUntil: number;
}

/** @param failures in a row, with this one */
function isTooMany(failures: number, limit: number | null): boolean {
  return limit === null ? failures >= DEFAULT_MAX_FAILURES : limit > 0 && failures > limit;
}

/**
 * Counts wrong passwords by source and name, so that no one can lock others out. Unknown names are counted
 * like those of users: whether there is a user must not show in how it is refused.
 */
export function createLockout() {
  /** source and name → attempts */
  const known = createEmbeddedCache<Attempts>(MAX_ENTRIES);
  /** name → epoch ms until which earlier attempts do not count, whatever their source */
  const released = createEmbeddedCache<number>(MAX_ENTRIES, LOCK_TIME);
  // In any case, as users are found.
  const nameOf = (name: string): string => name.toLowerCase();
  const keyOf = (source: SignInSource, name: string): string => `${source} ${nameOf(name)}`;

  function attemptsOf(source: SignInSource, name: string): Attempts | undefined {
    const attempts = known.get(keyOf(source, name));
    return attempts && attempts.at > (released.get(nameOf(name)) ?? 0) ? attempts : undefined;
  }

  return {
    isLocked: (source: SignInSource, name: string): boolean =>
      (attemptsOf(source, name)?.lockedUntil ?? 0) > Date.now(),

    /**
     * One more wrong password.
     * @param limit of the security settings; null: none was set, 0: never
     * @returns whether it locks the name for the source for a while; then failures are counted from the beginning
     */
    fail(source: SignInSource, name: string, limit: number | null): boolean {
      if (name.length > MAX_NAME_LENGTH) return false;
      const now = Date.now();
      const failures = (attemptsOf(source, name)?.failures ?? 0) + 1;
      const locks = isTooMany(failures, limit);
      known.set(keyOf(source, name), {
        failures: locks ? 0 : failures,
        at: now,
        lockedUntil: locks ? now + LOCK_TIME : 0,
      });
      return locks;
    },

    /** Forgets the failures: the password was right. */
    clear: (source: SignInSource, name: string): void => known.delete(keyOf(source, name)),

    /** Forgets the failures of all sources: an administrator enables the user, or it sets a password by a mailed link. */
    release: (name: string): void => released.set(nameOf(name), Date.now()),
  };
}

export type Lockout = ReturnType<typeof createLockout>;
