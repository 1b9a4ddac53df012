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
