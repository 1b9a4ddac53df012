import { describe, expect, it } from 'vitest';
import { createBatchLoader } from './batch-loader.ts';

const unstorable = Object.assign(new Error('invalid byte sequence for encoding "UTF8": 0x00'), { code: '22021' });

describe('simultaneous look-ups', () => {
  it('are combined into one query', async () => {
    const queries: string[][] = [];
    const find = createBatchLoader<string>(async (keys) => {
      queries.push(keys);
      return new Map(keys.filter((key) => key !== 'missing').map((key) => [key, key.toUpperCase()]));
    });
    expect(await Promise.all(['a', 'b', 'a', 'missing'].map(find))).toEqual(['A', 'B', 'A', undefined]);
    expect(queries).toEqual([['a', 'b', 'missing']]);
  });

  it('fail only for keys that cannot be looked up', async () => {
    let queries = 0;
    const find = createBatchLoader<string>(async (keys) => {
      queries++;
      if (keys.some((key) => key.startsWith('bad'))) throw unstorable;
      return new Map(keys.map((key) => [key, key]));
    });
    const keys = Array.from({ length: 110 }, (_, number) => (number % 11 === 0 ? `bad ${number}` : `good ${number}`));
    const results = await Promise.allSettled(keys.map(find));
    expect(results.map(({ status }) => status)).toEqual(
      keys.map((key) => (key.startsWith('bad') ? 'rejected' : 'fulfilled')),
    );
    expect(queries).toBeLessThan(110);
  });

  it('all fail immediately when the database is unavailable', async () => {
    let queries = 0;
    const find = createBatchLoader<string>(async () => {
      queries++;
      throw Object.assign(new Error('terminating connection'), { code: '57P01' });
    });
    const results = await Promise.allSettled(['a', 'b', 'c'].map(find));
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(queries).toBe(1);
  });
});
