/** Compiled scripts by their number; the one not used for longest makes room for a new one. */
export interface RecentScripts<Entry> {
  /** Counts as a use of it. */
  get(script: number): Entry | undefined;
  set(script: number, entry: Entry): void;
  /** Releases it. */
  delete(script: number): void;
  readonly size: number;
}

/**
 * A script that was dropped is compiled again when it is next run, which takes a millisecond.
 *
 * @param max Number of scripts to keep
 * @param release Called for each that is dropped
 */
export function createRecentScripts<Entry>(max: number, release: (entry: Entry) => void): RecentScripts<Entry> {
  /** In the order of their last use. */
  const entries = new Map<number, Entry>();

  function drop(script: number): void {
    const entry = entries.get(script);
    if (entry === undefined) return;
    entries.delete(script);
    release(entry);
  }

  return {
    get(script) {
      const entry = entries.get(script);
      if (entry === undefined) return undefined;
      entries.delete(script);
      entries.set(script, entry);
      return entry;
    },
    set(script, entry) {
      drop(script);
      for (const [oldest] of entries) {
        if (entries.size < max) break;
        drop(oldest);
      }
      entries.set(script, entry);
    },
    delete: drop,
    get size() {
      return entries.size;
    },
  };
}
