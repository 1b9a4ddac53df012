import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { int, long, naturalLong } from './whole-number.ts';

describe('a whole number of 64 bits', () => {
  it.each([
    ['0', 0],
    ['1700000000000', 1_700_000_000_000],
    ['-5', -5],
    // The largest and the smallest one, which mean "without an end".
    ['9223372036854775807', Number.MAX_SAFE_INTEGER],
    ['-9223372036854775808', Number.MIN_SAFE_INTEGER],
  ])('is taken, at most as large as it can be kept: %s', (text, kept) => {
    expect(z.parse(long, JSON.parse(text))).toBe(kept);
  });

  it.each(['9300000000000000000', '-9300000000000000000', '1.5', '"1"'])('is not %s', (text) => {
    expect(z.safeParse(long, JSON.parse(text)).success).toBe(false);
  });

  it('may have to be natural', () => {
    expect(z.parse(naturalLong, 2 ** 63)).toBe(Number.MAX_SAFE_INTEGER);
    expect(z.safeParse(naturalLong, -1).success).toBe(false);
  });
});

it.each([
  [2 ** 31 - 1, true],
  [-(2 ** 31), true],
  [2 ** 31, false],
  [0.5, false],
])('a whole number of 32 bits: %d is one: %s', (value, isOne) => {
  expect(z.safeParse(int, value).success).toBe(isOne);
});
