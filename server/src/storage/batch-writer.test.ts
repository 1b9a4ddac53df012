import { describe, expect, it } from 'vitest';
import { createBatchWriter } from './batch-writer.ts';

/** Creates an error as the database reports it. */
function databaseError(code: string): Error {
  return Object.assign(new Error(`code ${code}`), { code });
}

describe('a batch writer', () => {
  it('writes simultaneous rows in one statement, and those that arrive meanwhile in the next', async () => {
    const batches: number[][] = [];
    const write = createBatchWriter<number>(async (rows) => {
      batches.push(rows);
      if (batches.length === 1) void Promise.all([write(3), write(4)]).then(() => meanwhile.resolve());
    });
    const meanwhile = Promise.withResolvers<void>();
    await Promise.all([write(1), write(2)]);
    await meanwhile.promise;
    expect(batches).toEqual([
      [1, 2],
      [3, 4],
    ]);
  });

  it('refuses only the row that cannot be written', async () => {
    const written: number[] = [];
    const write = createBatchWriter<number>(async (rows) => {
      if (rows.includes(2)) throw databaseError('23505');
      written.push(...rows);
    });
    const results = await Promise.allSettled([write(1), write(2), write(3)]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(written).toEqual([1, 3]);
  });

  it('does not rewrite rows that may have been written', async () => {
    let calls = 0;
    const write = createBatchWriter<number>(async () => {
      calls++;
      throw databaseError('57P01');
    });
    const results = await Promise.allSettled([write(1), write(2)]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(calls).toBe(1);
  });

  it('continues after a failure', async () => {
    let fails = true;
    const write = createBatchWriter<number>(async () => {
      if (fails) throw databaseError('57P01');
    });
    await expect(write(1)).rejects.toThrow('57P01');
    fails = false;
    await expect(write(2)).resolves.toBeUndefined();
  });
});
