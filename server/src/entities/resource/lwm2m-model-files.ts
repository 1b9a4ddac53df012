import { NULL_UUID } from '@signalbox/contract/id';
import type pg from 'pg';

/** Files of models of LwM2M objects. For the platform's own work, never for a caller. */
export interface Lwm2mModelFiles {
  /** Key (`<object>_<version>`) → whose file it has: that of the tenant, else that of the system (the null tenant). */
  owners(tenantId: string, keys: readonly string[]): Promise<Map<string, string>>;
  /** The file of a key; files may be long, so they are read one at a time. */
  read(ownerId: string, key: string): Promise<Buffer | undefined>;
}

/** Lwm2mModelFiles on the table of resources. */
export function createLwm2mModelFiles(pool: pg.Pool): Lwm2mModelFiles {
  return {
    async owners(tenantId, keys) {
      const { rows } = await pool.query<{ key: string; owner: string }>(
        `SELECT DISTINCT ON (key) key, tenant_id AS owner FROM resource
         WHERE type = 'LWM2M_MODEL' AND tenant_id = ANY($1::uuid[]) AND key = ANY($2::text[])
         ORDER BY key, tenant_id = $3::uuid`,
        [[tenantId, NULL_UUID], keys, NULL_UUID],
      );
      return new Map(rows.map(({ key, owner }) => [key, owner]));
    },

    async read(ownerId, key) {
      const { rows } = await pool.query<{ data: Buffer }>(
        `SELECT data FROM resource WHERE type = 'LWM2M_MODEL' AND tenant_id = $1 AND key = $2`,
        [ownerId, key],
      );
      return rows[0]?.data;
    },
  };
}
