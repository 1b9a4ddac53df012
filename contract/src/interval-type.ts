/** Intervals that are as long as the calendar of a zone says. Weeks begin on Sunday, those of ISO 8601 on Monday. */
export const CALENDAR_INTERVALS = ['DAY', 'WEEK', 'WEEK_ISO', 'MONTH', 'QUARTER', 'YEAR'] as const;
export type CalendarInterval = (typeof CALENDAR_INTERVALS)[number];

/** How the intervals of an aggregation are meant; those of fixed length are given in ms beside it. */
export const INTERVAL_TYPES = ['MILLISECONDS', ...CALENDAR_INTERVALS] as const;
export type IntervalType = (typeof INTERVAL_TYPES)[number];
