import { calendarOf, fitsCalendar } from './calendar-grouping.ts';
import { boundedInterval } from './intervals.ts';
import {
  DEFAULT_MAX_DATAPOINTS_LIMIT,
  HISTORY_FIXED,
  HISTORY_TAB,
  sectionOf,
  type TimeWindow,
  withBuckets,
} from './model.ts';

/**
 * The window after a stretch of a chart was selected: history from `startTimeMs` to `endTimeMs` (epoch ms as displayed),
 * with aggregation, zone and hidden controls as before.
 */
export function zoomedTimeWindow(
  window: TimeWindow,
  startTimeMs: number,
  endTimeMs: number,
  interval?: number,
  maxDatapoints: number = DEFAULT_MAX_DATAPOINTS_LIMIT,
): TimeWindow {
  const length = endTimeMs - startTimeMs;
  const section = sectionOf(window);
  const calendar = interval === undefined ? calendarOf(section) : undefined;
  return {
    ...window,
    selectedTab: HISTORY_TAB,
    history: withBuckets(
      { ...window.history, historyType: HISTORY_FIXED, fixedTimewindow: { startTimeMs, endTimeMs } },
      boundedInterval(interval ?? section?.interval ?? 0, length, 'AVG'),
      // A part of a month has no months in it.
      calendar && fitsCalendar(calendar, length) ? calendar : undefined,
    ),
    aggregation: {
      type: window.aggregation?.type ?? 'AVG',
      limit: window.aggregation?.limit ?? maxDatapoints,
    },
  };
}
