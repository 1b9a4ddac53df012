import { differenceInCalendarDays, differenceInCalendarMonths } from 'date-fns';
import { plusUnits, startOf } from './clock.ts';
import { PREDEFINED_INTERVALS, YEAR } from './intervals.ts';
import {
  type FixedTimeWindow,
  HISTORY_FIXED,
  HISTORY_LAST_INTERVAL,
  HISTORY_TAB,
  historyType,
  REALTIME_LAST_INTERVAL,
  REALTIME_TAB,
  realtimeType,
  sectionOf,
  selectedTab,
  type TimeWindow,
  withBuckets,
} from './model.ts';
import { subscriptionWindow, timezoneShift, visibleRange } from './subscription-window.ts';

/** What a window shows at `now`, both ends in epoch ms on the displayed clock, as periods are stored. */
export function shownRange(window: TimeWindow, now: number, locale?: string): FixedTimeWindow {
  const range = visibleRange(subscriptionWindow(window, { now, locale }), now, 0, locale);
  return { startTimeMs: range.minTime, endTimeMs: range.maxTime };
}

/** The same window over another period. */
function withPeriod(window: TimeWindow, fixedTimewindow: FixedTimeWindow): TimeWindow {
  const section = sectionOf(window);
  const history = { ...window.history, historyType: HISTORY_FIXED, fixedTimewindow };
  return {
    ...window,
    selectedTab: HISTORY_TAB,
    history: withBuckets(history, section?.interval, section?.intervalType),
  };
}

/** A period moved by its own length: whole months and days by the calendar, everything else by its ms. */
function moved({ startTimeMs, endTimeMs }: FixedTimeWindow, direction: -1 | 1): FixedTimeWindow {
  const [start, end] = [new Date(startTimeMs), new Date(endTimeMs)];
  for (const unit of ['month', 'day'] as const) {
    if (+startOf(start, unit) !== startTimeMs || +startOf(end, unit) !== endTimeMs) continue;
    const between = unit === 'month' ? differenceInCalendarMonths : differenceInCalendarDays;
    const count = between(end, start) * direction;
    return { startTimeMs: +plusUnits(start, unit, count), endTimeMs: +plusUnits(end, unit, count) };
  }
  const length = (endTimeMs - startTimeMs) * direction;
  return { startTimeMs: startTimeMs + length, endTimeMs: endTimeMs + length };
}

/** The stretch of equal length before or after what is shown. */
export function neighbourTimeWindow(window: TimeWindow, direction: -1 | 1, now: number, locale?: string): TimeWindow {
  return withPeriod(window, moved(shownRange(window, now, locale), direction));
}

/** Whether nothing that has happened lies after what is shown. */
export function reachesNow(window: TimeWindow, now: number, locale?: string): boolean {
  return shownRange(window, now, locale).endTimeMs >= now + timezoneShift(window.timezone, now);
}

/** Longest "last" windows, ms. */
export const MAX_REALTIME = YEAR;
export const MAX_HISTORY = 20 * YEAR;

function nextLength(length: number, max: number): number {
  return Math.min(max, PREDEFINED_INTERVALS.find((usual) => usual > length) ?? length * 2);
}

/**
 * The window zoomed out: "last" windows get the next usual length; everything else is shown with half its length more
 * on both sides, but nothing later than now.
 */
export function widenedTimeWindow(window: TimeWindow, now: number, locale?: string): TimeWindow {
  if (selectedTab(window) === REALTIME_TAB && realtimeType(window.realtime) === REALTIME_LAST_INTERVAL) {
    return {
      ...window,
      realtime: { ...window.realtime, timewindowMs: nextLength(window.realtime?.timewindowMs ?? 0, MAX_REALTIME) },
    };
  }
  if (selectedTab(window) === HISTORY_TAB && historyType(window.history) === HISTORY_LAST_INTERVAL) {
    return {
      ...window,
      history: { ...window.history, timewindowMs: nextLength(window.history?.timewindowMs ?? 0, MAX_HISTORY) },
    };
  }
  const { startTimeMs, endTimeMs } = shownRange(window, now, locale);
  const length = endTimeMs - startTimeMs;
  const end = Math.max(endTimeMs, Math.min(endTimeMs + length / 2, now + timezoneShift(window.timezone, now)));
  return withPeriod(window, { startTimeMs: Math.round(end - 2 * length), endTimeMs: Math.round(end) });
}

/** The window over as long a time, around a moment (epoch ms): most of it before, as what happened then came before. */
export function timeWindowAround(window: TimeWindow, moment: number, now: number, locale?: string): TimeWindow {
  const { startTimeMs, endTimeMs } = shownRange(window, now, locale);
  const length = endTimeMs - startTimeMs;
  const end = Math.round(moment + timezoneShift(window.timezone, now) + length / 4);
  return withPeriod(window, { startTimeMs: end - length, endTimeMs: end });
}
