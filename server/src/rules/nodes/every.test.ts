import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { every } from './every.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
});
afterEach(() => {
  vi.useRealTimers();
});

test('keeps its times however long the work takes, and skips those that it misses', async () => {
  const times: number[] = [];
  const durations = [100, 2_500, 0, 0];
  const stop = every(1_000, async () => {
    times.push(Date.now());
    const { promise, resolve } = Promise.withResolvers<void>();
    setTimeout(resolve, durations.shift());
    await promise;
  });
  await vi.advanceTimersByTimeAsync(6_500);
  expect(times).toEqual([1_000, 2_000, 5_000, 6_000]);
  stop();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(times).toHaveLength(4);
});

test('waits for a period that is longer than timers can wait', async () => {
  let runs = 0;
  const month = 30 * 86_400_000;
  const stop = every(month, async () => void runs++);
  await vi.advanceTimersByTimeAsync(month - 1);
  expect(runs).toBe(0);
  await vi.advanceTimersByTimeAsync(month + 1);
  expect(runs).toBe(2);
  stop();
});

test('ends while it works', async () => {
  let runs = 0;
  const work = Promise.withResolvers<void>();
  const stop = every(1_000, async () => {
    runs++;
    await work.promise;
  });
  await vi.advanceTimersByTimeAsync(1_000);
  stop();
  work.resolve();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(runs).toBe(1);
});
