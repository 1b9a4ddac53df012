import {
  CALENDAR_LENGTH,
  calendarStart,
  isCalendarInterval,
  nextCalendarStart,
  startReading,
} from '@signalbox/contract/calendar-interval';
import type { CalendarInterval } from '@signalbox/contract/interval-type';
import { zoneClock } from '@signalbox/contract/zone-clock';
import { offsetOf } from './clock.ts';
import type { HistorySection, RealtimeSection } from './model.ts';
import { browserTimezone } from './timezones.ts';

export type { CalendarInterval };

/** Values put together by the calendar of a zone. */
export interface CalendarGrouping {
  interval: CalendarInterval;
  /** IANA name. */
  zone: string;
}

/** Both ends in epoch ms. */
export interface Stretch {
  start: number;
  end: number;
}

/** Most intervals in a window, as with those of fixed length. */
const MAX_INTERVALS = 500;

/** What takes the place of an interval of which there would be too many. */
const LONGER: Readonly<Partial<Record<CalendarInterval, CalendarInterval>>> = {
  DAY: 'WEEK_ISO',
  WEEK: 'MONTH',
  WEEK_ISO: 'MONTH',
  MONTH: 'QUARTER',
  QUARTER: 'YEAR',
};

/** Usual length, ms. */
export const usualLength = (interval: CalendarInterval): number => CALENDAR_LENGTH[interval];

/** Whether a window of this length, ms, has at least one whole interval, and not too many. */
export function fitsCalendar(interval: CalendarInterval, windowMs: number): boolean {
  return windowMs >= 0.9 * CALENDAR_LENGTH[interval] && windowMs <= MAX_INTERVALS * CALENDAR_LENGTH[interval];
}

/** The interval itself, or the next longer one of which there are not too many in a window of this length, ms. */
export function boundedCalendar(interval: CalendarInterval, windowMs: number): CalendarInterval {
  const longer = windowMs > MAX_INTERVALS * CALENDAR_LENGTH[interval] ? LONGER[interval] : undefined;
  return longer ? boundedCalendar(longer, windowMs) : interval;
}

/** How a section groups by the calendar; undefined: by an interval of fixed length. */
export function calendarOf(section: RealtimeSection | HistorySection | undefined): CalendarInterval | undefined {
  return isCalendarInterval(section?.intervalType) ? section.intervalType : undefined;
}

/** The zone whose calendar is meant: that of the window, else the browser's. */
export function calendarZone(timezone: string | null | undefined): string {
  return timezone && offsetOf(timezone, 0) !== undefined ? timezone : browserTimezone();
}

/** Where the interval of `ts` begins and ends, in true time. */
export function intervalAt({ interval, zone }: CalendarGrouping, ts: number): Stretch {
  const clock = zoneClock(zone);
  return { start: calendarStart(clock, interval, ts), end: nextCalendarStart(clock, interval, ts) };
}

/** The moment at which the clock of the browser shows a reading: ms since 1970 on that clock. */
function browserMoment(reading: number): number {
  const date = new Date(reading);
  return new Date(
    date.getUTCFullYear(),
    date.getUTCMonth(),
    date.getUTCDate(),
    date.getUTCHours(),
    date.getUTCMinutes(),
    date.getUTCSeconds(),
    date.getUTCMilliseconds(),
  ).getTime();
}

/** What the clock of the browser shows, as ms since 1970 on that clock. */
function browserReading(moment: number): number {
  return moment - new Date(moment).getTimezoneOffset() * 60_000;
}

/** A moment as the browser's clock shows the time of the zone. */
export function shownMoment(zone: string, ts: number): number {
  return browserMoment(zoneClock(zone).read(ts));
}

/** When the clock of the zone shows what the browser's clock shows at `moment`. */
export function momentShownAs(zone: string, moment: number): number {
  return zoneClock(zone).firstAt(browserReading(moment));
}

/** Where the interval of `ts` stands on the displayed clock: from midnight to midnight, however long it was. */
export function shownInterval(grouping: CalendarGrouping, ts: number): Stretch {
  const { start } = intervalAt(grouping, ts);
  const { interval, zone } = grouping;
  return shownStretch(interval, zoneClock(zone).read(start));
}

/** The interval that a time on the displayed clock is in, on that clock. */
export function intervalShownAt(interval: CalendarInterval, moment: number): Stretch {
  return shownStretch(interval, browserReading(moment));
}

const UTC = zoneClock('UTC');

function shownStretch(interval: CalendarInterval, reading: number): Stretch {
  const start = startReading(reading, interval);
  return { start: browserMoment(start), end: browserMoment(nextCalendarStart(UTC, interval, start)) };
}
