import type pg from 'pg';
import type { LiveBus } from '../bus/live-bus.ts';
import { createEmbeddedCache } from '../storage/cache.ts';

const MAX_TENANTS = 10_000;

export interface TenantConfigurations {
  /** The configuration in the profile of a tenant, as it is stored; empty for an unknown tenant. */
  (tenantId: string): Promise<Readonly<Record<string, unknown>>>;
  /** Stops listening for changes. */
  close(): void;
}

/** Configurations of tenants, kept in memory until a tenant or a profile changes. */
export function createTenantConfigurations(pool: pg.Pool, liveBus: LiveBus): TenantConfigurations {
  /** tenant id → configuration of its profile */
  const known = createEmbeddedCache<Readonly<Record<string, unknown>>>(MAX_TENANTS);
  /** Counts changes, so that data read before one is not cached after it. */
  let changes = 0;
  const stop = liveBus.subscribeKinds(['entity'], ({ entityId }) => {
    if (entityId.entityType !== 'TENANT' && entityId.entityType !== 'TENANT_PROFILE') return;
    changes++;
    if (entityId.entityType === 'TENANT') known.delete(entityId.id);
    else known.clear();
  });

  async function configurationOf(tenantId: string): Promise<Readonly<Record<string, unknown>>> {
    const kept = known.get(tenantId);
    if (kept) return kept;
    const before = changes;
    const result = await pool.query<{ configuration: Record<string, unknown> | null }>(
      `SELECT profile.profile_data -> 'configuration' AS configuration
       FROM tenant JOIN tenant_profile AS profile ON profile.id = tenant.tenant_profile_id WHERE tenant.id = $1`,
      [tenantId],
    );
    const configuration = result.rows[0]?.configuration ?? {};
    if (changes === before) known.set(tenantId, configuration);
    return configuration;
  }

  return Object.assign(configurationOf, { close: stop });
}
