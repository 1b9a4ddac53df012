import { describe, expect, it, vi } from 'vitest';
import { createLevels, type LoadPage } from './levels.ts';

const PATIENCE = { timeout: 20_000 };

/** Pages that are answered when the test says so. */
function slowPages() {
  const requested: {
    key: string;
    page: number;
    answer: (items: string[], total: number) => void;
    refuse: () => void;
  }[] = [];
  const of =
    (key: string): LoadPage<string> =>
    (page) =>
      new Promise((resolve, reject) => {
        requested.push({
          key,
          page,
          answer: (items, total) => resolve({ items, total }),
          refuse: () => reject(new Error('refused')),
        });
      });
  return { requested, of };
}

describe('levels of a tree', () => {
  it('are read once, page by page', async () => {
    const { requested, of } = slowPages();
    const levels = createLevels<string>();
    levels.want('a', of('a'));
    levels.want('a', of('a'));
    expect(levels.get().get('a')?.state).toBe('loading');
    requested[0]?.answer(['one', 'two'], 3);
    await vi.waitFor(
      () => expect(levels.get().get('a')).toEqual({ items: ['one', 'two'], total: 3, state: 'ready' }),
      PATIENCE,
    );
    levels.more('a');
    levels.more('a');
    expect(requested.map(({ page }) => page)).toEqual([0, 1]);
    requested[1]?.answer(['three'], 3);
    await vi.waitFor(() => expect(levels.get().get('a')?.items).toEqual(['one', 'two', 'three']), PATIENCE);
  });

  it('keep what there was when a page fails, and read that page again', async () => {
    const { requested, of } = slowPages();
    const levels = createLevels<string>();
    levels.want('a', of('a'));
    requested[0]?.answer(['one'], 2);
    await vi.waitFor(() => expect(levels.get().get('a')?.state).toBe('ready'), PATIENCE);
    levels.more('a');
    requested[1]?.refuse();
    await vi.waitFor(() => expect(levels.get().get('a')).toMatchObject({ state: 'failed', items: ['one'] }), PATIENCE);
    levels.more('a');
    expect(requested[2]?.page).toBe(1);
    // What was counted has gone meanwhile.
    requested[2]?.answer([], 2);
    await vi.waitFor(
      () => expect(levels.get().get('a')).toEqual({ items: ['one'], total: 1, state: 'ready' }),
      PATIENCE,
    );
  });

  it('are read a few at a time, in the order in which they were asked for', async () => {
    const { requested, of } = slowPages();
    const levels = createLevels<string>(2);
    for (const key of ['a', 'b', 'c']) levels.want(key, of(key));
    expect(requested.map(({ key }) => key)).toEqual(['a', 'b']);
    requested[0]?.refuse();
    await vi.waitFor(() => expect(requested.map(({ key }) => key)).toEqual(['a', 'b', 'c']), PATIENCE);
  });

  it('are forgotten with what is on its way', async () => {
    const { requested, of } = slowPages();
    const levels = createLevels<string>();
    const heard = vi.fn();
    levels.want('a', of('a'));
    levels.subscribe(heard);
    levels.clear();
    expect(levels.get().size).toBe(0);
    requested[0]?.answer(['late'], 1);
    levels.want('a', of('a'));
    requested[1]?.answer(['new'], 1);
    await vi.waitFor(() => expect(levels.get().get('a')?.items).toEqual(['new']), PATIENCE);
    expect(heard).toHaveBeenCalledTimes(3);
  });
});
