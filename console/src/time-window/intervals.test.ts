import { describe, expect, it } from 'vitest';
import {
  boundedInterval,
  DAY,
  HOUR,
  intervalOfParts,
  intervalParts,
  MINUTE,
  maxInterval,
  minInterval,
  offeredIntervals,
  rolledOver,
  SECOND,
  snappedInterval,
} from './intervals.ts';

const parts = (days: number, hours: number, minutes: number, seconds: number) => ({ days, hours, minutes, seconds });

describe('bucket lengths', () => {
  it('allow between 7 and 500 buckets, in whole seconds', () => {
    expect(minInterval(DAY)).toBe(173 * SECOND);
    expect(maxInterval(DAY)).toBe(12_342 * SECOND);
    expect(minInterval(5 * SECOND)).toBe(SECOND);
    expect(maxInterval(5 * SECOND)).toBe(SECOND);
    expect(maxInterval(1000 * 365 * DAY)).toBe(20 * 365 * DAY);
  });

  it('are kept when they fit, become the nearest usual one when not, and are chosen near 200 buckets', () => {
    expect(boundedInterval(200 * SECOND, DAY, 'AVG')).toBe(200 * SECOND);
    expect(boundedInterval(SECOND, DAY, 'AVG')).toBe(5 * MINUTE);
    expect(boundedInterval(DAY, DAY, 'AVG')).toBe(2 * HOUR);
    expect(boundedInterval(0, DAY, 'AVG')).toBe(5 * MINUTE);
    expect(boundedInterval(0, MINUTE, 'AVG')).toBe(SECOND);
    expect(boundedInterval(HOUR, DAY, 'NONE')).toBe(SECOND);
  });

  it('take the mean itself when no predefined length fits', () => {
    const year = 365 * DAY;
    expect(boundedInterval(0, 100 * year, 'AVG')).toBe(Math.ceil((100 * year) / 200 / SECOND) * SECOND);
  });
});

describe('the interval editor', () => {
  it('rolls 60 seconds, 60 minutes and 24 hours over', () => {
    expect(rolledOver(parts(0, 0, 0, 60))).toEqual(parts(0, 0, 1, 0));
    expect(rolledOver(parts(0, 23, 59, 60))).toEqual(parts(1, 0, 0, 0));
    expect(rolledOver(parts(0, 25, 61, 0))).toEqual(parts(1, 2, 1, 0));
  });

  it('borrows for a negative part, or makes it 0', () => {
    expect(rolledOver(parts(0, 1, 0, -1))).toEqual(parts(0, 0, 59, 59));
    expect(rolledOver(parts(1, 0, 0, -1))).toEqual(parts(0, 23, 59, 59));
    expect(rolledOver(parts(0, 0, 0, -1))).toEqual(parts(0, 0, 0, 0));
    expect(rolledOver(parts(-1, 0, 0, 5))).toEqual(parts(0, 0, 0, 5));
  });

  it('stores nothing for zero or for what is not a number', () => {
    expect(intervalOfParts(parts(0, 0, 0, 0))).toBeNull();
    expect(intervalOfParts(parts(0, 0, Number.NaN, 0))).toBeNull();
    expect(intervalOfParts(intervalParts(DAY + 2 * HOUR + 3 * MINUTE + 4 * SECOND))).toBe(
      DAY + 2 * HOUR + 3 * MINUTE + 4 * SECOND,
    );
  });

  it('snaps to the nearest usual length between its bounds', () => {
    expect(snappedInterval(7 * SECOND, SECOND, MINUTE)).toBe(5 * SECOND);
    expect(snappedInterval(DAY, SECOND, MINUTE)).toBe(MINUTE);
    expect(snappedInterval(DAY, 32 * SECOND, 34 * SECOND)).toBe(34 * SECOND);
    expect(offeredIntervals(SECOND, 10 * SECOND)).toEqual([SECOND, 5 * SECOND, 10 * SECOND]);
  });
});
