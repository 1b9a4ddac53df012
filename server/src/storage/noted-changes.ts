/** Changes whose time is remembered by what has changed; what was read before one that is dropped counts as outdated. */
const MAX_NOTED = 10_000;

/**
 * Tells whether something has changed while it was read, so that what is not true any more is not cached. Others change
 * all the time: where any change counted, nothing would ever be cached while devices come and go.
 */
export interface NotedChanges {
  /** Number of changes so far. */
  count(): number;
  /** Something with this id has changed. */
  note(id: string): void;
  /** Anything may have changed. */
  noteAll(): void;
  /** A change of what nobody has read before. */
  noteNew(): void;
  /** Whether something of that has changed since there were so many changes. */
  hasChangedSince(count: number, ...ids: string[]): boolean;
}

export function createNotedChanges(max = MAX_NOTED): NotedChanges {
  let count = 0;
  /** id → number of its last change; the oldest change first */
  const last = new Map<string, number>();
  /** Number of the last change of what is not in the map. */
  let lastOther = 0;
  return {
    count: () => count,
    note(id) {
      last.delete(id);
      last.set(id, ++count);
      if (last.size <= max) return;
      const [oldest, number] = last.entries().next().value as [string, number];
      last.delete(oldest);
      lastOther = Math.max(lastOther, number);
    },
    noteAll() {
      lastOther = ++count;
    },
    noteNew() {
      count++;
    },
    hasChangedSince(since, ...ids) {
      if (since === count) return false;
      return lastOther > since || ids.some((id) => (last.get(id) ?? 0) > since);
    },
  };
}
