import type { EntityType } from './id.ts';

/** Facts about a kind of entity on which both the server and the console depend. */
export interface EntityTraits {
  /** Whether the platform implements the kind; the others exist as names on the wire only. */
  isPresent: boolean;
  /** Who they belong to; `either`: every tenant can read those of the system. */
  of: 'tenant' | 'system' | 'either';
  /**
   * How they belong to customers: `owned` by at most one (`customerId`), `shared` with several (`assignedCustomers`),
   * `member` of one and deleted with it; null: not at all.
   */
  customer: 'owned' | 'shared' | 'member' | null;
  /** Whether entity queries, and so aliases of dashboards, find them. */
  isQueried: boolean;
  /** Whether they have attributes and telemetry. */
  hasValues: boolean;
  /** Whether they can be originators of messages in the rule engine, for the filter of debug events. */
  isOriginator: boolean;
  /** Whether the console's search finds them by name, and its sentences count them. */
  isSearched: boolean;
  /** Whether the console offers them by name where one is to be chosen. */
  isChosen: boolean;
}

/**
 * Every kind of entity. The server's descriptors, permissions and access test, and the console's search, filters and
 * sentences have to agree with it to compile.
 */
export const ENTITY_TRAITS = {
  DEVICE: {
    isPresent: true,
    of: 'tenant',
    customer: 'owned',
    isQueried: true,
    hasValues: true,
    isOriginator: true,
    isSearched: true,
    isChosen: true,
  },
  ASSET: {
    isPresent: true,
    of: 'tenant',
    customer: 'owned',
    isQueried: true,
    hasValues: true,
    isOriginator: true,
    isSearched: true,
    isChosen: true,
  },
  ENTITY_VIEW: {
    isPresent: true,
    of: 'tenant',
    customer: 'owned',
    isQueried: true,
    hasValues: true,
    isOriginator: true,
    isSearched: true,
    isChosen: true,
  },
  TENANT: {
    isPresent: true,
    of: 'system',
    customer: null,
    isQueried: true,
    hasValues: true,
    isOriginator: true,
    isSearched: true,
    isChosen: true,
  },
  CUSTOMER: {
    isPresent: true,
    of: 'tenant',
    customer: null,
    isQueried: true,
    hasValues: true,
    isOriginator: true,
    isSearched: true,
    isChosen: true,
  },
  USER: {
    isPresent: true,
    of: 'tenant',
    customer: 'member',
    isQueried: true,
    hasValues: true,
    isOriginator: true,
    isSearched: true,
    isChosen: true,
  },
  DASHBOARD: {
    isPresent: true,
    of: 'tenant',
    customer: 'shared',
    isQueried: true,
    hasValues: false,
    isOriginator: true,
    isSearched: true,
    isChosen: true,
  },
  EDGE: {
    isPresent: true,
    of: 'tenant',
    customer: 'owned',
    isQueried: true,
    hasValues: true,
    isOriginator: true,
    isSearched: true,
    isChosen: true,
  },
  ALARM: {
    isPresent: true,
    of: 'tenant',
    customer: null,
    isQueried: false,
    hasValues: false,
    isOriginator: true,
    isSearched: false,
    isChosen: false,
  },
  DEVICE_PROFILE: {
    isPresent: true,
    of: 'tenant',
    customer: null,
    isQueried: false,
    hasValues: true,
    isOriginator: false,
    isSearched: true,
    isChosen: true,
  },
  TENANT_PROFILE: {
    isPresent: true,
    of: 'system',
    customer: null,
    isQueried: false,
    hasValues: true,
    isOriginator: false,
    isSearched: true,
    isChosen: true,
  },
  RULE_CHAIN: {
    isPresent: true,
    of: 'tenant',
    customer: null,
    isQueried: false,
    hasValues: true,
    isOriginator: false,
    isSearched: true,
    isChosen: true,
  },
  RULE_NODE: {
    isPresent: true,
    of: 'tenant',
    customer: null,
    isQueried: false,
    hasValues: false,
    isOriginator: false,
    isSearched: false,
    isChosen: false,
  },
  RPC: {
    isPresent: true,
    of: 'tenant',
    customer: null,
    isQueried: false,
    hasValues: true,
    isOriginator: false,
    isSearched: false,
    isChosen: false,
  },
  API_USAGE_STATE: {
    isPresent: true,
    of: 'tenant',
    customer: null,
    isQueried: true,
    hasValues: true,
    isOriginator: false,
    isSearched: false,
    isChosen: false,
  },
  OTA_PACKAGE: {
    isPresent: true,
    of: 'tenant',
    customer: null,
    isQueried: false,
    hasValues: true,
    isOriginator: false,
    isSearched: false,
    isChosen: false,
  },
  TB_RESOURCE: {
    isPresent: true,
    of: 'either',
    customer: null,
    isQueried: false,
    hasValues: true,
    isOriginator: false,
    isSearched: false,
    isChosen: false,
  },
  WIDGETS_BUNDLE: {
    isPresent: true,
    of: 'either',
    customer: null,
    isQueried: false,
    hasValues: false,
    isOriginator: false,
    isSearched: false,
    isChosen: false,
  },
  WIDGET_TYPE: {
    isPresent: true,
    of: 'either',
    customer: null,
    isQueried: false,
    hasValues: false,
    isOriginator: false,
    isSearched: false,
    isChosen: false,
  },
} as const satisfies Readonly<Record<EntityType, EntityTraits>>;

type Traits = typeof ENTITY_TRAITS;
/** Kinds whose trait has this value. */
type TypesWith<Trait extends keyof EntityTraits, Value> = {
  [T in EntityType]: Traits[T][Trait] extends Value ? T : never;
}[EntityType];

/** Kinds that the platform implements. */
export type PresentType = TypesWith<'isPresent', true>;
/** Implemented kinds whose entities belong to at most one customer. */
export type OwnedType = PresentType & TypesWith<'customer', 'owned'>;
/** Implemented kinds whose entities several customers share. */
export type SharedType = PresentType & TypesWith<'customer', 'shared'>;
/** Implemented kinds that entity queries find. */
export type QueriedType = PresentType & TypesWith<'isQueried', true>;
/** Kinds that the console finds by name from everywhere. */
export type SearchedType = TypesWith<'isSearched', true>;
/** Kinds that the console offers by name where one is to be chosen. */
export type ChosenType = TypesWith<'isChosen', true>;

/** Kinds with a trait, in the order in which they are offered. */
export function entityTypesWith(
  trait: 'isPresent' | 'isQueried' | 'hasValues' | 'isOriginator' | 'isSearched' | 'isChosen',
): EntityType[] {
  return (Object.keys(ENTITY_TRAITS) as EntityType[]).filter((type) => ENTITY_TRAITS[type][trait]);
}
