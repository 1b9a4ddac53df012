/** The keys of an entity in memory. */
export interface LoadedKeys {
  /** Upper bound of the number of keys that hold a value. */
  readonly size: number;
  /** Whether a key holds a value. @param position of the key in its message, a hint that makes this faster */
  holds(key: string, position?: number): boolean;
  /** Number of keys that hold a value. */
  count(): number;
}

/** Gives access to the keys of entities; both stores implement it. Attributes are named by attributePlace. */
export interface KeySource {
  /** Keys of an entity; undefined when it is not in memory. Without I/O. */
  loadedKeys(entityId: string): LoadedKeys | undefined;
  /** Loads the keys of an entity into memory; calls in one turn of the event loop share a query. */
  loadKeys(entityId: string): Promise<unknown>;
}
