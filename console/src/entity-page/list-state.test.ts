import { describe, expect, it } from 'vitest';
import { runBulk } from './bulk.ts';
import { readListState, writeListState } from './list-state.ts';

const DEFAULTS = { sortProperty: 'createdTime', sortOrder: 'DESC' } as const;
const read = (address: string) =>
  readListState(new URLSearchParams(address), DEFAULTS, ['active'], ['name', 'createdTime']);

describe('a list in the address', () => {
  it('restores search, sort, page and filters from a link', () => {
    expect(read('search=freez&sort=name,asc&page=3&size=50&active=true')).toEqual({
      search: 'freez',
      sortProperty: 'name',
      sortOrder: 'ASC',
      page: 2,
      pageSize: 50,
      filters: { active: 'true' },
    });
  });

  it('ignores what makes no sense', () => {
    expect(read('sort=password,asc&page=-1&size=7')).toMatchObject({
      sortProperty: 'createdTime',
      sortOrder: 'DESC',
      page: 0,
      pageSize: 25,
    });
  });

  it('leaves out what is as by default, and goes to the first page with every change', () => {
    const address = new URLSearchParams('page=4&tab=events');
    expect(writeListState(address, { search: 'x' }, DEFAULTS).toString()).toBe('tab=events&search=x');
    expect(writeListState(address, { sortProperty: 'createdTime', sortOrder: 'DESC' }, DEFAULTS).toString()).toBe(
      'tab=events',
    );
    expect(writeListState(address, { page: 1 }, DEFAULTS).get('page')).toBe('2');
    expect(writeListState(new URLSearchParams('active=true'), { filters: { active: undefined } }, DEFAULTS).size).toBe(
      0,
    );
  });
});

describe('a bulk job', () => {
  it('goes on after a failure and says what failed', async () => {
    const result = await runBulk(
      [1, 2, 3, 4, 5, 6],
      async (row) => {
        if (row === 3) throw new Error('in use');
      },
      () => {},
      new AbortController().signal,
    );
    expect(result).toMatchObject({ total: 6, done: 6, running: false, left: [] });
    expect(result.failed).toEqual([{ row: 3, reason: 'in use' }]);
  });

  it('takes no new rows once it is cancelled', async () => {
    const abort = new AbortController();
    const done: number[] = [];
    const result = await runBulk(
      Array.from({ length: 100 }, (_, row) => row),
      async (row) => {
        done.push(row);
        if (row === 5) abort.abort();
      },
      () => {},
      abort.signal,
    );
    expect(done.length).toBeLessThan(12);
    expect(result.left).toEqual(Array.from({ length: 100 - done.length }, (_, row) => row + done.length));
  });
});
