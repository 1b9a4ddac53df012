import type { TenantConfigurations } from '../entities/tenant-configuration.ts';

const DAY = 86_400;

/**
 * Default retention of a tenant's points by its profile (`defaultStorageTtlDays`) in seconds, 0 for ever.
 */
export function createTenantRetention(configurationOf: TenantConfigurations): (tenantId: string) => Promise<number> {
  return async (tenantId) => {
    const days = Number((await configurationOf(tenantId)).defaultStorageTtlDays ?? 0);
    return days > 0 ? days * DAY : 0;
  };
}
