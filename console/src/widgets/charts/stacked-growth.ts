import type { Point } from '../model.ts';
import type { ChartKind } from './chart-input.ts';
import { type LinePoints, numericPoints } from './drawn-points.ts';
import { keptPart, lineEnd } from './line-growth.ts';

/** A series of a stack, in the order in which they stand on each other. */
export interface StackMember {
  before: readonly Point[];
  after: readonly Point[];
  shape: Pick<LinePoints, 'limit'>;
}

/** A value where it stands on a stack: up to where, and on what; without that, on the axis. */
export type StackedPoint = readonly [time: number, top: number | null, foot: number | undefined];

/** What has changed at the end of a series of a stack. */
export interface StackedGrowth {
  last: readonly [time: number, top: number, foot: number | undefined];
  points: readonly StackedPoint[];
  /** Times of those of them that have a gap on both sides. */
  alone: ReadonlySet<number>;
}

/** The place of the last point that is not after a time; -1: there is none. */
function placeUpTo(points: readonly Point[], time: number): number {
  let [low, high] = [0, points.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((points[middle] as Point)[0] <= time) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function valueAt(points: readonly Point[], time: number): number | undefined {
  const point = points[placeUpTo(points, time)];
  return point && point[0] === time ? numericPoints([point])[0]?.[1] : undefined;
}

/** Where a value stands: on the next one below that is of its time, and above or below zero like itself. */
function stacked(members: readonly StackMember[], at: number, time: number, value: number): [number, number?] {
  for (let below = at - 1; below >= 0; below--) {
    const other = valueAt((members[below] as StackMember).after, time);
    if (other === undefined) continue;
    const [foot] = stacked(members, below, time, other);
    if ((value >= 0 && foot > 0) || (value <= 0 && foot < 0)) return [value + foot, foot];
  }
  return [value];
}

/**
 * By which ends the series of a stack differ from before, from the first time on at which any of them does; undefined
 * where they must be drawn as a whole.
 */
export function stackedGrowth(members: readonly StackMember[], kind: ChartKind): readonly StackedGrowth[] | undefined {
  const kept = members.map(({ before, after }) => keptPart(before, after, kind));
  let until = Number.POSITIVE_INFINITY;
  for (const [at, { before, after }] of members.entries()) {
    const part = kept[at];
    if (!part) return undefined;
    const isSame = part.from === after.length && part.from + part.gone === before.length;
    if (!isSame) until = Math.min(until, after[part.from - 1]?.[0] ?? Number.NEGATIVE_INFINITY);
  }
  const result: StackedGrowth[] = [];
  for (const [at, { before, after, shape }] of members.entries()) {
    const { from, gone } = kept[at] as { from: number; gone: number };
    const end = lineEnd(before, after, { from: Math.min(from, placeUpTo(after, until) + 1), gone }, shape);
    if (!end) return undefined;
    const place = ([time, value]: readonly [number, number | null]): StackedPoint => {
      if (value === null) return [time, null, undefined];
      const [top, foot] = stacked(members, at, time, value);
      return [time, top, foot];
    };
    const [time, top, foot] = place(end.last);
    result.push({ last: [time, top as number, foot], points: end.points.map(place), alone: end.alone });
  }
  return result;
}
