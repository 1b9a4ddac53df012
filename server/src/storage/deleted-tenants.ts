/** Tenants of which it is known that they have been deleted, the last ones. */
const MAX_KNOWN = 1_000;

/** Tells of tenants that have been deleted, to whatever remembers something of tenants. */
export interface DeletedTenants {
  /** Calls back with each tenant that is deleted from now on. */
  subscribe(forget: (tenantId: string) => void): void;
  /** Whether a tenant has been deleted lately: what was still being found out about it is not to be remembered. */
  has(tenantId: string): boolean;
}

/** @param max tenants of which it is known */
export function createDeletedTenants(max = MAX_KNOWN): DeletedTenants & { note(tenantId: string): void } {
  const listeners: ((tenantId: string) => void)[] = [];
  /** The one that was deleted first is the first of them. */
  const deleted = new Set<string>();
  return {
    subscribe: (forget) => void listeners.push(forget),
    has: (tenantId) => deleted.has(tenantId),

    /** A tenant has been deleted. */
    note(tenantId) {
      deleted.add(tenantId);
      const [oldest] = deleted;
      if (deleted.size > max && oldest !== undefined) deleted.delete(oldest);
      for (const forget of listeners) forget(tenantId);
    },
  };
}
