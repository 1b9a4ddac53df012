import { describe, expect, it } from 'vitest';
import { comparedTimeWindow } from './comparison.ts';
import { HISTORY_FIXED } from './model.ts';

const ENVIRONMENT = { serverOffset: 0, maxDatapoints: 500, locale: 'en-US' };
const HOUR = 3_600_000;
const NOW = 1_800_000_000_000;
const history = {
  selectedTab: 1,
  history: {
    historyType: HISTORY_FIXED,
    interval: 60_000,
    fixedTimewindow: { startTimeMs: NOW - HOUR, endTimeMs: NOW },
  },
  aggregation: { type: 'AVG' as const, limit: 100 },
};

describe('the time that a chart compares with', () => {
  it('is the stretch before, of the same length and with the same buckets', () => {
    const compared = comparedTimeWindow({ comparisonEnabled: true }, history, ENVIRONMENT, NOW);
    expect(compared?.history).toMatchObject({
      historyType: HISTORY_FIXED,
      interval: 60_000,
      fixedTimewindow: { startTimeMs: NOW - 2 * HOUR, endTimeMs: NOW - HOUR },
    });
  });

  it('is shifted by what the settings say', () => {
    const settings = {
      comparisonEnabled: true,
      timeForComparison: 'customInterval',
      comparisonCustomIntervalValue: HOUR / 2,
    };
    const compared = comparedTimeWindow(settings, history, ENVIRONMENT, NOW);
    expect(compared?.history?.fixedTimewindow).toEqual({ startTimeMs: NOW - 1.5 * HOUR, endTimeMs: NOW - HOUR / 2 });
  });

  it('is null for live values and for charts that compare nothing', () => {
    const live = { selectedTab: 0, realtime: { timewindowMs: HOUR, interval: 60_000 } };
    expect(comparedTimeWindow({ comparisonEnabled: true }, live, ENVIRONMENT, NOW)).toBeNull();
    expect(comparedTimeWindow({}, history, ENVIRONMENT, NOW)).toBeNull();
  });
});
