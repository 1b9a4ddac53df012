/** ms over which writes are counted before they are judged. */
const WINDOW = 20_000;
/** Keys whose writes are counted. */
const MAX_KEYS = 100_000;

/** What is written of a key: latest values by its number, attributes by their name. */
export type WrittenKey = number | string;

/** How often values of keys are written, of all tenants together: each costs something once the key has an index. */
export function createWriteRates(now: () => number = () => performance.now()) {
  let counts = new Map<WrittenKey, number>();
  let since = now();
  /** Writes in a second, of the window before. */
  let rates: ReadonlyMap<WrittenKey, number> = new Map();

  return {
    note(key: WrittenKey): void {
      const count = counts.get(key);
      if (count !== undefined || counts.size < MAX_KEYS) counts.set(key, (count ?? 0) + 1);
    },

    /** Whether a window has ended since the last call; if so its rates are known from now on. */
    turn(): boolean {
      const passed = now() - since;
      if (passed < WINDOW) return false;
      rates = new Map([...counts].map(([key, count]) => [key, count / (passed / 1000)]));
      counts = new Map();
      since = now();
      return true;
    },

    /** Writes in a second. */
    of: (key: WrittenKey): number => rates.get(key) ?? 0,
  };
}
