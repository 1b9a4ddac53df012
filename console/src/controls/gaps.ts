/** How many times the usual distance of two points makes a gap. */
const GAP = 2.5;
/** Distances that are sampled to find the usual one. */
const SAMPLE = 256;

export type NumericPoint = readonly [time: number, value: number];

/** Points with `null` where nothing was measured; ascending. */
export interface GappedPoints {
  points: (readonly [time: number, value: number | null])[];
  /** Times of points that have a gap on both sides. */
  alone: ReadonlySet<number>;
  /** Two points have a gap between them when they are further apart, ms. */
  limit: number;
}

/** The median distance of neighbours, ms, from an even sample of them; 0 for fewer than two points. */
function usualDistance(points: readonly NumericPoint[]): number {
  const count = points.length - 1;
  if (count < 1) return 0;
  const step = Math.max(1, Math.floor(count / SAMPLE));
  const distances: number[] = [];
  for (let at = 0; at < count; at += step) {
    distances.push((points[at + 1] as NumericPoint)[0] - (points[at] as NumericPoint)[0]);
  }
  distances.sort((a, b) => a - b);
  return distances[(distances.length - 1) >> 1] as number;
}

/** The distance, ms, beyond which two points have a gap between them; `bucket`: ms that a point stands for, 0 for none. */
export function gapFrom(points: readonly NumericPoint[], bucket: number): number {
  const usual = Math.max(bucket, usualDistance(points));
  return usual > 0 ? usual * GAP : Number.POSITIVE_INFINITY;
}

/** Ends the line where a series has a gap: in the middle of it stands a point without a value. */
export function withGaps(points: readonly NumericPoint[], bucket: number): GappedPoints {
  const limit = gapFrom(points, bucket);
  const result: GappedPoints['points'] = [];
  const alone = new Set<number>();
  let gapBefore = true;
  points.forEach((point, index) => {
    const next = points[index + 1];
    const gapAfter = !next || next[0] - point[0] > limit;
    result.push(point);
    if (gapBefore && gapAfter) alone.add(point[0]);
    if (next && gapAfter) result.push([(point[0] + next[0]) / 2, null]);
    gapBefore = gapAfter;
  });
  return { points: result, alone, limit };
}
