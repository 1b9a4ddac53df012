import './texts/texts.ts';
import type { TFunction } from 'i18next';
import { type ComparedValue, type KeyFilter, type Predicate, valueTypeOf } from './key-filter.ts';

/** A field of filters: what it is called, and what is wrong with it. */
export interface CheckedField {
  /** Path of what it holds, with dots. */
  name: string;
  label: string;
  /** In words; absent: it is fine. */
  problem?: string | undefined;
}

const isEmpty = (text: unknown) => typeof text !== 'string' || text.trim() === '';

/** What a value is compared with. @param isConstant a constant has nothing to be compared with but an attribute */
export function checkComparedValue(
  t: TFunction,
  at: string,
  value: ComparedValue | null | undefined,
  type: 'STRING' | 'NUMERIC' | 'BOOLEAN' | 'DATE_TIME',
  isConstant = false,
): CheckedField[] {
  const dynamic = value?.dynamicValue;
  const number = value?.defaultValue;
  const isNumber = type === 'NUMERIC' || type === 'DATE_TIME';
  const isMissing = number === null || number === undefined;
  const wrong = isNumber && (isMissing ? !dynamic : typeof number !== 'number' || !Number.isFinite(number));
  const fields: CheckedField[] = [
    {
      name: `${at}.defaultValue`,
      label: t(dynamic ? 'keyFilter.otherwise' : 'keyFilter.value'),
      problem: wrong ? t(isMissing ? 'common.required' : 'keyFilter.numberNeeded') : undefined,
    },
  ];
  if (dynamic || isConstant)
    fields.push({
      name: `${at}.dynamicValue.sourceAttribute`,
      label: t('keyFilter.attribute'),
      problem: isEmpty(dynamic?.sourceAttribute)
        ? t(dynamic ? 'common.required' : 'keyFilter.constantNeedsAttribute')
        : undefined,
    });
  return fields;
}

function checkPredicate(t: TFunction, at: string, predicate: Predicate, filter: KeyFilter): CheckedField[] {
  if (predicate.type !== 'COMPLEX') {
    const type = predicate.type === 'NUMERIC' ? valueTypeOf(filter) : predicate.type;
    return checkComparedValue(t, `${at}.value`, predicate.value, type, filter.key.type === 'CONSTANT');
  }
  const own: CheckedField = {
    name: `${at}.predicates`,
    label: t('keyFilter.comparisons'),
    problem: predicate.predicates.length === 0 ? t('keyFilter.comparisonNeeded') : undefined,
  };
  return [
    own,
    ...predicate.predicates.flatMap((one, index) => checkPredicate(t, `${at}.predicates.${index}`, one, filter)),
  ];
}

/** All fields of filters, in their order, with what is wrong with them. @param at path of the list */
export function checkKeyFilters(t: TFunction, at: string, filters: readonly KeyFilter[]): CheckedField[] {
  return filters.flatMap((filter, index) => {
    const place = `${at}.${index}`;
    const isConstant = filter.key.type === 'CONSTANT';
    const lacksConstant =
      filter.value === null ||
      filter.value === undefined ||
      (typeof filter.value === 'number' && Number.isNaN(filter.value));
    const key: CheckedField = isConstant
      ? {
          name: `${place}.value`,
          label: t('keyFilter.constant'),
          problem: lacksConstant ? t('common.required') : undefined,
        }
      : {
          name: `${place}.key.key`,
          label: t('keyFilter.key'),
          problem: isEmpty(filter.key.key) ? t('common.required') : undefined,
        };
    return [key, ...checkPredicate(t, `${place}.predicate`, filter.predicate, filter)];
  });
}
