import type pg from 'pg';
import type { LiveBus } from '../bus/live-bus.ts';
import { badRequest, isForeignKeyViolation, notFound } from '../http/errors.ts';
import { createTurns, type InTurn } from '../storage/turns.ts';
import type { EntityKind } from './entity-kind.ts';
import { createTenantConfigurations } from './tenant-configuration.ts';

/** How many entities of a kind a tenant may have, by its profile. */
export interface TenantLimits {
  /**
   * Runs `make`, which stores one more.
   * @throws ApiError 400 / 31 when the tenant cannot have one more, 404 / 32 when it is gone
   */
  withRoom<T>(tenantId: string, kind: EntityKind, make: () => Promise<T>): Promise<T>;
}

/** TenantLimits on the tables. */
export function createTenantLimits(pool: pg.Pool, liveBus: LiveBus): TenantLimits & { close(): void } {
  const configurationOf = createTenantConfigurations(pool, liveBus);
  /** tenant id and kind → creations, which come one after the other where there is a limit */
  const creations = new Map<string, InTurn>();

  async function requireRoom(tenantId: string, noun: string, count: string, limit: number): Promise<void> {
    const result = await pool.query<{ total: string | null }>(count, [tenantId]);
    if (Number(result.rows[0]?.total ?? 0) >= limit) throw badRequest(`Can't create more then ${limit} ${noun}s!`);
  }

  return {
    async withRoom(tenantId, { entityType, table, noun, limit: limited }, create) {
      const make = () =>
        create().catch((error: unknown) => {
          throw isForeignKeyViolation(error, `${table}_tenant`) ? notFound('The tenant is gone.') : error;
        });
      const limit = limited ? Number((await configurationOf(tenantId))[limited.member] ?? 0) : 0;
      if (!limited || !(limit > 0)) return make();
      const key = `${tenantId} ${entityType}`;
      const inTurn = creations.get(key) ?? createTurns(1);
      creations.set(key, inTurn);
      return inTurn(async () => {
        await requireRoom(tenantId, noun, limited.count, limit);
        return make();
      });
    },
    close: configurationOf.close,
  };
}
