/** Tenants whose last change is remembered by itself. */
const MAX_TENANTS = 10_000;

/** Tells whether something of a tenant has changed since a state of it was read. */
export interface TenantChanges {
  /** Something of the tenant has changed. */
  note(tenantId: string): void;
  /** Another number whenever something of the tenant has changed; of tenants long unchanged, also when others have. */
  of(tenantId: string): number;
}

/** @param max tenants whose last change is remembered by itself */
export function createTenantChanges(max = MAX_TENANTS): TenantChanges {
  let count = 0;
  /** tenant → number of its last change; the oldest change first */
  const last = new Map<string, number>();
  /** Number of the last change of those that are not in the map. */
  let lastOther = 0;
  return {
    note(tenantId) {
      last.delete(tenantId);
      last.set(tenantId, ++count);
      if (last.size <= max) return;
      const [oldest, number] = last.entries().next().value as [string, number];
      last.delete(oldest);
      lastOther = number;
    },
    of: (tenantId) => last.get(tenantId) ?? lastOther,
  };
}
