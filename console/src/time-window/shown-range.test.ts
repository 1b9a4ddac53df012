import { DateTime } from 'luxon';
import { describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from './intervals.ts';
import { HISTORY_FIXED, HISTORY_TAB, REALTIME_TAB, type TimeWindow } from './model.ts';
import { isQuickRange, QUICK_RANGES, quickTimeWindow } from './quick-ranges.ts';
import { neighbourTimeWindow, reachesNow, shownRange, widenedTimeWindow } from './shown-range.ts';

const NOW = Date.UTC(2026, 10, 18, 15, 30);
const LIVE: TimeWindow = { realtime: { timewindowMs: HOUR, interval: MINUTE } };

function period(startTimeMs: number, endTimeMs: number): TimeWindow {
  return {
    selectedTab: HISTORY_TAB,
    history: { historyType: HISTORY_FIXED, fixedTimewindow: { startTimeMs, endTimeMs } },
  };
}
const local = (iso: string) => DateTime.fromISO(iso).toMillis();

describe('earlier and later', () => {
  it('are the stretches of equal length beside what is shown', () => {
    const earlier = neighbourTimeWindow(LIVE, -1, NOW);
    expect(earlier).toMatchObject({ ...period(NOW - 2 * HOUR, NOW - HOUR), history: { interval: MINUTE } });
    expect(reachesNow(LIVE, NOW)).toBe(true);
    expect(reachesNow(earlier, NOW)).toBe(false);
    expect(shownRange(neighbourTimeWindow(earlier, 1, NOW), NOW)).toEqual(shownRange(LIVE, NOW));
  });

  it('follow the calendar for whole months and days', () => {
    const month = period(local('2026-10-01'), local('2026-11-01'));
    const before = neighbourTimeWindow(month, -1, NOW);
    expect(shownRange(before, NOW)).toEqual({ startTimeMs: local('2026-09-01'), endTimeMs: local('2026-10-01') });
    expect(shownRange(neighbourTimeWindow(before, -1, NOW), NOW).startTimeMs).toBe(local('2026-08-01'));
  });

  it('reach up to now on the clock of another zone too', () => {
    expect(reachesNow({ ...LIVE, timezone: 'Asia/Tokyo' }, NOW)).toBe(true);
  });
});

describe('zooming out', () => {
  it('takes the next usual length of what is live, up to the longest', () => {
    expect(widenedTimeWindow(LIVE, NOW).realtime?.timewindowMs).toBe(2 * HOUR);
    expect(widenedTimeWindow({ realtime: { timewindowMs: 300 * DAY } }, NOW).realtime?.timewindowMs).toBe(365 * DAY);
  });

  it('shows a period with as much more around it, but nothing that is still to come', () => {
    expect(shownRange(widenedTimeWindow(period(NOW - 10 * HOUR, NOW - 8 * HOUR), NOW), NOW)).toEqual({
      startTimeMs: NOW - 11 * HOUR,
      endTimeMs: NOW - 7 * HOUR,
    });
    expect(shownRange(widenedTimeWindow(period(NOW - 2 * HOUR, NOW), NOW), NOW)).toEqual({
      startTimeMs: NOW - 4 * HOUR,
      endTimeMs: NOW,
    });
  });
});

describe('quick ranges', () => {
  it.each([REALTIME_TAB, HISTORY_TAB])('are windows of their tab (%i) and know themselves again', (tab) => {
    for (const range of QUICK_RANGES[tab] ?? []) {
      const window = quickTimeWindow(LIVE, tab, range);
      expect(window.selectedTab).toBe(tab);
      expect(isQuickRange(window, tab, range)).toBe(true);
      expect(shownRange(window, NOW).endTimeMs).toBeGreaterThan(shownRange(window, NOW).startTimeMs);
    }
  });

  it('leave the bucket alone when viewers may not choose it', () => {
    expect(quickTimeWindow({ ...LIVE, hideAggInterval: true }, REALTIME_TAB, DAY).realtime?.interval).toBe(MINUTE);
    expect(quickTimeWindow(LIVE, REALTIME_TAB, DAY).realtime?.interval).toBe(0);
  });
});
