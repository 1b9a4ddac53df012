import { QUEUE_ASSET_TYPE } from '@signalbox/contract/asset';
import { type EntityId, entityId, NULL_UUID } from '@signalbox/contract/id';
import type pg from 'pg';
import type { LiveBus } from '../../bus/live-bus.ts';
import { newEntityId } from '../../storage/ids.ts';

/**
 * The assets on which the server stores the statistics of a tenant's queues. Nobody else can create them, and they do
 * not count among the assets that a tenant may have.
 */
export interface ServiceAssets {
  /**
   * The assets of that name of several tenants, created where there are none.
   * @returns tenant id → its asset; none for tenants that are gone, or that have another asset of that name
   */
  ensure(tenantIds: readonly string[], name: string): Promise<Map<string, EntityId<'ASSET'>>>;
}

export function createServiceAssets({ pool, liveBus }: { pool: pg.Pool; liveBus: LiveBus }): ServiceAssets {
  return {
    async ensure(tenantIds, name) {
      const ids = tenantIds.map(() => newEntityId());
      const created = await pool.query<{ id: string; tenant_id: string }>(
        `INSERT INTO asset (id, created_time, tenant_id, customer_id, name, type)
         SELECT wanted.id, wanted.created_time, tenant.id, $1, $2, $3
         FROM unnest($4::uuid[], $5::bigint[], $6::uuid[]) AS wanted (id, created_time, tenant_id)
         JOIN tenant ON tenant.id = wanted.tenant_id
         WHERE NOT EXISTS (SELECT FROM asset WHERE asset.tenant_id = tenant.id AND asset.name = $2)
         ON CONFLICT DO NOTHING RETURNING id, tenant_id`,
        [
          NULL_UUID,
          name,
          QUEUE_ASSET_TYPE,
          ids.map(({ id }) => id),
          ids.map(({ createdTime }) => createdTime),
          tenantIds,
        ],
      );
      for (const row of created.rows) {
        const tenantId = row.tenant_id;
        liveBus.publish({ kind: 'entity', action: 'created', tenantId, entityId: entityId('ASSET', row.id) });
      }
      const found = await pool.query<{ id: string; tenant_id: string }>(
        'SELECT id, tenant_id FROM asset WHERE tenant_id = ANY($1::uuid[]) AND name = $2 AND type = $3',
        [tenantIds, name, QUEUE_ASSET_TYPE],
      );
      return new Map(found.rows.map((row) => [row.tenant_id, entityId('ASSET', row.id)]));
    },
  };
}
