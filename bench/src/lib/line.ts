/** Values of Student's t between which 95 % lie, by degrees of freedom from 1 on; then that of the normal distribution. */
const STUDENT_95 = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306];
const NORMAL_95 = 1.96;

/** A straight line through measured points. */
export interface Line {
  slope: number;
  /** How far the furthest of the points lies from it. */
  furthest: number;
  at(x: number): number;
  /** How far from the line a point there may be expected, with 95 % confidence. */
  marginAt(x: number): number;
}

/** The line with the least squares of distances. @param points at least three, at different places */
export function lineThrough(points: readonly (readonly [x: number, y: number])[]): Line {
  const count = points.length;
  const meanX = points.reduce((sum, [x]) => sum + x, 0) / count;
  const meanY = points.reduce((sum, [, y]) => sum + y, 0) / count;
  const spread = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
  const slope = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0) / spread;
  const at = (x: number): number => meanY + slope * (x - meanX);
  const distances = points.map(([x, y]) => y - at(x));
  const freedom = count - 2;
  const deviation = Math.sqrt(distances.reduce((sum, distance) => sum + distance ** 2, 0) / freedom);
  return {
    slope,
    furthest: Math.max(...distances.map(Math.abs)),
    at,
    marginAt: (x) =>
      (STUDENT_95[freedom - 1] ?? NORMAL_95) * deviation * Math.sqrt(1 + 1 / count + (x - meanX) ** 2 / spread),
  };
}
