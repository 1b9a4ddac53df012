import type pg from 'pg';
import { badRequest } from '../http/errors.ts';
import type { LiveBus } from '../live/live-bus.ts';
import { createEmbeddedCache } from '../storage/cache.ts';

/** Kinds of entity whose number a tenant profile can limit: table, and the member of the profile's configuration. */
const LIMITED = {
  device: { member: 'maxDevices', name: 'device', count: 'SELECT sum(count) AS total FROM device_count' },
  customer: { member: 'maxCustomers', name: 'customer', count: 'SELECT count(*) AS total FROM customer' },
  user: { member: 'maxUsers', name: 'user', count: 'SELECT count(*) AS total FROM app_user' },
  dashboard: { member: 'maxDashboards', name: 'dashboard', count: 'SELECT count(*) AS total FROM dashboard' },
  ruleChain: { member: 'maxRuleChains', name: 'rule chain', count: 'SELECT count(*) AS total FROM rule_chain' },
} as const;

export type LimitedKind = keyof typeof LIMITED;

/** How many entities of a kind a tenant may have, by its profile. */
export interface TenantLimits {
  /** @throws ApiError 400 / 31 when the tenant cannot have one more */
  requireRoom(tenantId: string, kind: LimitedKind): Promise<void>;
}

const MAX_TENANTS = 10_000;

/** TenantLimits on the tables; profiles are kept in memory until a tenant or a profile changes. */
export function createTenantLimits(pool: pg.Pool, liveBus: LiveBus): TenantLimits {
  /** tenant id → configuration of its profile */
  const configurations = createEmbeddedCache<Record<string, unknown>>(MAX_TENANTS);
  /** Counts changes, so that what was read before one is not kept after it. */
  let changes = 0;
  liveBus.subscribeKinds(['entity'], ({ entityId }) => {
    if (entityId.entityType !== 'TENANT' && entityId.entityType !== 'TENANT_PROFILE') return;
    changes++;
    if (entityId.entityType === 'TENANT') configurations.delete(entityId.id);
    else configurations.clear();
  });

  async function configurationOf(tenantId: string): Promise<Record<string, unknown>> {
    const known = configurations.get(tenantId);
    if (known) return known;
    const before = changes;
    const result = await pool.query<{ configuration: Record<string, unknown> | null }>(
      `SELECT profile.profile_data -> 'configuration' AS configuration
       FROM tenant JOIN tenant_profile AS profile ON profile.id = tenant.tenant_profile_id WHERE tenant.id = $1`,
      [tenantId],
    );
    const configuration = result.rows[0]?.configuration ?? {};
    if (changes === before) configurations.set(tenantId, configuration);
    return configuration;
  }

  return {
    async requireRoom(tenantId, kind) {
      const { member, name, count } = LIMITED[kind];
      const limit = Number((await configurationOf(tenantId))[member] ?? 0);
      if (!(limit > 0)) return;
      const result = await pool.query<{ total: string | null }>(`${count} WHERE tenant_id = $1`, [tenantId]);
      if (Number(result.rows[0]?.total ?? 0) >= limit) throw badRequest(`Can't create more then ${limit} ${name}s!`);
    },
  };
}
