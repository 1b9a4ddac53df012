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

/** Writes rows of `audit_log`, many at a time. */
export function createAuditLogStore(pool: pg.Pool) {
  return {
    async insert(rows: AuditLogRow[]): Promise<void> {
      const column = <K extends keyof AuditLogRow>(name: K): AuditLogRow[K][] => rows.map((row) => row[name]);
      await pool.query({
        name: 'insert-audit-log',
        text: `INSERT INTO audit_log (id, created_time, tenant_id, customer_id, entity_type, entity_id, entity_name,
                 user_id, user_name, action_type, action_data, action_status, action_failure_details)
               SELECT id, created_time, tenant_id, customer_id, entity_type, entity_id, entity_name,
                 user_id, user_name, action_type, action_data::json, action_status, action_failure_details
               FROM unnest($1::uuid[], $2::bigint[], $3::uuid[], $4::uuid[], $5::text[], $6::uuid[], $7::text[],
                 $8::uuid[], $9::text[], $10::text[], $11::text[], $12::text[], $13::text[])
                 AS row (id, created_time, tenant_id, customer_id, entity_type, entity_id, entity_name,
                   user_id, user_name, action_type, action_data, action_status, action_failure_details)`,
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
        ],
      });
    },

    async insertVersions(rows: EntityVersionRow[]): Promise<void> {
      await pool.query({
        name: 'insert-entity-version',
        text: `INSERT INTO entity_version (id, created_time, tenant_id, entity_type, entity_id, user_id, before_image)
               SELECT id, created_time, tenant_id, entity_type, entity_id, user_id, before_image::json
               FROM unnest($1::uuid[], $2::bigint[], $3::uuid[], $4::text[], $5::uuid[], $6::uuid[], $7::text[])
                 AS row (id, created_time, tenant_id, entity_type, entity_id, user_id, before_image)`,
        values: [
          rows.map((row) => row.id),
          rows.map((row) => row.createdTime),
          rows.map((row) => row.tenantId),
          rows.map((row) => row.entityType),
          rows.map((row) => row.entityId),
          rows.map((row) => row.userId),
          rows.map((row) => asJson(row.before)),
        ],
      });
    },
  };
}

export type AuditLogStore = ReturnType<typeof createAuditLogStore>;
