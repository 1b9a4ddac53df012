import { expect, it } from 'vitest';
import { sizeUpTo } from './message-size.ts';

const MOST = 1_000_000;

it('counts texts, names, numbers and binary data', () => {
  expect(sizeUpTo('four', MOST)).toBe(12);
  expect(sizeUpTo({ kind: 'call', args: [1, 2] }, MOST)).toBe(8 + 4 + 12 + 4 + 8 + 16);
  expect(sizeUpTo(new Float64Array(10), MOST)).toBe(88);
  expect(sizeUpTo(new ArrayBuffer(10), MOST)).toBe(18);
  expect(sizeUpTo(null, MOST)).toBe(8);
});

it('counts no further than it is asked to, whatever it is given', () => {
  const round: unknown[] = [];
  round.push(round, { round });
  expect(sizeUpTo(round, MOST)).toBe(MOST);
  let deep: unknown = 'end';
  for (let level = 0; level < 200_000; level++) deep = [deep];
  expect(sizeUpTo(deep, MOST)).toBe(MOST);
  // With so many places that reading them all would be felt.
  expect(sizeUpTo(new Array(4_000_000_000), MOST)).toBe(MOST);
  expect(sizeUpTo('x'.repeat(2 * MOST), MOST)).toBe(MOST);
});
