import '../controls/texts/texts.ts';
import './texts/texts.ts';
import type { TFunction } from 'i18next';
import { formatList, formatNumber } from '../i18n/format.ts';
import { optionalText } from '../i18n/optional-text.ts';
import {
  type AliasFilter,
  dependsOnState,
  type EntityIdText,
  isRelative,
  isSearchFilter,
  isTypedFilter,
  NAME_MEMBERS,
  SEARCHED,
  TYPED,
  TYPES_MEMBERS,
} from './alias-filter.ts';

/** The name of an entity of which only the id is known; undefined while it is not. */
export type NameOf = (entity: EntityIdText) => string | undefined;

const kindWords = (type: string | null | undefined) => optionalText(`entityType.${type ?? ''}`, type ?? '…');

const pluralWords = (type: string) => optionalText(`alias.plural.${type}`, kindWords(type));

function entityWords(t: TFunction, entity: EntityIdText | null | undefined, nameOf: NameOf): string {
  if (!entity?.entityType) return '…';
  if (isRelative(entity.entityType)) return t(`alias.relative.${entity.entityType}`);
  const name = entity.id ? nameOf(entity) : undefined;
  return name ? t('alias.named', { kind: kindWords(entity.entityType), name }) : kindWords(entity.entityType);
}

function rootWords(t: TFunction, filter: AliasFilter, nameOf: NameOf): string {
  if (!dependsOnState(filter)) return entityWords(t, filter.rootEntity, nameOf);
  const name = filter.stateEntityParamName;
  return name ? t('alias.words.namedStateEntity', { name }) : t('alias.words.stateEntity');
}

/** "Devices of the types A or B": the relations of a walk, as far as there are any. */
function stepWords(t: TFunction, filter: AliasFilter): string {
  const steps = filter.filters ?? [];
  if (steps.length === 0) return t('alias.words.anything');
  return formatList(
    steps.map(({ relationType, entityTypes }) => {
      const kinds = (entityTypes ?? []).map(pluralWords);
      const what = kinds.length === 0 ? t('alias.words.anything') : formatList(kinds, 'disjunction');
      return relationType ? t('alias.words.related', { what, relation: relationType }) : what;
    }),
    'disjunction',
  );
}

function searchWords(t: TFunction, filter: AliasFilter): string {
  const { type } = filter;
  if (!isSearchFilter(type)) return stepWords(t, filter);
  const kind = pluralWords(SEARCHED[type]);
  const types = (filter[TYPES_MEMBERS[type]] ?? []) as readonly string[];
  const what = types.length > 0 ? t('alias.words.ofTypes', { kind, types: formatList(types, 'disjunction') }) : kind;
  return filter.relationType ? t('alias.words.related', { what, relation: filter.relationType }) : what;
}

/** What a filter stands for, as a sentence: "Devices of the type thermostat". */
export function aliasWords(t: TFunction, filter: AliasFilter, nameOf: NameOf = () => undefined): string {
  const { type } = filter;
  if (isTypedFilter(type)) {
    const kind = pluralWords(TYPED[type]);
    const start = filter[NAME_MEMBERS[type]];
    const words = { kind, types: String(filter[type] || '…') };
    return start ? t('alias.words.ofTypeNamed', { ...words, start: String(start) }) : t('alias.words.ofTypes', words);
  }
  if (type === 'relationsQuery' || isSearchFilter(type)) {
    const levels = filter.maxLevel ?? 0;
    const values = {
      what: searchWords(t, filter),
      root: rootWords(t, filter, nameOf),
      count: levels,
      levels: formatNumber(levels),
    };
    const direction = filter.direction === 'TO' ? 'TO' : 'FROM';
    const distance = levels > 0 ? t('alias.words.within', values) : t('alias.words.anyDistance');
    const last = filter.fetchLastLevelOnly === true && levels !== 1 ? ` ${t('alias.words.lastOnly')}` : '';
    return `${t(`alias.words.search.${direction}`, values)} ${distance}${last}`;
  }
  switch (type) {
    case 'singleEntity':
      return entityWords(t, filter.singleEntity, nameOf);
    case 'entityList':
      return t('alias.words.chosen', {
        count: filter.entityList?.length ?? 0,
        formatted: formatNumber(filter.entityList?.length ?? 0),
        kind: pluralWords(filter.entityType ?? ''),
      });
    case 'entityName':
      return t('alias.words.beginsWith', {
        kind: pluralWords(filter.entityType ?? ''),
        start: filter.entityNameFilter || '…',
      });
    case 'entityType':
      return t('alias.words.all', { kind: pluralWords(filter.entityType ?? '') });
    case 'stateEntity':
      return rootWords(t, filter, nameOf);
    case 'apiUsageState':
      return t('alias.types.apiUsageState');
    default:
      return t('alias.words.unknown', { type: type ?? '…' });
  }
}
