/** The keys of an entity that is in memory. */
export interface LoadedKeys {
  /** At least as many as hold a value. */
  readonly size: number;
  /** Whether a key holds a value. */
  holds(key: string): boolean;
  /** How many keys hold a value. */
  count(): number;
}

/** Where keys are known; both kinds of store have this side. Attributes are named by attributePlace. */
export interface KeySource {
  /** Keys of an entity; undefined when it is not in memory. Without I/O. */
  loadedKeys(entityId: string): LoadedKeys | undefined;
  /** Brings the keys of an entity into memory; calls of one turn share a query. */
  loadKeys(entityId: string): Promise<unknown>;
}
