import { CALENDAR_INTERVALS, type CalendarInterval } from './interval-type.ts';
import { utcDay, type ZoneClock } from './zone-clock.ts';

const DAY = 86_400_000;

/** Usual lengths, ms. */
export const CALENDAR_LENGTH: Readonly<Record<CalendarInterval, number>> = {
  DAY,
  WEEK: 7 * DAY,
  WEEK_ISO: 7 * DAY,
  MONTH: 30 * DAY,
  QUARTER: 91 * DAY,
  YEAR: 365 * DAY,
};

export function isCalendarInterval(value: unknown): value is CalendarInterval {
  return CALENDAR_INTERVALS.includes(value as CalendarInterval);
}

/** Where the interval after that of a reading begins, on the clock that is read. */
function nextReading(reading: number, interval: CalendarInterval): number {
  const date = new Date(reading);
  const year = date.getUTCFullYear();
  const month = date.getUTCMonth();
  const day = date.getUTCDate();
  const weekday = date.getUTCDay();
  switch (interval) {
    case 'DAY':
      return utcDay(year, month, day + 1);
    case 'WEEK':
      return utcDay(year, month, day + 7 - weekday);
    case 'WEEK_ISO':
      return utcDay(year, month, day + 7 - ((weekday + 6) % 7));
    case 'MONTH':
      return utcDay(year, month + 1, 1);
    case 'QUARTER':
      return utcDay(year, month - (month % 3) + 3, 1);
    case 'YEAR':
      return utcDay(year + 1, 0, 1);
  }
}

/** Where the interval of a reading begins, on the clock that is read. */
export function startReading(reading: number, interval: CalendarInterval): number {
  const date = new Date(reading);
  const year = date.getUTCFullYear();
  const month = date.getUTCMonth();
  const day = date.getUTCDate();
  const weekday = date.getUTCDay();
  switch (interval) {
    case 'DAY':
      return utcDay(year, month, day);
    case 'WEEK':
      return utcDay(year, month, day - weekday);
    case 'WEEK_ISO':
      return utcDay(year, month, day - ((weekday + 6) % 7));
    case 'MONTH':
      return utcDay(year, month, 1);
    case 'QUARTER':
      return utcDay(year, month - (month % 3), 1);
    case 'YEAR':
      return utcDay(year, 0, 1);
  }
}

/**
 * Where the interval after that of `ts` begins, epoch ms. An interval begins when the clock first shows its first day: at
 * midnight, after the jump where midnight is skipped, and a day that is skipped does not begin at all.
 */
export function nextCalendarStart(clock: ZoneClock, interval: CalendarInterval, ts: number): number {
  let reading = nextReading(clock.read(ts), interval);
  let start = clock.firstAt(reading);
  // Where the clock goes back over midnight, an hour of the day before comes after the beginning of the day.
  while (start <= ts) {
    reading = nextReading(reading, interval);
    start = clock.firstAt(reading);
  }
  return start;
}

/** Where the interval of `ts` begins, epoch ms. */
export function calendarStart(clock: ZoneClock, interval: CalendarInterval, ts: number): number {
  let start = clock.firstAt(startReading(clock.read(ts), interval));
  for (let next = nextCalendarStart(clock, interval, start); next <= ts; ) {
    start = next;
    next = nextCalendarStart(clock, interval, start);
  }
  return start;
}
