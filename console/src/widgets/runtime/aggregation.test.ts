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

  it('average numbers whose sum is too large', () => {
    const { aggregator } = live('AVG', 70_000);
    aggregator.add([
      [NOW - 9_000, '1e308'],
      [NOW - 8_000, '1.2e308'],
      [NOW - 7_000, '1.1e308'],
    ]);
    expect(aggregator.points().at(-1)?.[1]).toBeCloseTo(1.1e308, -300);
    expect(Number.isFinite(aggregator.points().at(-1)?.[1])).toBe(true);
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

describe('live points by the calendar', () => {
  const zone = 'Europe/Kyiv';
  const at = (text: string) => Date.parse(text);
  const local = (month: number, day: number, hour = 0) => new Date(2026, month - 1, day, hour).getTime();

  function days(now: number) {
    const realtime = { timewindowMs: 2 * 86_400_000, intervalType: 'DAY' };
    const window = subscriptionWindow({ timezone: zone, realtime, aggregation: { type: 'SUM' } }, { now });
    const aggregator = createAggregator(window, now, 'en-GB');
    /** As they come in: on the displayed clock of today. */
    const shown = (ts: string, value: string): [number, string] => [at(ts) + window.tsOffset, value];
    return { aggregator, shown };
  }

  it('join the day of the zone that they are in, over a change of the clocks', () => {
    // The clocks of Kyiv go back at 4:00 on Sunday the 25th.
    const { aggregator, shown } = days(at('2026-10-25T12:00:00Z'));
    aggregator.setAll([shown('2026-10-24T09:00:00Z', '3'), shown('2026-10-25T03:00:00Z', '4')]);
    aggregator.add([
      shown('2026-10-24T20:59:59Z', '10'),
      shown('2026-10-24T21:00:00Z', '100'),
      shown('2026-10-25T21:59:59Z', '1000'),
    ]);
    // In the middle of the day as a calendar shows it.
    expect(aggregator.points()).toEqual([
      [local(10, 24, 12), 13],
      [local(10, 25, 12), 1104],
    ]);
  });

  it('begin a new day at midnight, when the first one leaves', () => {
    const { aggregator, shown } = days(at('2026-11-18T12:00:00Z'));
    aggregator.setAll([shown('2026-11-16T12:00:00Z', '1'), shown('2026-11-18T10:00:00Z', '2')]);
    expect(aggregator.points().map(([time]) => time)).toEqual([local(11, 16, 12), local(11, 18, 12)]);
    aggregator.tick(at('2026-11-18T22:00:01Z'));
    aggregator.add([shown('2026-11-18T22:00:01Z', '7')]);
    expect(aggregator.points()).toEqual([
      [local(11, 18, 12), 2],
      [local(11, 19, 12), 7],
    ]);
  });

  it('stand in what is shown of an interval that the period cuts', () => {
    const fixedTimewindow = { startTimeMs: local(1, 20), endTimeMs: local(2, 11) };
    const window = subscriptionWindow(
      { selectedTab: 1, timezone: zone, history: { historyType: 1, intervalType: 'MONTH', fixedTimewindow } },
      { now: at('2026-11-18T12:00:00Z') },
    );
    const aggregator = createAggregator(window, 0);
    aggregator.setAll([
      [local(1, 26), '1'],
      [local(2, 5), '2'],
    ]);
    expect(aggregator.points()).toEqual([
      [local(1, 26), 1],
      [local(2, 6), 2],
    ]);
  });
});

describe('what nobody looks at for long', () => {
  it('keeps no more points than are ever drawn', () => {
    const { aggregator } = live('NONE', 86_400_000);
    for (let at = 0; at < 1000; at++) aggregator.add([[NOW - 10_000 + at, String(at)]]);
    expect(aggregator.kept()).toBeLessThanOrEqual(200);
    expect(aggregator.points()).toHaveLength(100);
    expect(aggregator.points().at(-1)).toEqual([NOW - 9_001, 999]);
  });

  it.each([false, true])('keeps what its window has, and what holds on at its start: %s', (stateData) => {
    const { aggregator } = live('AVG', 60_000, 10_000, stateData);
    const hour = 3_600_000;
    for (let at = 0; at < hour; at += 5_000) {
      aggregator.add([[NOW + at, String(at)]]);
      aggregator.tick(NOW + at);
      aggregator.trim();
    }
    expect(aggregator.kept()).toBeLessThanOrEqual(15);
    const [first] = aggregator.points();
    expect(first?.[0]).toBeGreaterThan(NOW + hour - 90_000);
  });
});
