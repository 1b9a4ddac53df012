import type { OwnedType, PresentType, QueriedType, SharedType } from '@signalbox/contract/entity-traits';
import type { Schema } from '../storage/schema.ts';
import type { EntitySource } from './entity-source.ts';

/**
 * All that the server needs to know of a kind of entity besides its folder and its traits in the contract. The entity
 * directory, entity queries, limits of tenants, the audit log, and what goes with a tenant, a customer and the entity
 * itself are derived from the two. Nothing may be left out: what a kind does not have is null or false.
 */
interface KindOf<Type extends PresentType> {
  entityType: Type;
  table: keyof Schema & string;
  /** As texts name one of them: `rule chain`. */
  noun: string;
  /** Finds those with the ids `$1`, with the columns of `SummaryRow`. */
  summary: string;
  /** Where entity queries find them; null: the kind cannot be queried. */
  source: Type extends QueriedType ? EntitySource : null;
  /** What of a tenant's profile limits their number, and the statement that counts those of a tenant (`total`). */
  limit: { member: string; count: string } | null;
  /** Whether their changes are in the audit log. */
  audited: boolean;
  /**
   * What happens to them when their tenant is deleted: they are deleted in their place of the list, or go with another
   * kind (foreign keys, cascades); null: they belong to no tenant.
   */
  withTenant: 'deleted' | 'cascade' | null;
  /**
   * Whether anything is kept about them that is not in their own tables: points, attributes, events. Their table has the
   * triggers that note deletions and remove relations.
   */
  hasData: boolean;
}

/** The descriptor of one kind, or of any. */
export type EntityKind<Type extends PresentType = PresentType> = Type extends PresentType ? KindOf<Type> : never;
/** A kind whose entities belong to at most one customer. */
export type OwnedKind = EntityKind<OwnedType>;
/** A kind whose entities several customers share. */
export type SharedKind = EntityKind<SharedType>;

/** The noun as messages begin with it: `Rule chain`. */
export const labelOf = ({ noun }: EntityKind): string => noun.charAt(0).toUpperCase() + noun.slice(1);

/** The noun as some messages begin with it: `Entity View`. */
export const titleOf = ({ noun }: EntityKind): string => noun.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
