import { describe, expect, it } from 'vitest';
import {
  boundedCalendar,
  calendarZone,
  fitsCalendar,
  intervalAt,
  intervalShownAt,
  momentShownAs,
  shownInterval,
  shownMoment,
} from './calendar-grouping.ts';
import { comparedTimeWindow } from './comparison.ts';
import { aggregationText } from './display.ts';
import { DAY, HOUR, MINUTE } from './intervals.ts';
import { completeTimeWindow, type TimeWindow } from './model.ts';
import { draftOf, draftProblems, editedDraft, windowOf } from './panel-draft.ts';
import { quickTimeWindow } from './quick-ranges.ts';
import { neighbourTimeWindow } from './shown-range.ts';
import { subscriptionWindow, visibleRange } from './subscription-window.ts';
import { zoomedTimeWindow } from './zoom.ts';

const at = (text: string): number => Date.parse(text);
/** A moment on the clock of the machine that runs the test. */
const local = (...parts: [number, number, number?, number?]) =>
  new Date(parts[0], parts[1] - 1, ...parts.slice(2)).getTime();
const NOW = at('2026-11-18T15:30:00Z');
const KYIV = 'Europe/Kyiv';

/** The last days, live. */
const live = (timewindowMs: number, intervalType?: string): TimeWindow => ({
  selectedTab: 0,
  timezone: KYIV,
  realtime: { realtimeType: 0, timewindowMs, interval: HOUR, ...(intervalType ? { intervalType } : {}) },
  aggregation: { type: 'SUM', limit: 200 },
});
const period = (startTimeMs: number, endTimeMs: number, intervalType: string): TimeWindow => ({
  selectedTab: 1,
  timezone: KYIV,
  history: { historyType: 1, interval: DAY, intervalType, fixedTimewindow: { startTimeMs, endTimeMs } },
});

describe('intervals of the calendar in a window', () => {
  it.each([
    ['DAY', 12 * HOUR, false],
    ['DAY', DAY, true],
    ['DAY', 500 * DAY, true],
    ['DAY', 501 * DAY, false],
    // February is a month.
    ['MONTH', 28 * DAY, true],
    ['MONTH', 7 * DAY, false],
    ['YEAR', 365 * DAY, true],
  ] as const)('%s in %d ms: %s', (interval, length, fits) => {
    expect(fitsCalendar(interval, length)).toBe(fits);
  });

  it('become longer ones where there are too many', () => {
    expect(boundedCalendar('DAY', 400 * DAY)).toBe('DAY');
    expect(boundedCalendar('DAY', 600 * DAY)).toBe('WEEK_ISO');
    expect(boundedCalendar('DAY', 20 * 365 * DAY)).toBe('MONTH');
  });

  it('are those of the window’s zone, else of the browser', () => {
    expect(calendarZone(KYIV)).toBe(KYIV);
    expect(calendarZone('Nowhere/Land')).toBe(calendarZone(null));
  });

  it('stand from midnight to midnight on the displayed clock, however long they were', () => {
    // The clocks of Kyiv went back on this day.
    const day = at('2026-10-25T10:00:00Z');
    const grouping = { interval: 'DAY', zone: KYIV } as const;
    const { start, end } = intervalAt(grouping, day);
    expect(end - start).toBe(25 * HOUR);
    expect(shownInterval(grouping, day)).toEqual({ start: local(2026, 10, 25), end: local(2026, 10, 26) });
    expect(intervalShownAt('QUARTER', local(2026, 5, 3, 14))).toEqual({
      start: local(2026, 4, 1),
      end: local(2026, 7, 1),
    });
  });

  it('know what a zone shows at a moment, in summer and in winter', () => {
    for (const [moment, shown] of [
      ['2026-07-01T10:00:00Z', local(2026, 7, 1, 13)],
      ['2026-12-01T10:00:00Z', local(2026, 12, 1, 12)],
    ] as const) {
      expect(shownMoment(KYIV, at(moment))).toBe(shown);
      expect(momentShownAs(KYIV, shown)).toBe(at(moment));
    }
  });
});

