import { DateTime, Info } from 'luxon';
import { describe, expect, it } from 'vitest';
import { clockAt, plusUnits, startOf, type Unit } from './clock.ts';
import { DAY, MINUTE } from './intervals.ts';
import { allTimezones, timezoneAbbreviation } from './timezones.ts';

/** Zones with half hours, with clocks that change at midnight, and without any change. */
const ZONES = [
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Australia/Adelaide',
  'Africa/Cairo',
  'America/St_Johns',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'UTC',
];
const UNITS: readonly Unit[] = ['hour', 'day', 'week', 'isoWeek', 'month', 'year'];

/** The same by another library. */
function otherStart(time: DateTime, unit: Unit, locale: string): DateTime {
  if (unit === 'isoWeek') return time.startOf('week');
  if (unit !== 'week') return time.startOf(unit);
  return time.minus({ days: (time.weekday - Info.getStartOfWeek({ locale }) + 7) % 7 }).startOf('day');
}

/** Every 31 hours and 13 minutes of two years. */
const MOMENTS = Array.from({ length: 560 }, (_, at) => Date.UTC(2025, 11, 20) + at * 1873 * MINUTE);

describe('the clock of a zone', () => {
  it.each(ZONES)('begins hours, days, weeks, months and years in %s when they begin there', (timezone) => {
    for (const moment of MOMENTS) {
      for (const locale of ['en-US', 'de-DE']) {
        const known = DateTime.fromMillis(moment, { zone: timezone });
        expect(UNITS.map((unit) => +startOf(clockAt(moment, { timezone }), unit, locale))).toEqual(
          UNITS.map((unit) => +otherStart(known, unit, locale)),
        );
      }
    }
  });

  it.each(ZONES)('counts units forward and back in %s', (timezone) => {
    for (const moment of MOMENTS) {
      const known = DateTime.fromMillis(moment, { zone: timezone }).startOf('day');
      const start = startOf(clockAt(moment, { timezone }), 'day');
      for (const count of [-13, -1, 1, 2]) {
        expect(UNITS.map((unit) => +plusUnits(start, unit, count))).toEqual(
          UNITS.map((unit) => +known.plus({ [unit === 'isoWeek' ? 'weeks' : `${unit}s`]: count })),
        );
      }
    }
  });

  it('is that of the browser where the zone is unknown', () => {
    const now = Date.UTC(2026, 5, 1);
    expect(clockAt(now, { timezone: 'Nowhere/Land' }).getHours()).toBe(new Date(now).getHours());
  });
});

describe('the zones that are offered', () => {
  it('have the offset and the short name that they have at that moment', () => {
    const now = Date.UTC(2026, 0, 1) + 180 * DAY;
    for (const { id, offset, nOffset } of allTimezones(now)) {
      const known = DateTime.fromMillis(now, { zone: id });
      expect([id, offset, nOffset, timezoneAbbreviation(id, now)]).toEqual([
        id,
        `UTC${known.toFormat('ZZ')}`,
        known.offset,
        known.offsetNameShort,
      ]);
    }
  });
});
