import { tooManyRequests } from './errors.ts';

/** Lets a tenant do so much of something at the same time, so that it neither piles up nor takes what others need. */
export interface TenantSlots {
  /**
   * Does the work in a slot of the tenant.
   * @throws ApiError 429 with the refusal when none is free
   */
  run<T>(tenantId: string, work: () => Promise<T>): Promise<T>;
}

/**
 * @param limit slots of each tenant
 * @param refusal what the next one is told
 */
export function createTenantSlots(limit: number, refusal: string): TenantSlots {
  /** tenant id → its slots in use */
  const used = new Map<string, number>();
  return {
    async run(tenantId, work) {
      const before = used.get(tenantId) ?? 0;
      if (before >= limit) throw tooManyRequests(refusal);
      used.set(tenantId, before + 1);
      try {
        return await work();
      } finally {
        const left = (used.get(tenantId) ?? 1) - 1;
        if (left > 0) used.set(tenantId, left);
        else used.delete(tenantId);
      }
    },
  };
}
