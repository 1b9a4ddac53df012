import { expect, it } from 'vitest';
import { toNumber } from './rule-values.ts';

it.each([
  ['21.5', 21.5],
  [' -5. ', -5],
  ['.5e1', 5],
  ['5e', undefined],
  ['.', undefined],
  ['warm', undefined],
])('the text %j is the number %s', (value, expected) => {
  expect(toNumber({ type: 'STRING', value })).toBe(expected);
});

it('a long text takes no longer than its length', () => {
  const started = performance.now();
  expect(toNumber({ type: 'STRING', value: `${'1'.repeat(200_000)}x` })).toBeUndefined();
  expect(performance.now() - started).toBeLessThan(500);
});
