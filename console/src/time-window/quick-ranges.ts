import { DAY, HOUR, MINUTE } from './intervals.ts';
import {
  HISTORY_INTERVAL,
  HISTORY_LAST_INTERVAL,
  HISTORY_TAB,
  type HistorySection,
  historyType,
  REALTIME_INTERVAL,
  REALTIME_LAST_INTERVAL,
  REALTIME_TAB,
  type RealtimeSection,
  realtimeType,
  selectedTab,
  type TimeWindow,
  withBuckets,
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
  const isLength = typeof range === 'number';
  const value = isLength ? { timewindowMs: range } : { quickInterval: range };
  const rebucketed = <Section extends RealtimeSection | HistorySection>(section: Section): Section =>
    window.hideAggInterval === true
      ? withBuckets(section, section.interval ?? 0, section.intervalType)
      : withBuckets(section, 0, undefined);
  if (tab === REALTIME_TAB) {
    const realtimeType = isLength ? REALTIME_LAST_INTERVAL : REALTIME_INTERVAL;
    return { ...window, selectedTab: tab, realtime: rebucketed({ ...window.realtime, ...value, realtimeType }) };
  }
  const historyType = isLength ? HISTORY_LAST_INTERVAL : HISTORY_INTERVAL;
  return { ...window, selectedTab: tab, history: rebucketed({ ...window.history, ...value, historyType }) };
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
