import './texts/texts.ts';
import { type AlarmSchedule, isNever, isWholeDay } from '@signalbox/contract/alarm-rule';
import type { TFunction } from 'i18next';
import { formatList, formatWeekday } from '../i18n/format.ts';

const HOUR = 3_600_000;
const MINUTE = 60_000;

/** Names of cities that zones still have in an older spelling. */
const CITIES: Readonly<Record<string, string>> = {
  Kiev: 'Kyiv',
  Calcutta: 'Kolkata',
  Katmandu: 'Kathmandu',
  Saigon: 'Ho Chi Minh',
  Rangoon: 'Yangon',
};

/** The city of a zone: `Europe/Kiev` → Kyiv. */
function cityOf(zone: string): string {
  const city = (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
  return CITIES[city] ?? city;
}

/** A time of day on the clock: 8, 8:30. @param ms since midnight */
function timeWords(ms: number): string {
  const [hours, minutes] = [Math.floor(ms / HOUR), Math.floor((ms % HOUR) / MINUTE)];
  return minutes === 0 ? String(hours) : `${hours}:${String(minutes).padStart(2, '0')}`;
}

interface Hours {
  startsOn?: number | null | undefined;
  endsOn?: number | null | undefined;
}

/** Days in words: "weekdays", "Mon and Fri". @param days 1: Monday … 7: Sunday, at least one */
function daysWords(t: TFunction, days: readonly number[]): string {
  const sorted = [...new Set(days)].sort();
  const written = sorted.join('');
  if (written === '1234567') return t('alarmRule.days.all');
  if (written === '12345') return t('alarmRule.days.weekdays');
  if (written === '67') return t('alarmRule.days.weekend');
  return t('alarmRule.days.some', {
    list: formatList(
      sorted.map((day) => formatWeekday(day)),
      'conjunction',
    ),
  });
}

/** Days with their hours: "on weekdays 8–18". */
function hoursWords(t: TFunction, days: readonly number[], hours: Hours): string {
  const on = daysWords(t, days);
  if (isWholeDay(hours)) return on;
  const [from, to] = [timeWords(hours.startsOn ?? 0), timeWords(hours.endsOn ?? 0)];
  return t('alarmRule.daysHours', { days: on, from, to });
}

/** When a rule is in force, as a part of a sentence; undefined: always. */
export function scheduleWords(t: TFunction, schedule: AlarmSchedule | null | undefined): string | undefined {
  if (!schedule || schedule.type === 'ANY_TIME') return undefined;
  const zone = schedule.timezone ? cityOf(schedule.timezone) : 'UTC';
  /** Hours as text → the days with these hours, in order */
  const groups = new Map<string, { days: number[]; hours: Hours }>();
  const items =
    schedule.type === 'CUSTOM'
      ? // The first item of a day counts.
        [...(schedule.items ?? [])].filter(
          (item, index, all) => item.enabled && all.findIndex((one) => one.dayOfWeek === item.dayOfWeek) === index,
        )
      : (schedule.daysOfWeek ?? [1, 2, 3, 4, 5, 6, 7]).map((dayOfWeek) => ({ ...schedule, dayOfWeek }));
  for (const { dayOfWeek, startsOn, endsOn } of items.sort((one, other) => one.dayOfWeek - other.dayOfWeek)) {
    const hours = { startsOn, endsOn };
    if (isNever(hours)) continue;
    const key = isWholeDay(hours) ? 'whole' : `${startsOn ?? 0} ${endsOn ?? 0}`;
    const group = groups.get(key) ?? { days: [], hours };
    group.days.push(dayOfWeek);
    groups.set(key, group);
  }
  if (groups.size === 0) return t('alarmRule.never');
  const parts = [...groups.values()].map(({ days, hours }) => hoursWords(t, days, hours));
  return t('alarmRule.inZone', { times: formatList(parts, 'conjunction'), zone });
}
