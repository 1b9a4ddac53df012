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
 * @param limits of one tenant, and of all together
 * @param refusal what the next one is told
 */
export function createTenantSlots(limits: { tenant: number; all?: number }, refusal: string): TenantSlots {
  const { tenant, all = Number.POSITIVE_INFINITY } = limits;
  /** tenant id → its slots in use */
  const used = new Map<string, number>();
  let total = 0;
  return {
    async run(tenantId, work) {
      const before = used.get(tenantId) ?? 0;
      if (before >= tenant || total >= all) throw tooManyRequests(refusal);
      used.set(tenantId, before + 1);
      total++;
      try {
        return await work();
      } finally {
        total--;
        const left = (used.get(tenantId) ?? 1) - 1;
        if (left > 0) used.set(tenantId, left);
        else used.delete(tenantId);
      }
    },
  };
}
