// biome-ignore-all lint/suspicious/noTemplateCurlyInString: details of alarms are written this way
import type { AlarmKeyFilter, AlarmPredicate } from '@signalbox/contract/alarm-rule';
import { describe, expect, it, test } from 'vitest';
import type { TelemetryValue } from '../../values/value.ts';
import { compileRules } from './compile-rules.ts';
import type { ConditionValues } from './conditions.ts';

const text = (value: string): TelemetryValue => ({ type: 'STRING', value });
const long = (value: number | bigint): TelemetryValue => ({ type: 'LONG', value });
const double = (value: number): TelemetryValue => ({ type: 'DOUBLE', value });
const flag = (value: boolean): TelemetryValue => ({ type: 'BOOLEAN', value });
const json = (value: string): TelemetryValue => ({ type: 'JSON', value });

interface Given {
  telemetry?: Record<string, TelemetryValue>;
  attributes?: Record<string, TelemetryValue>;
  fields?: Record<string, TelemetryValue>;
  customer?: Record<string, TelemetryValue>;
  tenant?: Record<string, TelemetryValue>;
}

/** Rules with one condition, and values as they need them. */
function prepare(filters: AlarmKeyFilter[], given: Given, alarmDetails: string | null = null) {
  const rules = compileRules([
    { id: 'a', alarmType: 'A', createRules: { MAJOR: { condition: { condition: filters }, alarmDetails } } },
  ]);
  const slots: ConditionValues['values'][number][] = new Array(rules.slotCount).fill(undefined);
  const fill = (of: ReadonlyMap<string, number>, values: Record<string, TelemetryValue> = {}): void => {
    for (const [key, slot] of of) if (values[key]) slots[slot] = { value: values[key] };
  };
  fill(rules.telemetry, given.telemetry);
  fill(rules.attributes, given.attributes);
  fill(rules.fields, given.fields);
  const values: ConditionValues = {
    values: slots,
    customer: new Map(Object.entries(given.customer ?? {})),
    tenant: new Map(Object.entries(given.tenant ?? {})),
  };
  const [rule] = rules.rules;
  if (!rule) throw new Error('There is no rule');
  return { rules, rule, values };
}
const holds = (filters: AlarmKeyFilter[], given: Given): boolean => {
  const { rule, values } = prepare(filters, given);
  return rule.isTrue(values);
};

const operand = (value: unknown, dynamicValue?: object) => ({ defaultValue: value, userValue: null, dynamicValue });
const predicateOf = (type: string, operation: string, value: unknown, more: object = {}): AlarmPredicate =>
  ({ type, operation, value: operand(value), ...more }) as AlarmPredicate;
const t = (predicate: AlarmPredicate): AlarmKeyFilter => ({ key: { type: 'TIME_SERIES', key: 't' }, predicate });
const numeric = (operation: string, value: number, dynamicValue?: object): AlarmPredicate =>
  ({ type: 'NUMERIC', operation, value: operand(value, dynamicValue) }) as AlarmPredicate;

