import { describe, expect, it } from 'vitest';
import type { AggregationType, TimeWindow } from '../../time-window/model.ts';
import { subscriptionWindow } from '../../time-window/subscription-window.ts';
import { createAggregator } from './aggregation.ts';

const NOW = 1_800_000_000_000;

function live(type: AggregationType, timewindowMs = 60_000, interval = 10_000, stateData = false) {
  const timeWindow: TimeWindow = { realtime: { timewindowMs, interval }, aggregation: { type, limit: 100 } };
  const window = subscriptionWindow(timeWindow, { now: NOW, stateData });
  return { window, aggregator: createAggregator(window, NOW) };
}

describe('live points in the buckets of a window', () => {
  it('average into the bucket that the server would use', () => {
    const { aggregator, window } = live('AVG', 70_000, 10_000);
    aggregator.setAll([[NOW - 25_000, '20']]);
    aggregator.add([
      [NOW - 9_000, '10'],
      [NOW - 8_000, '20'],
      [NOW - 1_000, '30'],
    ]);
    expect(window.startTs % 10_000).toBe(0);
    expect(aggregator.points()).toEqual([
      [NOW - 25_000, 20],
      [NOW - 5_000, 20],
    ]);
  });

  it.each([
    ['MIN', 1],
    ['MAX', 3],
    ['SUM', 6],
    ['COUNT', 3],
  ] as const)('%s of 3, 1 and 2 is %d', (type, expected) => {
    const { aggregator } = live(type, 70_000);
    aggregator.add([
      [NOW - 9_000, '3'],
      [NOW - 8_000, '1'],
      [NOW - 7_000, '2'],
    ]);
    expect(aggregator.points().at(-1)?.[1]).toBe(expected);
  });

  it('counts on from the count of the server', () => {
    const { aggregator } = live('COUNT', 70_000);
    aggregator.setAll([[NOW - 5_000, '41']]);
    aggregator.add([[NOW - 4_000, 'x']]);
    expect(aggregator.points()).toEqual([[NOW - 5_000, 42]]);
  });

  it('are kept as they are without aggregation, text included', () => {
    const { aggregator } = live('NONE');
    aggregator.setAll([
      [NOW - 3_000, '007'],
      [NOW - 5_000, '21.5'],
    ]);
    aggregator.add([[NOW + 2_000, 'open']]);
    expect(aggregator.points()).toEqual([
      [NOW - 5_000, 21.5],
      [NOW - 3_000, '007'],
      [NOW + 2_000, 'open'],
    ]);
  });

  it('leave at the old end as the window moves on', () => {
    const { aggregator } = live('NONE', 60_000, 1_000);
    aggregator.setAll([
      [NOW - 59_000, '1'],
      [NOW - 1_000, '2'],
    ]);
    aggregator.tick(NOW + 30_000);
    expect(aggregator.points()).toEqual([[NOW - 1_000, 2]]);
  });

  it('say when one is older than all before', () => {
    const { aggregator } = live('NONE');
    aggregator.setAll([[NOW - 5_000, '1']]);
    expect(aggregator.add([[NOW - 1_000, '1']])).toBe(false);
    expect(aggregator.add([[NOW - 9_000, '1']])).toBe(true);
  });

  it('hold their value to the edges when they are states', () => {
    const { aggregator, window } = live('NONE', 60_000, 1_000, true);
    aggregator.setAll([
      [NOW - 3_600_000, 'off'],
      [NOW - 10_000, 'on'],
    ]);
    expect(aggregator.points()).toEqual([
      [window.startTs, 'off'],
      [NOW - 10_000, 'on'],
      [window.startTs + window.aggregation.timeWindow, 'on'],
    ]);
  });
});
