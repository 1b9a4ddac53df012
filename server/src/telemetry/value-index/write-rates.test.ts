import { expect, it } from 'vitest';
import { createWriteRates } from './write-rates.ts';

it('counts what is written of each key in a second, window by window', () => {
  let now = 0;
  const rates = createWriteRates(() => now);
  for (let at = 0; at < 400; at++) rates.note(7);
  for (let at = 0; at < 40; at++) rates.note('model');
  now = 19_999;
  expect(rates.turn()).toBe(false);
  expect(rates.of(7)).toBe(0);
  now = 40_000;
  expect(rates.turn()).toBe(true);
  expect([rates.of(7), rates.of('model'), rates.of(8)]).toEqual([10, 1, 0]);
  rates.note(7);
  now = 60_000;
  expect(rates.turn()).toBe(true);
  expect([rates.of(7), rates.of('model')]).toEqual([0.05, 0]);
});
