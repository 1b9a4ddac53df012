import { type DeviceProfileAlarm, deviceProfileAlarmSchema } from '@signalbox/contract/alarm-rule';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { fieldNamedBy } from '../entity-page/form.ts';
import {
  copyOfAlarm,
  newAlarm,
  newRule,
  scheduleOfType,
  severitiesOf,
  specOfType,
  withCreateRule,
  withSeverityMoved,
} from './alarm-draft.ts';
import { checkAlarm } from './check-alarm.ts';

const t = ((key: string) => key) as unknown as Parameters<typeof checkAlarm>[0];
const options = { taken: ['Leak'], path: 'profileData.alarms.2' };
const problems = (alarm: DeviceProfileAlarm) =>
  Object.fromEntries(checkAlarm(t, alarm, options).flatMap(({ name, problem }) => (problem ? [[name, problem]] : [])));

/** An alarm with nothing wrong in it. */
function fine(): DeviceProfileAlarm {
  const alarm = newAlarm();
  const rule = newRule();
  const [filter] = rule.condition?.condition ?? [];
  if (filter) filter.key.key = 'temperature';
  return { ...alarm, alarmType: 'Hot', createRules: { CRITICAL: rule } };
}
const withRule = (change: object) => {
  const alarm = fine();
  return withCreateRule(alarm, 'CRITICAL', { ...alarm.createRules?.CRITICAL, ...change });
};

describe('an alarm rule', () => {
  it('is fine as it begins, but for its type and the key of its condition', () => {
    expect(problems(newAlarm())).toEqual({
      alarmType: 'common.required',
      'createRules.CRITICAL.condition.condition.0.key.key': 'common.required',
    });
    expect(problems(fine())).toEqual({});
    expect(z.safeParse(deviceProfileAlarmSchema, fine()).success).toBe(true);
  });

  it('needs a type of its own, a severity, and conditions', () => {
    expect(problems({ ...fine(), alarmType: 'Leak' })).toEqual({ alarmType: 'alarmRule.typeTaken' });
    expect(problems({ ...fine(), createRules: {} })).toEqual({ createRules: 'alarmRule.ruleNeeded' });
    expect(problems({ ...fine(), clearRule: { condition: { condition: [] } } })).toEqual({
      'clearRule.condition.condition': 'alarmRule.conditionNeeded',
    });
  });

  it('needs a number of times and days and hours that are not empty', () => {
    const spec = (value: number | null) => ({ type: 'REPEATING', predicate: { defaultValue: value } });
    const [filter] = fine().createRules?.CRITICAL?.condition?.condition ?? [];
    const at = 'createRules.CRITICAL';
    const repeating = (value: number | null) =>
      problems(withRule({ condition: { condition: [filter], spec: spec(value) } }));
    expect(repeating(0)).toEqual({ [`${at}.condition.spec.predicate.defaultValue`]: 'alarmRule.tooSmall' });
    expect(repeating(null)).toEqual({ [`${at}.condition.spec.predicate.defaultValue`]: 'common.required' });
    expect(repeating(1)).toEqual({});
    const schedule = { type: 'SPECIFIC_TIME', timezone: '', daysOfWeek: [], startsOn: 3_600_000, endsOn: 3_600_000 };
    expect(problems(withRule({ schedule }))).toEqual({
      [`${at}.schedule.timezone`]: 'alarmRule.timezoneNeeded',
      [`${at}.schedule.daysOfWeek`]: 'alarmRule.dayNeeded',
      [`${at}.schedule.endsOn`]: 'alarmRule.hoursNever',
    });
  });

  it('compares constants with attributes, and has comparisons in its groups', () => {
    const [filter] = fine().createRules?.CRITICAL?.condition?.condition ?? [];
    const list = 'createRules.CRITICAL.condition.condition.0';
    const constant = { ...filter, key: { type: 'CONSTANT', key: '' }, value: null };
    expect(problems(withRule({ condition: { condition: [constant] } }))).toEqual({
      [`${list}.value`]: 'common.required',
      [`${list}.predicate.value.dynamicValue.sourceAttribute`]: 'keyFilter.constantNeedsAttribute',
    });
    const empty = { ...filter, predicate: { type: 'COMPLEX', operation: 'AND', predicates: [] } };
    expect(problems(withRule({ condition: { condition: [empty] } }))).toEqual({
      [`${list}.predicate.predicates`]: 'keyFilter.comparisonNeeded',
    });
  });

  it('shows what the server refuses at the field that it names', () => {
    const fields = checkAlarm(t, fine(), options);
    const rule = 'profileData.alarms.2.createRules.CRITICAL';
    const named = (message: string) => fieldNamedBy(message, fields);
    expect(named(`Validation error: '${rule}.condition.condition.0.key.key' must have at most 1024`)).toBe(
      'createRules.CRITICAL.condition.condition.0.key.key',
    );
    // Members without a field of their own.
    expect(named(`Validation error: '${rule}.condition.condition.0.predicate.operation' must be one of`)).toBe(
      'createRules.CRITICAL.condition.condition',
    );
    expect(named(`Validation error: '${rule}.condition.spec' must be a condition of type`)).toBe(
      'createRules.CRITICAL.condition.spec',
    );
    expect(named('Can\'t create device profile with the same alarm rule types: "Hot"!')).toBe('alarmType');
    expect(named('Validation error: profileData.alarms.2.alarmType: field value is malformed')).toBe('alarmType');
  });
});

describe('drafts of alarm rules', () => {
  it('are moved to other severities and copied with an id of their own', () => {
    const moved = withSeverityMoved(fine(), 'CRITICAL', 'MINOR');
    expect(severitiesOf(moved)).toEqual(['MINOR']);
    const copy = copyOfAlarm({ ...moved, ofAnotherClient: 1 }, 'Hot copy');
    expect(copy).toMatchObject({ alarmType: 'Hot copy', ofAnotherClient: 1, createRules: moved.createRules });
    expect(copy.id).not.toBe(moved.id);
  });

  it('keep zone, days and hours between types of schedule', () => {
    const specific = scheduleOfType('SPECIFIC_TIME', null, 'Europe/Oslo');
    expect(specific).toMatchObject({ timezone: 'Europe/Oslo', daysOfWeek: [1, 2, 3, 4, 5], startsOn: 28_800_000 });
    const custom = scheduleOfType('CUSTOM', { ...specific, daysOfWeek: [6, 7] } as typeof specific, 'UTC');
    expect(custom).toMatchObject({ timezone: 'Europe/Oslo' });
    const enabled = custom?.type === 'CUSTOM' ? custom.items?.filter((item) => item.enabled) : [];
    expect(enabled?.map(({ dayOfWeek, startsOn }) => [dayOfWeek, startsOn])).toEqual([
      [6, 28_800_000],
      [7, 28_800_000],
    ]);
    expect(scheduleOfType('SPECIFIC_TIME', custom, 'UTC')).toMatchObject({ daysOfWeek: [6, 7], startsOn: 28_800_000 });
    expect(scheduleOfType('ANY_TIME', custom, 'UTC')).toBeNull();
  });

  it('stay as they are when their type does', () => {
    const spec = { type: 'DURATION', unit: 'NANOSECONDS', predicate: { defaultValue: 1 } } as const;
    expect(specOfType('DURATION', spec)).toBe(spec);
    expect(specOfType('SIMPLE', spec)).toEqual({ type: 'SIMPLE' });
  });
});
