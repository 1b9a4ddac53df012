import type { UnitOfWork } from '../storage/transaction.ts';
import type { KeyValue } from './value.ts';

export type AttributeScope = 'CLIENT_SCOPE' | 'SHARED_SCOPE' | 'SERVER_SCOPE';

/** A stored attribute. */
export interface AttributeEntry extends KeyValue {
  scope: AttributeScope;
  /** epoch ms */
  lastUpdateTs: number;
}

/** Current attributes of entities, in PostgreSQL with a cache for what devices and rules ask for often. */
export interface AttributeStore {
  /** Writes as part of `unit`; readable once it is committed. */
  save(unit: UnitOfWork, entityId: string, scope: AttributeScope, entries: KeyValue[], ts: number): Promise<void>;
  /** Deletes as part of `unit`; returns the keys that existed. */
  delete(unit: UnitOfWork, entityId: string, scope: AttributeScope, keys: readonly string[]): Promise<string[]>;
  /** Attributes of one scope (all scopes when null), of the keys or all, ordered by scope then key. */
  find(entityId: string, scope: AttributeScope | null, keys?: readonly string[]): Promise<AttributeEntry[]>;
  /** Distinct keys over all scopes or one, sorted. */
  keys(entityIds: readonly string[], scope?: AttributeScope): Promise<string[]>;
  deleteEntity(unit: UnitOfWork, entityId: string): Promise<void>;
}
