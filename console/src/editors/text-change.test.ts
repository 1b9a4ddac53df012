import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changeBetween } from './text-change.ts';

describe('the change between two texts', () => {
  it.each([
    ['abc', 'abc', undefined],
    ['abc', 'abxc', { from: 2, to: 2, insert: 'x' }],
    ['abc', 'ac', { from: 1, to: 2, insert: '' }],
    ['', 'new', { from: 0, to: 0, insert: 'new' }],
    ['aaa', 'aa', { from: 2, to: 3, insert: '' }],
  ])('%j → %j', (before, after, change) => {
    expect(changeBetween(before, after)).toEqual(change);
  });

  it('makes one of the other', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n') });
    fc.assert(
      fc.property(text, text, (before, after) => {
        const { from, to, insert } = changeBetween(before, after) ?? { from: 0, to: 0, insert: '' };
        expect(before.slice(0, from) + insert + before.slice(to)).toBe(after);
      }),
    );
  });
});
