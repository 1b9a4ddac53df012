import { type CalendarInterval, intervalShownAt, type Stretch } from './calendar-grouping.ts';

const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const;

const FORMATS: Readonly<Record<CalendarInterval, Intl.DateTimeFormatOptions>> = {
  DAY: { ...DAY, weekday: 'short' },
  WEEK: DAY,
  WEEK_ISO: DAY,
  MONTH: { month: 'long', year: 'numeric' },
  QUARTER: { month: 'short', year: 'numeric' },
  YEAR: { year: 'numeric' },
};

const SHORT_FORMATS: Readonly<Record<CalendarInterval, Intl.DateTimeFormatOptions>> = {
  DAY: { day: 'numeric', month: 'short' },
  WEEK: { day: 'numeric', month: 'short' },
  WEEK_ISO: { day: 'numeric', month: 'short' },
  MONTH: { month: 'short' },
  QUARTER: { month: 'short' },
  YEAR: { year: 'numeric' },
};

/** What stands from its first to its last day. */
const RANGES: ReadonlySet<CalendarInterval> = new Set(['WEEK', 'WEEK_ISO', 'QUARTER']);

/** Its last moment is the day after in some zones of the browser, so that the middle of the last day says more. */
const lastDay = ({ end }: Stretch): number => end - 43_200_000;

/** What people call the interval of a time on the displayed clock: "November 2026", "23 – 29 Nov 2026". */
export function intervalLabel(interval: CalendarInterval, moment: number, locale: string): string {
  const stretch = intervalShownAt(interval, moment);
  const format = new Intl.DateTimeFormat(locale, FORMATS[interval]);
  return RANGES.has(interval) ? format.formatRange(stretch.start, lastDay(stretch)) : format.format(stretch.start);
}

/** The same for an axis, where years stand once: "Nov", "23 Nov", and "Jan 2026" for the first of a year. */
export function shortIntervalLabel(interval: CalendarInterval, moment: number, locale: string): string {
  const stretch = intervalShownAt(interval, moment);
  const isFirst = interval === 'MONTH' && new Date(stretch.start).getMonth() === 0;
  const format = new Intl.DateTimeFormat(locale, {
    ...SHORT_FORMATS[interval],
    ...(isFirst ? { year: 'numeric' } : {}),
  });
  return interval === 'QUARTER' ? format.formatRange(stretch.start, lastDay(stretch)) : format.format(stretch.start);
}

/** The intervals that a range on the displayed clock has a part in, each cut to it. */
export function intervalsWithin(interval: CalendarInterval, range: { minTime: number; maxTime: number }): Stretch[] {
  const found: Stretch[] = [];
  for (let at = range.minTime; at < range.maxTime; ) {
    const { end } = intervalShownAt(interval, at);
    found.push({ start: at, end: Math.min(end, range.maxTime) });
    at = end;
  }
  return found;
}
