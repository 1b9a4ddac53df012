import { ALIAS_FILTER_TYPES, type AliasFilter, type AliasFilterType, SEARCHED, TYPED } from './alias-filter.ts';

const OF_TYPE: Readonly<Partial<Record<string, string>>> = {
  ...TYPED,
  ...SEARCHED,
  apiUsageState: 'API_USAGE_STATE',
};

const RELATIVE: Readonly<Partial<Record<string, readonly string[]>>> = {
  CURRENT_TENANT: ['TENANT'],
  CURRENT_CUSTOMER: ['CUSTOMER'],
  CURRENT_USER: ['USER'],
  CURRENT_USER_OWNER: ['TENANT', 'CUSTOMER'],
};

/** Kinds of the entities that a filter may find; undefined: any. */
function kindsOf(filter: AliasFilter): readonly string[] | undefined {
  const { type } = filter;
  const own = OF_TYPE[type ?? ''];
  if (own) return [own];
  switch (type) {
    case 'singleEntity': {
      const kind = filter.singleEntity?.entityType;
      return kind ? (RELATIVE[kind] ?? [kind]) : undefined;
    }
    case 'entityList':
    case 'entityName':
    case 'entityType':
      return filter.entityType ? [filter.entityType] : undefined;
    case 'relationsQuery': {
      const steps = filter.filters ?? [];
      const isAny = steps.length === 0 || steps.some(({ entityTypes }) => (entityTypes ?? []).length === 0);
      return isAny ? undefined : steps.flatMap(({ entityTypes }) => entityTypes ?? []);
    }
    default:
      return undefined;
  }
}

/** A filter may find entities of one of these kinds; without kinds any will do. */
export function mayFind(filter: AliasFilter, entityTypes: readonly string[] | undefined): boolean {
  const kinds = kindsOf(filter);
  return entityTypes === undefined || kinds === undefined || kinds.some((kind) => entityTypes.includes(kind));
}

/** Types of filters that may find entities of these kinds. */
export function filterTypesFor(entityTypes: readonly string[] | undefined): AliasFilterType[] {
  return ALIAS_FILTER_TYPES.filter((type) => {
    const own = OF_TYPE[type];
    return entityTypes === undefined || own === undefined || entityTypes.includes(own);
  });
}
