import { expect, it } from 'vitest';
import { nthOf } from './nth-of.ts';

it('finds the value at every place of an order, among equals too', () => {
  for (const values of [
    [3],
    [2, 1],
    [5, 5, 5, 5],
    [9, 1, 8, 2, 7, 3],
    Array.from({ length: 300 }, (_, at) => (at * 37) % 50),
  ]) {
    const sorted = values.toSorted((a, b) => a - b);
    expect(values.map((_, place) => nthOf(Float64Array.from(values), place))).toEqual(sorted);
  }
});

it.each<[string, (at: number, size: number) => number]>([
  ['rise and fall', (at, size) => Math.min(at, size - at)],
  ['fall and rise', (at, size) => Math.max(at, size - at)],
  ['rise', (at) => at],
  ['rise again and again', (at) => at % 100],
])('finds it by a few looks at each of those that %s', (_, valueAt) => {
  const size = 4_000;
  for (const place of [0, size / 2, size - 1]) {
    const values = Float64Array.from({ length: size }, (_value, at) => valueAt(at, size));
    let reads = 0;
    const counted = new Proxy(values, {
      get(of, key) {
        if (key !== 'length') reads++;
        return Reflect.get(of, key);
      },
    });
    expect(nthOf(counted, place)).toBe(values.toSorted()[place]);
    expect(reads).toBeLessThan(size * 10);
  }
});
