import { expect, it } from 'vitest';
import { createPointBudget, historyQueries, readsAtOnce } from './history.ts';

const request = { keys: ['a', 'b'], startTs: 0, endTs: 1000 };
const [query] = historyQueries({ ...request, limit: 5_000_000 });

it('reads at most one point more than a reply may contain, and refuses then', () => {
  const budget = createPointBudget();
  if (!query) throw new Error('no query');
  expect(budget.within(query).limit).toBe(1_000_001);
  budget.take(new Array(400_000));
  expect(budget.within(query).limit).toBe(600_001);
  budget.take(new Array(600_000));
  expect(() => budget.take([1])).toThrow('more than 1000000 points');
});

it.each([
  [{ limit: 100 }, 8],
  [{ limit: 400_000 }, 2],
  [{ limit: 50_000_000 }, 1],
  [{ limit: 50_000_000, interval: 10, aggregation: 'AVG' as const }, 8],
])('reads series with %o, %i at a time', (more, atOnce) => {
  expect(readsAtOnce(historyQueries({ ...request, ...more }))).toBe(atOnce);
});
