/** Memory bounds and intervals of the store. */
export interface PackedSeriesStoreOptions {
  /** Whether the latest value is the last received instead of the newest. */
  latestByArrival: boolean;
  /** ms between two writes of the table of latest values. */
  latestInterval: number;
  /** Points in memory above which they move to chunks; writers wait at twice as many. */
  maxPoints: number;
  /**
   * Series with points in memory, each of which takes as much as ten points do; twice as many make writers wait. Bounds
   * the memory that keys take which nobody used before.
   */
  maxPending: number;
  /** Points of a series that make a chunk worth writing. */
  chunkPoints: number;
  /** ms after which points are written to chunks however few there are */
  maxAge: number;
  /** ms between runs of the background work; 0: none, for tests that trigger it */
  backgroundInterval: number;
  /** Series without pending points that are kept in memory */
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
