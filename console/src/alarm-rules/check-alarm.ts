import './texts/texts.ts';
import { type AlarmRule, type AlarmSchedule, type DeviceProfileAlarm, isNever } from '@signalbox/contract/alarm-rule';
import type { TFunction } from 'i18next';
import { type CheckedField, checkComparedValue, checkKeyFilters } from '../controls/key-filters/check-filters.ts';
import { severitiesOf } from './alarm-draft.ts';

/** A field of the rules of an alarm, with what is wrong with it. */
export interface AlarmField extends CheckedField {
  /** The rule that it is in. */
  section?: string;
  path: string;
  aliases?: readonly string[];
}

function checkSchedule(t: TFunction, at: string, schedule: AlarmSchedule | null | undefined): CheckedField[] {
  if (!schedule || schedule.type === 'ANY_TIME') return [];
  const zone: CheckedField = {
    name: `${at}.timezone`,
    label: t('alarmRule.timezone'),
    problem: schedule.timezone ? undefined : t('alarmRule.timezoneNeeded'),
  };
  if (schedule.type === 'CUSTOM') {
    const items = schedule.items ?? [];
    const isEmpty = !items.some(({ enabled }) => enabled);
    const days: CheckedField = {
      name: `${at}.items`,
      label: t('alarmRule.daysOfWeek'),
      problem: isEmpty ? t('alarmRule.dayNeeded') : undefined,
    };
    const hours = items.map((item, index) => ({
      name: `${at}.items.${index}.endsOn`,
      label: t('alarmRule.to'),
      problem: item.enabled && isNever(item) ? t('alarmRule.hoursNever') : undefined,
    }));
    return [zone, days, ...hours];
  }
  return [
    zone,
    {
      name: `${at}.daysOfWeek`,
      label: t('alarmRule.daysOfWeek'),
      problem: schedule.daysOfWeek?.length === 0 ? t('alarmRule.dayNeeded') : undefined,
    },
    {
      name: `${at}.endsOn`,
      label: t('alarmRule.to'),
      problem: isNever(schedule) ? t('alarmRule.hoursNever') : undefined,
    },
  ];
}

function checkRule(t: TFunction, at: string, rule: AlarmRule): CheckedField[] {
  const filters = rule.condition?.condition ?? [];
  const list = `${at}.condition.condition`;
  const spec = rule.condition?.spec;
  const hasAmount = spec?.type === 'DURATION' || spec?.type === 'REPEATING';
  const amount = hasAmount ? checkComparedValue(t, `${at}.condition.spec.predicate`, spec.predicate, 'NUMERIC') : [];
  const least = spec?.type === 'REPEATING' ? 1 : 0;
  return [
    {
      name: list,
      label: t('alarmRule.condition'),
      problem: filters.length === 0 ? t('alarmRule.conditionNeeded') : undefined,
    },
    ...checkKeyFilters(t, list, filters),
    { name: `${at}.condition.spec`, label: t('alarmRule.fires') },
    ...amount.map((field) => {
      if (!hasAmount || !field.name.endsWith('.defaultValue')) return field;
      const value = spec.predicate.defaultValue;
      const isSmall = typeof value === 'number' && value < least;
      const label = t(spec.type === 'DURATION' ? 'alarmRule.duration' : 'alarmRule.times');
      return { ...field, label, problem: field.problem ?? (isSmall ? t('alarmRule.tooSmall', { least }) : undefined) };
    }),
    { name: `${at}.schedule`, label: t('alarmRule.schedule') },
    ...checkSchedule(t, `${at}.schedule`, rule.schedule),
    { name: `${at}.alarmDetails`, label: t('alarmRule.details') },
    { name: `${at}.dashboardId`, label: t('alarmRule.dashboard') },
  ];
}

/**
 * All fields of an alarm type in the order of the editor, with what is wrong with them (specification 001 §5).
 * @param options.taken the alarm types beside it
 * @param options.path where the alarm stands in the body of the call: refusals of the server name that
 */
export function checkAlarm(
  t: TFunction,
  alarm: DeviceProfileAlarm,
  options: { taken: readonly string[]; path: string },
): AlarmField[] {
  const type = alarm.alarmType?.trim() ?? '';
  const at = (field: CheckedField, section?: string): AlarmField => ({
    ...field,
    path: `${options.path}.${field.name}`,
    ...(section === undefined ? {} : { section }),
  });
  const severities = severitiesOf(alarm);
  return [
    {
      ...at({
        name: 'alarmType',
        label: t('alarmRule.alarmType'),
        problem:
          type === ''
            ? t('common.required')
            : type.length > 255
              ? t('alarmRule.tooLong')
              : options.taken.includes(type)
                ? t('alarmRule.typeTaken')
                : undefined,
      }),
      aliases: ['alarm rule type', 'alarm rule types'],
    },
    at({
      name: 'createRules',
      label: t('alarmRule.createRules'),
      problem: severities.length === 0 ? t('alarmRule.ruleNeeded') : undefined,
    }),
    ...severities.flatMap((severity) =>
      checkRule(t, `createRules.${severity}`, alarm.createRules?.[severity] ?? {}).map((field) =>
        at(field, t(`alarm.severities.${severity}`)),
      ),
    ),
    ...(alarm.clearRule
      ? checkRule(t, 'clearRule', alarm.clearRule).map((field) => at(field, t('alarmRule.clearRule')))
      : []),
    at({ name: 'propagateRelationTypes', label: t('alarmRule.relationTypes') }),
  ];
}
