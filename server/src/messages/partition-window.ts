/** How much of a partition may be committed and not processed yet, in costs of messages (see costOf). */
export interface PartitionWindow {
  /** Whether more may be committed now. */
  hasRoom(): boolean;
  add(cost: number): void;
  /** What was added is processed. @param age ms since it was committed; absent when it never was */
  remove(cost: number, age?: number): void;
  /** From now on somebody processes what is committed: only then a bound makes sense. */
  open(): void;
}

/** ms from commit to effects that the window aims at. */
const LONG_AGE = 100;
const SHORT_AGE = 50;
const FIRST_SIZE = 500;
/** Less would not come sooner: a commit takes its time, however little it carries. */
const MIN_SIZE = 200;
const MAX_SIZE = 4_000;

/**
 * A window that keeps the time from commit to effects short, however much work a message turns out to be: what waits
 * behind it waits before the commit, where tenants take turns. It grows while more would be processed in time, and
 * shrinks when it is not.
 */
export function createPartitionWindow(): PartitionWindow {
  let isOpen = false;
  let size = FIRST_SIZE;
  let used = 0;
  /** Something had to wait for room since the size was changed. */
  let isNeeded = false;
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
        size = Math.max(MIN_SIZE, size * 0.7);
        shrunkAt = now;
        isNeeded = false;
      } else if (age < SHORT_AGE && isNeeded) {
        size = Math.min(MAX_SIZE, size * 1.25);
        isNeeded = false;
      }
    },
    open() {
      isOpen = true;
    },
  };
}
