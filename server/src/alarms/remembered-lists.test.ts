import { expect, it } from 'vitest';
import { keepLists, nameLists } from './remembered-lists.ts';

it('gives a list that was found again the name that it had', () => {
  const keep = keepLists();
  const nameOf = nameLists();
  const name = (...ids: string[]): string => nameOf(keep(ids));
  const first = name('a', 'b');
  expect(name('a', 'b')).toBe(first);
  expect(new Set([first, name('b', 'a'), name('a'), name('ab')]).size).toBe(4);
  const ids = ['c'];
  expect(keep(ids)).toBe(ids);
  expect(keep(['c'])).toBe(ids);
});

it('keeps the latest lists only', () => {
  const keep = keepLists();
  const first = keep(['first']);
  for (let i = 0; i < 200; i++) keep([`${i}`]);
  expect(keep(['first'])).not.toBe(first);
});
