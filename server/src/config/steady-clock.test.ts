import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createJumpWatch, steadyNow, wallTimeOf } from './steady-clock.ts';

const HOUR = 3_600_000;
beforeEach(() => void vi.useFakeTimers({ now: 1_800_000_000_000 }));
afterEach(() => void vi.useRealTimers());

it('a moment of the steady clock is told by the clock on the wall as it is now', () => {
  const moment = steadyNow();
  vi.advanceTimersByTime(1000);
  expect(wallTimeOf(moment)).toBe(1_800_000_000_000);
  vi.setSystemTime(Date.now() + HOUR);
  expect(wallTimeOf(moment)).toBe(1_800_000_000_000 + HOUR);
});

it('a clock that is set ahead is noticed, and one that goes on or back is not', () => {
  const evenFor = createJumpWatch();
  expect(evenFor()).toBe(Number.POSITIVE_INFINITY);
  vi.advanceTimersByTime(HOUR);
  expect(evenFor()).toBe(Number.POSITIVE_INFINITY);
  vi.setSystemTime(Date.now() - HOUR);
  expect(evenFor()).toBe(Number.POSITIVE_INFINITY);
  vi.setSystemTime(Date.now() + HOUR);
  expect(evenFor()).toBe(0);
  vi.advanceTimersByTime(2000);
  expect(evenFor()).toBe(2000);
});
