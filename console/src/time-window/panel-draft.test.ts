import { DateTime } from 'luxon';
import { describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE, SECOND } from './intervals.ts';
import { HISTORY_FIXED, HISTORY_TAB, REALTIME_TAB, type TimeWindow } from './model.ts';
import { type Draft, draftOf, draftProblems, editedDraft, windowOf } from './panel-draft.ts';

const NOW = Date.UTC(2026, 10, 18, 15, 30, 10, 345);
const CONTEXT = { now: NOW, maxDatapoints: 500, aggregation: true };
const LIVE: TimeWindow = { realtime: { timewindowMs: 12 * HOUR, interval: 5 * MINUTE }, aggregation: { type: 'AVG' } };

function period(start: number, end: number): TimeWindow {
  const fixedTimewindow = { startTimeMs: start, endTimeMs: end };
  return { selectedTab: HISTORY_TAB, history: { historyType: HISTORY_FIXED, fixedTimewindow } };
}

/** On the clock of the browser, as the fields show it. */
const text = (time: number) => DateTime.fromMillis(time).toFormat("yyyy-MM-dd'T'HH:mm:ss");
const opened = (window: TimeWindow, edit: Partial<Draft> = {}) => editedDraft(draftOf(window, CONTEXT), edit);
const problems = (window: TimeWindow, edit: Partial<Draft>) => draftProblems(opened(window, edit), CONTEXT);
const PERIOD: Partial<Draft> = { tab: HISTORY_TAB, historyType: HISTORY_FIXED };

describe('the panel of a time window', () => {
  it('opens Period with what is shown', () => {
    expect(opened(LIVE)).toMatchObject({ from: text(NOW - 12 * HOUR), to: text(NOW) });
    const yesterday = opened({ selectedTab: 1, history: { quickInterval: 'YESTERDAY' } });
    const start = DateTime.fromMillis(NOW).startOf('day').minus({ days: 1 });
    expect(yesterday).toMatchObject({ from: text(+start), to: text(+start.plus({ days: 1 })) });
    expect(opened(period(NOW - 3 * HOUR, NOW - HOUR))).toMatchObject({ from: text(NOW - 3 * HOUR) });
  });

  it('opens Period on the clock of the chosen zone, and asks for just what it shows', () => {
    const tokyo = { ...LIVE, timezone: 'Asia/Tokyo' };
    const draft = opened(tokyo, PERIOD);
    const wall = DateTime.fromMillis(NOW, { zone: 'Asia/Tokyo' }).toFormat("yyyy-MM-dd'T'HH:mm:ss");
    expect(draft.to).toBe(wall);
    expect(windowOf(draft, tokyo, NOW).history?.fixedTimewindow?.endTimeMs).toBe(DateTime.fromISO(wall).toMillis());
  });

  it('opens History with the length on screen when none is stored', () => {
    expect(opened(LIVE, { tab: HISTORY_TAB }).historyMs).toBe(12 * HOUR);
  });

  it('keeps both ends as they were typed and says what is wrong with which', () => {
    const typed = { ...PERIOD, from: '2026-11-10T00:00:00', to: '2026-01-01T00:00:00' };
    expect(opened(LIVE, typed)).toMatchObject(typed);
    expect(problems(LIVE, typed)).toEqual({ to: { key: 'timeWindowPanel.problem.order' } });
    expect(problems(LIVE, { ...PERIOD, from: '' })).toEqual({ from: { key: 'timeWindowPanel.problem.date' } });
    expect(problems(LIVE, { ...PERIOD, from: text(NOW + HOUR), to: text(NOW + 2 * HOUR) })).toEqual({
      from: { key: 'timeWindowPanel.problem.future' },
    });
    expect(problems(LIVE, { ...PERIOD, to: text(NOW + DAY) })).toEqual({});
  });

  it('says which lengths may be typed instead of changing them', () => {
    expect(problems(LIVE, { realtimeMs: null })).toEqual({ realtimeMs: { key: 'timeWindowPanel.problem.length' } });
    expect(problems(LIVE, { realtimeMs: 400 * DAY })).toHaveProperty('realtimeMs.lengths.max', 365 * DAY);
    expect(problems(LIVE, { grouping: SECOND })).toEqual({
      grouping: { key: 'timeWindowPanel.problem.lengthBounds', lengths: { min: 87 * SECOND, max: 6171 * SECOND } },
    });
    expect(problems(LIVE, { aggregation: 'NONE', limit: '3' })).toHaveProperty('limit.values', { min: 7, max: 500 });
    expect(problems(LIVE, { aggregation: 'NONE', limit: '' })).toHaveProperty('limit');
  });

  it('gives a bucket that no longer fits the nearest usual length', () => {
    expect(opened(LIVE, { realtimeMs: HOUR }).grouping).toBe(5 * MINUTE);
    expect(opened(LIVE, { realtimeMs: 30 * DAY }).grouping).toBe(2 * HOUR);
    expect(opened(LIVE, { ...PERIOD, from: text(NOW - 10 * MINUTE) }).grouping).toBe(MINUTE);
  });

  it('changes nothing that is not in use', () => {
    const stored = { ...LIVE, history: { historyType: 2, quickInterval: 'YESTERDAY' as const } };
    const window = windowOf(opened(stored, { realtimeMs: HOUR }), stored, NOW);
    expect(window).toMatchObject({ selectedTab: REALTIME_TAB, realtime: { timewindowMs: HOUR } });
    expect(window.history).toMatchObject({ historyType: 2, quickInterval: 'YESTERDAY' });
  });

  it('keeps the milliseconds of an end that was not touched', () => {
    const stored = period(NOW - HOUR + 7, NOW + 3);
    const draft = opened(stored, { from: text(NOW - 2 * HOUR) });
    expect(windowOf(draft, stored, NOW).history?.fixedTimewindow?.endTimeMs).toBe(NOW + 3);
  });
});
