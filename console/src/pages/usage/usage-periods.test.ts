import { describe, expect, it } from 'vitest';
import { barStarts, barsOf, monthStart, readFrom, scaleTop, withLatest } from './usage-periods.ts';

const HOUR = 3_600_000;
const NOW = Date.UTC(2026, 10, 22, 6, 30);

describe('the bars of a period', () => {
  it('are hours, days where the reader is, and months', () => {
    expect(barStarts('day', NOW)).toHaveLength(24);
    expect(barStarts('day', NOW).at(-1)).toBe(Date.UTC(2026, 10, 22, 6));
    expect(barStarts('week', NOW)).toHaveLength(7);
    expect(new Date(readFrom('week', NOW)).getHours()).toBe(0);
    expect(barStarts('year', NOW)).toHaveLength(12);
    expect(readFrom('year', NOW)).toBe(Date.UTC(2025, 11));
  });

  it('have the counts of their time, and 0 where nothing was counted', () => {
    const [sixth, fifth] = [Date.UTC(2026, 10, 22, 6), Date.UTC(2026, 10, 22, 5)];
    const bars = barsOf(
      'day',
      [
        { ts: fifth, count: 3 },
        { ts: sixth, count: 4 },
      ],
      NOW,
    );
    expect(bars.slice(-3).map(({ count }) => count)).toEqual([0, 3, 4]);
  });

  it('add up the hours of a day', () => {
    const day = barStarts('week', NOW).at(-2) as number;
    const bars = barsOf(
      'week',
      [
        { ts: day + HOUR, count: 3 },
        { ts: day + 5 * HOUR, count: 4 },
      ],
      NOW,
    );
    expect(bars.at(-2)?.count).toBe(7);
  });

  it('leave out what is older', () => {
    const bars = barsOf('year', [{ ts: monthStart(NOW, 12), count: 9 }], NOW);
    expect(bars.every(({ count }) => count === 0)).toBe(true);
  });
});

it('shows the newest count of what is under way', () => {
  const counts = [
    { ts: 1, count: 5 },
    { ts: 2, count: 6 },
  ];
  expect(withLatest(counts, { ts: 2, count: 8 })).toEqual([
    { ts: 1, count: 5 },
    { ts: 2, count: 8 },
  ]);
  expect(withLatest(counts, undefined)).toBe(counts);
});

it.each([
  [0, 4],
  [3, 4],
  [9, 10],
  [101, 200],
  [260, 400],
  [7_900, 8_000],
])('scales %d to %d', (max, top) => {
  expect(scaleTop(max)).toBe(top);
});
