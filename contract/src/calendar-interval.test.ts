import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calendarStart, nextCalendarStart } from './calendar-interval.ts';
import { CALENDAR_INTERVALS, type CalendarInterval } from './interval-type.ts';
import { zoneClock } from './zone-clock.ts';

const at = (text: string): number => Date.parse(text);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Starts of intervals after `from`, up to the first one from `to` on. */
function starts(zone: string, interval: CalendarInterval, from: string, to: string): string[] {
  const found: string[] = [];
  for (let ts = at(from); ts < at(to); ) {
    ts = nextCalendarStart(zoneClock(zone), interval, ts);
    found.push(new Date(ts).toISOString().replace(':00.000Z', 'Z'));
  }
  return found;
}

describe('intervals of the calendar', () => {
  it.each([
    ['DAY', ['2026-06-11T00:00Z', '2026-06-12T00:00Z']],
    ['WEEK', ['2026-06-14T00:00Z']],
    ['WEEK_ISO', ['2026-06-15T00:00Z']],
    ['MONTH', ['2026-07-01T00:00Z']],
    ['QUARTER', ['2026-07-01T00:00Z']],
    ['YEAR', ['2027-01-01T00:00Z']],
  ] as const)('%s begins where people expect it', (interval, expected) => {
    expect(starts('UTC', interval, '2026-06-10T15:30:00Z', '2026-06-11T12:00:00Z')).toEqual(expected);
  });

  it.each([
    ['Europe/Kyiv', '2026-03-28T22:00:00Z', 23],
    ['Europe/Kyiv', '2026-10-24T21:00:00Z', 25],
    ['America/New_York', '2026-03-08T05:00:00Z', 23],
    ['America/New_York', '2026-11-01T04:00:00Z', 25],
    ['Australia/Lord_Howe', '2026-04-04T13:00:00Z', 24.5],
    ['Australia/Lord_Howe', '2026-10-03T13:30:00Z', 23.5],
    ['Asia/Kolkata', '2026-03-28T18:30:00Z', 24],
    // The clocks went back at midnight: the hour before it came twice.
    ['America/Sao_Paulo', '2019-02-16T02:00:00Z', 25],
    // They went from midnight to one o'clock.
    ['America/Sao_Paulo', '2018-11-04T03:00:00Z', 23],
    // They went back at one minute past midnight.
    ['America/St_Johns', '2010-11-06T02:30:00Z', 24],
    ['America/St_Johns', '2010-11-07T02:30:00Z', 25],
  ] as const)('in %s the day of %s is %d hours long', (zone, start, hours) => {
    expect(calendarStart(zoneClock(zone), 'DAY', at(start))).toBe(at(start));
    expect(nextCalendarStart(zoneClock(zone), 'DAY', at(start)) - at(start)).toBe(hours * HOUR);
  });

  it('leave out a day that was skipped', () => {
    // Samoa went over the date line: 30 December 2011 never was.
    expect(starts('Pacific/Apia', 'DAY', '2011-12-29T10:00:00Z', '2011-12-31T11:00:00Z')).toEqual([
      '2011-12-30T10:00Z',
      '2011-12-31T10:00Z',
      '2012-01-01T10:00Z',
    ]);
  });

  it('know zones by their offset, and refuse those that do not exist', () => {
    expect(starts('+05:30', 'DAY', '2026-01-01T00:00:00Z', '2026-01-01T12:00:00Z')).toEqual(['2026-01-01T18:30Z']);
    expect(() => zoneClock('Mars/Olympus')).toThrow(RangeError);
  });
});

/** The simplest that could be right: the language's own words for the day, looked up every quarter of an hour. */
function dayNames(zone: string): (ts: number) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' });
  return (ts) => format.format(ts);
}

function nameOf(day: string, interval: CalendarInterval): string {
  const [year, month] = day.split('-').map(Number) as [number, number];
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  const back = (days: number) => new Date(at(`${day}T00:00:00Z`) - days * DAY).toISOString().slice(0, 10);
  switch (interval) {
    case 'DAY':
      return day;
    case 'WEEK':
      return back(weekday);
    case 'WEEK_ISO':
      return back((weekday + 6) % 7);
    case 'MONTH':
      return day.slice(0, 7);
    case 'QUARTER':
      return `${year} ${Math.ceil(month / 3)}`;
    case 'YEAR':
      return `${year}`;
  }
}

it.each([
  'Europe/Kyiv',
  'America/New_York',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Africa/Casablanca',
])('intervals in %s are those of a naive model', (zone) => {
  const dayOf = dayNames(zone);
  const clock = zoneClock(zone);
  const quarter = 900_000;
  fc.assert(
    fc.property(
      fc.integer({ min: at('2008-01-01T00:00:00Z'), max: at('2027-01-01T00:00:00Z') }),
      fc.constantFrom(...CALENDAR_INTERVALS),
      (moment, interval) => {
        const start = calendarStart(clock, interval, moment);
        const end = nextCalendarStart(clock, interval, moment);
        expect(start).toBeLessThanOrEqual(moment);
        expect(end).toBeGreaterThan(moment);
        expect(start % quarter).toBe(0);
        expect(nextCalendarStart(clock, interval, start)).toBe(end);
        const name = nameOf(dayOf(start), interval);
        expect(nameOf(dayOf(start - 1), interval)).not.toBe(name);
        expect(nameOf(dayOf(end), interval)).not.toBe(name);
        // Around both ends, and here and there between them.
        for (const ts of [...Array(100).keys()].flatMap((step) => [
          start + step * quarter,
          end - 1 - step * quarter,
          start + ((end - start) * step) / 100,
        ]))
          if (ts >= start && ts < end) expect(nameOf(dayOf(ts), interval)).toBe(name);
      },
    ),
    { numRuns: 40 },
  );
});
