import { expect, it } from 'vitest';
import type { CalendarInterval } from './calendar-grouping.ts';
import { intervalLabel, intervalsWithin, shortIntervalLabel } from './calendar-label.ts';

const at = (month: number, day: number, hour = 0) => new Date(2026, month - 1, day, hour).getTime();

it.each<[CalendarInterval, string, string]>([
  ['DAY', 'Wed, 25 Nov 2026', '25 Nov'],
  ['WEEK', '22–28 Nov 2026', '22 Nov'],
  ['WEEK_ISO', '23–29 Nov 2026', '23 Nov'],
  ['MONTH', 'November 2026', 'Nov'],
  ['QUARTER', 'Oct – Dec 2026', 'Oct – Dec'],
  ['YEAR', '2026', '2026'],
])('%s of a moment is called %s, and %s on an axis', (interval, long, short) => {
  // Which spaces stand around a dash is a matter of the version of the data on languages.
  const plain = (text: string) => text.replace(/\s/g, '');
  expect(plain(intervalLabel(interval, at(11, 25, 14), 'en-GB'))).toBe(plain(long));
  expect(plain(shortIntervalLabel(interval, at(11, 25, 14), 'en-GB'))).toBe(plain(short));
});

it('the first month of a year says which one', () => {
  expect(shortIntervalLabel('MONTH', at(1, 9), 'en-GB')).toBe('Jan 2026');
});

it('intervals are cut where the range is', () => {
  expect(intervalsWithin('MONTH', { minTime: at(1, 20), maxTime: at(3, 5) })).toEqual([
    { start: at(1, 20), end: at(2, 1) },
    { start: at(2, 1), end: at(3, 1) },
    { start: at(3, 1), end: at(3, 5) },
  ]);
});
