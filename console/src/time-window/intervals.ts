/** Lengths in ms. A year counts 365 days, a month 30. */
export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
export const WEEK = 7 * DAY;
export const MONTH = 30 * DAY;
export const YEAR = 365 * DAY;

const MIN_INTERVAL = SECOND;
const MAX_INTERVAL = 20 * YEAR;

/** The intervals that are offered by name, ascending, in ms. */
export const PREDEFINED_INTERVALS: readonly number[] = [
  ...[1, 5, 10, 15, 30].map((count) => count * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * MINUTE),
  ...[1, 2, 5, 10, 12].map((count) => count * HOUR),
  ...[1, 7, 30].map((count) => count * DAY),
];

/** Shortest bucket for a window, in ms: at most 500 buckets. */
export function minInterval(windowMs: number): number {
  return Math.max(MIN_INTERVAL, Math.ceil(windowMs / 500 / SECOND) * SECOND);
}

/** Longest bucket for a window, in ms: at least 7 buckets. */
export function maxInterval(windowMs: number): number {
  return Math.min(MAX_INTERVAL, Math.max(MIN_INTERVAL, Math.floor(windowMs / 7 / SECOND) * SECOND));
}

/** Bucket that suits a window when none is asked for, in ms: about 200 buckets, of a predefined length if one fits. */
export function suitableInterval(windowMs: number): number {
  const wanted = Math.max(MIN_INTERVAL, Math.ceil(windowMs / 200 / SECOND) * SECOND);
  return nearestPredefinedInterval(wanted, minInterval(windowMs), maxInterval(windowMs)) ?? wanted;
}

/** The predefined interval nearest to `wanted` within [min, max], the shorter one of two equally near; ms. */
export function nearestPredefinedInterval(wanted: number, min: number, max: number): number | undefined {
  let best: number | undefined;
  for (const interval of PREDEFINED_INTERVALS) {
    if (interval < min || interval > max) continue;
    if (best === undefined || Math.abs(interval - wanted) < Math.abs(best - wanted)) best = interval;
  }
  return best;
}

/** Whether a bucket is neither too short nor too long for a window; ms. */
export function fitsWindow(interval: number, windowMs: number): boolean {
  return interval >= minInterval(windowMs) && interval <= maxInterval(windowMs);
}

/**
 * The bucket length that is sent for a window: as given where it fits, else the predefined one nearest to it, and chosen
 * when 0 or absent; ms.
 */
export function boundedInterval(interval: number | undefined, windowMs: number, aggregation: string): number {
  if (aggregation === 'NONE') return SECOND;
  if (!interval || !Number.isFinite(interval) || interval <= 0) return suitableInterval(windowMs);
  return fitsWindow(interval, windowMs)
    ? interval
    : snappedInterval(interval, minInterval(windowMs), maxInterval(windowMs));
}

/** An interval as the advanced editor shows it. */
export interface IntervalParts {
  days: number;
  hours: number;
  minutes: number;
  seconds: number;
}

/** Splits a length in ms into its parts. */
export function intervalParts(intervalMs: number): IntervalParts {
  const total = Math.max(0, Math.floor(intervalMs / SECOND));
  return {
    days: Math.floor(total / 86_400),
    hours: Math.floor((total % 86_400) / 3_600),
    minutes: Math.floor((total % 3_600) / 60),
    seconds: total % 60,
  };
}

/** Length of the parts in ms, or null when it is zero or not a number: that is how an unusable interval is stored. */
export function intervalOfParts(parts: IntervalParts): number | null {
  const total = parts.days * DAY + parts.hours * HOUR + parts.minutes * MINUTE + parts.seconds * SECOND;
  return Number.isFinite(total) && total > 0 ? total : null;
}

/**
 * Rolls parts over after an edit: 60 seconds become a minute, 60 minutes an hour, 24 hours a day;
 * a negative part borrows from the next larger unit, or becomes 0 when there is nothing to borrow.
 */
export function rolledOver(parts: IntervalParts): IntervalParts {
  let { days, hours, minutes, seconds } = {
    days: whole(parts.days),
    hours: whole(parts.hours),
    minutes: whole(parts.minutes),
    seconds: whole(parts.seconds),
  };
  if (seconds >= 60) {
    minutes += Math.floor(seconds / 60);
    seconds %= 60;
  } else if (seconds < 0) {
    const needed = Math.ceil(-seconds / 60);
    const available = minutes + hours * 60 + days * 1440;
    if (available >= needed) {
      seconds += needed * 60;
      minutes -= needed;
    } else seconds = 0;
  }
  if (minutes >= 60) {
    hours += Math.floor(minutes / 60);
    minutes %= 60;
  } else if (minutes < 0) {
    const needed = Math.ceil(-minutes / 60);
    if (hours + days * 24 >= needed) {
      minutes += needed * 60;
      hours -= needed;
    } else minutes = 0;
  }
  if (hours >= 24) {
    days += Math.floor(hours / 24);
    hours %= 24;
  } else if (hours < 0) {
    const needed = Math.ceil(-hours / 24);
    if (days >= needed) {
      hours += needed * 24;
      days -= needed;
    } else hours = 0;
  }
  return { days: Math.max(0, days), hours, minutes, seconds };
}

function whole(value: number): number {
  return Number.isFinite(value) ? Math.trunc(value) : 0;
}

/** The predefined length within [min, max] that is nearest to `intervalMs`; a bound if no predefined length lies between them. */
export function snappedInterval(intervalMs: number, min: number, max: number): number {
  const clamped = Math.min(max, Math.max(min, intervalMs));
  return nearestPredefinedInterval(clamped, min, max) ?? clamped;
}

/** The predefined intervals that may be chosen within [min, max], ascending. */
export function offeredIntervals(min: number, max: number): readonly number[] {
  return PREDEFINED_INTERVALS.filter((interval) => interval >= min && interval <= max);
}
