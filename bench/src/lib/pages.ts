/** What every list is held against. */
export const BUDGET = 'p95 < 50 ms';
/** Rows of a page. */
export const PAGE = 20;

/** Where a page is in a list of so many rows. */
export const PLACES: readonly [string, (total: number) => number][] = [
  ['first', () => 0],
  ['middle', (total) => Math.floor(total / PAGE / 2)],
  ['last', (total) => Math.max(0, Math.ceil(total / PAGE) - 1)],
];
