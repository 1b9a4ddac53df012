import type pg from 'pg';
import { describe, expect, it } from 'vitest';
import { createGroupCommit } from './group-commit.ts';

/** Creates a pool whose transactions take no time; `statements` collects their SQL. */
function createPool() {
  const statements: string[] = [];
  const client = {
    query: async (statement: string) => {
      statements.push(statement);
      return [{ rows: [] }, { rows: [{ id: '1' }] }];
    },
    release: () => {},
  };
  return { pool: { options: { max: 10 }, connect: async () => client } as unknown as pg.Pool, statements };
}

/** Runs pieces in one lane; returns their owners in the order of completion. */
function createRun(lanes = 1) {
  const { pool, statements } = createPool();
  const groupCommit = createGroupCommit(pool, lanes);
  const done: string[] = [];
  const run = (tenantId: string, cost: number, name = tenantId) =>
    groupCommit.run({ tenantId, cost, work: async () => void done.push(name) });
  return { run, done, groupCommit, commits: () => statements.filter((statement) => statement === 'COMMIT').length };
}

describe('pieces of work of several tenants', () => {
  it('take turns by the values they write: a small piece waits for one piece of a flood, not for all', async () => {
    const { run, done } = createRun();
    const flood = Array.from({ length: 200 }, () => run('flood', 4_000));
    const small = Array.from({ length: 100 }, () => run('small', 4));
    await Promise.all(small);
    expect(done.filter((tenant) => tenant === 'flood').length).toBeLessThan(10);
    await Promise.all(flood);
  });

  it('share transactions as long as these stay short', async () => {
    const { run, commits } = createRun();
    await Promise.all(Array.from({ length: 1_001 }, () => run('a', 1)));
    // The first has started before the others arrive.
    expect(commits()).toBe(6);
    await Promise.all(Array.from({ length: 5 }, () => run('a', 4_000)));
    expect(commits()).toBe(11);
  });

  it('run in order within a tenant', async () => {
    const { run, done } = createRun();
    const names = Array.from({ length: 500 }, (_, at) => `a${at}`);
    await Promise.all(names.flatMap((name) => [run('a', 30, name), run('b', 1)]));
    expect(done.filter((name) => name !== 'b')).toEqual(names);
  });
});

describe('too much waiting work', () => {
  it('is refused for the tenant with the most waiting work, and no other', async () => {
    const { run } = createRun();
    const flood = Array.from({ length: 400 }, () => run('flood', 4_000));
    const other = run('other', 10);
    const outcomes = await Promise.allSettled(flood);
    expect(outcomes.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(100);
    expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(200);
    await other;
  });

  it('is never a single piece, however large', async () => {
    const { run } = createRun();
    const first = run('a', 1);
    await Promise.all([first, run('a', 3_000_000)]);
  });
});
