import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { callAt, MAX_DELAY, timerDelay } from './timers.ts';

const DAY = 86_400_000;

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the delay of a timer', () => {
  it('is never one after which the timer would fire at once', () => {
    expect([5, MAX_DELAY, MAX_DELAY + 1, Number.POSITIVE_INFINITY, -1].map(timerDelay)).toEqual([
      5,
      MAX_DELAY,
      MAX_DELAY,
      MAX_DELAY,
      0,
    ]);
  });
});

describe('a call at a time', () => {
  it('comes then, also when that is further away than a timer can wait', async () => {
    const calls: number[] = [];
    for (const days of [-1, 1, 30, 100]) callAt(days * DAY, () => void calls.push(Date.now() / DAY));
    await vi.advanceTimersByTimeAsync(99 * DAY);
    expect(calls).toEqual([0, 1, 30]);
    await vi.advanceTimersByTimeAsync(DAY);
    expect(calls).toEqual([0, 1, 30, 100]);
  });

  it('does not come when it is cancelled, also after the first of its timers', async () => {
    let calls = 0;
    const [soon, late] = [1, 60].map((days) => callAt(days * DAY, () => calls++));
    soon?.cancel();
    await vi.advanceTimersByTimeAsync(40 * DAY);
    late?.cancel();
    await vi.advanceTimersByTimeAsync(40 * DAY);
    expect([calls, vi.getTimerCount()]).toEqual([0, 0]);
  });
});
