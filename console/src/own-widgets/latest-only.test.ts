import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { latestOnly } from './latest-only.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('what comes too often', () => {
  it('is applied at once, then the newest of each interval', () => {
    const applied: number[] = [];
    const { take } = latestOnly((value: number) => applied.push(value), 100);
    take(1);
    expect(applied).toEqual([1]);
    for (let value = 2; value <= 2_000; value++) take(value);
    vi.advanceTimersByTime(99);
    expect(applied).toEqual([1]);
    vi.advanceTimersByTime(1);
    expect(applied).toEqual([1, 2_000]);
    take(2_001);
    vi.advanceTimersByTime(1_000);
    expect(applied).toEqual([1, 2_000, 2_001]);
    take(2_002);
    expect(applied).toEqual([1, 2_000, 2_001, 2_002]);
  });

  it('is applied no more after the end', () => {
    const applied: number[] = [];
    const { take, end } = latestOnly((value: number) => applied.push(value), 100);
    take(1);
    take(2);
    end();
    take(3);
    vi.advanceTimersByTime(1_000);
    expect(applied).toEqual([1]);
  });
});
