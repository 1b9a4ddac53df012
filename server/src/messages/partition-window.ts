/** Bounds how much of a partition is committed but not processed yet, by message cost (see costOf). */
export interface PartitionWindow {
  /**
   * Whether more may be committed now.
   * @param isFirst for a tenant of which nothing is in the window: there is room for it beside a large message of another
   */
  hasRoom(isFirst?: boolean): boolean;
  add(cost: number): void;
  /** Removes what was processed. @param age ms since its commit; absent when it was never committed */
  remove(cost: number, age?: number): void;
  /** Notes that several tenants send messages, which must not wait long for each other. */
  share(): void;
  /** Starts bounding: from now on committed messages are processed. */
  open(): void;
}

interface Aim {
  /** ms from commit to effects above which the window shrinks, and below which it grows */
  longAge: number;
  shortAge: number;
  minSize: number;
  maxSize: number;
}
/** A single tenant waits for nobody but itself. Smaller sizes do not pay: a transaction takes its time however little it carries. */
const ALONE: Aim = { longAge: 100, shortAge: 50, minSize: 1_500, maxSize: 4_000 };
/** Another tenant's message waits for about two windows, each of which shares the processor with the other partitions'. */
const SHARED: Aim = { longAge: 50, shortAge: 25, minSize: 200, maxSize: 500 };
/** ms for which a partition counts as shared */
const SHARED_TIME = 10_000;

/**
 * A window that keeps the time from commit to effects short, however expensive messages turn out to be: the messages
 * behind it wait before the commit, where tenants take turns. It grows while more would be processed in time, and
 * shrinks when it is not.
 */
export function createPartitionWindow(): PartitionWindow {
  let isOpen = false;
  let aim = ALONE;
  let size = aim.minSize;
  let used = 0;
  /** Whether anything had to wait for room since the size was changed. */
  let isNeeded = false;
  let sharedUntil = Number.NEGATIVE_INFINITY;
  /** Time of the last shrink: messages committed earlier say nothing about the new size. */
  let shrunkAt = Number.NEGATIVE_INFINITY;

  return {
    hasRoom(isFirst = false) {
      // An empty window admits one message, however large.
      if (!isOpen || used === 0 || used < (isFirst ? size * 2 : size)) return true;
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
      aim = now < sharedUntil ? SHARED : ALONE;
      if (age > aim.longAge && now - age > shrunkAt) {
        const smaller = Math.max(aim.minSize, size * 0.7);
        if (smaller >= size) return;
        size = smaller;
        shrunkAt = now;
        isNeeded = false;
      } else if (age < aim.shortAge && isNeeded) {
        size = Math.min(aim.maxSize, size * 1.25);
        isNeeded = false;
      }
    },
    share() {
      sharedUntil = performance.now() + SHARED_TIME;
      size = Math.min(size, SHARED.maxSize);
    },
    open() {
      isOpen = true;
    },
  };
}
