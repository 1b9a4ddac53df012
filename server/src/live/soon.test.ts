import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createSoon } from './soon.ts';

let work: ReturnType<typeof vi.fn<() => Promise<void>>>;
let held: PromiseWithResolvers<void>;
beforeEach(() => {
  vi.useFakeTimers();
  held = Promise.withResolvers();
  work = vi.fn(() => held.promise);
});
afterEach(() => vi.useRealTimers());

it('does what was requested many times once', async () => {
  const soon = createSoon(work, 500);
  for (let time = 0; time < 1000; time++) soon.request();
  await vi.advanceTimersByTimeAsync(0);
  expect(work).toHaveBeenCalledTimes(1);
  held.resolve();
  await vi.advanceTimersByTimeAsync(5000);
  expect(work).toHaveBeenCalledTimes(1);
});

it('does it once more, after a pause, when it was requested meanwhile', async () => {
  const soon = createSoon(work, 500);
  soon.request();
  await vi.advanceTimersByTimeAsync(0);
  for (let time = 0; time < 1000; time++) soon.request();
  await vi.advanceTimersByTimeAsync(5000);
  expect(work).toHaveBeenCalledTimes(1);
  held.resolve();
  await vi.advanceTimersByTimeAsync(499);
  expect(work).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(5000);
  expect(work).toHaveBeenCalledTimes(2);
});

it('does it no more once stopped, also when it is being done', async () => {
  const soon = createSoon(work, 500);
  soon.request();
  await vi.advanceTimersByTimeAsync(0);
  soon.request();
  soon.stop();
  held.resolve();
  soon.request();
  await vi.advanceTimersByTimeAsync(5000);
  expect(work).toHaveBeenCalledTimes(1);
});
