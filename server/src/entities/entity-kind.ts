import type { EntityType } from '@signalbox/contract/id';
import type { Schema } from '../storage/schema.ts';
import type { EntitySource } from './entity-source.ts';

/**
 * All that the platform needs to know of a kind of entity besides its folder. The entity directory, entity queries,
 * limits of tenants, the audit log, and what goes with a tenant, a customer and the entity itself are derived from it.
 * Nothing may be left out: what a kind does not have is null or false.
 */
export interface EntityKind {
  entityType: EntityType;
  table: keyof Schema & string;
  /** As texts name one of them: `rule chain`. */
  noun: string;
  /** Finds one by its id `$1`, with the columns of `SummaryRow`. */
  summary: string;
  /** Where entity queries find them; null: the kind cannot be queried. */
  source: EntitySource | null;
  /** What of a tenant's profile limits their number, and the statement that counts those of a tenant (`total`). */
  limit: { member: string; count: string } | null;
  /** Whether the audit log tells of their changes. */
  audited: boolean;
  /**
   * What happens to them when their tenant is deleted: they are deleted in their place of the list, or go with another
   * kind (foreign keys, cascades); null: they belong to no tenant.
   */
  withTenant: 'deleted' | 'cascade' | null;
  /**
   * How they are a customer's: `owned` by at most one (`customer_id`), `shared` with several (`assigned_customers`),
   * `member` of one and deleted with it; null: they never are.
   */
  customer: 'owned' | 'shared' | 'member' | null;
  /**
   * Whether anything is kept about them that is not in their own tables: points, attributes, events. Their table has the
   * triggers that note deletions and remove relations.
   */
  hasData: boolean;
}

/** A kind whose entities belong to at most one customer. */
export type OwnedKind = EntityKind & { customer: 'owned' };
/** A kind whose entities several customers share. */
export type SharedKind = EntityKind & { customer: 'shared' };

/** The noun as messages begin with it: `Rule chain`. */
export const labelOf = ({ noun }: EntityKind): string => noun.charAt(0).toUpperCase() + noun.slice(1);

/** A kind that the wire knows and the platform does not have yet. */
export interface AbsentKind {
  /** Entity queries may ask for it, and find nothing. */
  isQueried: boolean;
}
