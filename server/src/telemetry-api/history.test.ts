import { describe, expect, it } from 'vitest';
import { createPointBudget, type HistoryRequest, historyQueries, readsAtOnce } from './history.ts';

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
  // Some hundred thousand intervals.
  [{ endTs: 500_000, interval: 1, aggregation: 'AVG' as const }, 2],
  [{ intervalType: 'DAY', aggregation: 'AVG' as const }, 8],
])('reads series with %o, %i at a time', (more, atOnce) => {
  expect(readsAtOnce(historyQueries({ ...request, ...more }))).toBe(atOnce);
});

describe('intervals of the calendar', () => {
  const YEAR = 366 * 86_400_000;
  const year = { keys: ['a'], startTs: 0, endTs: YEAR, aggregation: 'SUM' } as const;
  const calendarOf = (more: Partial<HistoryRequest>) => historyQueries({ ...year, ...more })[0]?.calendar;

  it.each([
    [
      { intervalType: 'MONTH', timeZone: 'Europe/Kyiv' },
      { zone: 'Europe/Kyiv', interval: 'MONTH' },
    ],
    [
      { intervalType: 'WEEK', timeZoneId: 'Asia/Kolkata', interval: 1 },
      { zone: 'Asia/Kolkata', interval: 'WEEK' },
    ],
    [{ intervalType: 'QUARTER' }, { zone: 'UTC', interval: 'QUARTER' }],
    [
      { interval: 86_400_000, timezone: 'UTC' },
      { zone: 'UTC', interval: 'DAY' },
    ],
    [
      { interval: 604_800_000, timezone: 'UTC' },
      { zone: 'UTC', interval: 'WEEK_ISO' },
    ],
    // Plain intervals, also of clients that always name a zone.
    [{ interval: 86_400_000 }, undefined],
    [{ interval: 86_400_000, timeZoneId: 'UTC' }, undefined],
    [{ interval: 86_400_000, intervalType: 'MILLISECONDS', timezone: 'UTC' }, undefined],
    [{ intervalType: 'DAY', aggregation: 'NONE' }, undefined],
  ] as const)('of %o are %o', (more, expected) => {
    expect(calendarOf(more)).toEqual(expected);
  });

  it.each([
    [{ intervalType: 'FORTNIGHT' }, "Unsupported intervalType 'FORTNIGHT'! Only MILLISECONDS, DAY, WEEK, WEEK_ISO"],
    [{ intervalType: 'DAY', timeZone: 'Mars' }, "Incorrect timeZone 'Mars'"],
    [{ intervalType: 'DAY', endTs: 3 * YEAR }, 'Number of intervals is to high - 701'],
    [{ intervalType: 'YEAR', endTs: 1e17 }, "Incorrect endTs '100000000000000000'"],
    [{ intervalType: 'YEAR', startTs: -1e17, endTs: 0 }, "Incorrect startTs '-100000000000000000'"],
    [{ intervalType: 'YEAR', startTs: 5, endTs: 4 }, 'endTs 4 is before startTs 5'],
  ])('refuse %o', (more, message) => {
    expect(() => calendarOf(more)).toThrow(message);
  });
});
