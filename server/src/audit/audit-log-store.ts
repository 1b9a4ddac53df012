import type pg from 'pg';
import { asJson } from '../storage/json-column.ts';

/** A row of the audit log. Times in epoch ms. */
export interface AuditLogRow {
  id: string;
  createdTime: number;
  tenantId: string;
  customerId: string;
  entityType: string;
  entityId: string;
  entityName: string | null;
  userId: string;
  userName: string | null;
  actionType: string;
  actionData: unknown;
  actionStatus: 'SUCCESS' | 'FAILURE';
  actionFailureDetails: string;
}

/** What an entity was before a change. Times in epoch ms. */
export interface EntityVersionRow {
  id: string;
  createdTime: number;
  tenantId: string;
  entityType: string;
  entityId: string;
  userId: string;
  /** null before the creation. */
  before: unknown;
}

/** What one action leaves in the database: at least one of the two. */
export interface ActionTraces {
  row?: AuditLogRow | undefined;
  version?: EntityVersionRow | undefined;
}

const AUDIT_COLUMNS = `id, created_time, tenant_id, customer_id, entity_type, entity_id, entity_name, user_id, user_name,
  action_type, action_data, action_status, action_failure_details`;

/** Rows of the audit log from the parameters 1 to 13, of the versions from 14 to 20: a commit for both. */
const INSERT = `WITH audit AS (
    INSERT INTO audit_log (${AUDIT_COLUMNS})
    SELECT id, created_time, tenant_id, customer_id, entity_type, entity_id, entity_name, user_id, user_name,
      action_type, action_data::json, action_status, action_failure_details
    FROM unnest($1::uuid[], $2::bigint[], $3::uuid[], $4::uuid[], $5::text[], $6::uuid[], $7::text[],
      $8::uuid[], $9::text[], $10::text[], $11::text[], $12::text[], $13::text[]) AS row (${AUDIT_COLUMNS})
  )
  INSERT INTO entity_version (id, created_time, tenant_id, entity_type, entity_id, user_id, before_image)
  SELECT id, created_time, tenant_id, entity_type, entity_id, user_id, before_image::json
  FROM unnest($14::uuid[], $15::bigint[], $16::uuid[], $17::text[], $18::uuid[], $19::uuid[], $20::text[])
    AS row (id, created_time, tenant_id, entity_type, entity_id, user_id, before_image)`;

/** Writes rows of `audit_log` and of `entity_version`, many at a time. */
export function createAuditLogStore(pool: pg.Pool) {
  return {
    async insert(traces: ActionTraces[]): Promise<void> {
      const rows = traces.map(({ row }) => row).filter((row) => row !== undefined);
      const versions = traces.map(({ version }) => version).filter((version) => version !== undefined);
      const column = <K extends keyof AuditLogRow>(name: K): AuditLogRow[K][] => rows.map((row) => row[name]);
      const ofVersions = <K extends keyof EntityVersionRow>(name: K): EntityVersionRow[K][] =>
        versions.map((version) => version[name]);
      await pool.query({
        name: 'insert-action-traces',
        text: INSERT,
        values: [
          column('id'),
          column('createdTime'),
          column('tenantId'),
          column('customerId'),
          column('entityType'),
          column('entityId'),
          column('entityName'),
          column('userId'),
          column('userName'),
          column('actionType'),
          rows.map((row) => JSON.stringify(row.actionData ?? null)),
          column('actionStatus'),
          column('actionFailureDetails'),
          ofVersions('id'),
          ofVersions('createdTime'),
          ofVersions('tenantId'),
          ofVersions('entityType'),
          ofVersions('entityId'),
          ofVersions('userId'),
          versions.map(({ before }) => asJson(before)),
        ],
      });
    },
  };
}

export type AuditLogStore = ReturnType<typeof createAuditLogStore>;
