import { describe, expect, it } from 'vitest';
import type { Cache } from './cache.ts';

/**
 * What every driver of the cache must do.
 * @param open makes an empty cache of at most `max` entries that lives `ttl` ms (absent: forever)
 */
export function describeCache(driver: string, open: (max: number, ttl?: number) => Cache<string>): void {
  describe(`the cache, ${driver}`, () => {
    it('gives back what was put in, the newest value of each key', () => {
      const cache = open(10);
      expect(cache.get('a')).toBeUndefined();
      cache.set('a', '1');
      cache.set('a', '2');
      expect(cache.get('a')).toBe('2');
    });

    it('forgets one entry, or all', () => {
      const cache = open(10);
      for (const key of ['a', 'b', 'c']) cache.set(key, key);
      cache.delete('b');
      cache.delete('never there');
      expect(['a', 'b', 'c'].map((key) => cache.get(key))).toEqual(['a', undefined, 'c']);
      cache.clear();
      expect(['a', 'b', 'c'].map((key) => cache.get(key))).toEqual([undefined, undefined, undefined]);
    });

    it('never exceeds its size, and keeps what is used', () => {
      const cache = open(3);
      for (const key of ['a', 'b', 'c']) cache.set(key, key);
      cache.get('a');
      cache.set('d', 'd');
      expect(cache.get('a')).toBe('a');
      expect(cache.get('d')).toBe('d');
      expect(['a', 'b', 'c', 'd'].filter((key) => cache.get(key) !== undefined)).toHaveLength(3);
    });

    it('drops what is older than its time', async () => {
      const cache = open(3, 20);
      cache.set('a', '1');
      expect(cache.get('a')).toBe('1');
      await expect.poll(() => cache.get('a')).toBeUndefined();
    });
  });
}
