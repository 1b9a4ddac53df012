import './texts/texts.ts';
import type { AlarmSeverity } from '@signalbox/contract/alarm';
import type { AlarmConditionSpec, AlarmRule } from '@signalbox/contract/alarm-rule';
import type { TimeUnit } from '@signalbox/contract/time-unit';
import type { TFunction } from 'i18next';
import { comparedWords, filtersWords } from '../controls/key-filters/filter-words.ts';
import { formatAmount } from '../i18n/format.ts';
import { scheduleWords } from './schedule-words.ts';

const UNITS = {
  NANOSECONDS: 'nanosecond',
  MICROSECONDS: 'microsecond',
  MILLISECONDS: 'millisecond',
  SECONDS: 'second',
  MINUTES: 'minute',
  HOURS: 'hour',
  DAYS: 'day',
} as const satisfies Record<TimeUnit, string>;

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

function durationWords(t: TFunction, { unit, predicate }: Extract<AlarmConditionSpec, { type: 'DURATION' }>): string {
  const amount = (value: unknown) => (isNumber(value) ? formatAmount(value, UNITS[unit]) : '…');
  const words = comparedWords(t, predicate, 'NUMERIC', amount);
  return predicate.dynamicValue ? t('alarmRule.inUnit', { source: words, unit: t(`alarmRule.units.${unit}`) }) : words;
}

/** A condition with how long or how often it has to hold: "temperature > 30 for 5 min". */
function conditionWords(t: TFunction, rule: AlarmRule): string {
  const condition = filtersWords(t, rule.condition?.condition ?? []);
  const spec = rule.condition?.spec;
  if (spec?.type === 'DURATION') {
    return t('alarmRule.lasting', { condition, duration: durationWords(t, spec) });
  }
  if (spec?.type === 'REPEATING') {
    const { dynamicValue, defaultValue } = spec.predicate;
    if (!dynamicValue && isNumber(defaultValue)) return t('alarmRule.repeated', { condition, count: defaultValue });
    const times = comparedWords(t, spec.predicate, 'NUMERIC');
    return t('alarmRule.repeatedSome', { condition, times });
  }
  return condition;
}

/**
 * A rule as one sentence: "Critical when temperature > 30 for 5 min, on weekdays 8–18 Kyiv". What is still missing in it
 * is a gap. @param severity what the alarm becomes; CLEARED: the rule clears it
 */
export function ruleWords(t: TFunction, severity: AlarmSeverity | 'CLEARED', rule: AlarmRule): string {
  const condition = conditionWords(t, rule);
  const sentence =
    severity === 'CLEARED'
      ? t('alarmRule.clears', { condition })
      : t('alarmRule.raises', { severity: t(`alarm.severities.${severity}`), condition });
  const schedule = scheduleWords(t, rule.schedule);
  return schedule === undefined ? sentence : t('alarmRule.scheduled', { sentence, schedule });
}
