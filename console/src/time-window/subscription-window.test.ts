import { DateTime } from 'luxon';
import { describe, expect, it } from 'vitest';
import { comparisonWindow } from './comparison.ts';
import { displayText, shortIntervalText } from './display.ts';
import { DAY, HOUR, MINUTE, SECOND } from './intervals.ts';
import { completeTimeWindow, defaultTimeWindow, type TimeWindow, usableMaxDatapoints } from './model.ts';
import { subscriptionWindow, timezoneShift, visibleRange } from './subscription-window.ts';
import { zoomedTimeWindow } from './zoom.ts';

const NOW = Date.UTC(2026, 10, 18, 15, 30, 10, 345);

describe('the window of a subscription', () => {
  it('begins a live window on a whole bucket and asks for one bucket more', () => {
    const window = subscriptionWindow(
      { realtime: { timewindowMs: HOUR, interval: 30 * SECOND }, aggregation: { type: 'AVG', limit: 200 } },
      { now: NOW },
    );
    expect(window.startTs % (30 * SECOND)).toBe(0);
    expect(window.startTs).toBeLessThanOrEqual(NOW - HOUR);
    expect(window.aggregation).toEqual({
      interval: 30 * SECOND,
      limit: 121,
      type: 'AVG',
      timeWindow: HOUR + 30 * SECOND,
      stateData: false,
    });
    expect(window.realtimeWindowMs).toBe(HOUR);
  });

  it('keeps the requested limit when points are not aggregated', () => {
    const window = subscriptionWindow(
      { realtime: { timewindowMs: 300_000, interval: 1000 }, aggregation: { type: 'NONE', limit: 8640 } },
      { now: NOW },
    );
    expect(window.aggregation).toMatchObject({ interval: 1000, limit: 8640, timeWindow: 301_000 });
  });

  it('counts a live window from the time of the server', () => {
    const window = subscriptionWindow(
      { realtime: { timewindowMs: MINUTE, interval: 1000 } },
      { now: NOW, serverOffset: 5000 },
    );
    expect(window.startTs).toBe(Math.floor((NOW + 5000 - MINUTE) / 1000) * 1000);
  });

  it('reads state data raw', () => {
    const window = subscriptionWindow({ realtime: { timewindowMs: MINUTE } }, { now: NOW, stateData: true });
    expect(window.aggregation).toMatchObject({ type: 'NONE', stateData: true });
  });

  it('takes history as given, corrected by the chosen zone', () => {
    const fixedTimewindow = { startTimeMs: NOW - DAY, endTimeMs: NOW };
    const window = subscriptionWindow(
      { selectedTab: 1, timezone: 'Asia/Tokyo', history: { historyType: 1, fixedTimewindow } },
      { now: NOW },
    );
    const shift = timezoneShift('Asia/Tokyo', NOW);
    expect(window.fixedWindow).toEqual({ startTimeMs: NOW - DAY - shift, endTimeMs: NOW - shift });
    expect(visibleRange(window, NOW)).toEqual({ minTime: NOW - DAY, maxTime: NOW });
    expect(window.aggregation.interval).toBe(5 * MINUTE);
    expect(window.aggregation.limit).toBe(288);
  });

  it('guesses the kinds that old windows leave out', () => {
    expect(subscriptionWindow({ history: { timewindowMs: HOUR } }, { now: NOW }).fixedWindow).toEqual({
      startTimeMs: NOW - HOUR,
      endTimeMs: NOW,
    });
    const yesterday = subscriptionWindow(
      { timezone: 'Europe/Berlin', history: { quickInterval: 'YESTERDAY' } },
      { now: NOW },
    );
    expect(yesterday.fixedWindow?.startTimeMs).toBe(
      DateTime.fromISO('2026-11-17T00:00', { zone: 'Europe/Berlin' }).toMillis(),
    );
  });

  it('shows a live window that ends now', () => {
    const window = subscriptionWindow({ realtime: { timewindowMs: MINUTE, interval: 1000 } }, { now: NOW });
    expect(visibleRange(window, NOW + 500)).toEqual({ minTime: NOW + 500 - MINUTE, maxTime: NOW + 500 });
  });
});

describe('comparison', () => {
  const history = (section: TimeWindow['history']): TimeWindow => ({
    selectedTab: 1,
    timezone: 'UTC',
    history: section ?? {},
  });

  it('precedes the window, or lies a given time or calendar unit before it', () => {
    const window = subscriptionWindow(history({ historyType: 0, timewindowMs: HOUR }), { now: NOW });
    expect(comparisonWindow(window, 'previousInterval', undefined)).toEqual({
      startTimeMs: NOW - 2 * HOUR,
      endTimeMs: NOW - HOUR,
    });
    expect(comparisonWindow(window, 'customInterval', 5 * HOUR)?.endTimeMs).toBe(NOW - 5 * HOUR);
    expect(comparisonWindow(window, 'customInterval', -1)?.endTimeMs).toBe(NOW);
    expect(comparisonWindow(window, 'days', undefined)?.endTimeMs).toBe(NOW - DAY);
  });

  it('does not exist for live windows', () => {
    expect(comparisonWindow(subscriptionWindow({ realtime: {} }, { now: NOW }), 'days', undefined)).toBeNull();
  });
});

