import { DAY } from '../../time-window/intervals.ts';
import {
  HISTORY_FIXED,
  HISTORY_INTERVAL,
  HISTORY_LAST_INTERVAL,
  HISTORY_TAB,
  type HistorySection,
  historyType,
  type TimeWindow,
} from '../../time-window/model.ts';
import { isQuickInterval, quickIntervalEnd, quickIntervalStart } from '../../time-window/quick-intervals.ts';

/** Where a list of what happened begins, unless it says otherwise. */
const lastOf = (timewindowMs: number): HistorySection => ({ historyType: HISTORY_LAST_INTERVAL, timewindowMs });
const DEFAULT = lastOf(DAY);

const ofHistory = (history: HistorySection): TimeWindow => ({ selectedTab: HISTORY_TAB, history });

/**
 * The window that an address names: `3600000` (the last so many ms), `PREVIOUS_WEEK`, or `<from>-<to>` in epoch ms.
 * What makes no sense is the last `normal` ms.
 */
export function readHistoryWindow(text: string | undefined, normal = DAY): TimeWindow {
  if (isQuickInterval(text)) return ofHistory({ historyType: HISTORY_INTERVAL, quickInterval: text });
  const [, from, to] = /^(\d{1,15})-(\d{1,15})$/.exec(text ?? '') ?? [];
  if (from && to && Number(from) < Number(to)) {
    const fixedTimewindow = { startTimeMs: Number(from), endTimeMs: Number(to) };
    return ofHistory({ historyType: HISTORY_FIXED, fixedTimewindow });
  }
  const length = /^\d{4,13}$/.test(text ?? '') ? Number(text) : 0;
  return ofHistory(lastOf(length || normal));
}

/** The window as an address names it; nothing for the one that lists begin with. */
export function writeHistoryWindow({ history = DEFAULT }: TimeWindow, normal = DAY): string | undefined {
  const type = historyType(history);
  if (type === HISTORY_INTERVAL) return history.quickInterval;
  if (type === HISTORY_FIXED && history.fixedTimewindow) {
    return `${history.fixedTimewindow.startTimeMs}-${history.fixedTimewindow.endTimeMs}`;
  }
  return history.timewindowMs === normal ? undefined : String(history.timewindowMs);
}

/** Both ends of the window as it is `now`, in epoch ms. */
export function historyBounds(
  { history = DEFAULT }: TimeWindow,
  now: number,
  locale?: string,
): { startTime: number; endTime: number } {
  const type = historyType(history);
  if (type === HISTORY_FIXED && history.fixedTimewindow) {
    return { startTime: history.fixedTimewindow.startTimeMs, endTime: history.fixedTimewindow.endTimeMs };
  }
  if (type === HISTORY_INTERVAL && history.quickInterval) {
    const place = locale ? { locale } : {};
    return {
      startTime: quickIntervalStart(history.quickInterval, now, place),
      endTime: quickIntervalEnd(history.quickInterval, now, place),
    };
  }
  return { startTime: now - (history.timewindowMs ?? DAY), endTime: now };
}
