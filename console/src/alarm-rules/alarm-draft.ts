import { ALARM_SEVERITIES, type AlarmSeverity } from '@signalbox/contract/alarm';
import {
  type AlarmConditionSpec,
  type AlarmConditionType,
  type AlarmRule,
  type AlarmSchedule,
  type AlarmScheduleType,
  DAY_LENGTH,
  type DeviceProfileAlarm,
} from '@signalbox/contract/alarm-rule';
import { newKeyFilter } from '../controls/key-filters/key-filter.ts';
import { randomUuid } from '../controls/random-text.ts';

/** All days of a week, 1: Monday … 7: Sunday. */
export const WEEK = [1, 2, 3, 4, 5, 6, 7] as const;
const HOUR = 3_600_000;
/** Usual hours of work, ms since midnight. */
const WORKING_HOURS = { startsOn: 8 * HOUR, endsOn: 18 * HOUR };

/** A rule to begin with. */
export function newRule(): AlarmRule {
  return {
    condition: { condition: [newKeyFilter()], spec: { type: 'SIMPLE' } },
    schedule: null,
    alarmDetails: null,
    dashboardId: null,
  };
}

/** An alarm type to begin with: one rule of the strongest severity. */
export function newAlarm(): DeviceProfileAlarm {
  return {
    id: randomUuid(),
    alarmType: '',
    createRules: { CRITICAL: newRule() },
    clearRule: null,
    propagate: false,
    propagateRelationTypes: null,
  };
}

/** Another one with the same rules. What devices have reached of the first belongs to its id. */
export function copyOfAlarm(alarm: DeviceProfileAlarm, alarmType: string): DeviceProfileAlarm {
  return { ...structuredClone(alarm), id: randomUuid(), alarmType };
}

/** Severities that an alarm has rules for, the strongest first. */
export function severitiesOf({ createRules }: DeviceProfileAlarm): AlarmSeverity[] {
  return ALARM_SEVERITIES.filter((severity) => createRules?.[severity]);
}

/** The alarm with another rule of a severity; without one when `rule` is null. */
export function withCreateRule(
  alarm: DeviceProfileAlarm,
  severity: AlarmSeverity,
  rule: AlarmRule | null,
): DeviceProfileAlarm {
  const { [severity]: _, ...others } = alarm.createRules ?? {};
  return { ...alarm, createRules: rule ? { ...others, [severity]: rule } : others };
}

/** The alarm whose rule of one severity is that of another one, which has none. */
export function withSeverityMoved(
  alarm: DeviceProfileAlarm,
  from: AlarmSeverity,
  to: AlarmSeverity,
): DeviceProfileAlarm {
  const rule = alarm.createRules?.[from];
  return rule ? withCreateRule(withCreateRule(alarm, from, null), to, rule) : alarm;
}

/** What a condition has to do to fire, of another type. What both types have stays. */
export function specOfType(
  type: AlarmConditionType,
  before: AlarmConditionSpec | null | undefined,
): AlarmConditionSpec {
  if (before?.type === type) return before;
  if (type === 'SIMPLE') return { type };
  const predicate = { defaultValue: type === 'DURATION' ? 5 : 3, userValue: null, dynamicValue: null };
  return type === 'DURATION' ? { type, unit: 'MINUTES', predicate } : { type, predicate };
}

/** A schedule of another type. Zone and hours stay where both have them. @param zone of a new one */
export function scheduleOfType(
  type: AlarmScheduleType,
  before: AlarmSchedule | null | undefined,
  zone: string,
): AlarmSchedule | null {
  if (type === 'ANY_TIME') return null;
  if (before?.type === type) return before;
  const timezone = (before && before.type !== 'ANY_TIME' && before.timezone) || zone;
  if (type === 'CUSTOM') {
    const days = before?.type === 'SPECIFIC_TIME' ? (before.daysOfWeek ?? WEEK) : WEEK.slice(0, 5);
    const { startsOn, endsOn } = before?.type === 'SPECIFIC_TIME' ? before : WORKING_HOURS;
    return {
      type,
      timezone,
      items: WEEK.map((dayOfWeek) => ({
        dayOfWeek,
        enabled: days.includes(dayOfWeek),
        startsOn: startsOn ?? 0,
        endsOn: endsOn ?? DAY_LENGTH,
      })),
    };
  }
  const active = before?.type === 'CUSTOM' ? (before.items ?? []).filter(({ enabled }) => enabled) : [];
  const { startsOn, endsOn } = active[0] ?? WORKING_HOURS;
  const daysOfWeek = active.length > 0 ? active.map(({ dayOfWeek }) => dayOfWeek) : WEEK.slice(0, 5);
  return { type, timezone, daysOfWeek: [...daysOfWeek], startsOn: startsOn ?? 0, endsOn: endsOn ?? DAY_LENGTH };
}
