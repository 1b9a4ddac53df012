import { describe, expect, it } from 'vitest';
import type { Point } from '../model.ts';
import { linePoints, withPackedPoints } from './drawn-points.ts';

const data: readonly Point[] = Array.from({ length: 2000 }, (_, time) => [time, time % 7]);
const SHAPE = { kind: 'line', bucket: 0, isWhole: false, width: 600 } as const;

describe('the points of a line', () => {
  it('are made once for values that stay as they are', () => {
    const line = linePoints(data, SHAPE);
    expect(linePoints(data, SHAPE).points).toBe(line.points);
    expect(linePoints([...data], SHAPE).points).toEqual(line.points);
  });

  it('are remade where the chart has become another', () => {
    expect(linePoints(data, SHAPE).points).toHaveLength(602);
    expect(linePoints(data, { ...SHAPE, isWhole: true }).points).toHaveLength(2000);
    expect(linePoints(data, { ...SHAPE, width: 100 }).points).toHaveLength(102);
    expect(linePoints([...data, [9000, 1]], SHAPE)).toMatchObject({ count: 2001, alone: new Set([9000]) });
  });

  it('are handed over as numbers in a row, and gaps as what is not a number', () => {
    const points = [
      [0, 1],
      [5, null],
      [10, 2],
    ];
    const bars = { type: 'bar', data: [[0, 1]] };
    const [line, untouched] = withPackedPoints({ series: [{ type: 'line', data: points }, bars] }).series as [
      { data: Float64Array },
      object,
    ];
    expect([...line.data]).toEqual([0, 1, 5, Number.NaN, 10, 2]);
    expect(untouched).toBe(bars);
  });
});
