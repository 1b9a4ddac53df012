import { TZDateMini } from '@date-fns/tz/date/mini';
import { tzOffset } from '@date-fns/tz/tzOffset';
import {
  addDays,
  addMonths,
  addWeeks,
  addYears,
  startOfDay,
  startOfISOWeek,
  startOfMonth,
  startOfWeek,
  startOfYear,
} from 'date-fns';
import { HOUR, MINUTE } from './intervals.ts';

/** Where a calendar interval is computed: the zone (null: the browser's) and the language that says when a week starts. */
export interface CalendarPlace {
  timezone?: string | null | undefined;
  /** BCP 47 tag; a week starts on Sunday in en-US, on Monday in en-GB. */
  locale?: string | undefined;
}

export type Unit = 'hour' | 'day' | 'week' | 'isoWeek' | 'month' | 'year';

/** The offset of a zone to UTC at `now` (epoch ms), in minutes; undefined for what is no zone. */
export function offsetOf(timezone: string, now: number): number | undefined {
  const offset = tzOffset(timezone, new Date(now));
  return Number.isNaN(offset) ? undefined : offset;
}

/** The clock of a place at `now` (epoch ms); an unknown zone falls back to the browser's. */
export function clockAt(now: number, { timezone }: CalendarPlace): Date {
  return timezone && offsetOf(timezone, now) !== undefined ? new TZDateMini(now, timezone) : new Date(now);
}

/** First weekday of a language, 0 (Sunday) to 6; Monday where the browser does not know. */
function firstWeekday(locale: string | undefined): 0 | 1 | 2 | 3 | 4 | 5 | 6 {
  const language = new Intl.Locale(locale ?? Intl.DateTimeFormat().resolvedOptions().locale) as Intl.Locale & {
    getWeekInfo?: () => { firstDay: number };
    weekInfo?: { firstDay: number };
  };
  const { firstDay } = language.getWeekInfo?.() ?? language.weekInfo ?? { firstDay: 1 };
  return (firstDay % 7) as 0 | 1 | 2 | 3 | 4 | 5 | 6;
}

/** The beginning of the unit that a moment is in, on its own clock. */
export function startOf(time: Date, unit: Unit, locale?: string): Date {
  switch (unit) {
    case 'hour': {
      // By its length, since an hour that the clocks repeat begins twice.
      const past = (time.getTime() - time.getTimezoneOffset() * MINUTE) % HOUR;
      return plusMs(time, -past);
    }
    case 'day':
      return startOfDay(time);
    case 'week':
      return startOfWeek(time, { weekStartsOn: firstWeekday(locale) });
    case 'isoWeek':
      return startOfISOWeek(time);
    case 'month':
      return startOfMonth(time);
    default:
      return startOfYear(time);
  }
}

/** The moment some units later: at the same time of the day, but for hours. */
export function plusUnits(time: Date, unit: Unit, count: number): Date {
  switch (unit) {
    case 'hour':
      return plusMs(time, count * HOUR);
    case 'day':
      return addDays(time, count);
    case 'week':
    case 'isoWeek':
      return addWeeks(time, count);
    case 'month':
      return addMonths(time, count);
    default:
      return addYears(time, count);
  }
}

function plusMs(time: Date, ms: number): Date {
  const later = time.getTime() + ms;
  return time instanceof TZDateMini ? new TZDateMini(later, time.timeZone) : new Date(later);
}
