import { expect, it } from 'vitest';
import { createSharedCache } from './shared-cache.ts';

it('keeps what was read of late, as far as there is room', () => {
  const cache = createSharedCache<string>(3);
  for (const key of ['a', 'b', 'c']) cache.set('one', key, key);
  expect(cache.get('one', 'a')).toBe('a');
  cache.set('one', 'd', 'd');
  expect(['a', 'b', 'c', 'd'].map((key) => cache.get('one', key))).toEqual(['a', undefined, 'c', 'd']);
  cache.set('one', 'e', 'heavy', 3);
  expect(['a', 'c', 'd', 'e'].map((key) => cache.get('one', key))).toEqual([undefined, undefined, undefined, 'heavy']);
  cache.set('one', 'f', 'too heavy', 4);
  expect(cache.get('one', 'f')).toBeUndefined();
});

it('takes room from whoever has the most', () => {
  const cache = createSharedCache<number>(10);
  cache.set('modest', 'a', 1, 2);
  for (let key = 0; key < 100; key++) cache.set('greedy', String(key), key);
  expect(cache.get('modest', 'a')).toBe(1);
  cache.set('other', 'b', 2, 3);
  expect(cache.get('modest', 'a')).toBe(1);
  expect(cache.get('greedy', '99')).toBe(99);
});

it('forgets what is of one owner, or of all', () => {
  const cache = createSharedCache<number>(4);
  cache.set('one', 'a', 1, 2);
  cache.set('two', 'a', 2, 2);
  cache.clear('one');
  cache.clear('one');
  expect([cache.get('one', 'a'), cache.get('two', 'a')]).toEqual([undefined, 2]);
  cache.set('one', 'b', 3, 2);
  expect([cache.get('one', 'b'), cache.get('two', 'a')]).toEqual([3, 2]);
  cache.clearAll();
  cache.set('one', 'c', 4, 4);
  expect([cache.get('one', 'c'), cache.get('two', 'a')]).toEqual([4, undefined]);
});
