import { expect, it } from 'vitest';
import { createDeletedTenants } from './deleted-tenants.ts';
import { createFairCache } from './fair-cache.ts';

it('gives back what a tenant has put in, the newest value of each key, until it is dropped', () => {
  const cache = createFairCache<string>(10, createDeletedTenants());
  cache.set('one', 'a', '1');
  cache.set('one', 'a', '2');
  cache.set('two', 'a', '3');
  expect(cache.get('one', 'a')).toBe('2');
  cache.delete('one', 'a');
  cache.delete('one', 'never there');
  cache.delete('nobody', 'a');
  expect([cache.get('one', 'a'), cache.get('two', 'a')]).toEqual([undefined, '3']);
  cache.set('two', 'b', '4');
  cache.forget('two');
  cache.forget('nobody');
  expect([cache.get('two', 'a'), cache.get('two', 'b')]).toEqual([undefined, undefined]);
});

it('keeps what others have, however much a tenant puts in', () => {
  const cache = createFairCache<number>(10, createDeletedTenants());
  const keys = Array.from({ length: 50 }, (_, at) => `key ${at}`);
  for (const [at, key] of keys.entries()) cache.set('much', key, at);
  expect(keys.filter((key) => cache.get('much', key) !== undefined)).toHaveLength(10);
  for (const tenant of ['one', 'two']) for (const key of ['a', 'b', 'c']) cache.set(tenant, key, 1);
  for (const [at, key] of keys.entries()) cache.set('much', key, at);
  for (const tenant of ['one', 'two']) for (const key of ['a', 'b', 'c']) expect(cache.get(tenant, key)).toBe(1);
  expect(keys.filter((key) => cache.get('much', key) !== undefined)).toHaveLength(4);
});

it('never holds more than it may weigh, and keeps what is used', () => {
  const cache = createFairCache<number>(10, createDeletedTenants(), (value) => value);
  cache.set('light', 'a', 3);
  cache.set('heavy', 'a', 2);
  cache.set('heavy', 'b', 4);
  expect(cache.get('heavy', 'a')).toBe(2);
  // In place of the one that nobody has used.
  cache.set('heavy', 'c', 4);
  expect(['a', 'b', 'c'].map((key) => cache.get('heavy', key))).toEqual([2, undefined, 4]);
  cache.set('heavy', 'd', 11);
  cache.set('heavy', 'c', 11);
  expect(['c', 'd'].map((key) => cache.get('heavy', key))).toEqual([undefined, undefined]);
  cache.set('light', 'b', 5);
  expect([cache.get('light', 'a'), cache.get('light', 'b'), cache.get('heavy', 'a')]).toEqual([3, 5, 2]);
});

it('makes room of what tenants have left behind that use it no more', () => {
  let now = 0;
  const cache = createFairCache<number>(
    10,
    createDeletedTenants(),
    () => 1,
    () => now,
  );
  const keys = Array.from({ length: 10 }, (_, at) => `key ${at}`);
  const kept = () => keys.filter((key) => cache.get('new', key) !== undefined).length;
  for (const key of keys) cache.set(`tenant of ${key}`, 'a', 1);
  for (const key of keys) cache.set('new', key, 1);
  expect(kept()).toBe(2);
  now += 11 * 60_000;
  expect(cache.get('tenant of key 9', 'a')).toBe(1);
  for (const key of keys) cache.set('new', key, 1);
  expect(kept()).toBe(9);
  expect(cache.get('tenant of key 9', 'a')).toBe(1);
});

it('has nothing of a tenant that has been deleted, though it is put in later', () => {
  const deletedTenants = createDeletedTenants();
  const cache = createFairCache<number>(3, deletedTenants);
  for (const tenant of ['gone', 'other']) cache.set(tenant, 'a', 1);
  deletedTenants.note('gone');
  cache.set('gone', 'b', 2);
  expect(['a', 'b'].map((key) => cache.get('gone', key))).toEqual([undefined, undefined]);
  // All of the room is for others.
  for (const key of ['b', 'c']) cache.set('other', key, 1);
  expect(['a', 'b', 'c'].map((key) => cache.get('other', key))).toEqual([1, 1, 1]);
});

it('can be cleared', () => {
  const cache = createFairCache<number>(2, createDeletedTenants());
  cache.set('one', 'a', 1);
  cache.clear();
  for (const key of ['b', 'c']) cache.set('one', key, 2);
  expect(['a', 'b', 'c'].map((key) => cache.get('one', key))).toEqual([undefined, 2, 2]);
});
