import { describe, expect, it } from 'vitest';
import type { Point } from '../model.ts';
import { linePoints } from './drawn-points.ts';
import { keptPart, lineEnd } from './line-growth.ts';

/** How a line becomes another one by its end; undefined where it must be drawn as a whole. */
function growth(before: readonly Point[], after: readonly Point[], kind: 'line' | 'state' = 'line') {
  const kept = keptPart(before, after, kind);
  return kept && lineEnd(before, after, kept, linePoints(before, { kind, bucket: 0, isWhole: false, width: 600 }));
}

/** A value every 10 ms. */
const points = (from: number, count: number): Point[] =>
  Array.from({ length: count }, (_, index) => [from + 10 * index, (from + index) % 7]);

describe('a line', () => {
  it('grows by what comes at its end', () => {
    const before = points(0, 20);
    expect(growth(before, [...before, [200, 3], [210, '4']])).toEqual({
      ...{ last: before[19], alone: new Set() },
      points: [
        [200, 3],
        [210, 4],
      ],
    });
    expect(growth(before, [...before])).toEqual({ last: before[19], points: [], alone: new Set() });
  });

  it('grows also when its last value becomes another, and when its first ones leave', () => {
    const before = points(0, 20);
    expect(growth(before, [...before.slice(3, 19), [190, 99], [200, 3]])).toEqual({
      ...{ last: before[18], alone: new Set() },
      points: [
        [190, 99],
        [200, 3],
      ],
    });
  });

  it('has a gap where nothing came for long', () => {
    const before = points(0, 20);
    expect(growth(before, [...before, [300, 1], [310, 2]])?.points).toEqual([
      [245, null],
      [300, 1],
      [310, 2],
    ]);
  });

  it('has dots that come and go where values have a gap on both sides', () => {
    const before = points(0, 20);
    const aloneIn = (old: readonly Point[], now: readonly Point[]) => [...(growth(old, now)?.alone ?? ['none'])];
    expect(aloneIn(before, [...before, [300, 1]])).toEqual([300]);
    expect(aloneIn(before, [...before, [300, 1], [400, 1], [410, 1]])).toEqual([300]);
    const withDot: Point[] = [...before, [300, 1]];
    expect(growth(withDot, [...withDot, [310, 1]])).toEqual({
      ...{ last: before[19], alone: new Set() },
      points: [
        [245, null],
        [300, 1],
        [310, 1],
      ],
    });
    expect(aloneIn(withDot, [...withDot, [400, 1]])).toEqual([300, 400]);
  });

  it('is drawn as a whole when something within it has changed, or it is another one', () => {
    const before = points(0, 20);
    const late: Point[] = [...before.slice(0, 1), [5, 5], ...before.slice(1)];
    expect(growth(before, late)).toBeUndefined();
    expect(growth(before, points(5, 20))).toBeUndefined();
    expect(growth(before, [])).toBeUndefined();
    expect(growth([], before)).toBeUndefined();
    expect(growth(before, [...before, ...points(200, 600)])).toBeUndefined();
  });

  it('of states ends with the shown time, and begins with what was before it', () => {
    const values = points(0, 20);
    const before: Point[] = [[-5, 'x'], ...values, [195, 4]].map(
      ([time, value]) => [time, value === 'x' ? 0 : value] as Point,
    );
    const after: Point[] = [[25, 2], ...values.slice(3), [200, 1], [205, 1]];
    expect(growth(before, after, 'state')).toEqual({
      ...{ last: values[19], alone: new Set() },
      points: [
        [200, 1],
        [205, 1],
      ],
    });
    expect(growth(before, after)).toBeUndefined();
  });
});
