import type { UnitOfWork } from '../storage/transaction.ts';
import type { AttributeEntry, AttributeScope } from '../values/attribute.ts';
import type { KeyValue } from '../values/value.ts';
import type { KeySource } from './key-source.ts';

/** Name of an attribute, unique within its entity. */
export function attributePlace(scope: AttributeScope, key: string): string {
  return `${SCOPE_NUMBER[scope]}:${key}`;
}

/** Numbers of the scopes in the database, in the order of replies. */
export const SCOPE_NUMBER: Record<AttributeScope, number> = { CLIENT_SCOPE: 1, SHARED_SCOPE: 2, SERVER_SCOPE: 3 };

/** Current attributes of entities, in PostgreSQL with a cache for frequent reads of devices and rules. */
export interface AttributeStore extends KeySource {
  /** Writes as part of `unit`; readable once it is committed. */
  save(unit: UnitOfWork, entityId: string, scope: AttributeScope, entries: KeyValue[], ts: number): Promise<void>;
  /** Deletes as part of `unit`; returns the keys that existed. */
  delete(unit: UnitOfWork, entityId: string, scope: AttributeScope, keys: readonly string[]): Promise<string[]>;
  /** Attributes of one scope (all scopes when null), of the keys or all, ordered by scope then key. */
  find(entityId: string, scope: AttributeScope | null, keys?: readonly string[]): Promise<AttributeEntry[]>;
  /** Distinct keys over all scopes or one, sorted. */
  keys(entityIds: readonly string[], scope?: AttributeScope): Promise<string[]>;
  /** Drops everything of entities. */
  deleteEntities(unit: UnitOfWork, entityIds: readonly string[]): Promise<void>;
}
