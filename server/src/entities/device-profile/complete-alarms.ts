import { ALARM_SEVERITIES } from '@signalbox/contract/alarm';
import type {
  AlarmConditionSpec,
  AlarmKeyFilter,
  AlarmPredicate,
  AlarmRule,
  AlarmSchedule,
  DeviceProfileAlarm,
} from '@signalbox/contract/alarm-rule';

/*
 * Alarm rules with all members that clients read (rest-content.md §1.6): what was not sent is neutral, what is unknown
 * stays as it was sent.
 */

type Value = { defaultValue?: unknown; userValue?: unknown; dynamicValue?: { inherit?: boolean | null } | null };

function completeValue<T extends Value>(value: T): T {
  const { dynamicValue } = value;
  return {
    ...value,
    defaultValue: value.defaultValue ?? null,
    userValue: value.userValue ?? null,
    dynamicValue: dynamicValue ? { ...dynamicValue, inherit: dynamicValue.inherit ?? false } : null,
  };
}

function completePredicate(predicate: AlarmPredicate): AlarmPredicate {
  switch (predicate.type) {
    case 'COMPLEX':
      return { ...predicate, predicates: predicate.predicates.map(completePredicate) };
    case 'STRING':
      return { ...predicate, value: completeValue(predicate.value), ignoreCase: predicate.ignoreCase ?? false };
    case 'NUMERIC':
      return { ...predicate, value: completeValue(predicate.value) };
    case 'BOOLEAN':
      return { ...predicate, value: completeValue(predicate.value) };
  }
}

const completeFilter = (filter: AlarmKeyFilter): AlarmKeyFilter => ({
  ...filter,
  valueType: filter.valueType ?? null,
  value: filter.value ?? null,
  predicate: completePredicate(filter.predicate),
});

/** How long or how often. */
const completeSpec = (spec: AlarmConditionSpec): AlarmConditionSpec =>
  spec.type === 'SIMPLE' ? spec : { ...spec, predicate: completeValue(spec.predicate) };

function completeSchedule(schedule: AlarmSchedule): AlarmSchedule {
  const completeTimes = <T extends { startsOn?: number | null; endsOn?: number | null }>(times: T): T => ({
    ...times,
    startsOn: times.startsOn ?? 0,
    endsOn: times.endsOn ?? 0,
  });
  switch (schedule.type) {
    case 'ANY_TIME':
      return schedule;
    case 'SPECIFIC_TIME':
      return completeTimes({
        ...schedule,
        timezone: schedule.timezone ?? null,
        daysOfWeek: schedule.daysOfWeek ?? null,
      });
    case 'CUSTOM':
      return {
        ...schedule,
        timezone: schedule.timezone ?? null,
        items: schedule.items?.map((item) => completeTimes({ ...item, enabled: item.enabled ?? false })) ?? null,
      };
  }
}

const completeRule = (rule: AlarmRule): AlarmRule => ({
  ...rule,
  condition: rule.condition
    ? {
        ...rule.condition,
        condition: rule.condition.condition?.map(completeFilter) ?? null,
        spec: rule.condition.spec ? completeSpec(rule.condition.spec) : null,
      }
    : null,
  schedule: rule.schedule ? completeSchedule(rule.schedule) : null,
  alarmDetails: rule.alarmDetails ?? null,
  dashboardId: rule.dashboardId ?? null,
});

/** Create rules with the strongest severity first: the order in which they are written and evaluated. */
function completeCreateRules(rules: NonNullable<DeviceProfileAlarm['createRules']>): typeof rules {
  return Object.fromEntries(
    ALARM_SEVERITIES.flatMap((severity) => {
      if (!(severity in rules)) return [];
      const rule = rules[severity];
      return [[severity, rule ? completeRule(rule) : null]];
    }),
  );
}

/** @returns the rules of one alarm type */
export const completeAlarm = (alarm: DeviceProfileAlarm): DeviceProfileAlarm => ({
  ...alarm,
  createRules: alarm.createRules ? completeCreateRules(alarm.createRules) : null,
  clearRule: alarm.clearRule ? completeRule(alarm.clearRule) : null,
  propagate: alarm.propagate ?? false,
  propagateRelationTypes: alarm.propagateRelationTypes ?? null,
});
