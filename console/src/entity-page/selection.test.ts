import type { PageData } from '@signalbox/contract/page';
import { describe, expect, it } from 'vitest';
import { type Collected, collectAll } from './collect.ts';
import { placesBetween } from './use-range-selection.ts';

const rows = Array.from({ length: 25 }, (_, index) => ({ id: { id: `row-${index}` } }));
type Row = (typeof rows)[number];

describe('a range', () => {
  it('has both ends, whichever is first', () => {
    expect(placesBetween(2, 4)).toEqual([2, 3, 4]);
    expect(placesBetween(4, 2)).toEqual([2, 3, 4]);
    expect(placesBetween(3, 3)).toEqual([3]);
  });
});

describe('all that a list finds', () => {
  /** Pages of `rows` as the server gives them; a row goes over the border of a page when one before it is deleted. */
  const pagesOf =
    (data: readonly Row[]) =>
    async ({ page, pageSize }: { page: number; pageSize: number }): Promise<PageData<Row>> => ({
      data: data.slice(page * pageSize, (page + 1) * pageSize),
      totalPages: Math.ceil(data.length / pageSize),
      totalElements: data.length,
      hasNext: (page + 1) * pageSize < data.length,
    });

  it('is read page by page, each row once', async () => {
    const reports: Collected[] = [];
    const twice = [...rows.slice(0, 10), ...rows.slice(9)];
    const found = await collectAll(pagesOf(twice), (one) => reports.push(one), new AbortController().signal, 10);
    expect(found).toEqual(rows);
    expect(reports.map(({ found: count }) => count)).toEqual([10, 19, 25]);
  });

  it('is not read on after it was cancelled', async () => {
    const abort = new AbortController();
    const asked: number[] = [];
    const load = (page: { page: number; pageSize: number }) => {
      asked.push(page.page);
      if (page.page === 1) abort.abort();
      return pagesOf(rows)(page);
    };
    await expect(collectAll(load, () => {}, abort.signal, 10)).rejects.toThrow();
    expect(asked).toEqual([0, 1]);
  });
});
