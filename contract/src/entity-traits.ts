import type { EntityType } from './id.ts';

/** What server and console both follow of a kind of entity. */
export interface EntityTraits {
  /** Whether there are any yet; of the other kinds the wire knows the name only. */
  isPresent: boolean;
  /** Whose they are; `either`: those of the system can be read by every tenant. */
  of: 'tenant' | 'system' | 'either';
  /**
   * How they are a customer's: `owned` by at most one (`customerId`), `shared` with several (`assignedCustomers`),
   * `member` of one and deleted with it; null: they never are.
   */
  customer: 'owned' | 'shared' | 'member' | null;
  /** Whether entity queries, and so aliases of dashboards, may ask for them. */
  isQueried: boolean;
  /** Whether attributes and telemetry of theirs can be read and written. */
  hasValues: boolean;
  /** Whether messages of the rule engine can be about them, for the filter of debug events. */
  isOriginator: boolean;
  /** Whether the console finds them by name, and counts them in sentences. */
  isSearched: boolean;
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
  },
  ASSET: {
    isPresent: false,
    of: 'tenant',
    customer: 'owned',
    isQueried: true,
    hasValues: true,
    isOriginator: true,
    isSearched: false,
  },
  ENTITY_VIEW: {
    isPresent: false,
    of: 'tenant',
    customer: 'owned',
    isQueried: true,
    hasValues: true,
    isOriginator: true,
    isSearched: false,
  },
  TENANT: {
    isPresent: true,
    of: 'system',
    customer: null,
    isQueried: true,
    hasValues: true,
    isOriginator: true,
    isSearched: true,
  },
  CUSTOMER: {
    isPresent: true,
    of: 'tenant',
    customer: null,
    isQueried: true,
    hasValues: true,
    isOriginator: true,
    isSearched: true,
  },
  USER: {
    isPresent: true,
    of: 'tenant',
    customer: 'member',
    isQueried: true,
    hasValues: true,
    isOriginator: true,
    isSearched: true,
  },
  DASHBOARD: {
    isPresent: true,
    of: 'tenant',
    customer: 'shared',
    isQueried: true,
    hasValues: false,
    isOriginator: true,
    isSearched: true,
  },
  EDGE: {
    isPresent: false,
    of: 'tenant',
    customer: 'owned',
    isQueried: true,
    hasValues: true,
    isOriginator: true,
    isSearched: false,
  },
  ALARM: {
    isPresent: false,
    of: 'tenant',
    customer: null,
    isQueried: false,
    hasValues: false,
    isOriginator: true,
    isSearched: false,
  },
  DEVICE_PROFILE: {
    isPresent: true,
    of: 'tenant',
    customer: null,
    isQueried: false,
    hasValues: true,
    isOriginator: false,
    isSearched: false,
  },
  TENANT_PROFILE: {
    isPresent: true,
    of: 'system',
    customer: null,
    isQueried: false,
    hasValues: true,
    isOriginator: false,
    isSearched: false,
  },
  RULE_CHAIN: {
    isPresent: true,
    of: 'tenant',
    customer: null,
    isQueried: false,
    hasValues: true,
    isOriginator: false,
    isSearched: false,
  },
  RULE_NODE: {
    isPresent: true,
    of: 'tenant',
    customer: null,
    isQueried: false,
    hasValues: false,
    isOriginator: false,
    isSearched: false,
  },
  RPC: {
    isPresent: true,
    of: 'tenant',
    customer: null,
    isQueried: false,
    hasValues: true,
    isOriginator: false,
    isSearched: false,
  },
  API_USAGE_STATE: {
    isPresent: false,
    of: 'tenant',
    customer: null,
    isQueried: true,
    hasValues: true,
    isOriginator: false,
    isSearched: false,
  },
  OTA_PACKAGE: {
    isPresent: false,
    of: 'tenant',
    customer: null,
    isQueried: false,
    hasValues: true,
    isOriginator: false,
    isSearched: false,
  },
  TB_RESOURCE: {
    isPresent: false,
    of: 'either',
    customer: null,
    isQueried: false,
    hasValues: true,
    isOriginator: false,
    isSearched: false,
  },
  WIDGETS_BUNDLE: {
    isPresent: false,
    of: 'either',
    customer: null,
    isQueried: false,
    hasValues: false,
    isOriginator: false,
    isSearched: false,
  },
  WIDGET_TYPE: {
    isPresent: false,
    of: 'either',
    customer: null,
    isQueried: false,
    hasValues: false,
    isOriginator: false,
    isSearched: false,
  },
} as const satisfies Readonly<Record<EntityType, EntityTraits>>;

type Traits = typeof ENTITY_TRAITS;
/** Kinds of which a trait has this value. */
type TypesWith<Trait extends keyof EntityTraits, Value> = {
  [T in EntityType]: Traits[T][Trait] extends Value ? T : never;
}[EntityType];

/** Kinds that the platform has. */
export type PresentType = TypesWith<'isPresent', true>;
/** Kinds that the platform has and whose entities belong to at most one customer. */
export type OwnedType = PresentType & TypesWith<'customer', 'owned'>;
/** Kinds that the platform has and whose entities several customers share. */
export type SharedType = PresentType & TypesWith<'customer', 'shared'>;
/** Kinds that the platform has and entity queries find. */
export type QueriedType = PresentType & TypesWith<'isQueried', true>;
/** Kinds that the console finds by name. */
export type SearchedType = TypesWith<'isSearched', true>;

/** Kinds with a trait, in the order in which they are offered. */
export function entityTypesWith(
  trait: 'isPresent' | 'isQueried' | 'hasValues' | 'isOriginator' | 'isSearched',
): EntityType[] {
  return (Object.keys(ENTITY_TRAITS) as EntityType[]).filter((type) => ENTITY_TRAITS[type][trait]);
}