describe('a predicate', () => {
  test.each([
    ['NUMERIC', 'EQUAL', 5, long(5), true],
    ['NUMERIC', 'EQUAL', 5, double(5.5), false],
    ['NUMERIC', 'NOT_EQUAL', 5, long(6), true],
    ['NUMERIC', 'GREATER', 5, double(5.01), true],
    ['NUMERIC', 'GREATER', 5, long(5), false],
    ['NUMERIC', 'GREATER', 5, long(9007199254740993n), true],
    ['NUMERIC', 'LESS', 5, long(4), true],
    ['NUMERIC', 'LESS', 5, long(5), false],
    ['NUMERIC', 'GREATER_OR_EQUAL', 5, long(5), true],
    ['NUMERIC', 'LESS_OR_EQUAL', 5, long(5), true],
    ['NUMERIC', 'GREATER', 5, text(' 6.5 '), true],
    ['NUMERIC', 'GREATER', 5, text('six'), false],
    ['NUMERIC', 'NOT_EQUAL', 5, text('six'), false],
    ['NUMERIC', 'LESS', 5, text(''), false],
    ['NUMERIC', 'EQUAL', 1, flag(true), true],
    ['NUMERIC', 'EQUAL', 0, flag(false), true],
    ['NUMERIC', 'GREATER', 0, json('{"a":1}'), false],
    ['BOOLEAN', 'EQUAL', true, flag(true), true],
    ['BOOLEAN', 'EQUAL', true, text('TRUE'), true],
    ['BOOLEAN', 'EQUAL', true, text('yes'), false],
    ['BOOLEAN', 'EQUAL', true, double(0.5), true],
    ['BOOLEAN', 'EQUAL', false, long(0), true],
    ['BOOLEAN', 'NOT_EQUAL', true, flag(false), true],
    ['STRING', 'EQUAL', 'on', text('on'), true],
    ['STRING', 'EQUAL', 'on', text('ON'), false],
    ['STRING', 'NOT_EQUAL', 'on', text('off'), true],
    ['STRING', 'STARTS_WITH', 'err', text('error 5'), true],
    ['STRING', 'STARTS_WITH', 'err', text('no error'), false],
    ['STRING', 'ENDS_WITH', '5', text('error 5'), true],
    ['STRING', 'CONTAINS', 'ror', text('error 5'), true],
    ['STRING', 'NOT_CONTAINS', 'ror', text('fine'), true],
    ['STRING', 'EQUAL', '5.0', double(5), true],
    ['STRING', 'EQUAL', '1.23456785E7', double(12345678.5), true],
    ['STRING', 'EQUAL', '1.0E-4', double(0.0001), true],
    ['STRING', 'EQUAL', '5', long(5), true],
    ['STRING', 'EQUAL', 'true', flag(true), true],
    ['STRING', 'CONTAINS', '"a":1', json('{"a":1}'), true],
  ] as const)('%s %s %s of %o: %s', (type, operation, value, known, expected) => {
    expect(holds([t(predicateOf(type, operation, value))], { telemetry: { t: known } })).toBe(expected);
  });

  it('of text may ignore case', () => {
    const given = { telemetry: { t: text('ERROR') } };
    expect(holds([t(predicateOf('STRING', 'STARTS_WITH', 'Err', { ignoreCase: true }))], given)).toBe(true);
    expect(holds([t(predicateOf('STRING', 'STARTS_WITH', 'Err', { ignoreCase: false }))], given)).toBe(false);
  });

  it('may be made of others', () => {
    const complex = (operation: 'AND' | 'OR', ...predicates: AlarmPredicate[]): AlarmPredicate => ({
      type: 'COMPLEX',
      operation,
      predicates,
    });
    const outside = complex('OR', numeric('LESS', 0), complex('AND', numeric('GREATER', 10), numeric('LESS', 20)));
    const at = (value: number): boolean => holds([t(outside)], { telemetry: { t: long(value) } });
    expect([-1, 5, 15, 25].map(at)).toEqual([true, false, true, false]);
  });

  it('is untrue while the value is unknown, or there is nothing to compare it with', () => {
    expect(holds([t(numeric('NOT_EQUAL', 5))], {})).toBe(false);
    const nothing = { type: 'NUMERIC', operation: 'NOT_EQUAL', value: {} } as AlarmPredicate;
    expect(holds([t(nothing)], { telemetry: { t: long(1) } })).toBe(false);
    expect(holds([], {})).toBe(false);
  });
});

describe('a key', () => {
  it('is telemetry, an attribute or a field, each for itself', () => {
    const of = (type: AlarmKeyFilter['key']['type']): AlarmKeyFilter => ({
      key: { type, key: 'name' },
      predicate: predicateOf('STRING', 'EQUAL', type),
    });
    const given = {
      telemetry: { name: text('TIME_SERIES') },
      attributes: { name: text('ATTRIBUTE') },
      fields: { name: text('ENTITY_FIELD') },
    };
    expect(holds([of('TIME_SERIES'), of('ATTRIBUTE'), of('ENTITY_FIELD')], given)).toBe(true);
    expect(holds([of('TIME_SERIES'), of('ATTRIBUTE')], { ...given, attributes: {} })).toBe(false);
  });

  it('may be a constant, which is compared with an attribute alone', () => {
    const dynamic = { sourceType: 'CURRENT_DEVICE', sourceAttribute: 'limit' };
    const constant = (valueType: string, value: unknown, predicate: AlarmPredicate): AlarmKeyFilter =>
      ({ key: { type: 'CONSTANT', key: 'x' }, valueType, value, predicate }) as AlarmKeyFilter;
    const above = constant('NUMERIC', 30, numeric('GREATER', 1, dynamic));
    expect(holds([above], { attributes: { limit: long(20) } })).toBe(true);
    expect(holds([above], { attributes: { limit: long(40) } })).toBe(false);
    expect(holds([above], {})).toBe(false);
    const flagged = predicateOf('BOOLEAN', 'EQUAL', true);
    expect(
      holds([constant('BOOLEAN', true, { ...flagged, value: operand(true, dynamic) } as AlarmPredicate)], {
        attributes: { limit: flag(true) },
      }),
    ).toBe(true);
  });
});

