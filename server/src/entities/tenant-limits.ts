import type pg from 'pg';
import type { LiveBus } from '../bus/live-bus.ts';
import { badRequest } from '../http/errors.ts';
import { createTurns, type InTurn } from '../storage/turns.ts';
import { createTenantConfigurations } from './tenant-configuration.ts';

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
  /**
   * Runs `make`, which stores one more.
   * @throws ApiError 400 / 31 when the tenant cannot have one more
   */
  withRoom<T>(tenantId: string, kind: LimitedKind, make: () => Promise<T>): Promise<T>;
}

/** TenantLimits on the tables. */
export function createTenantLimits(pool: pg.Pool, liveBus: LiveBus): TenantLimits {
  const configurationOf = createTenantConfigurations(pool, liveBus);
  /** tenant id and kind → makings, which come one after the other where there is a limit */
  const makings = new Map<string, InTurn>();

  async function requireRoom(tenantId: string, kind: LimitedKind, limit: number): Promise<void> {
    const { name, count } = LIMITED[kind];
    const result = await pool.query<{ total: string | null }>(`${count} WHERE tenant_id = $1`, [tenantId]);
    if (Number(result.rows[0]?.total ?? 0) >= limit) throw badRequest(`Can't create more then ${limit} ${name}s!`);
  }

  return {
    async withRoom(tenantId, kind, make) {
      const limit = Number((await configurationOf(tenantId))[LIMITED[kind].member] ?? 0);
      if (!(limit > 0)) return make();
      const key = `${tenantId} ${kind}`;
      const inTurn = makings.get(key) ?? createTurns(1);
      makings.set(key, inTurn);
      return inTurn(async () => {
        await requireRoom(tenantId, kind, limit);
        return make();
      });
    },
  };
}
