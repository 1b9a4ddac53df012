import { DateTime } from 'luxon';
import { describe, expect, it } from 'vitest';
import {
  type DateRange,
  type Length,
  lengthOf,
  type Preset,
  presetOf,
  presetRange,
  rangeOfDays,
  rangeUpToToday,
  stepped,
  withLength,
} from './date-range.ts';
import { dayAfterKey, weeksOf } from './month-grid.ts';
import { navigatorSettings } from './navigator-settings.ts';
import { rememberedRange, rememberRange } from './remembered-range.ts';

const local = (iso: string) => DateTime.fromISO(iso).toMillis();
/** From the start of the one day to the end of the other. */
const days = (first: string, last: string): DateRange => ({
  start: local(first),
  end: DateTime.fromISO(last).endOf('day').toMillis(),
});
const written = ({ start, end }: DateRange) => [start, end].map((time) => DateTime.fromMillis(time).toISODate());

describe('a range of dates', () => {
  it.each<[Length, string]>([
    ['day', '2026-11-18'],
    ['week', '2026-11-12'],
    ['twoWeeks', '2026-11-05'],
    ['month', '2026-10-19'],
    ['threeMonths', '2026-08-19'],
    ['sixMonths', '2026-05-19'],
  ])('of a %s up to today begins on %s', (length, first) => {
    const range = rangeUpToToday(local('2026-11-18T15:30'), length);
    expect(range).toEqual(days(first, '2026-11-18'));
    expect(lengthOf(range)).toBe(length);
  });

  it('keeps its end when it gets another length', () => {
    const october = days('2026-10-01', '2026-10-31');
    expect(lengthOf(october)).toBe('month');
    expect(withLength(october, 'week')).toEqual(days('2026-10-25', '2026-10-31'));
    expect(withLength(october, 'hour').start).toBe(local('2026-10-31T23:00'));
    expect(lengthOf(days('2026-10-01', '2026-10-03'))).toBeUndefined();
  });

  it.each<[Length, [string, string], -1 | 1, [string, string]]>([
    ['day', ['2026-03-28', '2026-03-28'], 1, ['2026-03-29', '2026-03-29']],
    ['day', ['2026-10-25', '2026-10-25'], -1, ['2026-10-24', '2026-10-24']],
    ['week', ['2026-10-19', '2026-10-25'], 1, ['2026-10-26', '2026-11-01']],
    ['twoWeeks', ['2026-10-19', '2026-11-01'], -1, ['2026-10-05', '2026-10-18']],
    ['month', ['2026-01-01', '2026-01-31'], 1, ['2026-02-01', '2026-02-28']],
    ['threeMonths', ['2026-01-01', '2026-03-31'], -1, ['2025-10-01', '2025-12-31']],
    ['sixMonths', ['2026-01-01', '2026-06-30'], 1, ['2026-07-01', '2026-12-31']],
  ])('steps by a %s on the calendar, whatever the clocks do', (step, from, direction, to) => {
    const range = stepped(days(...from), step, direction);
    expect(range).toEqual(days(...to));
    expect(stepped(range, step, direction === 1 ? -1 : 1)).toEqual(days(...from));
  });

  it.each<[Preset, 0 | 1, [string, string]]>([
    ['today', 1, ['2026-11-18', '2026-11-18']],
    ['yesterday', 1, ['2026-11-17', '2026-11-17']],
    ['thisWeek', 1, ['2026-11-16', '2026-11-22']],
    ['thisWeek', 0, ['2026-11-15', '2026-11-21']],
    ['lastWeek', 1, ['2026-11-09', '2026-11-15']],
    ['thisMonth', 1, ['2026-11-01', '2026-11-30']],
    ['lastMonth', 1, ['2026-10-01', '2026-10-31']],
    ['thisYear', 1, ['2026-01-01', '2026-12-31']],
    ['lastYear', 1, ['2025-01-01', '2025-12-31']],
  ])('is known as %s', (preset, weekday, [first, last]) => {
    const now = local('2026-11-18T15:30');
    const range = presetRange(preset, now, weekday);
    expect(written(range)).toEqual([first, last]);
    expect(presetOf(range, now, weekday)).toBe(preset);
  });

  it('is of whole days, whichever was chosen first', () => {
    expect(rangeOfDays(local('2026-11-18'), local('2026-11-02'))).toEqual(days('2026-11-02', '2026-11-18'));
  });

  it('is remembered, and nothing else is taken for one', () => {
    const kept = new Map<string, string>();
    const storage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, text: string) => void kept.set(key, text),
    };
    expect(rememberedRange(storage)).toBeUndefined();
    const range = days('2026-11-02', '2026-11-18');
    rememberRange(storage, range, 'Some days');
    expect(JSON.parse(kept.get('date-range') ?? '')).toMatchObject({ name: 'Some days' });
    expect(rememberedRange(storage)).toEqual(range);
    for (const text of ['{', 'null', '{}', '{"start":2,"end":1}', '{"start":"x","end":"y"}']) {
      kept.set('date-range', text);
      expect(rememberedRange(storage)).toBeUndefined();
    }
  });
});

describe('a month', () => {
  it.each([
    [1, [undefined, undefined, undefined, undefined, undefined, undefined, '2026-11-01'], 6],
    [0, ['2026-11-01', '2026-11-02', '2026-11-03', '2026-11-04', '2026-11-05', '2026-11-06', '2026-11-07'], 5],
  ] as const)('begins its weeks with day %s', (weekday, first, count) => {
    const weeks = weeksOf(local('2026-11-18'), weekday);
    expect(weeks[0]).toEqual(first.map((day) => day && local(day)));
    expect(weeks).toHaveLength(count);
  });

  it.each([
    ['ArrowLeft', false, '2026-11-17'],
    ['ArrowLeft', true, '2026-11-19'],
    ['ArrowRight', false, '2026-11-19'],
    ['ArrowUp', false, '2026-11-11'],
    ['ArrowDown', false, '2026-11-25'],
    ['Home', false, '2026-11-16'],
    ['End', false, '2026-11-22'],
    ['PageUp', false, '2026-10-18'],
    ['PageDown', false, '2026-12-18'],
  ])('is walked through by %s', (key, isRtl, day) => {
    expect(dayAfterKey(local('2026-11-18'), key, 1, isRtl)).toBe(local(day));
    expect(dayAfterKey(local('2026-11-18'), 'a', 1, isRtl)).toBeUndefined();
  });
});

describe('the settings of a navigator', () => {
  it('have what is usual for what is missing or makes no sense', () => {
    const usual = { initialInterval: 'week', stepSize: 'day', firstDayOfWeek: 1, useSessionStorage: true };
    expect(navigatorSettings({})).toMatchObject({ ...usual, hidePicker: false, showTemplate: false });
    expect(navigatorSettings({ initialInterval: 'year', stepSize: 3, firstDayOfWeek: 12 })).toMatchObject(usual);
    expect(navigatorSettings({ firstDayOfWeek: 7, stepSize: 'month' })).toMatchObject({
      firstDayOfWeek: 0,
      stepSize: 'month',
    });
  });
});
