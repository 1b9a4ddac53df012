import { describe, expect, it } from 'vitest';
import { joiningEnd } from './series-subscription.ts';

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
  ])('is %s', (_what, requested, end) => {
    expect(joiningEnd(requested, NOW)).toBe(end);
  });
});
