import type { DataRow } from '../model.ts';
import { isNumeric } from '../runtime/values.ts';

/** One slice; angles in radians clockwise from the top. */
export interface Slice {
  /** Place of its row. */
  index: number;
  from: number;
  to: number;
  /** Part of the whole, 0 to 1. */
  share: number;
}

/** The slices of the rows' latest values. What is hidden, not a number or not above zero has none. */
export function pieSlices(rows: readonly DataRow[], hidden: ReadonlySet<number>): Slice[] {
  const values = rows.map((row, index) => {
    const value = row.data.at(-1)?.[1];
    return hidden.has(index) || !isNumeric(value) ? 0 : Math.max(0, Number(value));
  });
  const largest = Math.max(...values);
  // Relative to the largest, whose sum may be too large for a number.
  const total = values.reduce((sum, value) => sum + value / largest, 0);
  let angle = 0;
  return values.flatMap((value, index) => {
    if (value === 0) return [];
    const share = value / largest / total;
    const from = angle;
    angle += share * 2 * Math.PI;
    return [{ index, from, to: angle, share }];
  });
}

/** The outline of a slice as an SVG path; `inner` 0 makes a pie, more a ring. */
export function slicePath(slice: Pick<Slice, 'from' | 'to' | 'share'>, outer: number, inner: number): string {
  const at = (angle: number, radius: number) =>
    `${(Math.sin(angle) * radius).toFixed(3)},${(-Math.cos(angle) * radius).toFixed(3)}`;
  if (slice.share >= 0.9999) {
    const ring = (radius: number) =>
      `M0,${-radius}A${radius},${radius} 0 1 1 0,${radius}A${radius},${radius} 0 1 1 0,${-radius}Z`;
    return inner > 0 ? ring(outer) + ring(inner) : ring(outer);
  }
  const large = slice.to - slice.from > Math.PI ? 1 : 0;
  const outside = `${at(slice.from, outer)}A${outer},${outer} 0 ${large} 1 ${at(slice.to, outer)}`;
  return inner > 0
    ? `M${outside}L${at(slice.to, inner)}A${inner},${inner} 0 ${large} 0 ${at(slice.from, inner)}Z`
    : `M0,0L${outside}Z`;
}
