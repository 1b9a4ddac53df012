import { type GappedPoints, withGaps } from '../../controls/gaps.ts';
import type { Point } from '../model.ts';
import { drawnNumber } from '../runtime/values.ts';
import type { ChartKind, Option } from './chart-input.ts';
import { thinned } from './chart-pan.ts';

/** Points that can be drawn. */
export function numericPoints(data: readonly Point[]): (readonly [number, number])[] {
  const points: (readonly [number, number])[] = [];
  for (const [time, value] of data) {
    const number = drawnNumber(value);
    if (number !== undefined) points.push([time, number]);
  }
  return points;
}

/** What the points of a line depend on besides its values. */
export interface LineShape {
  kind: ChartKind;
  /** Width of the buckets that points stand for, ms; 0 for points as they were measured. */
  bucket: number;
  /** All points are needed: stacked series must keep their partners. */
  isWhole: boolean;
  /** px */
  width: number;
}

/** A line as it is drawn. */
export interface LinePoints {
  points: readonly (readonly [time: number, value: number | null])[];
  /** Times of points that have a gap on both sides. */
  alone: ReadonlySet<number>;
  /** Numbers among the values. */
  count: number;
  /** Two points have a gap between them when they are further apart, ms. */
  limit: number;
}

const NONE: ReadonlySet<number> = new Set();

/** By the values of a series, its line as it was drawn last: most drawings change other series, or none. */
const known = new WeakMap<readonly Point[], LineShape & LinePoints>();

/** The points of a line, with its gaps, and no more of them than can be told apart. */
export function linePoints(data: readonly Point[], shape: LineShape): LinePoints {
  const { kind, bucket, isWhole, width } = shape;
  const last = known.get(data);
  if (last?.kind === kind && last.bucket === bucket && last.isWhole === isWhole && last.width === width) return last;
  const numbers = numericPoints(data);
  // A state holds until the next one; everything else is unknown where nothing came.
  const { points, alone, limit }: GappedPoints =
    kind === 'state' ? { points: numbers, alone: NONE, limit: Number.POSITIVE_INFINITY } : withGaps(numbers, bucket);
  const isGapped = points.length > numbers.length;
  const line = { points: isWhole || isGapped ? points : thinned(numbers, width), alone, count: numbers.length, limit };
  known.set(data, { ...shape, ...line });
  return line;
}

/** By the points of a line, the same as numbers in a row: times and values in turn. */
const packed = new WeakMap<readonly unknown[], Float64Array>();

function packedPoints(points: LinePoints['points']): Float64Array {
  const before = packed.get(points);
  if (before) return before;
  const numbers = new Float64Array(points.length * 2);
  points.forEach(([time, value], index) => {
    numbers[index * 2] = time;
    numbers[index * 2 + 1] = value ?? Number.NaN;
  });
  packed.set(points, numbers);
  return numbers;
}

/** An option with the points of its lines as plain numbers, which ECharts does not copy one by one. */
export function withPackedPoints(option: Option): Option {
  const { series } = option;
  if (!Array.isArray(series)) return option;
  const packedSeries = series.map((one: Option) =>
    one.type === 'line' && Array.isArray(one.data)
      ? { ...one, dimensions: ['time', 'value'], data: packedPoints(one.data) }
      : one,
  );
  return { ...option, series: packedSeries };
}