describe('zoom', () => {
  it('becomes fixed history and keeps everything else, known or not', () => {
    const before = { ...defaultTimeWindow(NOW), hideTimezone: true, fromLater: 1 } as TimeWindow;
    const zoomed = zoomedTimeWindow(before, NOW - HOUR, NOW);
    expect(zoomed).toMatchObject({
      selectedTab: 1,
      hideTimezone: true,
      fromLater: 1,
      history: { historyType: 1, interval: 10_000, fixedTimewindow: { startTimeMs: NOW - HOUR, endTimeMs: NOW } },
      aggregation: { type: 'AVG', limit: 250 },
    });
  });
});

describe('stored windows', () => {
  it('are completed without losing members', () => {
    const completed = completeTimeWindow(
      { realtime: { interval: 1000, timewindowMs: 60_000 }, extra: true } as TimeWindow,
      NOW,
      50_000,
    );
    expect(completed).toMatchObject({
      selectedTab: 0,
      extra: true,
      timezone: null,
      aggregation: { type: 'AVG', limit: 25_000 },
    });
    expect(completed.history.fixedTimewindow).toEqual({ startTimeMs: NOW - DAY, endTimeMs: NOW });
  });

  it('survive nonsense', () => {
    const bad = { realtime: { timewindowMs: -5, quickInterval: 'NEVER' }, aggregation: { type: 'MEDIAN', limit: 'x' } };
    expect(completeTimeWindow(bad as unknown as TimeWindow, NOW)).toMatchObject({
      realtime: { timewindowMs: MINUTE, quickInterval: 'CURRENT_DAY' },
      aggregation: { type: 'AVG', limit: 250 },
    });
    const beyond = {
      timezone: 7,
      history: { timewindowMs: 1e17, fixedTimewindow: { startTimeMs: 9e15, endTimeMs: 9e18 } },
    };
    expect(completeTimeWindow(beyond as unknown as TimeWindow, NOW)).toMatchObject({
      timezone: null,
      history: { timewindowMs: MINUTE, fixedTimewindow: { startTimeMs: NOW - DAY, endTimeMs: NOW } },
    });
  });

  it('use the limit of the server, at least 8', () => {
    expect(usableMaxDatapoints(50_000)).toBe(50_000);
    expect(usableMaxDatapoints(3)).toBe(8);
    expect(usableMaxDatapoints(undefined)).toBe(500);
  });
});

describe('a stretch of a chart that is selected', () => {
  it('gets a usual bucket', () => {
    const zoomed = zoomedTimeWindow({ realtime: { timewindowMs: 30 * DAY, interval: 2 * HOUR } }, NOW - DAY, NOW);
    expect(zoomed.history).toMatchObject({ interval: 2 * HOUR });
    const shorter = zoomedTimeWindow(zoomed, NOW - 100 * MINUTE, NOW);
    expect(shorter.history).toMatchObject({ interval: 10 * MINUTE });
  });
});

describe('the words for a window', () => {
  const translate = (key: string, values?: Record<string, string | number>) =>
    values ? `${key}(${Object.values(values).join(',')})` : key;

  it('name what is shown', () => {
    expect(displayText({ realtime: { timewindowMs: 90 * MINUTE } }, translate)).toBe(
      'timeWindow.lastLive(timeWindow.unit.hours(1) timeWindow.unit.minutes(30))',
    );
    expect(displayText({ realtime: { timewindowMs: HOUR } }, translate)).toBe(
      'timeWindow.lastLive(timeWindow.one.hours)',
    );
    expect(displayText({ realtime: { quickInterval: 'CURRENT_DAY' } }, translate)).toBe('timeWindow.quick.CURRENT_DAY');
    expect(
      displayText(
        { selectedTab: 1, history: { historyType: 1, fixedTimewindow: { startTimeMs: NOW, endTimeMs: NOW } } },
        translate,
        'en-GB',
      ),
    ).toContain('18 Nov 2026');
  });

  it('write bucket lengths shortly, never as a heap of seconds', () => {
    const short = (ms: number) =>
      shortIntervalText(ms, translate).replace(/timeWindow\.short\.(\w+)\((\d+)\)/g, '$2 $1');
    expect(short(4 * HOUR)).toBe('4 hours');
    expect(short(55_984 * SECOND)).toBe('15 hours 33 minutes 4 seconds');
  });
});
