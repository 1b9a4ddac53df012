import { NULL_UUID } from '@signalbox/contract/id';

/** Kinds of filters that an alias can have (specification 001), in the order in which they are offered. */
export const ALIAS_FILTER_TYPES = [
  'singleEntity',
  'entityList',
  'entityName',
  'entityType',
  'stateEntity',
  'deviceType',
  'assetType',
  'entityViewType',
  'edgeType',
  'apiUsageState',
  'relationsQuery',
  'deviceSearchQuery',
  'assetSearchQuery',
  'entityViewSearchQuery',
  'edgeSearchQuery',
] as const;
export type AliasFilterType = (typeof ALIAS_FILTER_TYPES)[number];

export interface EntityIdText {
  entityType: string;
  id: string;
}

/** One of the relations that a walk follows; without types to entities of any kind. */
export interface RelationStep {
  relationType?: string | null;
  entityTypes?: string[] | null;
}

/** The filter of an alias as dashboards hold it; which members count depends on its type. */
export interface AliasFilter {
  type?: string;
  resolveMultiple?: boolean;
  singleEntity?: EntityIdText | null;
  entityType?: string | null;
  entityList?: string[] | null;
  entityNameFilter?: string | null;
  /** Name under which the state of the dashboard keeps the entity; none: its only one. */
  stateEntityParamName?: string | null;
  /** While the state has none. */
  defaultStateEntity?: EntityIdText | null;
  /** A search begins at the entity of the state. */
  rootStateEntity?: boolean | null;
  rootEntity?: EntityIdText | null;
  direction?: 'FROM' | 'TO' | null;
  /** 0 or null: all levels. */
  maxLevel?: number | null;
  fetchLastLevelOnly?: boolean | null;
  filters?: RelationStep[] | null;
  relationType?: string | null;
  [member: string]: unknown;
}

/** Kinds whose entities have types: the filter by one of them, and the search for some of them. */
export const TYPED = {
  deviceType: 'DEVICE',
  assetType: 'ASSET',
  entityViewType: 'ENTITY_VIEW',
  edgeType: 'EDGE',
} as const;
export type TypedFilter = keyof typeof TYPED;
export const SEARCHED = {
  deviceSearchQuery: 'DEVICE',
  assetSearchQuery: 'ASSET',
  entityViewSearchQuery: 'ENTITY_VIEW',
  edgeSearchQuery: 'EDGE',
} as const;
export type SearchFilter = keyof typeof SEARCHED;

/** Where a filter by type keeps the beginning of the name, and a search its types. */
export const NAME_MEMBERS = {
  deviceType: 'deviceNameFilter',
  assetType: 'assetNameFilter',
  entityViewType: 'entityViewNameFilter',
  edgeType: 'edgeNameFilter',
} as const;
export const TYPES_MEMBERS = {
  deviceSearchQuery: 'deviceTypes',
  assetSearchQuery: 'assetTypes',
  entityViewSearchQuery: 'entityViewTypes',
  edgeSearchQuery: 'edgeTypes',
} as const;

export const isTypedFilter = (type: string | undefined): type is TypedFilter =>
  type !== undefined && Object.hasOwn(TYPED, type);
export const isSearchFilter = (type: string | undefined): type is SearchFilter =>
  type !== undefined && Object.hasOwn(SEARCHED, type);
/** It begins at an entity. */
export const isRooted = (type: string | undefined): boolean => type === 'relationsQuery' || isSearchFilter(type);

/** Entities that depend on who looks at the dashboard; only a customer has another one for those without any. */
export const RELATIVE_TYPES = ['CURRENT_TENANT', 'CURRENT_CUSTOMER', 'CURRENT_USER', 'CURRENT_USER_OWNER'] as const;
export const isRelative = (entityType: string): boolean => (RELATIVE_TYPES as readonly string[]).includes(entityType);

/** The entity of a kind before one is chosen; relative ones need no choice. */
export function entityOfType(entityType: string): EntityIdText {
  return { entityType, id: isRelative(entityType) && entityType !== 'CURRENT_CUSTOMER' ? NULL_UUID : '' };
}

/** What a filter stands for depends on the state that the dashboard is in. */
export function dependsOnState(filter: AliasFilter): boolean {
  return filter.type === 'stateEntity' || (isRooted(filter.type) && filter.rootStateEntity === true);
}

/** A filter may stand for more than one entity. */
export function mayBeMultiple(type: string | undefined): boolean {
  return type !== 'singleEntity' && type !== 'stateEntity' && type !== 'apiUsageState';
}

function membersOf(type: AliasFilterType): AliasFilter {
  const state = { stateEntityParamName: null, defaultStateEntity: null };
  if (isTypedFilter(type)) return { [type]: '', [NAME_MEMBERS[type]]: '' };
  if (isRooted(type)) {
    const walk = {
      rootStateEntity: false,
      ...state,
      rootEntity: null,
      direction: 'FROM',
      maxLevel: 1,
      fetchLastLevelOnly: false,
    } as const;
    return isSearchFilter(type)
      ? { ...walk, relationType: 'Contains', [TYPES_MEMBERS[type]]: [] }
      : { ...walk, filters: [] };
  }
  switch (type) {
    case 'singleEntity':
      return { singleEntity: null };
    case 'entityList':
      return { entityType: 'DEVICE', entityList: [] };
    case 'entityName':
      return { entityType: 'DEVICE', entityNameFilter: '' };
    case 'entityType':
      return { entityType: 'DEVICE' };
    case 'stateEntity':
      return state;
    default:
      return {};
  }
}

/** Members that mean the same in filters of several types. */
const SHARED = [
  'entityType',
  'rootStateEntity',
  'stateEntityParamName',
  'defaultStateEntity',
  'rootEntity',
  'direction',
  'maxLevel',
  'fetchLastLevelOnly',
  'relationType',
];

/** A filter to begin with. Of those that may be several, all are meant. */
export function newAliasFilter(type: AliasFilterType): AliasFilter {
  return { type, resolveMultiple: mayBeMultiple(type), ...membersOf(type) };
}

/** The filter with another type: what means the same in both stays. */
export function withFilterType(filter: AliasFilter, type: AliasFilterType): AliasFilter {
  if (filter.type === type) return filter;
  const next = newAliasFilter(type);
  for (const member of SHARED) {
    if (member in next && filter[member] !== undefined) next[member] = filter[member];
  }
  return next;
}
