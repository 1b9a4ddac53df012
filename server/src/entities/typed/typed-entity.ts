import type { EntityKind } from '../entity-kind.ts';
import type { OwnedEntity } from '../ownership/owned-service.ts';

/** An entity with a name, a type and at most one customer, as it travels. */
export interface TypedEntity extends OwnedEntity {
  createdTime: number;
  type: string;
  additionalInfo: Record<string, unknown> | null;
}

/** Columns that the tables of all these kinds have. */
export interface TypedRow {
  id: string;
  created_time: number;
  tenant_id: string;
  customer_id: string;
  name: string;
  type: string;
  additional_info: Record<string, unknown> | null;
}

/** What lists add to an entity. */
export interface CustomerInfo {
  customerTitle: string | null;
  customerIsPublic: boolean;
}

export interface TypedFilter {
  customerId?: string | undefined;
  type?: string | undefined;
}

/** Kinds whose tables are made by typedTable, and those tables. */
export interface TypedTables {
  ASSET: 'asset';
  EDGE: 'edge';
  ENTITY_VIEW: 'entity_view';
}

/** The descriptor of one of those kinds, or of any. */
export type TypedTableKind<Type extends keyof TypedTables = keyof TypedTables> = Type extends keyof TypedTables
  ? EntityKind<Type> & { table: TypedTables[Type] }
  : never;
