import { describe, expect, it } from 'vitest';
import type { TimeWindow } from '../../time-window/model.ts';
import { subscriptionWindow } from '../../time-window/subscription-window.ts';
import type { Scripts } from '../sandbox/scripts.ts';
import { createFunctionSeries } from './function-source.ts';

const NOW = 1_800_000_000_000;
const KEY = { name: 'f', type: 'function', label: 'f', settings: {} } as const;

/** Computes how many values there were before each. */
function start(window: TimeWindow) {
  let computed = 0;
  const scripts = {
    compileSeries: () => (times: readonly number[], _values: undefined, previous: number) => {
      computed += times.length;
      return times.map((_time, at) => previous + at + 1);
    },
  } as unknown as Scripts;
  const series = createFunctionSeries(KEY, subscriptionWindow(window, { now: NOW }), scripts);
  return { series, computed: () => computed };
}

describe('a key that is a function', () => {
  const minute: TimeWindow = { realtime: { timewindowMs: 60_000, interval: 1000 } };

  it('has a value for each step of its window, and then those that come', () => {
    const { series } = start(minute);
    expect(series.history(NOW)).toHaveLength(61);
    expect(series.next(NOW + 500)).toEqual([]);
    expect(series.next(NOW + 2000)).toEqual([
      [NOW + 1000, 62],
      [NOW + 2000, 63],
    ]);
  });

  it('computes what its window shows, and no more, when it has slept, or is read again long after', () => {
    const day = 86_400_000;
    const { series, computed } = start(minute);
    series.history(NOW);
    const woken = series.next(NOW + day);
    expect([woken.length, woken.at(-1)?.[0]]).toEqual([61, NOW + day]);
    expect(series.history(NOW + 7 * day)[0]?.[0]).toBe(NOW + 7 * day - 60_000);
    expect(computed()).toBe(3 * 61);
  });

  it('has all of a history', () => {
    const { series } = start({
      selectedTab: 1,
      history: {
        historyType: 1,
        interval: 1000,
        fixedTimewindow: { startTimeMs: NOW - 3_600_000, endTimeMs: NOW - 3_000_000 },
      },
    });
    const points = series.history(NOW);
    expect([points[0]?.[0], points.at(-1)?.[0]]).toEqual([NOW - 3_600_000, NOW - 3_000_000]);
  });
});
