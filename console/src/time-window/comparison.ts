import { shownMoment } from './calendar-grouping.ts';
import { clockAt, plusUnits } from './clock.ts';
import { type FixedTimeWindow, HISTORY_FIXED, HISTORY_TAB, type TimeWindow } from './model.ts';
import { precedingQuickInterval } from './quick-intervals.ts';
import { type SubscriptionWindow, subscriptionWindow } from './subscription-window.ts';

export type TimeForComparison = 'previousInterval' | 'customInterval' | 'days' | 'weeks' | 'months' | 'years';

const COMPARED_UNITS = { days: 'day', weeks: 'week', months: 'month', years: 'year' } as const;

/** The window that a history window is compared with, epoch ms. `customValue` in ms. */
export function comparisonWindow(
  window: SubscriptionWindow,
  comparison: TimeForComparison,
  customValue: number | undefined,
  locale?: string,
): FixedTimeWindow | null {
  const fixed = window.fixedWindow;
  if (!fixed) return null;
  const { startTimeMs, endTimeMs } = fixed;
  const length = endTimeMs - startTimeMs;
  const place = { timezone: window.timezone, locale };
  if (comparison === 'previousInterval') {
    if (window.quickInterval) return precedingQuickInterval(window.quickInterval, startTimeMs, endTimeMs, place);
    return { startTimeMs: startTimeMs - length, endTimeMs: startTimeMs };
  }
  if (comparison === 'customInterval') {
    const shift = Number.isFinite(customValue) && (customValue ?? 0) > 0 ? (customValue ?? 0) : 0;
    return { startTimeMs: startTimeMs - shift, endTimeMs: endTimeMs - shift };
  }
  const end = plusUnits(clockAt(endTimeMs, place), COMPARED_UNITS[comparison], -1).getTime();
  return { startTimeMs: end - length, endTimeMs: end };
}

const COMPARISONS: ReadonlySet<unknown> = new Set<TimeForComparison>([
  'previousInterval',
  'customInterval',
  'days',
  'weeks',
  'months',
  'years',
]);
const DEFAULT_CUSTOM_INTERVAL = 7_200_000;

/**
 * The time that a chart compares with as its settings say, as a window of its own; null when it compares with nothing
 * or shows live values, which have no end to count back from.
 */
export function comparedTimeWindow(
  settings: Readonly<Record<string, unknown>> | undefined,
  window: TimeWindow,
  environment: { serverOffset: number; maxDatapoints: number; locale: string },
  now: number = Date.now(),
): TimeWindow | null {
  if (settings?.comparisonEnabled !== true) return null;
  const kind = COMPARISONS.has(settings.timeForComparison)
    ? (settings.timeForComparison as TimeForComparison)
    : 'previousInterval';
  // To the minute, so that drawing again does not ask for another time.
  const minute = Math.floor(now / 60_000) * 60_000;
  const shown = subscriptionWindow(window, { ...environment, now: minute });
  const custom = Number(settings.comparisonCustomIntervalValue ?? DEFAULT_CUSTOM_INTERVAL);
  const fixed = comparisonWindow(shown, kind, custom, environment.locale);
  if (!fixed) return null;
  // Periods are stored as the displayed clock shows them.
  const { calendar } = shown.aggregation;
  const stored = (ts: number) => (calendar ? shownMoment(calendar.zone, ts) : ts + shown.tsOffset);
  return {
    ...window,
    selectedTab: HISTORY_TAB,
    history: {
      ...window.history,
      historyType: HISTORY_FIXED,
      interval: shown.aggregation.interval,
      fixedTimewindow: { startTimeMs: stored(fixed.startTimeMs), endTimeMs: stored(fixed.endTimeMs) },
    },
  };
}
