import { describe, expect, it } from 'vitest';
import { createUpdateRate } from './update-rate.ts';

describe('update rate', () => {
  it('enforces all of several limits', () => {
    const rate = createUpdateRate('3:1,5:60', 0);
    expect([1, 2, 3, 4].map(() => rate.take(0))).toEqual([true, true, true, false]);
    expect(rate.wait(0)).toBe(334);
  });

  it('has no limit when empty', () => {
    const rate = createUpdateRate('', 0);
    expect(Array.from({ length: 1000 }, () => rate.take(0)).every(Boolean)).toBe(true);
    expect(rate.wait(0)).toBe(0);
  });

  it.each(['x', '5', '5:', '0:1', '5:0', '5:1;6:2'])('refuses %s', (text) => {
    expect(() => createUpdateRate(text, 0)).toThrow(text);
  });
});
