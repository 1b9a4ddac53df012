import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createRounds } from './rounds.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Rounds of which each takes 10 ms; `left` more rounds are to follow one another at once. */
function counted() {
  const own = { rounds: 0, left: 0, failures: [] as unknown[], fails: false };
  const rounds = createRounds({
    interval: 1000,
    failed: (error) => own.failures.push(error),
    async round() {
      own.rounds++;
      await new Promise((resolve) => setTimeout(resolve, 10));
      if (own.fails) throw new Error('no database');
      return own.left-- > 0;
    },
  });
  return Object.assign(own, { work: rounds });
}

it('come at intervals, and one after the other as long as there is more to do', async () => {
  const own = counted();
  own.left = 2;
  own.work.open();
  await vi.advanceTimersByTimeAsync(50);
  expect(own.rounds).toBe(3);
  await vi.advanceTimersByTimeAsync(1000);
  expect(own.rounds).toBe(4);
  await own.work.close();
});

it('come when they are wanted: once for what comes together, and once more for what comes meanwhile', async () => {
  const own = counted();
  for (let time = 0; time < 5; time++) own.work.wake(100);
  await vi.advanceTimersByTimeAsync(99);
  expect(own.rounds).toBe(0);
  await vi.advanceTimersByTimeAsync(3);
  own.work.wake();
  own.work.wake(100);
  await vi.advanceTimersByTimeAsync(50);
  expect(own.rounds).toBe(2);
  await own.work.close();
});

it('are as far apart as what comes may wait, however much comes', async () => {
  const own = counted();
  own.work.wake(100);
  for (let time = 0; time < 1000; time += 5) {
    await vi.advanceTimersByTimeAsync(5);
    own.work.wake(100);
  }
  expect(own.rounds).toBe(9);
  await own.work.close();
});

it('go on after one that fails, and end with the work', async () => {
  const own = counted();
  own.fails = true;
  own.work.open();
  await vi.advanceTimersByTimeAsync(20);
  expect(own.failures).toHaveLength(1);
  own.fails = false;
  await vi.advanceTimersByTimeAsync(1020);
  expect(own.rounds).toBe(2);
  await own.work.close();
  own.work.wake();
  await vi.advanceTimersByTimeAsync(5000);
  expect(own.rounds).toBe(2);
});