describe('a dynamic value', () => {
  const of = (sourceType: string, inherit: boolean): AlarmKeyFilter[] => [
    t(numeric('GREATER', 30, { sourceType, sourceAttribute: 'limit', inherit })),
  ];
  const telemetry = { t: long(15) };

  test.each([
    ['the device’s', 'CURRENT_DEVICE', false, { attributes: { limit: long(10) } }, true],
    ['the default one when it has none', 'CURRENT_DEVICE', false, { customer: { limit: long(10) } }, false],
    [
      'the default one when it is no number',
      'CURRENT_DEVICE',
      true,
      { attributes: { limit: text('x') }, tenant: { limit: long(1) } },
      false,
    ],
    [
      'the customer’s when it inherits',
      'CURRENT_DEVICE',
      true,
      { customer: { limit: long(10) }, tenant: { limit: long(99) } },
      true,
    ],
    ['the tenant’s when it inherits', 'CURRENT_DEVICE', true, { tenant: { limit: text('10') } }, true],
    ['the customer’s', 'CURRENT_CUSTOMER', false, { customer: { limit: long(10) } }, true],
    ['not the tenant’s', 'CURRENT_CUSTOMER', false, { tenant: { limit: long(10) } }, false],
    ['the tenant’s after the customer', 'CURRENT_CUSTOMER', true, { tenant: { limit: long(10) } }, true],
    ['the tenant’s', 'CURRENT_TENANT', true, { tenant: { limit: long(10) }, customer: { limit: long(99) } }, true],
    ['never the user’s', 'CURRENT_USER', true, { tenant: { limit: long(10) }, attributes: { limit: long(10) } }, false],
  ] as [string, string, boolean, Given, boolean][])('is %s', (_, source, inherit, given, expected) => {
    expect(holds(of(source, inherit), { telemetry, ...given })).toBe(expected);
  });

  it('of the device makes changes of its attribute worth an evaluation', () => {
    const { rules, rule } = prepare(of('CURRENT_DEVICE', true), {});
    expect(rule.triggers).toEqual(new Set([rules.telemetry.get('t'), rules.attributes.get('limit')]));
    expect([...rules.customerKeys, ...rules.tenantKeys]).toEqual(['limit', 'limit']);
    expect(prepare(of('CURRENT_TENANT', false), {}).rule.triggers.size).toBe(1);
  });
});

describe('the details of an alarm', () => {
  it('name the values of the condition', () => {
    const filters = [
      t(numeric('GREATER', 1)),
      { key: { type: 'ATTRIBUTE', key: 'place' }, predicate: predicateOf('STRING', 'EQUAL', 'x') } as AlarmKeyFilter,
    ];
    const given = { telemetry: { t: double(5) }, attributes: {} };
    const { rule, values } = prepare(filters, given, '${t} in ${place}, ${other} ${t}');
    expect(rule.describe?.(values)).toBe('5.0 in ${place}, ${other} 5.0');
    const large = prepare(filters, { telemetry: { t: double(12345678.5) } }, '${t}');
    expect(large.rule.describe?.(large.values)).toBe('1.23456785E7');
    expect(prepare(filters, given, '').rule.describe).toBeUndefined();
    expect(prepare(filters, given, '${t} ${t').rule.describe?.(values)).toBe('5.0 ${t');
    const started = performance.now();
    const long = '${'.repeat(100_000);
    expect(prepare(filters, given, long).rule.describe?.(values)).toBe(long);
    expect(performance.now() - started).toBeLessThan(500);
  });
});
