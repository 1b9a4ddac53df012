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
  ])('is %s', (_what, requested, endTs) => {
    expect(joiningRange(requested, NOW, NOW)).toEqual({ startTs: requested.startTs, endTs });
  });

  const HOUR = 3_600_000;
  const hours = { startTs: NOW - 3.5 * HOUR, timeWindow: 4 * HOUR, interval: HOUR, agg: 'AVG' };
  it.each([
    ['at once, what comes being kept', hours, 5, -3.5 * HOUR, 0.5 * HOUR],
    ['at once, from its first point on', { startTs: NOW - HOUR, timeWindow: 2 * HOUR }, 5, -HOUR, HOUR],
    ['later, points up to then', { startTs: NOW - HOUR, timeWindow: HOUR }, HOUR, -HOUR, HOUR + 1],
    ['later, whole intervals up to then', hours, 2.2 * HOUR, -3.5 * HOUR, 2.5 * HOUR],
    ['later, those of a calendar up to then', { ...hours, intervalType: 'DAY' }, 2 * HOUR, -3.5 * HOUR, 2 * HOUR + 1],
    ['much later, no more than there may be', hours, 1000.2 * HOUR, 300.5 * HOUR, 1000.5 * HOUR],
    ['nothing more of what was long past', { ...hours, startTs: NOW - 9 * HOUR }, HOUR, -9 * HOUR, -5 * HOUR],
  ])('has, read again %s', (_what, requested, passed, startTs, endTs) => {
    const range = joiningRange(requested, NOW, NOW + passed);
    expect([range.startTs - NOW, range.endTs - NOW]).toEqual([startTs, endTs]);
  });
});
