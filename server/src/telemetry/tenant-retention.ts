import type pg from 'pg';
import type { LiveBus } from '../live/live-bus.ts';
import { createEmbeddedCache } from '../storage/cache.ts';

const MAX_TENANTS = 10_000;

/**
 * Default retention of a tenant's points by its profile (`defaultStorageTtlDays`) in seconds, 0 for ever. Kept in memory
 * until a tenant or a profile changes.
 * @param pool connections that no unit of work waits on
 */
export function createTenantRetention(pool: pg.Pool, liveBus: LiveBus): (tenantId: string) => Promise<number> {
  /** tenant id → seconds */
  const known = createEmbeddedCache<number>(MAX_TENANTS);
  liveBus.subscribeKinds(['entity'], ({ entityId }) => {
    if (entityId.entityType === 'TENANT') known.delete(entityId.id);
    if (entityId.entityType === 'TENANT_PROFILE') known.clear();
  });
  return async (tenantId) => {
    const seconds = known.get(tenantId);
    if (seconds !== undefined) return seconds;
    const result = await pool.query<{ days: string | null }>(
      `SELECT profile.profile_data -> 'configuration' ->> 'defaultStorageTtlDays' AS days
       FROM tenant JOIN tenant_profile AS profile ON profile.id = tenant.tenant_profile_id WHERE tenant.id = $1`,
      [tenantId],
    );
    const days = Number(result.rows[0]?.days ?? 0);
    const found = days > 0 ? days * 86_400 : 0;
    known.set(tenantId, found);
    return found;
  };
}
