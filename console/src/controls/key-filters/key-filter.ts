import type {
  AlarmDynamicValue,
  AlarmKeyFilter,
  AlarmPredicate,
  AlarmRuleKeyType,
  AlarmRuleValueType,
  ComplexAlarmPredicate,
  SimpleAlarmPredicate,
} from '@signalbox/contract/alarm-rule';
import {
  BOOLEAN_OPERATIONS,
  type DYNAMIC_VALUE_SOURCES,
  NUMERIC_OPERATIONS,
  STRING_OPERATIONS,
} from '@signalbox/contract/entity-query';
import type { ReactNode } from 'react';

/*
 * Key filters as conditions of alarm rules and entity queries have them: a key, what its values are, and a predicate.
 * Members that the controls do not know are kept.
 */

export type KeyFilter = AlarmKeyFilter;
export type Predicate = AlarmPredicate;
export type SimplePredicate = SimpleAlarmPredicate;
export type ComplexPredicate = ComplexAlarmPredicate;
export type KeyType = AlarmRuleKeyType;
export type ValueType = AlarmRuleValueType;
export type DynamicValue = AlarmDynamicValue;
export type DynamicSource = (typeof DYNAMIC_VALUE_SOURCES)[number];

/** What a predicate compares with. */
export interface ComparedValue {
  defaultValue?: string | number | boolean | null | undefined;
  dynamicValue?: DynamicValue | null | undefined;
  [member: string]: unknown;
}

/** What a place offers for filters: which keys there are, and whose attributes they are compared with. */
export interface FilterOffer {
  keyTypes: readonly KeyType[];
  /** Of ENTITY_FIELD keys. */
  entityFields: readonly string[];
  /** What people call such a field, where that is not what it is called of devices. */
  fieldWords?: ((field: string) => string) | undefined;
  sources: readonly DynamicSource[];
  /** The sources are whoever looks, and not the entity that is looked at. */
  isOfViewer?: boolean | undefined;
  /** More fields of each comparison. */
  more?: ((predicate: SimplePredicate, onChange: (predicate: SimplePredicate) => void) => ReactNode) | undefined;
  /** Keys in use. */
  suggest: (type: 'ATTRIBUTE' | 'TIME_SERIES') => Promise<readonly string[]>;
  /** Names the keys in the cache. */
  suggestKind: string;
}

/** Operations by type of predicate, in order. */
export const OPERATIONS = {
  STRING: STRING_OPERATIONS,
  NUMERIC: NUMERIC_OPERATIONS,
  BOOLEAN: BOOLEAN_OPERATIONS,
} as const;

/** What values of a filter are: said by itself, else by its predicate. */
export function valueTypeOf({ valueType, predicate }: Pick<KeyFilter, 'valueType' | 'predicate'>): ValueType {
  if (valueType) return valueType;
  if (predicate.type !== 'COMPLEX') return predicate.type;
  const [first] = predicate.predicates;
  return first ? valueTypeOf({ predicate: first }) : 'STRING';
}

/** A first comparison of values of a type (specification 001 §5). @param now epoch ms */
export function newPredicate(valueType: ValueType, now: number = Date.now()): SimplePredicate {
  switch (valueType) {
    case 'STRING':
      return {
        type: 'STRING',
        operation: 'STARTS_WITH',
        value: { defaultValue: '', dynamicValue: null },
        ignoreCase: false,
      };
    case 'BOOLEAN':
      return { type: 'BOOLEAN', operation: 'EQUAL', value: { defaultValue: false, dynamicValue: null } };
    default:
      return {
        type: 'NUMERIC',
        operation: 'EQUAL',
        value: { defaultValue: valueType === 'DATE_TIME' ? now : 0, dynamicValue: null },
      };
  }
}

/** A filter to begin with: of a number that devices send (specification 001 §5). */
export function newKeyFilter(): KeyFilter {
  return {
    key: { type: 'TIME_SERIES', key: '' },
    valueType: 'NUMERIC',
    value: null,
    predicate: newPredicate('NUMERIC'),
  };
}

/** The filter with values of another type: its predicate begins again. */
export function withValueType(filter: KeyFilter, valueType: ValueType): KeyFilter {
  if (valueTypeOf(filter) === valueType) return { ...filter, valueType };
  return { ...filter, valueType, value: null, predicate: newPredicate(valueType) };
}

/** The filter with a key of another type. */
export function withKeyType(filter: KeyFilter, type: KeyType, entityFields: readonly string[]): KeyFilter {
  const before = filter.key.type;
  if (before === type) return filter;
  // Names of telemetry and of attributes are often the same.
  const isNamed = (one: KeyType) => one === 'TIME_SERIES' || one === 'ATTRIBUTE';
  const key =
    type === 'ENTITY_FIELD' ? (entityFields[0] ?? '') : isNamed(before) && isNamed(type) ? filter.key.key : '';
  const next = { ...filter, key: { ...filter.key, type, key }, value: null };
  return type === 'ENTITY_FIELD' ? withValueType(next, 'STRING') : next;
}

/** The filter of another key of the same type. A creation time is a time, and the other fields are texts. */
export function withKey(filter: KeyFilter, key: string): KeyFilter {
  const next = { ...filter, key: { ...filter.key, key } };
  if (filter.key.type !== 'ENTITY_FIELD') return next;
  return withValueType(next, key === 'createdTime' ? 'DATE_TIME' : 'STRING');
}

/** Both as one predicate: another comparison is added to one that is complex, or makes it so. */
export function withAnother(predicate: Predicate, another: Predicate): ComplexPredicate {
  return predicate.type === 'COMPLEX'
    ? { ...predicate, predicates: [...predicate.predicates, another] }
    : { type: 'COMPLEX', operation: 'AND', predicates: [predicate, another] };
}

/** A complex predicate without one of its parts; what is left alone stands for itself. */
export function withoutPart(predicate: ComplexPredicate, index: number): Predicate {
  const rest = predicate.predicates.filter((_, at) => at !== index);
  return rest.length === 1 && rest[0] ? rest[0] : { ...predicate, predicates: rest };
}
