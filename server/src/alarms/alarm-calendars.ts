/** Levels of buckets: each has 64 times the length of the one below it. */
export const BUCKET_LEVELS = 3;
export const BITS = 6;
export const MINUTE = 60_000;

/** A time of alarms by which they are counted in buckets. */
export interface Calendar {
  /** Of its changes, in alarm_tally_change. */
  kind: number;
  /** Of its lowest buckets, in alarm_tally. */
  level: number;
  /** ms of these */
  length: number;
}
export const BY_CREATION: Calendar = { kind: 0, level: 0, length: MINUTE };
/** The index of ends has these buckets too: see migration 0039. */
const SLOT = 2 ** 20;
export const BY_START: Calendar = { kind: 4, level: 7, length: SLOT };
export const BY_END: Calendar = { kind: 5, level: 10, length: SLOT };

/** Where in time a page of alarms begins. */
export interface AlarmPlace {
  /** Number of the bucket that has its first alarm, or begins before it. */
  bucket: number;
  /** The end of the bucket that the page is away from: its last ms, or in ascending order its first; epoch ms. */
  from: number;
  /** Alarms from there to the page. */
  skip: number;
}

/** Buckets that were counted apart, together and in their order. */
export function merged(
  counted: readonly (readonly { bucket: number; total: number }[])[],
  order: 'ASC' | 'DESC',
): [number, number][] {
  const totals = new Map<number, number>();
  for (const { bucket, total } of counted.flat()) totals.set(bucket, (totals.get(bucket) ?? 0) + total);
  return [...totals].sort(([a], [b]) => (order === 'ASC' ? a - b : b - a));
}

/** Buckets of one level, both ends included. */
export interface BucketSpan {
  level: number;
  first: number;
  last: number;
}

/** The fewest buckets that together are the minutes from `first` to `last`. */
export function spansOf(first: number, last: number): BucketSpan[] {
  const spans: BucketSpan[] = [];
  const add = (level: number, from: number, to: number): void => {
    if (from <= to) spans.push({ level, first: from, last: to });
  };
  let [low, high] = [first, last];
  for (let level = 0; level < BUCKET_LEVELS; level++) {
    const size = 1 << BITS;
    const [lowAbove, highAbove] = [Math.ceil(low / size), Math.floor((high + 1) / size) - 1];
    if (level === BUCKET_LEVELS - 1 || lowAbove > highAbove) {
      add(level, low, high);
      break;
    }
    add(level, low, lowAbove * size - 1);
    add(level, (highAbove + 1) * size, high);
    [low, high] = [lowAbove, highAbove];
  }
  return spans;
}
