import type pg from 'pg';
import type { LiveBus } from '../bus/live-bus.ts';
import { type ApiError, badRequest, isForeignKeyViolation, notFound } from '../http/errors.ts';
import type { EntityKind } from './entity-kind.ts';
import { createTenantConfigurations } from './tenant-configuration.ts';

/** How many entities of a kind a tenant may have, by its profile. */
export interface TenantLimits {
  /**
   * Runs `make`, which stores one more.
   * @throws ApiError 400 / 31 when the tenant cannot have one more, 404 / 32 when it is gone
   */
  withRoom<T>(tenantId: string, kind: EntityKind, make: () => Promise<T>): Promise<T>;
  /** How many more the tenant may have; undefined: any number. */
  roomFor(tenantId: string, kind: EntityKind): Promise<{ left: number; limit: number } | undefined>;
}

/** 400 / 31: the tenant has as many as its profile allows. */
export function noRoom(noun: string, limit: number): ApiError {
  return badRequest(`Can't create more then ${limit} ${noun}s!`);
}

/** A creation that waits until the entities of its tenant are counted. */
interface Creation {
  start: () => Promise<unknown>;
  refuse: (error: unknown) => void;
}

/** TenantLimits on the tables. */
export function createTenantLimits(pool: pg.Pool, liveBus: LiveBus): TenantLimits & { close(): void } {
  const configurationOf = createTenantConfigurations(pool, liveBus);
  /** tenant id and kind → creations that wait, where there is a limit */
  const waiting = new Map<string, Creation[]>();

  async function limitOf(tenantId: string, { limit }: EntityKind): Promise<number> {
    return limit ? Number((await configurationOf(tenantId))[limit.member] ?? 0) : 0;
  }

  async function roomWithin(tenantId: string, count: string, limit: number): Promise<number> {
    const result = await pool.query<{ total: string | null }>(count, [tenantId]);
    return Math.max(0, limit - Number(result.rows[0]?.total ?? 0));
  }

  /** Counts once for all creations that wait, and lets as many of them go on as there is room for. */
  async function admit(key: string, tenantId: string, noun: string, count: string, limit: number): Promise<void> {
    for (let next = waiting.get(key) ?? []; next.length > 0; next = waiting.get(key) ?? []) {
      waiting.set(key, []);
      try {
        const room = await roomWithin(tenantId, count, limit);
        for (const { refuse } of next.slice(room)) refuse(noRoom(noun, limit));
        await Promise.allSettled(next.slice(0, room).map(({ start }) => start()));
      } catch (error) {
        for (const { refuse } of next) refuse(error);
      }
    }
    waiting.delete(key);
  }

  return {
    async roomFor(tenantId, kind) {
      const limit = await limitOf(tenantId, kind);
      if (!kind.limit || !(limit > 0)) return undefined;
      return { left: await roomWithin(tenantId, kind.limit.count, limit), limit };
    },

    async withRoom(tenantId, kind, create) {
      const { entityType, table, noun, limit: limited } = kind;
      const make = () =>
        create().catch((error: unknown) => {
          throw isForeignKeyViolation(error, `${table}_tenant`) ? notFound('The tenant is gone.') : error;
        });
      const limit = await limitOf(tenantId, kind);
      if (!limited || !(limit > 0)) return make();
      const key = `${tenantId} ${entityType}`;
      return new Promise((resolve, reject) => {
        const creation: Creation = { start: () => make().then(resolve, reject), refuse: reject };
        const others = waiting.get(key);
        if (others) {
          others.push(creation);
          return;
        }
        waiting.set(key, [creation]);
        void admit(key, tenantId, noun, limited.count, limit);
      });
    },
    close: configurationOf.close,
  };
}
