// @vitest-environment jsdom
import type { AlarmRule, AlarmSchedule } from '@signalbox/contract/alarm-rule';
import i18next from 'i18next';
import { describe, expect, it } from 'vitest';
import '../alarms/texts/texts.ts';
import type { DynamicValue } from '../controls/key-filters/key-filter.ts';
import { startTranslations } from '../i18n/i18n.ts';
import { ruleWords } from './rule-words.ts';

startTranslations();

type Filter = NonNullable<NonNullable<AlarmRule['condition']>['condition']>[number];
type Predicate = Filter['predicate'];
const HOUR = 3_600_000;

const over = (defaultValue: number | null, dynamicValue: DynamicValue | null = null): Predicate => ({
  type: 'NUMERIC',
  operation: 'GREATER',
  value: { defaultValue, dynamicValue },
});
const below = (defaultValue: number): Predicate => ({ type: 'NUMERIC', operation: 'LESS', value: { defaultValue } });
const says = (text: string, ignoreCase = false): Predicate => ({
  type: 'STRING',
  operation: 'CONTAINS',
  value: { defaultValue: text },
  ignoreCase,
});
const filter = (key: string, predicate: Predicate, more: object = {}): Filter => ({
  key: { type: 'TIME_SERIES', key },
  predicate,
  ...more,
});
const hot = filter('temperature', over(30));
const rule = (
  filters: Filter[],
  spec: object = { type: 'SIMPLE' },
  schedule: AlarmSchedule | null = null,
): AlarmRule => ({
  condition: { condition: filters, spec: spec as NonNullable<AlarmRule['condition']>['spec'] },
  schedule,
});
const critical = (...given: Parameters<typeof rule>) => ruleWords(i18next.t, 'CRITICAL', rule(...given));
const minutes = (defaultValue: number | null, dynamicValue: object | null = null) => ({
  type: 'DURATION',
  unit: 'MINUTES',
  predicate: { defaultValue, dynamicValue },
});
const times = (defaultValue: number | null, dynamicValue: object | null = null) => ({
  type: 'REPEATING',
  predicate: { defaultValue, dynamicValue },
});

describe('a rule reads as a sentence', () => {
  it('with its severity, how long, and when it is in force', () => {
    const schedule: AlarmSchedule = {
      type: 'SPECIFIC_TIME',
      timezone: 'Europe/Kiev',
      daysOfWeek: [5, 1, 2, 3, 4],
      startsOn: 8 * HOUR,
      endsOn: 18 * HOUR,
    };
    expect(critical([hot], minutes(5), schedule)).toBe(
      'Critical when temperature > 30 for 5 min, on weekdays 8–18 Kyiv',
    );
    expect(ruleWords(i18next.t, 'CLEARED', rule([filter('temperature', below(25.5))]))).toBe(
      'Cleared when temperature < 25.5',
    );
  });

  it('with how often it has to hold', () => {
    expect(critical([hot], times(3))).toBe('Critical when temperature > 30 3 times in a row');
    expect(critical([hot], times(1))).toBe('Critical when temperature > 30 once');
  });

  it('with every kind of key', () => {
    const limit: DynamicValue = { sourceType: 'CURRENT_TENANT', sourceAttribute: 'limit' };
    expect(
      critical([
        filter('mode', says('off', true), { key: { type: 'ATTRIBUTE', key: 'mode' } }),
        filter('', says('Pump'), { key: { type: 'ENTITY_FIELD', key: 'name' } }),
        filter('', over(null, limit), { key: { type: 'CONSTANT', key: '5' }, value: 5, valueType: 'NUMERIC' }),
        filter('open', { type: 'BOOLEAN', operation: 'EQUAL', value: { defaultValue: true } }),
      ]),
    ).toBe(
      'Critical when mode contains “off” in any case, its name contains “Pump”, 5 > limit of the tenant, and open is true',
    );
  });

  it('with predicates of any depth, in brackets where they would be misread', () => {
    const either = (...predicates: Predicate[]): Predicate => ({ type: 'COMPLEX', operation: 'OR', predicates });
    const both = (...predicates: Predicate[]): Predicate => ({ type: 'COMPLEX', operation: 'AND', predicates });
    expect(critical([filter('t', either(over(30), below(5)))])).toBe('Critical when t > 30 or t < 5');
    expect(critical([hot, filter('t', either(below(5), both(over(8), below(9))))])).toBe(
      'Critical when temperature > 30 and (t < 5 or (t > 8 and t < 9))',
    );
  });

  it('with attributes in place of values, those they inherit, and what stands for them', () => {
    const own: DynamicValue = { sourceType: 'CURRENT_DEVICE', sourceAttribute: 'maximum', inherit: true };
    expect(critical([filter('t', over(30, own))])).toBe(
      'Critical when t > maximum of the device, its customer or the tenant (else 30)',
    );
    const customer: DynamicValue = { sourceType: 'CURRENT_CUSTOMER', sourceAttribute: 'delay' };
    expect(critical([hot], minutes(5, customer))).toBe(
      'Critical when temperature > 30 for delay of its customer (else 5 min) in minutes',
    );
    expect(critical([hot], times(3, customer))).toBe(
      'Critical when temperature > 30 as many times in a row as delay of its customer (else 3)',
    );
  });

  it('with the hours of each day', () => {
    const day = (dayOfWeek: number, from: number, to: number, enabled = true) => ({
      dayOfWeek,
      enabled,
      startsOn: from * HOUR,
      endsOn: to * HOUR,
    });
    const week = [1, 2, 3, 4, 5].map((one) => day(one, 8, 18.5));
    const schedule = (items: object[], timezone = 'America/New_York') =>
      ({ type: 'CUSTOM', timezone, items }) as AlarmSchedule;
    expect(critical([hot], undefined, schedule([day(6, 0, 24), ...week, day(7, 1, 2, false)]))).toBe(
      'Critical when temperature > 30, on weekdays 8–18:30 and on Sat New York',
    );
    expect(critical([hot], undefined, schedule([day(6, 0, 24), day(7, 0, 0)], ''))).toBe(
      'Critical when temperature > 30, on weekends UTC',
    );
    expect(critical([hot], undefined, schedule([day(1, 0, 24, false)]))).toBe('Critical when temperature > 30, never');
    expect(critical([hot], undefined, schedule([day(1, 22, 6), day(3, 22, 6)], ''))).toBe(
      'Critical when temperature > 30, on Mon and Wed 22–6 UTC',
    );
  });

  it('with gaps where something is missing', () => {
    expect(critical([])).toBe('Critical when …');
    expect(critical([filter('', over(Number.NaN))], minutes(null))).toBe('Critical when … > … for …');
  });
});
