import type {
  AlarmDynamicValue,
  AlarmKeyFilter,
  AlarmPredicate,
  SimpleAlarmPredicate,
} from '@signalbox/contract/alarm-rule';
import type { TelemetryValue } from '../../values/value.ts';
import { toWireText } from '../../values/wire-values.ts';
import { toBoolean, toNumber } from './rule-values.ts';

/** Values that conditions are tested with. */
export interface ConditionValues {
  /** slot → newest value of the device */
  values: readonly ({ value: TelemetryValue } | undefined)[];
  /** SERVER_SCOPE attributes of the customer and of the tenant that rules compare with. */
  customer: ReadonlyMap<string, TelemetryValue> | undefined;
  tenant: ReadonlyMap<string, TelemetryValue> | undefined;
}

export type Test = (values: ConditionValues) => boolean;

/** Gives every value that rules look at a place in a list: its slot. */
export interface Slots {
  of(type: 'ATTRIBUTE' | 'TIME_SERIES' | 'ENTITY_FIELD', key: string): number;
  /** Notes that an attribute of a customer or of the tenant is needed. */
  needOwner(owner: 'customer' | 'tenant', key: string): void;
}

type Find = (values: ConditionValues) => TelemetryValue | undefined;

/** The attribute that a dynamic value names; undefined when it names none. */
export function compileDynamicValue(dynamic: AlarmDynamicValue | null | undefined, slots: Slots): Find | undefined {
  const key = dynamic?.sourceAttribute;
  if (!dynamic || !key) return undefined;
  const levels = ['CURRENT_DEVICE', 'CURRENT_CUSTOMER', 'CURRENT_TENANT'];
  const first = levels.indexOf(dynamic.sourceType ?? '');
  if (first < 0) return undefined;
  const finds = levels.slice(first, dynamic.inherit ? undefined : first + 1).map((level): Find => {
    if (level === 'CURRENT_DEVICE') {
      const slot = slots.of('ATTRIBUTE', key);
      return ({ values }) => values[slot]?.value;
    }
    const owner = level === 'CURRENT_CUSTOMER' ? 'customer' : 'tenant';
    slots.needOwner(owner, key);
    return (values) => values[owner]?.get(key);
  });
  return (values) => {
    for (const find of finds) {
      const found = find(values);
      if (found) return found;
    }
    return undefined;
  };
}

/** What a predicate compares with: the dynamic value where it can be converted, else the default one. */
function compileOperand<T>(
  { defaultValue, dynamicValue }: { defaultValue?: T | null; dynamicValue?: AlarmDynamicValue | null },
  convert: (value: TelemetryValue) => T | undefined,
  slots: Slots,
  isConstant: boolean,
): (values: ConditionValues) => T | undefined {
  const fallback = isConstant ? undefined : (defaultValue ?? undefined);
  const find = compileDynamicValue(dynamicValue, slots);
  if (!find) return () => fallback;
  return (values) => {
    const found = find(values);
    return (found && convert(found)) ?? fallback;
  };
}

type Comparison<T> = (left: T, right: T) => boolean;

const NUMERIC: Record<Extract<SimpleAlarmPredicate, { type: 'NUMERIC' }>['operation'], Comparison<number>> = {
  EQUAL: (left, right) => left === right,
  NOT_EQUAL: (left, right) => left !== right,
  GREATER: (left, right) => left > right,
  LESS: (left, right) => left < right,
  GREATER_OR_EQUAL: (left, right) => left >= right,
  LESS_OR_EQUAL: (left, right) => left <= right,
};
const STRING: Record<Extract<SimpleAlarmPredicate, { type: 'STRING' }>['operation'], Comparison<string>> = {
  EQUAL: (left, right) => left === right,
  NOT_EQUAL: (left, right) => left !== right,
  STARTS_WITH: (left, right) => left.startsWith(right),
  ENDS_WITH: (left, right) => left.endsWith(right),
  CONTAINS: (left, right) => left.includes(right),
  NOT_CONTAINS: (left, right) => !left.includes(right),
};
const BOOLEAN: Record<Extract<SimpleAlarmPredicate, { type: 'BOOLEAN' }>['operation'], Comparison<boolean>> = {
  EQUAL: (left, right) => left === right,
  NOT_EQUAL: (left, right) => left !== right,
};

type ValueTest = (value: TelemetryValue, values: ConditionValues) => boolean;

function compare<T>(
  convert: (value: TelemetryValue) => T | undefined,
  operand: (values: ConditionValues) => T | undefined,
  holds: Comparison<T>,
): ValueTest {
  return (value, values) => {
    const left = convert(value);
    if (left === undefined) return false;
    const right = operand(values);
    return right !== undefined && holds(left, right);
  };
}

function compilePredicate(predicate: AlarmPredicate, slots: Slots, isConstant: boolean): ValueTest {
  switch (predicate.type) {
    case 'NUMERIC':
      return compare(
        toNumber,
        compileOperand(predicate.value, toNumber, slots, isConstant),
        NUMERIC[predicate.operation],
      );
    case 'BOOLEAN':
      return compare(
        toBoolean,
        compileOperand(predicate.value, toBoolean, slots, isConstant),
        BOOLEAN[predicate.operation],
      );
    case 'STRING': {
      const textOf = predicate.ignoreCase ? (value: TelemetryValue) => toWireText(value).toLowerCase() : toWireText;
      const operand = compileOperand(predicate.value, toWireText, slots, isConstant);
      const wanted = predicate.ignoreCase ? (values: ConditionValues) => operand(values)?.toLowerCase() : operand;
      return compare(textOf, wanted, STRING[predicate.operation]);
    }
    case 'COMPLEX': {
      const tests = predicate.predicates.map((one) => compilePredicate(one, slots, isConstant));
      return predicate.operation === 'AND'
        ? (value, values) => tests.every((test) => test(value, values))
        : (value, values) => tests.some((test) => test(value, values));
    }
  }
}

/** The value of a CONSTANT key, of the type that its filter names. */
function constantOf({ valueType, value }: AlarmKeyFilter): TelemetryValue | undefined {
  if (value === null || value === undefined || typeof value === 'object') return undefined;
  const text: TelemetryValue = { type: 'STRING', value: String(value) };
  if (valueType === 'BOOLEAN') return { type: 'BOOLEAN', value: value === true || toBoolean(text) };
  if (valueType !== 'NUMERIC' && valueType !== 'DATE_TIME') return text;
  const number = toNumber(text);
  return number === undefined ? undefined : { type: 'DOUBLE', value: number };
}

/** Prepares one filter of a condition: false as long as its value is unknown. */
export function compileFilter(filter: AlarmKeyFilter, slots: Slots): Test {
  const { type, key } = filter.key;
  const test = compilePredicate(filter.predicate, slots, type === 'CONSTANT');
  if (type === 'CONSTANT') {
    const constant = constantOf(filter);
    return constant ? (values) => test(constant, values) : () => false;
  }
  const slot = slots.of(type, key ?? '');
  return (values) => {
    const known = values.values[slot];
    return known !== undefined && test(known.value, values);
  };
}

/** Keys of the attributes of the device itself that a predicate compares with. */
export function deviceKeysOf(predicate: AlarmPredicate): string[] {
  if (predicate.type === 'COMPLEX') return predicate.predicates.flatMap(deviceKeysOf);
  const { dynamicValue } = predicate.value;
  const key = dynamicValue?.sourceAttribute;
  return dynamicValue?.sourceType === 'CURRENT_DEVICE' && key ? [key] : [];
}
