import { expect, it } from 'vitest';
import { steadyDifference } from './server-time.ts';

it.each([
  [undefined, 12, 12],
  [12, 15, 12],
  [12, -480, 12],
  [12, 512, 512],
  [-3_600_000, 0, 0],
])('goes by %s ms until another measurement is really another: %s ms gives %s', (before, measured, expected) => {
  expect(steadyDifference(before, measured)).toBe(expected);
});
