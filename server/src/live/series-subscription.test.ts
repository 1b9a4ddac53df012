import { describe, expect, it } from 'vitest';
import { joiningRange } from './series-subscription.ts';

const NOW = 1_800_000_000_000;
const window = { startTs: NOW - 70_000, timeWindow: 60_000, interval: 7_000, agg: 'COUNT' };

describe('the end of a history that is followed', () => {
  it.each([
    ['the present, of points as they are', { ...window, agg: 'NONE' }, NOW + 1],
    ['the present, without an aggregation', { startTs: NOW - 5_000, timeWindow: 5_000 }, NOW + 1],
    ['the present, of intervals of a calendar', { ...window, interval: 0 }, NOW + 1],
    ['the end of the interval that is running', window, NOW + 7_000],
    ['the end of the next interval, where one ends now', { ...window, interval: 10_000 }, NOW + 10_000],
    ['the end of the window, when that is to come', { ...window, timeWindow: 70_001 }, NOW + 1],
    ['the end of the window, when that is long past', { ...window, timeWindow: 9_999 }, NOW - 60_001],
    [
      'the end of the window, when there would be too many intervals',
      { ...window, startTs: NOW - 702_000, timeWindow: 700_000, interval: 1_000 },
      NOW - 2_000,
    ],
  ])('is %s', (_what, requested, endTs) => {
    expect(joiningRange(requested, NOW, NOW)).toEqual({ startTs: requested.startTs, endTs });
  });

  const HOUR = 3_600_000;
  const hours = { startTs: NOW - 3.5 * HOUR, timeWindow: 4 * HOUR, interval: HOUR, agg: 'AVG' };
  it.each([
    ['points by the time that has passed', { startTs: NOW - 1000, timeWindow: 1000 }, HOUR, HOUR - 1000, HOUR],
    ['intervals by whole ones', hours, 2.2 * HOUR, -1.5 * HOUR, 2.5 * HOUR],
    ['intervals by whole ones, and is as much longer as it takes', hours, 2.7 * HOUR, -1.5 * HOUR, 3.5 * HOUR],
    ['those of a calendar at their end', { ...hours, intervalType: 'DAY' }, 2 * HOUR, -3.5 * HOUR, 2 * HOUR + 1],
    ['nothing of what was long past', { ...hours, startTs: NOW - 9 * HOUR }, HOUR, -9 * HOUR, -5 * HOUR],
  ])('moves %s when it is read again', (_what, requested, passed, startTs, endTs) => {
    const { startTs: start, endTs: end } = joiningRange(requested, NOW, NOW + passed);
    const raw = requested.timeWindow === 1000 ? 1 : 0;
    expect([start - NOW, end - NOW]).toEqual([startTs, endTs + raw]);
  });
});
