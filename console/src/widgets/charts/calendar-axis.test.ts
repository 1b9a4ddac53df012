import { expect, it } from 'vitest';
import { calendarAxis } from './calendar-axis.ts';

const at = (month: number, day: number) => new Date(2026, month - 1, day).getTime();

/** The labels of an axis of so many px. */
function labels(interval: 'DAY' | 'WEEK_ISO' | 'MONTH', from: number, to: number, width: number): string[] {
  const { axisLabel } = calendarAxis(interval, { minTime: from, maxTime: to }, width, 'en-GB');
  const { customValues, formatter } = axisLabel as {
    customValues: number[];
    formatter: (moment: number) => string;
  };
  return customValues.map(formatter);
}

it('names every interval of the calendar where there is room', () => {
  expect(labels('DAY', at(3, 27), at(3, 30), 600)).toEqual(['27 Mar', '28 Mar', '29 Mar']);
  expect(labels('DAY', at(3, 27), at(3, 31), 150)).toEqual(['27 Mar', '29 Mar']);
});

it('does not write over the values beside the axis what is left of an interval', () => {
  // A day of one week, eight weeks, and a day of another one.
  expect(labels('WEEK_ISO', at(3, 1), at(4, 28), 900)).toEqual([
    ...['2 Mar', '9 Mar', '16 Mar', '23 Mar', '30 Mar', '6 Apr', '13 Apr', '20 Apr'],
  ]);
  expect(labels('MONTH', at(1, 20), at(3, 20), 600)).toEqual(['Jan 2026', 'Feb', 'Mar']);
});

it('names the one interval that all is in', () => {
  expect(labels('MONTH', at(2, 3), at(2, 5), 200)).toEqual(['Feb']);
});
