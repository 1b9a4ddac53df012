import { locale } from './i18n.ts';

/** Makes a formatter when it is first needed: the first of a page costs tens of milliseconds. */
function once<Made>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

const numberFormat = once(() => new Intl.NumberFormat(locale));
const dateTimeFormat = once(() => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' }));
const timeFormat = once(() => new Intl.DateTimeFormat(locale, { timeStyle: 'medium' }));
const exactFormat = once(
  () =>
    new Intl.DateTimeFormat(locale, {
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      fractionalSecondDigits: 3,
      timeZoneName: 'short',
    }),
);
const relativeFormat = once(() => new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'narrow' }));

/** A whole number with the group marks of the locale. */
export function formatNumber(value: number): string {
  return numberFormat().format(value);
}

/** Farthest time from 1970 that a date can have, ms (ECMA-262, 21.4.1.1). */
const LAST_TIME = 8.64e15;

const isDate = (ms: number): boolean => Math.abs(ms) <= LAST_TIME;

/**
 * A time as a format has it. What no date can be, as devices may send it, is shown as the number that it is, and what is no
 * number not at all.
 */
export function formatTimeBy(format: Pick<Intl.DateTimeFormat, 'format'>, ms: number): string {
  if (isDate(ms)) return format.format(ms);
  return Number.isFinite(ms) ? formatNumber(ms) : '';
}

/** A time as `dateTime` of a `time` element has it; undefined where no date can be it. */
export function machineTime(ms: number): string | undefined {
  return isDate(ms) ? new Date(ms).toISOString() : undefined;
}

/** Date and time of `ms` in the user's locale and zone; empty for 0. */
export function formatDateTime(ms: number | undefined): string {
  return ms ? formatTimeBy(dateTimeFormat(), ms) : '';
}

/** The time of day of `ms`, for what was today. */
export function formatTime(ms: number): string {
  return formatTimeBy(timeFormat(), ms);
}

/** The instant to the millisecond with its zone, for tooltips. */
export function formatExact(ms: number): string {
  return formatTimeBy(exactFormat(), ms);
}

/** A stretch of time in its largest whole unit: "10 minutes". */
export function formatDuration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  const [unit, size] = DURATIONS.find(([, length]) => seconds >= length && seconds % length === 0) ?? DURATIONS[3];
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(seconds / size);
}

/** A stretch of time that is only guessed, in one unit: "40 seconds", "3 minutes". */
export function formatRoughDuration(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  const [unit, size] = DURATIONS.find(([, length]) => seconds >= 2 * length) ?? DURATIONS[3];
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(Math.round(seconds / size));
}

const DURATIONS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

const STEPS: [limitSeconds: number, unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  [60, 'second', 1],
  [3600, 'minute', 60],
  [86_400, 'hour', 3600],
  [86_400 * 60, 'day', 86_400],
  [86_400 * 730, 'month', 86_400 * 30],
  [Number.POSITIVE_INFINITY, 'year', 86_400 * 365],
];

/** Seconds below which something counts as now, so that a busy list does not flicker. */
const FRESH = 5;

/** How long ago `ms` was, seen from `now`: "12 s ago". Never in the future: clocks differ. */
export function formatAgo(ms: number, now: number = Date.now()): string {
  const exact = Math.max(0, Math.round((now - ms) / 1000));
  if (!Number.isFinite(exact)) return '';
  const seconds = exact < FRESH ? 0 : exact;
  const step = STEPS.find(([limit]) => seconds < limit) ?? STEPS[0];
  const [, unit, size] = step as (typeof STEPS)[number];
  return relativeFormat().format(-Math.floor(seconds / size), unit);
}

/** A number as it is, with up to 15 digits. */
export function formatValue(value: number): string {
  return new Intl.NumberFormat(locale, { maximumSignificantDigits: 15 }).format(value);
}

/** Texts as a list in a sentence: "a, b, and c", or "a, b, or c". */
export function formatList(texts: readonly string[], type: 'conjunction' | 'disjunction'): string {
  return new Intl.ListFormat(locale, { style: 'long', type }).format(texts);
}

/** An amount of a unit of time, as short as it is understood: "5 min". */
export function formatAmount(
  amount: number,
  unit: 'nanosecond' | 'microsecond' | 'millisecond' | 'second' | 'minute' | 'hour' | 'day',
): string {
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumSignificantDigits: 15,
  }).format(amount);
}

/** Short names of days of the week, 1: Monday … 7: Sunday: "Mon". */
export function formatWeekday(day: number, weekday: 'short' | 'long' = 'short'): string {
  // 1 January 2024 was a Monday.
  return new Intl.DateTimeFormat(locale, { weekday, timeZone: 'UTC' }).format(Date.UTC(2024, 0, day));
}
