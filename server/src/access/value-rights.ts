import type { EntityId } from '@signalbox/contract/id';
import type { SecurityUser } from '../http/security-user.ts';

/**
 * Which values a user may read of the entities it sees. Customer users and visitors see their tenant, and users of the
 * same customer, but not all of their values.
 */
export interface ValueRights {
  /** True if the user may read every value of the entities it sees. */
  readonly isUnrestricted: boolean;
  mayRead(entityId: EntityId, key: string): boolean;
  /** Readable keys of the tenant's own values; undefined: all. */
  readonly tenantKeys: ReadonlySet<string> | undefined;
}

/** What `user` may read at this moment. */
export type ValueRightsOf = (user: SecurityUser) => Promise<ValueRights>;

export const ALL_VALUES: ValueRights = { isUnrestricted: true, mayRead: () => true, tenantKeys: undefined };

/** @param tenantKeys keys of the tenant's own values that `user` may read */
export function customerValueRights(user: SecurityUser, tenantKeys: ReadonlySet<string>): ValueRights {
  return {
    isUnrestricted: false,
    mayRead({ entityType, id }, key) {
      if (entityType === 'TENANT') return tenantKeys.has(key);
      return entityType !== 'USER' || id === user.userId;
    },
    tenantKeys,
  };
}

/** Whether the same user may read the same by both. */
export function areSameRights({ tenantKeys: one }: ValueRights, { tenantKeys: other }: ValueRights): boolean {
  if (!one || !other) return one === other;
  return one.size === other.size && [...one].every((key) => other.has(key));
}