describe('a subscription by the calendar', () => {
  it('of the last days begins with a whole one and shows the one that is running', () => {
    const window = subscriptionWindow(live(7 * DAY, 'DAY'), { now: NOW });
    expect(window).toMatchObject({ startTs: at('2026-11-10T22:00:00Z'), realtimeWindowMs: 7 * DAY });
    expect(window.aggregation).toMatchObject({
      interval: DAY,
      calendar: { interval: 'DAY', zone: KYIV },
      timeWindow: NOW - window.startTs,
    });
    expect(window.aggregation.limit).toBeGreaterThanOrEqual(8);
    expect(visibleRange(window, NOW)).toEqual({ minTime: local(2026, 11, 11), maxTime: local(2026, 11, 19) });
  });

  it('of a period asks for what the clock of each end says', () => {
    // January is winter, July is summer, and now is winter.
    const shown = { minTime: local(2026, 1, 1), maxTime: local(2026, 7, 1) };
    const window = subscriptionWindow(period(shown.minTime, shown.maxTime, 'MONTH'), { now: NOW });
    expect(window.fixedWindow).toEqual({
      startTimeMs: at('2025-12-31T22:00:00Z'),
      endTimeMs: at('2026-06-30T21:00:00Z'),
    });
    expect(visibleRange(window, NOW)).toEqual(shown);
  });

  it('is that of plain intervals for raw values, and where nothing asks for the calendar', () => {
    const raw = { ...live(7 * DAY, 'DAY'), aggregation: { type: 'NONE' as const } };
    for (const window of [raw, live(7 * DAY), live(7 * DAY, 'FORTNIGHT')])
      expect(subscriptionWindow(window, { now: NOW }).aggregation).not.toHaveProperty('calendar');
  });

  it('compares with months of the same zone', () => {
    const settings = { comparisonEnabled: true, timeForComparison: 'years' };
    const shown = period(local(2026, 1, 1), local(2026, 7, 1), 'MONTH');
    const compared = comparedTimeWindow(settings, shown, { serverOffset: 0, maxDatapoints: 500, locale: 'en-US' }, NOW);
    expect(compared?.history).toMatchObject({
      intervalType: 'MONTH',
      fixedTimewindow: { startTimeMs: local(2025, 1, 1), endTimeMs: local(2025, 7, 1) },
    });
  });
});

describe('what is stored of the calendar', () => {
  const context = { now: NOW, maxDatapoints: 500 };
  const store = (window: TimeWindow, ...edits: Parameters<typeof editedDraft>[1][]) =>
    windowOf(edits.reduce(editedDraft, draftOf(window, context)), window, NOW);

  it('is a member beside an interval for those who do not know it, and nothing where it is not used', () => {
    const monthly = store(live(365 * DAY), { calendar: 'MONTH', grouping: 30 * DAY });
    expect(monthly.realtime).toMatchObject({ intervalType: 'MONTH', interval: 30 * DAY });
    expect(draftOf(monthly, context).calendar).toBe('MONTH');
    expect(completeTimeWindow(monthly, NOW).realtime.intervalType).toBe('MONTH');
    const plain = store(monthly, { calendar: null, grouping: DAY });
    expect(plain.realtime).toMatchObject({ interval: DAY });
    for (const window of [plain, store(live(DAY), { realtimeMs: HOUR })]) {
      expect(window.realtime).not.toHaveProperty('intervalType');
      expect(window.history).not.toHaveProperty('intervalType');
    }
  });

  it('gives way when the window becomes too short or too long for it', () => {
    expect(store(live(365 * DAY, 'MONTH'), { realtimeMs: 2 * DAY }).realtime).not.toHaveProperty('intervalType');
    expect(store(live(365 * DAY, 'MONTH'), { realtimeMs: 90 * DAY }).realtime).toHaveProperty('intervalType', 'MONTH');
    const draft = editedDraft(draftOf(live(365 * DAY), context), { calendar: 'DAY', grouping: MINUTE });
    expect(draftProblems(draft, { ...context, aggregation: true })).toEqual({});
  });

  it('is kept by steps in time and where it is hidden, and ends with a closer look and a quick range', () => {
    const monthly = live(365 * DAY, 'MONTH');
    expect(neighbourTimeWindow(monthly, -1, NOW).history).toHaveProperty('intervalType', 'MONTH');
    expect(
      neighbourTimeWindow({ ...live(DAY), history: { intervalType: 'MONTH' } }, -1, NOW).history,
    ).not.toHaveProperty('intervalType');
    expect(zoomedTimeWindow(monthly, NOW - 90 * DAY, NOW).history).toHaveProperty('intervalType', 'MONTH');
    expect(zoomedTimeWindow(monthly, NOW - 3 * DAY, NOW).history).not.toHaveProperty('intervalType');
    expect(quickTimeWindow(monthly, 0, DAY).realtime).not.toHaveProperty('intervalType');
    const hidden = { ...monthly, hideAggInterval: true };
    expect(quickTimeWindow(hidden, 0, DAY).realtime).toHaveProperty('intervalType', 'MONTH');
  });

  it('is said on the chip', () => {
    const say = (key: string) => key.split('.').slice(-2).join(' ');
    expect(aggregationText(live(365 * DAY, 'MONTH'), say, 365 * DAY)).toBe('aggregationShort SUM calendarShort MONTH');
  });
});
