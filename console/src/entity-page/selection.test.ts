import { describe, expect, it } from 'vitest';
import { placesBetween } from './use-range-selection.ts';

describe('a range', () => {
  it('has both ends, whichever is first', () => {
    expect(placesBetween(2, 4)).toEqual([2, 3, 4]);
    expect(placesBetween(4, 2)).toEqual([2, 3, 4]);
    expect(placesBetween(3, 3)).toEqual([3]);
  });
});
