import './texts/texts.ts';
import type { TFunction } from 'i18next';
import { formatDateTime, formatList, formatValue } from '../../i18n/format.ts';
import { optionalText } from '../../i18n/optional-text.ts';
import {
  type ComparedValue,
  type DynamicValue,
  type KeyFilter,
  type Predicate,
  type ValueType,
  valueTypeOf,
} from './key-filter.ts';

/** A value as it stands in a sentence; a gap where there is none yet. */
function valueWords(t: TFunction, value: unknown, type: ValueType): string {
  if (value === null || value === undefined || (typeof value === 'number' && !Number.isFinite(value))) return '…';
  if (type === 'DATE_TIME' && typeof value === 'number') return formatDateTime(value) || '…';
  if (typeof value === 'number') return formatValue(value);
  if (typeof value === 'boolean') return t(`keyFilter.booleans.${value}`);
  return t('keyFilter.quoted', { text: String(value) });
}

/** Whose attributes values are: those of what is looked at, as in alarm rules, or of whoever looks. */
type Whose = 'entity' | 'viewer';

/** Whose attribute a value is. */
function sourceWords(t: TFunction, { sourceType, sourceAttribute, inherit }: DynamicValue, whose: Whose): string {
  const source = sourceType ?? 'CURRENT_DEVICE';
  const attribute = sourceAttribute || '…';
  if (whose === 'viewer') return t(`keyFilter.ofViewer.${source}`, { attribute });
  const inherits = inherit === true && source !== 'CURRENT_TENANT' && source !== 'CURRENT_USER';
  return t(`keyFilter.${inherits ? 'inherited' : 'source'}.${source}`, { attribute });
}

/** What is compared with, in words: a value, or an attribute with the value that stands for it. */
export function comparedWords(
  t: TFunction,
  { defaultValue, dynamicValue }: ComparedValue,
  type: ValueType,
  words: (value: unknown) => string = (value) => valueWords(t, value, type),
  whose: Whose = 'entity',
): string {
  if (!dynamicValue) return words(defaultValue);
  const source = sourceWords(t, dynamicValue, whose);
  if (defaultValue === null || defaultValue === undefined) return source;
  return t('keyFilter.sourceElse', { source, value: words(defaultValue) });
}

function predicateWords(
  t: TFunction,
  key: string,
  predicate: Predicate,
  type: ValueType,
  isInner: boolean,
  whose: Whose,
): string {
  if (predicate.type === 'COMPLEX') {
    if (predicate.predicates.length === 0) return '…';
    const isGroup = predicate.predicates.length > 1;
    const parts = predicate.predicates.map((one) => predicateWords(t, key, one, type, isGroup, whose));
    const list = formatList(parts, predicate.operation === 'OR' ? 'disjunction' : 'conjunction');
    return isInner && isGroup ? t('keyFilter.group', { list }) : list;
  }
  const valueType = predicate.type === 'NUMERIC' ? type : predicate.type;
  const value = comparedWords(t, predicate.value, valueType, undefined, whose);
  const sentence = t(`keyFilter.compared.${predicate.type}.${predicate.operation}`, { key, value });
  return predicate.type === 'STRING' && predicate.ignoreCase ? t('keyFilter.ignoringCase', { sentence }) : sentence;
}

/** What a filter looks at. */
function keyWords(t: TFunction, filter: KeyFilter): string {
  const { type, key } = filter.key;
  if (type === 'CONSTANT') return valueWords(t, filter.value, valueTypeOf(filter));
  if (type === 'ENTITY_FIELD') return optionalText(`keyFilter.fieldInWords.${key ?? 'name'}`, key ?? '');
  return key || '…';
}

/** A filter as a part of a sentence: "temperature > 30". @param isInner one of several: groups stand in brackets */
function filterWords(t: TFunction, filter: KeyFilter, isInner: boolean, whose: Whose): string {
  return predicateWords(t, keyWords(t, filter), filter.predicate, valueTypeOf(filter), isInner, whose);
}

/** Filters that all hold, as a part of a sentence; a gap without any. */
export function filtersWords(t: TFunction, filters: readonly KeyFilter[], whose: Whose = 'entity'): string {
  if (filters.length === 0) return '…';
  return formatList(
    filters.map((filter) => filterWords(t, filter, filters.length > 1, whose)),
    'conjunction',
  );
}
