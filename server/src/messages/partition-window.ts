/** How much of a partition may be committed and not processed yet, in costs of messages (see costOf). */
export interface PartitionWindow {
  /** Whether more may be committed now. */
  hasRoom(): boolean;
  add(cost: number): void;
  /** What was added is processed. @param age ms since it was committed; absent when it never was */
  remove(cost: number, age?: number): void;
  /** Messages of several tenants come: they must not wait long for each other. */
  share(): void;
  /** From now on somebody processes what is committed: only then a bound makes sense. */
  open(): void;
}

/** ms from commit to effects that the window aims at. */
const LONG_AGE = 100;
const SHORT_AGE = 50;
/** Less would cost more than it saves: a transaction takes its time, however little it carries. */
const MIN_SIZE = 200;
/** The least while there is one tenant only: it waits for nobody but itself. */
const MIN_SIZE_ALONE = 1_500;
const MAX_SIZE = 4_000;
/** ms for which a partition counts as shared. */
const SHARED_TIME = 10_000;

/**
 * A window that keeps the time from commit to effects short, however much work a message turns out to be: what waits
 * behind it waits before the commit, where tenants take turns. It grows while more would be processed in time, and
 * shrinks when it is not.
 */
export function createPartitionWindow(): PartitionWindow {
  let isOpen = false;
  let size = MIN_SIZE_ALONE;
  let used = 0;
  /** Something had to wait for room since the size was changed. */
  let isNeeded = false;
  let sharedUntil = Number.NEGATIVE_INFINITY;
  /** When the size was made smaller: what was committed before says nothing about the new one. */
  let shrunkAt = Number.NEGATIVE_INFINITY;

  return {
    hasRoom() {
      // However large the next message is, one at a time gets through.
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
