import type { BlockLedger } from './block-ledger.ts';
import type { Series } from './series.ts';

/** Points and deletions in memory that are not in chunks yet. */
export interface SeriesMemory {
  /** Replaced once, when the store is opened. */
  ledger: BlockLedger;
  /** Series with points in memory or deletions that chunks do not show; the oldest first. */
  readonly pending: Set<Series>;
  /** Series with enough points for a chunk. */
  readonly full: Set<Series>;
}
