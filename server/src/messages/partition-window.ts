/** Bounds how much of a partition is committed but not processed yet, by message cost (see costOf). */
export interface PartitionWindow {
  /** Whether more may be committed now. */
  hasRoom(): boolean;
  add(cost: number): void;
  /** Removes what was processed. @param age ms since its commit; absent when it was never committed */
  remove(cost: number, age?: number): void;
  /** Notes that several tenants send messages, which must not wait long for each other. */
  share(): void;
  /** Starts bounding: from now on committed messages are processed. */
  open(): void;
}

/** ms from commit to effects that the window aims at. */
const LONG_AGE = 100;
const SHORT_AGE = 50;
/** Smaller sizes do not pay: a transaction takes its time however little it carries. */
const MIN_SIZE = 200;
/** Minimum while there is only one tenant, which waits for nobody but itself. */
const MIN_SIZE_ALONE = 1_500;
const MAX_SIZE = 4_000;
/** ms for which a partition counts as shared */
const SHARED_TIME = 10_000;

/**
 * A window that keeps the time from commit to effects short, however expensive messages turn out to be: the messages
 * behind it wait before the commit, where tenants take turns. It grows while more would be processed in time, and
 * shrinks when it is not.
 */
export function createPartitionWindow(): PartitionWindow {
  let isOpen = false;
  let size = MIN_SIZE_ALONE;
  let used = 0;
  /** Whether anything had to wait for room since the size was changed. */
  let isNeeded = false;
  let sharedUntil = Number.NEGATIVE_INFINITY;
  /** Time of the last shrink: messages committed earlier say nothing about the new size. */
  let shrunkAt = Number.NEGATIVE_INFINITY;

  return {
    hasRoom() {
      // An empty window admits one message, however large.
      if (!isOpen || used === 0 || used < size) return true;
      isNeeded = true;
      return false;
    },
    add(cost) {
      used += cost;
    },
    remove(cost, age) {
      used = Math.max(0, used - cost);
      if (age === undefined || !isOpen) return;
      const now = performance.now();
      if (age > LONG_AGE && now - age > shrunkAt) {
        const smaller = Math.max(now < sharedUntil ? MIN_SIZE : MIN_SIZE_ALONE, size * 0.7);
        if (smaller >= size) return;
        size = smaller;
        shrunkAt = now;
        isNeeded = false;
      } else if (age < SHORT_AGE && isNeeded) {
        size = Math.min(MAX_SIZE, size * 1.25);
        isNeeded = false;
      }
    },
    share() {
      sharedUntil = performance.now() + SHARED_TIME;
    },
    open() {
      isOpen = true;
    },
  };
}
