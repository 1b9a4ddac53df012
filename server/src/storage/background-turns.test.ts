import { expect, test } from 'vitest';
import { createBackgroundTurns } from './background-turns.ts';

/** Keeps the thread busy, ms. */
function work(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end; );
}

test('work takes its turn when it has worked long enough, and not before', async () => {
  const pause = createBackgroundTurns({ work: 5, rest: 10 })();
  expect(pause()).toBeUndefined();
  work(6);
  const begun = performance.now();
  await pause();
  expect(performance.now() - begun).toBeGreaterThanOrEqual(9);
  expect(pause()).toBeUndefined();
});

test('many who work have one turn after the other, so that they take no more than one does', async () => {
  const begin = createBackgroundTurns({ work: 0, rest: 10 });
  const begun = performance.now();
  const ended: number[] = [];
  await Promise.all(
    [1, 2, 3, 4].map(async (number) => {
      await begin()();
      ended.push(number);
    }),
  );
  expect(ended).toEqual([1, 2, 3, 4]);
  expect(performance.now() - begun).toBeGreaterThanOrEqual(38);
});
