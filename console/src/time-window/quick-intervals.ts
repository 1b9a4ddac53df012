import { type CalendarPlace, clockAt, plusUnits, startOf, type Unit } from './clock.ts';
import { DAY, HOUR, MONTH, WEEK, YEAR } from './intervals.ts';

export const QUICK_INTERVALS = [
  'YESTERDAY',
  'DAY_BEFORE_YESTERDAY',
  'THIS_DAY_LAST_WEEK',
  'PREVIOUS_WEEK',
  'PREVIOUS_WEEK_ISO',
  'PREVIOUS_MONTH',
  'PREVIOUS_YEAR',
  'CURRENT_HOUR',
  'CURRENT_DAY',
  'CURRENT_DAY_SO_FAR',
  'CURRENT_WEEK',
  'CURRENT_WEEK_ISO',
  'CURRENT_WEEK_SO_FAR',
  'CURRENT_WEEK_ISO_SO_FAR',
  'CURRENT_MONTH',
  'CURRENT_MONTH_SO_FAR',
  'CURRENT_YEAR',
  'CURRENT_YEAR_SO_FAR',
] as const;
export type QuickInterval = (typeof QUICK_INTERVALS)[number];

export function isQuickInterval(value: unknown): value is QuickInterval {
  return QUICK_INTERVALS.includes(value as QuickInterval);
}

/** Intervals that can be followed live: the ones that reach up to now. */
export const CURRENT_QUICK_INTERVALS: readonly QuickInterval[] = QUICK_INTERVALS.filter((interval) =>
  interval.startsWith('CURRENT_'),
);

function unitOf(interval: QuickInterval): Unit {
  switch (interval) {
    case 'CURRENT_HOUR':
      return 'hour';
    case 'YESTERDAY':
    case 'DAY_BEFORE_YESTERDAY':
    case 'THIS_DAY_LAST_WEEK':
    case 'CURRENT_DAY':
    case 'CURRENT_DAY_SO_FAR':
      return 'day';
    case 'PREVIOUS_WEEK':
    case 'CURRENT_WEEK':
    case 'CURRENT_WEEK_SO_FAR':
      return 'week';
    case 'PREVIOUS_WEEK_ISO':
    case 'CURRENT_WEEK_ISO':
    case 'CURRENT_WEEK_ISO_SO_FAR':
      return 'isoWeek';
    case 'PREVIOUS_MONTH':
    case 'CURRENT_MONTH':
    case 'CURRENT_MONTH_SO_FAR':
      return 'month';
    default:
      return 'year';
  }
}

/** Start of an interval on the clock of the place, epoch ms. */
export function quickIntervalStart(interval: QuickInterval, now: number, place: CalendarPlace = {}): number {
  const clock = clockAt(now, place);
  const unit = unitOf(interval);
  const current = startOf(clock, unit, place.locale);
  switch (interval) {
    case 'YESTERDAY':
      return plusUnits(current, 'day', -1).getTime();
    case 'DAY_BEFORE_YESTERDAY':
      return plusUnits(current, 'day', -2).getTime();
    case 'THIS_DAY_LAST_WEEK':
      return plusUnits(current, 'day', -7).getTime();
    default:
      return interval.startsWith('PREVIOUS_') ? plusUnits(current, unit, -1).getTime() : current.getTime();
  }
}

/** End of an interval, epoch ms: one unit after its start, or now for the "so far" ones. */
export function quickIntervalEnd(interval: QuickInterval, now: number, place: CalendarPlace = {}): number {
  if (interval.endsWith('_SO_FAR')) return now;
  const start = clockAt(quickIntervalStart(interval, now, place), place);
  return plusUnits(start, unitOf(interval), 1).getTime();
}

/**
 * Length of the window that a live quick interval covers, in ms. Days count 24 h and weeks 7 days whatever the clocks do;
 * months and years are those of the calendar, 1 ms short. Undefined for intervals that lie in the past.
 */
export function quickIntervalRealtimeLength(
  interval: QuickInterval,
  now: number,
  place: CalendarPlace = {},
): number | undefined {
  if (!interval.startsWith('CURRENT_')) return undefined;
  const clock = clockAt(now, place);
  const unit = unitOf(interval);
  switch (unit) {
    case 'hour':
      return HOUR;
    case 'day':
      return DAY;
    case 'week':
    case 'isoWeek':
      return WEEK;
    default: {
      const start = startOf(clock, unit);
      return plusUnits(start, unit, 1).getTime() - start.getTime() - 1;
    }
  }
}

/** Nominal length that bounds the buckets of an interval in the panel, in ms: a month is 30 days, a year 365. */
export function quickIntervalPeriod(interval: QuickInterval): number {
  switch (unitOf(interval)) {
    case 'hour':
      return HOUR;
    case 'day':
      return DAY;
    case 'week':
    case 'isoWeek':
      return WEEK;
    case 'month':
      return MONTH;
    default:
      return YEAR;
  }
}

/** The interval of the same kind just before one that starts at `start` and ends at `end` (epoch ms). */
export function precedingQuickInterval(
  interval: QuickInterval,
  start: number,
  end: number,
  place: CalendarPlace = {},
): { startTimeMs: number; endTimeMs: number } {
  const clock = clockAt(start, place);
  if (interval === 'THIS_DAY_LAST_WEEK') {
    const before = startOf(plusUnits(clock, 'week', -1), 'day');
    return { startTimeMs: before.getTime(), endTimeMs: plusUnits(before, 'day', 1).getTime() };
  }
  const unit = unitOf(interval);
  const before = startOf(plusUnits(clock, unit, -1), unit, place.locale);
  const endTimeMs = interval.endsWith('_SO_FAR')
    ? plusUnits(clockAt(end, place), unit, -1).getTime()
    : plusUnits(before, unit, 1).getTime();
  return { startTimeMs: before.getTime(), endTimeMs };
}
