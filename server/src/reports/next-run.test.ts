import type { ReportSchedule } from '@signalbox/contract/report';
import { describe, expect, it } from 'vitest';
import { nextRun } from './next-run.ts';

const schedule = (given: Partial<ReportSchedule>): ReportSchedule => ({
  period: 'DAY',
  minute: 8 * 60,
  weekdays: [],
  monthDay: 1,
  timeZone: 'Europe/Kyiv',
  ...given,
});
const next = (given: Partial<ReportSchedule>, after: string) =>
  new Date(nextRun(schedule(given), Date.parse(after))).toISOString();

describe('the next time of a report', () => {
  it.each<[string, Partial<ReportSchedule>, string, string]>([
    ['later today', {}, '2026-11-23T05:59:59.999Z', '2026-11-23T06:00:00.000Z'],
    ['never the same time again', {}, '2026-11-23T06:00:00Z', '2026-11-24T06:00:00.000Z'],
    ['by the clock after it changed', {}, '2026-10-24T12:00:00Z', '2026-10-25T06:00:00.000Z'],
    [
      'when the clock goes on after a skipped time',
      { minute: 210 },
      '2026-03-28T12:00:00Z',
      '2026-03-29T01:00:00.000Z',
    ],
    ['once where the clock shows a time twice', { minute: 210 }, '2026-10-25T00:30:00Z', '2026-10-26T01:30:00.000Z'],
    ['each hour', { period: 'HOUR', minute: 15 }, '2026-11-23T10:15:00Z', '2026-11-23T11:15:00.000Z'],
    [
      'each hour of a zone that is off by a quarter',
      { period: 'HOUR', minute: 0, timeZone: 'Asia/Kathmandu' },
      '2026-11-23T10:00:00Z',
      '2026-11-23T10:15:00.000Z',
    ],
    ['on the next weekday', { period: 'WEEK', weekdays: [1, 5] }, '2026-11-23T07:00:00Z', '2026-11-27T06:00:00.000Z'],
    ['a week later', { period: 'WEEK', weekdays: [1] }, '2026-11-23T07:00:00Z', '2026-11-30T06:00:00.000Z'],
    ['on a day of the month', { period: 'MONTH', monthDay: 15 }, '2026-11-23T07:00:00Z', '2026-12-15T06:00:00.000Z'],
    [
      'on the last day of a short month',
      { period: 'MONTH', monthDay: 31 },
      '2027-02-01T07:00:00Z',
      '2027-02-28T06:00:00.000Z',
    ],
    [
      'on the last day of a leap year',
      { period: 'MONTH', monthDay: 30 },
      '2028-02-01T07:00:00Z',
      '2028-02-29T06:00:00.000Z',
    ],
    ['when the month is over', { period: 'MONTH', monthDay: 31 }, '2026-11-30T07:00:00Z', '2026-12-31T06:00:00.000Z'],
  ])('is %s', (_, given, after, expected) => expect(next(given, after)).toBe(expected));
});
