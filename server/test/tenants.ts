import { randomUUID } from 'node:crypto';
import type pg from 'pg';

/** Inserts tenants with nothing of their own, for tests that fill tables by hand. */
export async function insertTenants(pool: Pick<pg.Pool, 'query'>, ...ids: string[]): Promise<void> {
  const profileId = randomUUID();
  await pool.query(
    `INSERT INTO tenant_profile (id, created_time, name, is_default, isolated_tb_core, isolated_tb_rule_engine, profile_data)
     VALUES ($1::uuid, 1, $1::text, false, false, false, '{"configuration":{}}')`,
    [profileId],
  );
  await pool.query(
    `INSERT INTO tenant (id, created_time, tenant_profile_id, title, region)
     SELECT id, 1, $1, 'Tenant', 'Global' FROM unnest($2::uuid[]) AS id`,
    [profileId, ids],
  );
}
