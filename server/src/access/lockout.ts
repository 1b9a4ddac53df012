import { createEmbeddedCache } from '../storage/cache.ts';

/** Without a limit of its own, this many failures in a row lock a name for a while. */
const DEFAULT_MAX_FAILURES = 10;
/** ms */
export const LOCK_TIME = 10 * 60_000;
/** Most pairs of source and name that are remembered, and the longest name: no user can have a longer one. */
const MAX_ENTRIES = 50_000;
const MAX_NAME_LENGTH = 255;

/** Where a sign-in comes from: the network of a client, or a known device. */
export type SignInSource = string;

/** What a wrong password leads to. */
export type Lock = 'for a while' | 'until enabled';

interface Attempts {
  /** In a row. */
  failures: number;
  /** epoch ms; 0: not locked */
  lockedUntil: number;
}

/** @param failures in a row, with this one */
function lockAfter(failures: number, limit: number | null): Lock | undefined {
  if (limit === null) return failures >= DEFAULT_MAX_FAILURES ? 'for a while' : undefined;
  return limit > 0 && failures > limit ? 'until enabled' : undefined;
}

/**
 * Counts wrong passwords by source and name, so that nobody locks somebody else out. Names that nobody has are counted
 * like those of users: whether there is a user must not show in how it is refused.
 */
export function createLockout() {
  /** source and name → attempts */
  const known = createEmbeddedCache<Attempts>(MAX_ENTRIES);
  const keyOf = (source: SignInSource, name: string): string => `${source} ${name}`;

  return {
    isLocked: (source: SignInSource, name: string): boolean =>
      (known.get(keyOf(source, name))?.lockedUntil ?? 0) > Date.now(),

    /**
     * One more wrong password.
     * @param limit of the security settings; null: none was set, 0: never
     * @returns what it leads to; then failures are counted from the beginning
     */
    fail(source: SignInSource, name: string, limit: number | null): Lock | undefined {
      if (name.length > MAX_NAME_LENGTH) return undefined;
      const failures = (known.get(keyOf(source, name))?.failures ?? 0) + 1;
      const lock = lockAfter(failures, limit);
      known.set(keyOf(source, name), {
        failures: lock ? 0 : failures,
        lockedUntil: lock === 'for a while' ? Date.now() + LOCK_TIME : 0,
      });
      return lock;
    },

    /** Refuses the name from this source for a while. */
    lock(source: SignInSource, name: string): void {
      known.set(keyOf(source, name), { failures: 0, lockedUntil: Date.now() + LOCK_TIME });
    },

    /** Forgets the failures: the password was right. */
    clear: (source: SignInSource, name: string): void => known.delete(keyOf(source, name)),
  };
}
