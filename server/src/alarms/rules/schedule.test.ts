import type { AlarmSchedule } from '@signalbox/contract/alarm-rule';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { prepareSchedule } from './schedule.ts';

const HOUR = 3_600_000;
const at = (text: string): number => Date.parse(text);
const weekdays = (timezone: string, starts: number, ends: number): AlarmSchedule => ({
  type: 'SPECIFIC_TIME',
  timezone,
  daysOfWeek: [1, 2, 3, 4, 5],
  startsOn: starts * HOUR,
  endsOn: ends * HOUR,
});
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];

describe('a schedule', () => {
  test.each([
    ['none', null, '2026-01-03T03:00Z', true],
    ['any time', { type: 'ANY_TIME' }, '2026-01-03T03:00Z', true],
    ['Monday 8 in Kyiv', weekdays('Europe/Kyiv', 8, 18), '2026-01-05T06:00Z', true],
    ['Monday before 8 in Kyiv', weekdays('Europe/Kyiv', 8, 18), '2026-01-05T05:59:59.999Z', false],
    ['Monday 18 in Kyiv', weekdays('Europe/Kyiv', 8, 18), '2026-01-05T16:00Z', false],
    ['Saturday in Kyiv', weekdays('Europe/Kyiv', 8, 18), '2026-01-10T10:00Z', false],
    ['Monday in Auckland, Sunday in UTC', weekdays('Pacific/Auckland', 0, 24), '2026-01-04T12:00Z', true],
    ['a zone that is empty is UTC', weekdays('', 8, 18), '2026-01-05T08:00Z', true],
    ['past midnight, in the evening', weekdays('UTC', 22, 6), '2026-01-05T23:00Z', true],
    ['past midnight, at midnight', weekdays('UTC', 22, 6), '2026-01-06T00:00Z', true],
    ['past midnight, in the morning', weekdays('UTC', 22, 6), '2026-01-06T05:59Z', true],
    ['past midnight, at noon', weekdays('UTC', 22, 6), '2026-01-06T12:00Z', false],
    ['the morning after Friday is Saturday', weekdays('UTC', 22, 6), '2026-01-10T03:00Z', false],
    ['from 0 to 0 is all day', weekdays('UTC', 0, 0), '2026-01-05T00:00Z', true],
    ['from 0 to 0 of another day', weekdays('UTC', 0, 0), '2026-01-04T23:59Z', false],
    ['from 8 to 8 is never', weekdays('UTC', 8, 8), '2026-01-05T08:00Z', false],
    [
      'no day',
      { type: 'SPECIFIC_TIME', timezone: 'UTC', daysOfWeek: [], startsOn: 0, endsOn: 24 * HOUR },
      '2026-01-05T12:00Z',
      false,
    ],
    // Clocks in Berlin go from 2 to 3 on 29 March and from 3 to 2 on 25 October 2026: it is the clock that counts.
    ['8 on the day the clocks go forward', sundays(), '2026-03-29T06:00Z', true],
    ['before 8 on that day', sundays(), '2026-03-29T05:59Z', false],
    ['18 on that day', sundays(), '2026-03-29T16:00Z', false],
    ['8 on the day the clocks go back', sundays(), '2026-10-25T07:00Z', true],
    ['before 8 on that day', sundays(), '2026-10-25T06:59Z', false],
    ['18 on that day', sundays(), '2026-10-25T17:00Z', false],
  ] as [string, AlarmSchedule | null, string, boolean][])('%s', (_, schedule, text, isActive) => {
    expect(prepareSchedule(schedule).isActive(at(text))).toBe(isActive);
  });

  it('of days has hours for each, of which the first item counts', () => {
    const schedule = prepareSchedule({
      type: 'CUSTOM',
      timezone: 'UTC',
      items: [
        { enabled: true, dayOfWeek: 1, startsOn: 8 * HOUR, endsOn: 9 * HOUR },
        { enabled: false, dayOfWeek: 2, startsOn: 0, endsOn: 24 * HOUR },
        { enabled: true, dayOfWeek: 2, startsOn: 0, endsOn: 24 * HOUR },
        { enabled: true, dayOfWeek: 3, startsOn: 0, endsOn: 0 },
        { enabled: false, dayOfWeek: 4, startsOn: 0, endsOn: 0 },
      ],
    });
    expect(schedule.isActive(at('2026-01-05T08:30Z'))).toBe(true);
    expect(schedule.isActive(at('2026-01-05T09:00Z'))).toBe(false);
    expect(schedule.isActive(at('2026-01-06T12:00Z'))).toBe(false);
    expect(schedule.isActive(at('2026-01-07T12:00Z'))).toBe(true);
    expect(schedule.isActive(at('2026-01-08T12:00Z'))).toBe(false);
    expect(schedule.activeUntil(at('2026-01-05T08:30Z'))).toBe(at('2026-01-05T09:00Z'));
    expect(schedule.activeUntil(at('2026-01-06T12:00Z'))).toBe(at('2026-01-06T12:00Z'));
  });

  it('tells until when it is in force, over days and changes of the clock', () => {
    const nights = prepareSchedule({ ...weekdays('Europe/Berlin', 22, 6), daysOfWeek: EVERY_DAY } as AlarmSchedule);
    expect(nights.activeUntil(at('2026-03-28T22:00Z'))).toBe(at('2026-03-29T04:00Z'));
    expect(nights.activeUntil(at('2026-10-24T21:00Z'))).toBe(at('2026-10-25T05:00Z'));
    expect(prepareSchedule(weekdays('UTC', 0, 24)).activeUntil(at('2026-01-05T12:00Z'))).toBe(at('2026-01-10T00:00Z'));
    const always = { ...weekdays('Europe/Berlin', 0, 24), daysOfWeek: EVERY_DAY } as AlarmSchedule;
    expect(prepareSchedule(always).activeUntil(at('2026-03-28T12:00Z'))).toBe(Number.POSITIVE_INFINITY);
    expect(prepareSchedule(null).activeUntil(0)).toBe(Number.POSITIVE_INFINITY);
  });

  it('is in force at each moment before that time, and not at that time, in any zone', () => {
    const zone = fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu');
    const hour = fc.integer({ min: 0, max: 96 }).map((quarters) => quarters / 4);
    const days = fc.subarray(EVERY_DAY, { minLength: 1 });
    const moment = fc.integer({ min: at('2026-03-01T00:00Z') / 60_000, max: at('2026-11-30T00:00Z') / 60_000 });
    fc.assert(
      fc.property(zone, hour, hour, days, moment, (timezone, starts, ends, daysOfWeek, minute) => {
        const schedule = prepareSchedule({ ...weekdays(timezone, starts, ends), daysOfWeek } as AlarmSchedule);
        const ts = minute * 60_000;
        const until = schedule.activeUntil(ts);
        expect(until > ts).toBe(schedule.isActive(ts));
        if (until !== Number.POSITIVE_INFINITY) expect(schedule.isActive(until)).toBe(false);
        const end = Math.min(until, ts + 7 * 24 * HOUR);
        for (let moment = ts; moment < end; moment += 900_000) expect(schedule.isActive(moment)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('of a zone that does not exist is an error', () => {
    expect(() => prepareSchedule(weekdays('Europe/Atlantis', 8, 18))).toThrow('Europe/Atlantis');
  });
});

function sundays(): AlarmSchedule {
  return { ...weekdays('Europe/Berlin', 8, 18), daysOfWeek: [7] } as AlarmSchedule;
}
