import type { UnitOfWork } from '../storage/transaction.ts';
import type { AttributeEntry, AttributeScope } from '../values/attribute.ts';
import type { KeyValue } from '../values/value.ts';

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
