import { shownMoment } from './calendar-grouping.ts';
import { HISTORY_FIXED, HISTORY_TAB, type TimeWindow } from './model.ts';
import { comparisonWindow, subscriptionWindow, type TimeForComparison } from './subscription-window.ts';

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
