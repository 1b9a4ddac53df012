import './texts/texts.ts';
import type { TFunction } from 'i18next';
import type { CheckedField } from '../controls/key-filters/check-filters.ts';
import type { EntityAlias } from '../dashboard/configuration.ts';
import { type AliasFilter, isRooted, isTypedFilter } from './alias-filter.ts';

const hasId = (value: { id?: string } | null | undefined) => Boolean(value?.id);

/** What is wrong with the members of a filter; empty: nothing. */
function checkFilter(t: TFunction, filter: AliasFilter): CheckedField[] {
  const field = (name: string, label: string, isFine: boolean, problem: string = t('common.required')) => ({
    name: `filter.${name}`,
    label,
    problem: isFine ? undefined : problem,
  });
  const { type } = filter;
  if (isTypedFilter(type)) return [field(type, t(`alias.types.${type}`), Boolean(filter[type]))];
  if (isRooted(type)) {
    if (filter.rootStateEntity === true) return [];
    return [field('rootEntity', t('alias.root'), hasId(filter.rootEntity), t('alias.chooseRoot'))];
  }
  switch (type) {
    case 'singleEntity':
      return [field('singleEntity', t('alias.entity'), hasId(filter.singleEntity), t('alias.chooseEntity'))];
    case 'entityList':
      return [
        field('entityList', t('alias.entities'), (filter.entityList ?? []).length > 0, t('alias.chooseEntities')),
      ];
    case 'entityName':
      return [field('entityNameFilter', t('alias.nameBeginsWith'), Boolean(filter.entityNameFilter?.trim()))];
    default:
      return [];
  }
}

/** All fields of an alias, with what is wrong with them. @param taken names of the others */
export function checkAlias(
  t: TFunction,
  { alias, filter }: Pick<EntityAlias, 'alias' | 'filter'>,
  taken: readonly string[],
): CheckedField[] {
  const name = alias.trim();
  const problem = name === '' ? t('common.required') : taken.includes(name) ? t('alias.taken', { name }) : undefined;
  return [
    { name: 'alias', label: t('alias.name'), problem },
    { name: 'filter', label: t('alias.filter'), problem: filter.type ? undefined : t('common.required') },
    ...checkFilter(t, filter as AliasFilter),
  ];
}
