import { DAY, HOUR, MINUTE } from './intervals.ts';
import {
  HISTORY_INTERVAL,
  HISTORY_LAST_INTERVAL,
  HISTORY_TAB,
  historyType,
  REALTIME_INTERVAL,
  REALTIME_LAST_INTERVAL,
  REALTIME_TAB,
  realtimeType,
  selectedTab,
  type TimeWindow,
} from './model.ts';
import type { QuickInterval } from './quick-intervals.ts';

/** What one click chooses: a length in ms up to now, or a calendar interval. */
export type QuickRange = number | QuickInterval;

const LENGTHS = [5 * MINUTE, 15 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 12 * HOUR, DAY, 7 * DAY, 30 * DAY];

/** The ranges that are used most, by tab: recent ones first, then calendar ones. */
export const QUICK_RANGES: Readonly<Record<number, readonly QuickRange[]>> = {
  [REALTIME_TAB]: [...LENGTHS, 'CURRENT_HOUR', 'CURRENT_DAY', 'CURRENT_WEEK', 'CURRENT_MONTH', 'CURRENT_YEAR'],
  [HISTORY_TAB]: [...LENGTHS, 'CURRENT_DAY', 'YESTERDAY', 'PREVIOUS_WEEK', 'PREVIOUS_MONTH', 'PREVIOUS_YEAR'],
};

/** The window over a quick range. Its buckets follow the length, unless viewers may not choose them. */
export function quickTimeWindow(window: TimeWindow, tab: number, range: QuickRange): TimeWindow {
  const section = tab === REALTIME_TAB ? window.realtime : window.history;
  const interval = window.hideAggInterval === true ? (section?.interval ?? 0) : 0;
  const value = typeof range === 'number' ? { timewindowMs: range } : { quickInterval: range };
  if (tab === REALTIME_TAB) {
    const type = typeof range === 'number' ? REALTIME_LAST_INTERVAL : REALTIME_INTERVAL;
    return { ...window, selectedTab: tab, realtime: { ...window.realtime, ...value, realtimeType: type, interval } };
  }
  const type = typeof range === 'number' ? HISTORY_LAST_INTERVAL : HISTORY_INTERVAL;
  return { ...window, selectedTab: tab, history: { ...window.history, ...value, historyType: type, interval } };
}

/** Whether the window is over this range. */
export function isQuickRange(window: TimeWindow, tab: number, range: QuickRange): boolean {
  if (selectedTab(window) !== tab) return false;
  const [type, section] =
    tab === REALTIME_TAB
      ? [realtimeType(window.realtime), window.realtime]
      : [historyType(window.history), window.history];
  if (typeof range === 'number') return type === REALTIME_LAST_INTERVAL && section?.timewindowMs === range;
  return type === (tab === REALTIME_TAB ? REALTIME_INTERVAL : HISTORY_INTERVAL) && section?.quickInterval === range;
}
