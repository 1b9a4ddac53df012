import type pg from 'pg';
import type { LiveBus } from '../bus/live-bus.ts';
import { createTenantConfigurations } from '../entities/tenant-configuration.ts';

const DAY = 86_400;

/**
 * Default retention of a tenant's points by its profile (`defaultStorageTtlDays`) in seconds, 0 for ever.
 * @param pool connections that no unit of work waits on
 */
export function createTenantRetention(pool: pg.Pool, liveBus: LiveBus): (tenantId: string) => Promise<number> {
  const configurationOf = createTenantConfigurations(pool, liveBus);
  return async (tenantId) => {
    const days = Number((await configurationOf(tenantId)).defaultStorageTtlDays ?? 0);
    return days > 0 ? days * DAY : 0;
  };
}
