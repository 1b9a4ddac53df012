import './texts/texts.ts';
import type { TFunction } from 'i18next';
import type { CheckedField } from '../controls/key-filters/check-filters.ts';
import type { DataKey } from '../widgets/model.ts';

/** Digits behind the point, at most. */
const MAX_DECIMALS = 15;

/** All fields of a key, with what is wrong with them. */
export function checkDataKey(t: TFunction, key: DataKey): CheckedField[] {
  const required = (value: unknown) =>
    typeof value === 'string' && value.trim() !== '' ? undefined : t('common.required');
  const { decimals } = key;
  const isWhole = decimals === null || decimals === undefined || Number.isInteger(decimals);
  const isFine = isWhole && (decimals ?? 0) >= 0 && (decimals ?? 0) <= MAX_DECIMALS;
  return [
    ...(key.type === 'function' ? [] : [{ name: 'name', label: t('dataKey.name'), problem: required(key.name) }]),
    { name: 'label', label: t('dataKey.label'), problem: required(key.label) },
    { name: 'color', label: t('dataKey.color'), problem: required(key.color) },
    {
      name: 'decimals',
      label: t('dataKey.decimals'),
      problem: isFine ? undefined : t('dataKey.decimalsRange', { max: MAX_DECIMALS }),
    },
    ...(key.type === 'function'
      ? [{ name: 'funcBody', label: t('dataKey.function'), problem: required(key.funcBody) }]
      : []),
    ...(key.usePostProcessing
      ? [{ name: 'postFuncBody', label: t('dataKey.postFunction'), problem: required(key.postFuncBody) }]
      : []),
  ];
}

/** The key with its values changed by a function after they were read, or not. */
export function withPostProcessing(key: DataKey, usePostProcessing: boolean): DataKey {
  if (!usePostProcessing) return { ...key, usePostProcessing, postFuncBody: null };
  return { ...key, usePostProcessing, postFuncBody: key.postFuncBody || 'return value;' };
}
