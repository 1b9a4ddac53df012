import { expect, it } from 'vitest';
import { createRetryDelays } from './retry-delays.ts';

it('attempts become rarer, down to one a minute, and start over after an answer', () => {
  const delays = createRetryDelays();
  expect(Array.from({ length: 7 }, () => delays.next() / 1000)).toEqual([2, 4, 8, 16, 32, 60, 60]);
  delays.reset();
  expect(delays.next()).toBe(2000);
});
