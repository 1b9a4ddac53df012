import { expect, it } from 'vitest';
import { cardAfterKey } from './card-keys.ts';

/** Where each key leads to among eight cards in three columns. */
const after = (index: number, isRightToLeft = false) =>
  ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'a'].map((key) =>
    cardAfterKey(key, index, { count: 8, columns: 3, isRightToLeft }),
  );

it('goes from card to card by the arrows, and stays at the edges', () => {
  expect(after(4)).toEqual([3, 5, 1, 7, 0, 7, undefined]);
  expect(after(0)).toEqual([0, 1, 0, 3, 0, 7, undefined]);
  expect(after(7)).toEqual([6, 7, 4, 7, 0, 7, undefined]);
});

it('goes to the last card from above a gap', () => {
  expect(after(5)[3]).toBe(7);
});

it('goes the other way from right to left', () => {
  expect(after(4, true)).toEqual([5, 3, 1, 7, 0, 7, undefined]);
});
