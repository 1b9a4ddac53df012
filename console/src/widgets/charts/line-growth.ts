import type { Point } from '../model.ts';
import type { ChartKind } from './chart-input.ts';
import { type LinePoints, numericPoints } from './drawn-points.ts';

/** What has changed at the end of a line. */
export interface LineGrowth {
  /** The last point that stays; all before it stays too. */
  last: readonly [time: number, value: number];
  /** What follows it now. */
  points: readonly (readonly [time: number, value: number | null])[];
  /** Times of those of them that have a gap on both sides. */
  alone: ReadonlySet<number>;
}

/** What stays of a line: how many of its newer points are as they were, and how many of the older ones have left it. */
export interface KeptPart {
  from: number;
  gone: number;
}

/** Points that are put to the end of a line before it is drawn as a whole. */
const MAX_POINTS = 500;

const isSame = (one: Point | undefined, other: Point | undefined) =>
  one === other || (one?.[0] === other?.[0] && one?.[1] === other?.[1]);

/** Where the newer points begin within the older ones: what is before that has left the chart. Undefined: nowhere. */
function beginning(before: readonly Point[], first: Point | undefined): number | undefined {
  const at = first ? before.findIndex(([time]) => time >= first[0]) : -1;
  return at >= 0 && isSame(before[at], first) ? at : undefined;
}

/** What stays of a line; undefined where it must be drawn as a whole, since something within it has changed. */
export function keptPart(before: readonly Point[], after: readonly Point[], kind: ChartKind): KeptPart | undefined {
  let gone = beginning(before, after[0]);
  let from = 0;
  if (gone === undefined && kind === 'state') {
    // What was before the shown time holds until its beginning, which moves.
    gone = beginning(before, after[1]);
    from = 1;
    if (gone !== undefined) gone -= 1;
  }
  if (gone === undefined) return undefined;
  while (from < after.length && from + gone < before.length && isSame(before[from + gone], after[from])) from++;
  return { from, gone };
}

/** The end of a line after what stays; undefined where it must be drawn as a whole. */
export function lineEnd(
  before: readonly Point[],
  after: readonly Point[],
  kept: KeptPart,
  { limit }: Pick<LinePoints, 'limit'>,
): LineGrowth | undefined {
  const { gone } = kept;
  let { from } = kept;
  // After a gap, it depends on the next point whether one stands alone.
  while (from >= 2 && (after[from - 1] as Point)[0] - (after[from - 2] as Point)[0] > limit) from--;
  if (from < 2 || after.length - from > MAX_POINTS || before.length - gone - from > MAX_POINTS) return undefined;
  const [last, ...more] = numericPoints(after.slice(from - 1));
  if (!last || last[0] !== after[from - 1]?.[0]) return undefined;
  const points: (readonly [number, number | null])[] = [];
  const alone = new Set<number>();
  let previous = last;
  let isAfterGap = false;
  for (const point of more) {
    const isGap = point[0] - previous[0] > limit;
    if (isGap && isAfterGap) alone.add(previous[0]);
    if (isGap) points.push([(previous[0] + point[0]) / 2, null]);
    points.push(point);
    isAfterGap = isGap;
    previous = point;
  }
  if (isAfterGap) alone.add(previous[0]);
  return { last, points, alone };
}
