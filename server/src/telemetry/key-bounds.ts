import { ENTITY_TRAITS } from '@signalbox/contract/entity-traits';
import type pg from 'pg';
import { ENTITY_KINDS } from '../entities/entity-kinds.ts';
import type { TenantConfigurations } from '../entities/tenant-configuration.ts';
import type { KeyBounds } from './key-limits.ts';

/** Bounds of a tenant: from its profile, else from the settings. */
export function createKeyBounds(configurationOf: TenantConfigurations, standard: KeyBounds) {
  return async (tenantId: string): Promise<KeyBounds> => {
    const { maxKeysPerDevice, maxKeysPerTenant } = await configurationOf(tenantId);
    return {
      perEntity: typeof maxKeysPerDevice === 'number' ? maxKeysPerDevice : standard.perEntity,
      perTenant: typeof maxKeysPerTenant === 'number' ? maxKeysPerTenant : standard.perTenant,
    };
  };
}

/** The entities of a tenant that have telemetry and attributes. */
const OWNERS = ENTITY_KINDS.filter(
  ({ entityType, hasData }) =>
    hasData && ENTITY_TRAITS[entityType].hasValues && ENTITY_TRAITS[entityType].of === 'tenant',
)
  .map(({ table }) => `SELECT id FROM ${table} WHERE tenant_id = $1`)
  .join(' UNION ALL ');

/** Counts the keys of telemetry and attributes that the entities of a tenant have. */
export function createKeyCount(pool: pg.Pool) {
  return async (tenantId: string): Promise<number> => {
    const result = await pool.query<{ count: number }>(
      `WITH owner AS (${OWNERS} UNION ALL SELECT $1::uuid)
       SELECT (SELECT count(*) FROM series JOIN owner ON owner.id = series.entity_id)
            + (SELECT count(*) FROM attribute JOIN owner ON owner.id = attribute.entity_id) AS count`,
      [tenantId],
    );
    return Number(result.rows[0]?.count ?? 0);
  };
}
