/** Tracks which sequences are under way, and how many points of each block are not in chunks yet. */
export interface BlockLedger {
  /** A new sequence for a block or a deletion whose unit of work has not ended. */
  next(): number;
  /** Marks the unit of work of the sequence as ended. */
  settle(sequence: number): void;
  /** The horizon: all blocks and deletions up to it are either committed (and in memory) or never will be. */
  horizon(): number;
  /** Records a committed block with its number of points in memory. */
  add(sequence: number, points: number, createdTime: number): void;
  /** Records that a point of the block is no longer needed. */
  release(sequence: number): void;
  /** Number of points of committed blocks in memory. */
  points(): number;
  /** The oldest block that is still needed. */
  oldest(): { sequence: number; createdTime: number } | undefined;
  /** Sequence of the newest block written before a time; 0 when there is none. */
  lastBefore(time: number): number;
  /** Number of blocks that are still needed. */
  blocks(): number;
  /** Blocks up to a sequence that may be dropped. */
  unneeded(upTo: number): number[];
  dropped(sequences: number[]): void;
}

/** @param lastSequence highest sequence in use so far */
export function createBlockLedger(lastSequence: number): BlockLedger {
  let last = lastSequence;
  const underWay = new Set<number>();
  /** sequence → points left, and when it was written; nearly in order */
  const blocks = new Map<number, { left: number; createdTime: number }>();
  const unneeded = new Set<number>();
  let points = 0;

  return {
    next() {
      last++;
      underWay.add(last);
      return last;
    },
    settle: (sequence) => void underWay.delete(sequence),
    horizon() {
      let lowest = last + 1;
      for (const sequence of underWay) if (sequence < lowest) lowest = sequence;
      return lowest - 1;
    },
    add(sequence, count, createdTime) {
      if (count === 0) {
        unneeded.add(sequence);
        return;
      }
      blocks.set(sequence, { left: count, createdTime });
      points += count;
    },
    release(sequence) {
      const block = blocks.get(sequence);
      if (!block) return;
      points--;
      if (--block.left > 0) return;
      blocks.delete(sequence);
      unneeded.add(sequence);
    },
    points: () => points,
    oldest() {
      for (const [sequence, { createdTime }] of blocks) return { sequence, createdTime };
      return undefined;
    },
    lastBefore(time) {
      let newest = 0;
      for (const [sequence, { createdTime }] of blocks) {
        if (createdTime < time && sequence > newest) newest = sequence;
      }
      return newest;
    },
    blocks: () => blocks.size,
    unneeded: (upTo) => [...unneeded].filter((sequence) => sequence <= upTo),
    dropped(sequences) {
      for (const sequence of sequences) unneeded.delete(sequence);
    },
  };
}
