import { DateTime } from 'luxon';
import { describe, expect, it } from 'vitest';
import { DAY, HOUR } from './intervals.ts';
import {
  precedingQuickInterval,
  type QuickInterval,
  quickIntervalEnd,
  quickIntervalRealtimeLength,
  quickIntervalStart,
} from './quick-intervals.ts';

const BERLIN = { timezone: 'Europe/Berlin', locale: 'en-US' };
const at = (text: string, zone = 'Europe/Berlin') => DateTime.fromISO(text, { zone }).toMillis();
const bounds = (interval: QuickInterval, now: number, place = BERLIN) =>
  [quickIntervalStart(interval, now, place), quickIntervalEnd(interval, now, place)].map((time) =>
    DateTime.fromMillis(time, { zone: place.timezone }).toFormat('yyyy-MM-dd HH:mm'),
  );

describe('quick intervals', () => {
  const now = at('2026-11-18T15:30:10'); // a Wednesday

  it.each([
    ['YESTERDAY', '2026-11-17 00:00', '2026-11-18 00:00'],
    ['DAY_BEFORE_YESTERDAY', '2026-11-16 00:00', '2026-11-17 00:00'],
    ['THIS_DAY_LAST_WEEK', '2026-11-11 00:00', '2026-11-12 00:00'],
    ['PREVIOUS_WEEK', '2026-11-08 00:00', '2026-11-15 00:00'],
    ['PREVIOUS_WEEK_ISO', '2026-11-09 00:00', '2026-11-16 00:00'],
    ['PREVIOUS_MONTH', '2026-10-01 00:00', '2026-11-01 00:00'],
    ['PREVIOUS_YEAR', '2025-01-01 00:00', '2026-01-01 00:00'],
    ['CURRENT_HOUR', '2026-11-18 15:00', '2026-11-18 16:00'],
    ['CURRENT_DAY', '2026-11-18 00:00', '2026-11-19 00:00'],
    ['CURRENT_DAY_SO_FAR', '2026-11-18 00:00', '2026-11-18 15:30'],
    ['CURRENT_WEEK', '2026-11-15 00:00', '2026-11-22 00:00'],
    ['CURRENT_WEEK_ISO', '2026-11-16 00:00', '2026-11-23 00:00'],
    ['CURRENT_WEEK_ISO_SO_FAR', '2026-11-16 00:00', '2026-11-18 15:30'],
    ['CURRENT_MONTH', '2026-11-01 00:00', '2026-12-01 00:00'],
    ['CURRENT_YEAR', '2026-01-01 00:00', '2027-01-01 00:00'],
  ] as const)('%s runs from %s to %s', (interval, start, end) => {
    expect(bounds(interval, now)).toEqual([start, end]);
  });

  it('starts weeks on the first weekday of the language', () => {
    expect(bounds('CURRENT_WEEK', now, { timezone: 'Europe/Berlin', locale: 'de-DE' })[0]).toBe('2026-11-16 00:00');
  });

  it('follows the clocks when they change: the day in March has 23 hours, the one in October 25', () => {
    const spring = at('2026-03-29T12:00:00');
    expect(quickIntervalEnd('CURRENT_DAY', spring, BERLIN) - quickIntervalStart('CURRENT_DAY', spring, BERLIN)).toBe(
      23 * HOUR,
    );
    const autumn = at('2026-10-26T09:00:00');
    expect(quickIntervalEnd('YESTERDAY', autumn, BERLIN) - quickIntervalStart('YESTERDAY', autumn, BERLIN)).toBe(
      25 * HOUR,
    );
    expect(bounds('THIS_DAY_LAST_WEEK', at('2026-03-31T10:00:00'))).toEqual(['2026-03-24 00:00', '2026-03-25 00:00']);
  });

  it('starts the day where the zone says, not the browser', () => {
    const instant = Date.UTC(2026, 10, 18, 23, 30);
    expect(bounds('CURRENT_DAY', instant, { timezone: 'Asia/Tokyo', locale: 'en-US' })[0]).toBe('2026-11-19 00:00');
    expect(bounds('CURRENT_DAY', instant, { timezone: 'America/New_York', locale: 'en-US' })[0]).toBe(
      '2026-11-18 00:00',
    );
  });

  it('gives live windows their nominal lengths', () => {
    expect(quickIntervalRealtimeLength('CURRENT_DAY', at('2026-03-29T12:00:00'), BERLIN)).toBe(DAY);
    expect(quickIntervalRealtimeLength('CURRENT_WEEK', now, BERLIN)).toBe(7 * DAY);
    expect(quickIntervalRealtimeLength('CURRENT_MONTH', now, BERLIN)).toBe(30 * DAY - 1);
    expect(quickIntervalRealtimeLength('YESTERDAY', now, BERLIN)).toBeUndefined();
  });

  it('finds the interval before', () => {
    const month = precedingQuickInterval('CURRENT_MONTH', at('2026-11-01T00:00'), at('2026-12-01T00:00'), BERLIN);
    expect(month).toEqual({ startTimeMs: at('2026-10-01T00:00'), endTimeMs: at('2026-11-01T00:00') });
    const soFar = precedingQuickInterval('CURRENT_DAY_SO_FAR', at('2026-11-18T00:00'), now, BERLIN);
    expect(soFar).toEqual({ startTimeMs: at('2026-11-17T00:00'), endTimeMs: at('2026-11-17T15:30:10') });
  });
});
