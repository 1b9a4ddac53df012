import { pageData } from '@signalbox/contract/page';
import type { Route } from '@signalbox/contract/route';
import { describe, expect, it } from 'vitest';
import { withPageRows } from './page-size.ts';
import type { RouteRequest } from './routes.ts';

/** A list of so many rows, and the sizes of the pages that were read of it. */
function listOf(total: number) {
  const rows = Array.from({ length: total }, (_, at) => at);
  const sizes: number[] = [];
  const answer = withPageRows(async ({ query, body }) => {
    const link = ((body as { pageLink?: object } | undefined)?.pageLink ?? query) as { pageSize: number; page: number };
    sizes.push(link.pageSize);
    return pageData(rows.slice(link.page * link.pageSize, (link.page + 1) * link.pageSize), total, link);
  }, 10);
  const ask = (request: object) => answer(request as RouteRequest<Route>);
  return { sizes, ask };
}

describe('a page of any size', () => {
  it.each([
    { query: { pageSize: 2_147_483_647, page: 0 } },
    { body: { pageLink: { pageSize: 2_147_483_647, page: 0 } } },
  ])('has everything where that is no more than a page may hold: %o', async (request) => {
    const { ask, sizes } = listOf(10);
    expect(await ask(request)).toEqual({
      data: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
      totalPages: 1,
      totalElements: 10,
      hasNext: false,
    });
    expect(Math.max(...sizes)).toBe(10);
  });

  it('is empty behind the end of the list', async () => {
    expect(await listOf(3).ask({ query: { pageSize: 11, page: 1 } })).toEqual({
      data: [],
      totalPages: 1,
      totalElements: 3,
      hasNext: false,
    });
    expect(await listOf(0).ask({ query: { pageSize: 11, page: 0 } })).toMatchObject({ data: [], totalPages: 0 });
  });

  it('is refused without being read where it would hold more, by the name of the parameter', async () => {
    const { ask, sizes } = listOf(11);
    await expect(ask({ query: { pageSize: 11, page: 0 } })).rejects.toThrow(/'pageSize'.*more than 10 rows/);
    expect(sizes).toEqual([1]);
  });

  it('that is not too large is read as it is asked for', async () => {
    const { ask, sizes } = listOf(25);
    expect(await ask({ query: { pageSize: 10, page: 2 } })).toMatchObject({
      data: [20, 21, 22, 23, 24],
      totalPages: 3,
    });
    expect(sizes).toEqual([10]);
  });
});
