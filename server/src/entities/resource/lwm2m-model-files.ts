import { NULL_UUID } from '@signalbox/contract/id';
import type pg from 'pg';

/** Files of models of LwM2M objects. For the platform's own work, never for a caller. */
export interface Lwm2mModelFiles {
  /** Key (`<object>_<version>`) → the file: that of the tenant, else that of the system. */
  find(tenantId: string, keys: readonly string[]): Promise<Map<string, Buffer>>;
}

/** Lwm2mModelFiles on the table of resources. */
export function createLwm2mModelFiles(pool: pg.Pool): Lwm2mModelFiles {
  return {
    async find(tenantId, keys) {
      const { rows } = await pool.query<{ key: string; data: Buffer }>(
        `SELECT DISTINCT ON (key) key, data FROM resource
         WHERE type = 'LWM2M_MODEL' AND tenant_id = ANY($1::uuid[]) AND key = ANY($2::text[])
         ORDER BY key, tenant_id = $3::uuid`,
        [[tenantId, NULL_UUID], keys, NULL_UUID],
      );
      return new Map(rows.map(({ key, data }) => [key, data]));
    },
  };
}
