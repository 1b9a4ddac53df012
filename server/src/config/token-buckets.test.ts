import { describe, expect, it } from 'vitest';
import { createTokenBuckets, takeTokens, waitForToken } from './token-buckets.ts';

describe('token buckets', () => {
  it('let a burst through and refill evenly', () => {
    const buckets = createTokenBuckets('3:1, 5:60', 0);
    expect([1, 2, 3, 4].map(() => takeTokens(buckets, 1, 0))).toEqual([true, true, true, false]);
    expect(waitForToken(buckets, 0)).toBe(334);
    expect(takeTokens(buckets, 1, 334)).toBe(true);
    expect(takeTokens(buckets, 1, 1334)).toBe(true);
    // The five tokens of the minute are used up, though those of the second are not.
    expect(takeTokens(buckets, 1, 2334)).toBe(false);
    expect(takeTokens(buckets, 1, 60_000)).toBe(true);
  });

  it('grant several tokens together or not at all', () => {
    const buckets = createTokenBuckets('100:1,150:60', 0);
    expect(takeTokens(buckets, 100, 0)).toBe(true);
    expect(takeTokens(buckets, 60, 1000)).toBe(false);
    expect(takeTokens(buckets, 50, 1000)).toBe(true);
  });

  it('are not emptied by a clock that moves backwards', () => {
    const buckets = createTokenBuckets('2:1', 1000);
    expect(takeTokens(buckets, 1, 500)).toBe(true);
    expect(takeTokens(buckets, 1, 500)).toBe(true);
  });

  it('ignore malformed parts; an empty rate is no limit', () => {
    for (const text of ['', 'x', '5', '5:', '0:1', '1:0', '-1:1']) expect(createTokenBuckets(text, 0)).toEqual([]);
    expect(takeTokens([], 1_000_000, 0)).toBe(true);
    expect(waitForToken([], 0)).toBe(0);
  });
});
