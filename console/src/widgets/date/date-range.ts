import {
  addDays,
  addHours,
  addMonths,
  addYears,
  endOfDay,
  startOfDay,
  startOfMonth,
  startOfWeek,
  startOfYear,
} from 'date-fns';

/** The lengths that are offered, and steps as well, by the names that settings use. */
export const LENGTHS = ['hour', 'day', 'week', 'twoWeeks', 'month', 'threeMonths', 'sixMonths'] as const;
export type Length = (typeof LENGTHS)[number];

/** Whole periods that one click chooses. */
export const PRESETS = [
  'today',
  'yesterday',
  'thisWeek',
  'lastWeek',
  'thisMonth',
  'lastMonth',
  'thisYear',
  'lastYear',
] as const;
export type Preset = (typeof PRESETS)[number];

/** 0 is Sunday. */
export type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6;

/** Both ends in epoch ms on the displayed clock, which is read like one of the browser; `end` is the last ms. */
export interface DateRange {
  start: number;
  end: number;
}

/** The time that many lengths later, by the calendar: at the same time of the day, but for hours. */
function plus(time: number, length: Length, count: number): number {
  switch (length) {
    case 'hour':
      return addHours(time, count).getTime();
    case 'day':
      return addDays(time, count).getTime();
    case 'week':
      return addDays(time, 7 * count).getTime();
    case 'twoWeeks':
      return addDays(time, 14 * count).getTime();
    case 'month':
      return addMonths(time, count).getTime();
    case 'threeMonths':
      return addMonths(time, 3 * count).getTime();
    default:
      return addMonths(time, 6 * count).getTime();
  }
}

/** The range of a length up to the same end. The ms after its end is what the calendar counts from. */
export function withLength({ end }: Pick<DateRange, 'end'>, length: Length): DateRange {
  return { start: plus(end + 1, length, -1), end };
}

/** The range of a length up to the end of the day. */
export function rangeUpToToday(now: number, length: Length): DateRange {
  return withLength({ end: endOfDay(now).getTime() }, length);
}

/** The length that a range has; undefined when it is not one of those that are offered. */
export function lengthOf(range: DateRange): Length | undefined {
  return LENGTHS.find((length) => withLength(range, length).start === range.start);
}

/** The range moved by a step. One that ends with a month still does so after steps of months. */
export function stepped({ start, end }: DateRange, step: Length, direction: -1 | 1): DateRange {
  return { start: plus(start, step, direction), end: plus(end + 1, step, direction) - 1 };
}

/** The whole days between two, whichever is the earlier. */
export function rangeOfDays(one: number, other: number): DateRange {
  return {
    start: startOfDay(Math.min(one, other)).getTime(),
    end: endOfDay(Math.max(one, other)).getTime(),
  };
}

const before = (time: Date) => time.getTime() - 1;

/** The period that a preset names. */
export function presetRange(preset: Preset, now: number, weekStartsOn: Weekday): DateRange {
  const day = startOfDay(now);
  const week = startOfWeek(now, { weekStartsOn });
  const month = startOfMonth(now);
  const year = startOfYear(now);
  switch (preset) {
    case 'today':
      return { start: +day, end: before(addDays(day, 1)) };
    case 'yesterday':
      return { start: +addDays(day, -1), end: before(day) };
    case 'thisWeek':
      return { start: +week, end: before(addDays(week, 7)) };
    case 'lastWeek':
      return { start: +addDays(week, -7), end: before(week) };
    case 'thisMonth':
      return { start: +month, end: before(addMonths(month, 1)) };
    case 'lastMonth':
      return { start: +addMonths(month, -1), end: before(month) };
    case 'thisYear':
      return { start: +year, end: before(addYears(year, 1)) };
    default:
      return { start: +addYears(year, -1), end: before(year) };
  }
}

/** The preset that a range is; undefined when it is not one. */
export function presetOf(range: DateRange, now: number, weekStartsOn: Weekday): Preset | undefined {
  return PRESETS.find((preset) => {
    const { start, end } = presetRange(preset, now, weekStartsOn);
    return start === range.start && end === range.end;
  });
}
