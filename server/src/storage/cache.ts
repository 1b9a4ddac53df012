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

/**
 * Cache that drops the least recently used entry when full.
 * @param max maximum number of entries
 * @param ttl ms after which an entry is dropped; absent: never
 */
export function createEmbeddedCache<V>(max: number, ttl?: number): Cache<V> {
  const entries = new Map<string, { value: V; until: number }>();
  return {
    get(key) {
      const entry = entries.get(key);
      if (!entry) return undefined;
      if (entry.until < Date.now()) {
        entries.delete(key);
        return undefined;
      }
      entries.delete(key);
      entries.set(key, entry);
      return entry.value;
    },
    set(key, value) {
      entries.delete(key);
      entries.set(key, { value, until: ttl === undefined ? Number.POSITIVE_INFINITY : Date.now() + ttl });
      if (entries.size > max) entries.delete(entries.keys().next().value as string);
    },
    delete: (key) => void entries.delete(key),
    clear: () => entries.clear(),
  };
}
