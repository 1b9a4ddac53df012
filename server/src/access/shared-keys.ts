import { entityId } from '@signalbox/contract/id';
import { type SharedKeys, sharedKeysSchema } from '@signalbox/contract/shared-keys';
import type pg from 'pg';
import * as z from 'zod/mini';
import type { ActionLog } from '../audit/action-log.ts';
import type { LiveBus } from '../bus/live-bus.ts';
import type { SecurityUser } from '../http/security-user.ts';
import { createEmbeddedCache } from '../storage/cache.ts';
import { requirePermission } from './permissions.ts';
import { ALL_VALUES, customerValueRights, type ValueRights } from './value-rights.ts';

const MAX_TENANTS = 10_000;
const NO_KEYS: SharedKeys = { customerUsers: [], visitors: [] };

/** What is remembered of a tenant. */
interface Known {
  customerUsers: ReadonlySet<string>;
  visitors: ReadonlySet<string>;
}

/**
 * Keys of a tenant's own values that its customers and visitors may read. They are stored in `additionalInfo` of the tenant
 * and are remembered until it changes.
 */
export function createSharedKeys(pool: pg.Pool, liveBus: LiveBus, actionLog: ActionLog) {
  /** tenant id → keys */
  const known = createEmbeddedCache<Known>(MAX_TENANTS);
  /** Counts changes, so that what was read before one is not kept after it. */
  let changes = 0;
  const stop = liveBus.subscribeKinds(['entity'], ({ entityId }) => {
    if (entityId.entityType !== 'TENANT') return;
    changes++;
    known.delete(entityId.id);
  });

  async function read(tenantId: string): Promise<SharedKeys> {
    const { rows } = await pool.query<{ keys: unknown }>(
      `SELECT additional_info -> 'sharedKeys' AS keys FROM tenant WHERE id = $1`,
      [tenantId],
    );
    // System administrators may write anything there.
    const parsed = z.safeParse(sharedKeysSchema, rows[0]?.keys);
    return parsed.success ? parsed.data : NO_KEYS;
  }

  async function knownOf(tenantId: string): Promise<Known> {
    const kept = known.get(tenantId);
    if (kept) return kept;
    const before = changes;
    const { customerUsers, visitors } = await read(tenantId);
    const found: Known = { customerUsers: new Set(customerUsers), visitors: new Set(visitors) };
    if (changes === before) known.set(tenantId, found);
    return found;
  }

  return {
    /** What `user` may read of the values it sees. */
    async rightsOf(user: SecurityUser): Promise<ValueRights> {
      if (user.authority !== 'CUSTOMER_USER') return ALL_VALUES;
      const { customerUsers, visitors } = await knownOf(user.tenantId);
      return customerValueRights(user, user.isPublic ? visitors : customerUsers);
    },

    /** For the administrator of the tenant. */
    async get(user: SecurityUser): Promise<SharedKeys> {
      requirePermission(user, 'TENANT', 'READ', { id: user.tenantId, tenantId: user.tenantId });
      return read(user.tenantId);
    },

    /** Replaces all shared keys of the caller's tenant; subscribers of keys no longer shared get no more updates. */
    async save(user: SecurityUser, keys: SharedKeys): Promise<SharedKeys> {
      const { tenantId } = user;
      requirePermission(user, 'TENANT', 'WRITE_ATTRIBUTES', { id: tenantId, tenantId });
      const saved: SharedKeys = {
        customerUsers: [...new Set(keys.customerUsers)],
        visitors: [...new Set(keys.visitors)],
      };
      const { rows } = await pool.query<{ title: string }>(
        `UPDATE tenant SET additional_info = (CASE WHEN json_typeof(additional_info) = 'object' THEN additional_info::jsonb ELSE '{}' END
           || jsonb_build_object('sharedKeys', $2::jsonb))::json
         WHERE id = $1 RETURNING title`,
        [tenantId, JSON.stringify(saved)],
      );
      const tenant = entityId('TENANT', tenantId);
      liveBus.publish({ kind: 'entity', action: 'updated', tenantId, entityId: tenant });
      const entityName = rows[0]?.title ?? null;
      await actionLog.record({ user, type: 'UPDATED', entityId: tenant, entityName, data: { sharedKeys: saved } });
      return saved;
    },

    close: stop,
  };
}

export type SharedKeysService = ReturnType<typeof createSharedKeys>;
