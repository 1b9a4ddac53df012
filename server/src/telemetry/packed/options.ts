/** How much the store keeps in memory and how often it tidies up. */
export interface PackedSeriesStoreOptions {
  /** The latest value is the last received instead of the newest. */
  latestByArrival: boolean;
  /** ms between two writes of the table of latest values. */
  latestInterval: number;
  /** Points in memory that are not in chunks yet; twice as many make writers wait. */
  maxPoints: number;
  /**
   * Series with points in memory, each of which takes as much as ten points do; twice as many make writers wait. Bounds
   * the memory that keys take which nobody used before.
   */
  maxPending: number;
  /** Points of a series that make a chunk worth writing. */
  chunkPoints: number;
  /** ms after which points are written to chunks however few they are. */
  maxAge: number;
  /** ms between two looks for work in the background; 0: none, for tests that say when. */
  backgroundInterval: number;
  /** Series kept in memory without anything pending. */
  maxSeries: number;
  now: () => number;
}

export const DEFAULT_OPTIONS: PackedSeriesStoreOptions = {
  latestByArrival: false,
  latestInterval: 250,
  maxPoints: 1_000_000,
  maxPending: 400_000,
  chunkPoints: 1_000,
  maxAge: 15 * 60_000,
  backgroundInterval: 1_000,
  maxSeries: 100_000,
  now: Date.now,
};
