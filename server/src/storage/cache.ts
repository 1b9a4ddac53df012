/**
 * A bounded near cache: copies of immutable values in the memory of this process. It does not learn of changes by
 * itself. Its user listens for changes on the live bus and deletes affected entries, also those being read from
 * the database at that moment. Where a change may arrive late, entries get a time to live or callers ask the database.
 */
export interface Cache<V> {
  get(key: string): V | undefined;
  set(key: string, value: V): void;
  delete(key: string): void;
  clear(): void;
}

/** One value, kept until it is old or unused. */
interface Entry<V> {
  value: V;
  /** epoch ms */
  until: number;
  /** Since it was last looked at for being dropped. */
  used: boolean;
}

/** A cache whose entries can be counted, and dropped one after the other. */
export interface CountedCache<V> extends Cache<V> {
  size(): number;
  /** Drops an entry as when the cache is full; undefined: there was none. */
  dropOne(): V | undefined;
}

/**
 * Cache that, when full, drops the oldest entry that was not used of late (CLOCK: reading moves nothing).
 * @param max maximum number of entries
 * @param ttl ms after which an entry is dropped; absent: never
 */
export function createEmbeddedCache<V>(max: number, ttl?: number): CountedCache<V> {
  const entries = new Map<string, Entry<V>>();

  function dropOne(): V | undefined {
    for (const [key, entry] of entries) {
      entries.delete(key);
      if (!entry.used) return entry.value;
      entry.used = false;
      entries.set(key, entry);
    }
    return undefined;
  }

  return {
    get(key) {
      const entry = entries.get(key);
      if (!entry) return undefined;
      if (ttl !== undefined && entry.until < Date.now()) {
        entries.delete(key);
        return undefined;
      }
      entry.used = true;
      return entry.value;
    },
    set(key, value) {
      entries.delete(key);
      // Before it is there itself: it is new, and stays.
      if (entries.size >= max) dropOne();
      entries.set(key, { value, until: ttl === undefined ? 0 : Date.now() + ttl, used: false });
    },
    delete: (key) => void entries.delete(key),
    clear: () => entries.clear(),
    size: () => entries.size,
    dropOne,
  };
}
