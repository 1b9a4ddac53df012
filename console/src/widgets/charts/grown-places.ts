/** A list of numbers: x and y of points in turn, px. */
export type Places = Float32Array | number[];

/** A line on the canvas of ECharts, or the surface below one. */
export interface DrawnLine {
  shape: { points: Places; stackedOnPoints?: Places };
  style: { lineWidth?: number; shadowBlur?: number; stroke?: unknown };
  setShape(shape: { points: Places; stackedOnPoints?: Places }): void;
}

/** px between two places that are the same. */
export const SAME = 0.001;
/** Points of a line that are painted whole: browsers smooth the edges of a part a little differently. */
const SHORT = 500;
/** Points beside one that changes whose curve changes with it. */
export const CURVED = 3;

/** How many of the places stay: those up to `x`. */
export function countUpTo(places: Places, x: number): number {
  let count = places.length / 2;
  while (count > 0 && (places[2 * count - 2] as number) > x + SAME) count--;
  return count;
}

/** Places of which the first stay, and what follows them. */
export function extended(places: Places, count: number, more: readonly number[]): Places {
  if (Array.isArray(places)) return [...places.slice(0, 2 * count), ...more];
  const result = new Float32Array(2 * count + more.length);
  result.set(places.subarray(0, 2 * count));
  result.set(more, 2 * count);
  return result;
}

/** The first point, from the one with number `from` on, that is not as before; undefined: all are. */
export function firstChanged(before: Places, after: Places, from: number): number | undefined {
  for (let at = 2 * from; at < Math.max(before.length, after.length); at++)
    if (!Object.is(before[at], after[at])) return at >> 1;
  return undefined;
}

/** px around a line that are painted for it. */
export function reachOf({ style: { lineWidth = 1, shadowBlur = 0 } }: DrawnLine): number {
  return 2 * lineWidth + shadowBlur + 1;
}

/** Places without those from one point to before another. */
function without(places: Places, from: number, to: number): Float32Array {
  const [before, after] = [places.slice(0, 2 * from), places.slice(2 * to)];
  const result = new Float32Array(before.length + 2 + after.length);
  result.set(before);
  // Nothing is drawn to a place without height, and from it.
  result.fill(Number.NaN, before.length, before.length + 2);
  result.set(after, before.length + 2);
  return result;
}

/** Leaves out what is drawn of a long line between two places alone, px; returns what brings it back. */
export function leaveOutBetween(line: DrawnLine, left: number, right: number): () => void {
  const { points, stackedOnPoints } = line.shape;
  const count = points.length / 2;
  if (count <= SHORT) return () => undefined;
  let from = 0;
  while (from < count && !((points[2 * from] as number) > left)) from++;
  let to = count;
  while (to > from && !((points[2 * to - 2] as number) < right)) to--;
  [from, to] = [from + CURVED, to - CURVED];
  if (to - from < 2) return () => undefined;
  line.setShape({
    points: without(points, from, to),
    ...(stackedOnPoints && { stackedOnPoints: without(stackedOnPoints, from, to) }),
  });
  return () => line.setShape({ points, ...(stackedOnPoints && { stackedOnPoints }) });
}
