import { boundedInterval } from './intervals.ts';
import {
  DEFAULT_MAX_DATAPOINTS_LIMIT,
  HISTORY_FIXED,
  HISTORY_TAB,
  REALTIME_TAB,
  selectedTab,
  type TimeWindow,
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
  const before =
    interval ?? (selectedTab(window) === REALTIME_TAB ? window.realtime?.interval : window.history?.interval) ?? 0;
  return {
    ...window,
    selectedTab: HISTORY_TAB,
    history: {
      ...window.history,
      historyType: HISTORY_FIXED,
      fixedTimewindow: { startTimeMs, endTimeMs },
      interval: boundedInterval(before, endTimeMs - startTimeMs, 'AVG'),
    },
    aggregation: {
      type: window.aggregation?.type ?? 'AVG',
      limit: window.aggregation?.limit ?? maxDatapoints,
    },
  };
}
