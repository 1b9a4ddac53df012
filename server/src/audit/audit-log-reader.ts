import type { AuditLog } from '@signalbox/contract/audit-log';
import { type EntityId, type EntityType, entityId } from '@signalbox/contract/id';
import type { PageData, TimePageLink } from '@signalbox/contract/page';
import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import type { Database } from '../storage/database.ts';
import { containsPattern, orderBy, type SortColumns, selectPage } from '../storage/paging.ts';
import type { AuditLogTable } from '../storage/schema.ts';

type Row = Selectable<AuditLogTable>;

/** Which part of the log to read; without any restriction, everything of the tenant. */
export interface AuditLogFilter {
  customerId?: string;
  userId?: string;
  entityId?: EntityId;
  actionTypes?: readonly string[] | undefined;
}

const SORT_COLUMNS: SortColumns = {
  createdTime: sql`audit_log.created_time`,
  entityType: sql`audit_log.entity_type`,
  entityName: sql`lower(audit_log.entity_name)`,
  userName: sql`lower(audit_log.user_name)`,
  actionType: sql`audit_log.action_type`,
  actionStatus: sql`audit_log.action_status`,
};

function toAuditLog(row: Row): AuditLog {
  return {
    id: { id: row.id },
    createdTime: row.created_time,
    tenantId: entityId('TENANT', row.tenant_id),
    customerId: entityId('CUSTOMER', row.customer_id),
    entityId: entityId(row.entity_type as EntityType, row.entity_id),
    entityName: row.entity_name,
    userId: entityId('USER', row.user_id),
    userName: row.user_name,
    actionType: row.action_type as AuditLog['actionType'],
    actionData: row.action_data,
    actionStatus: row.action_status as AuditLog['actionStatus'],
    actionFailureDetails: row.action_failure_details,
  };
}

/** The columns a search covers: those that differ between the rows of a list. */
function searchCondition(text: string, filter: AuditLogFilter): RawBuilder<SqlBool> {
  const columns = ['entity_name', 'action_type', 'action_status'];
  if (!filter.entityId) columns.push('entity_type');
  if (!filter.userId) columns.push('user_name');
  const pattern = containsPattern(text);
  const matches = columns.map((column) => sql<SqlBool>`lower(${sql.ref(column)}) LIKE ${pattern}`);
  return sql<SqlBool>`(${sql.join(matches, sql` OR `)})`;
}

/** Lists of the audit log of a tenant. */
export function createAuditLogReader(db: Database) {
  return {
    async list(tenantId: string, link: TimePageLink, filter: AuditLogFilter): Promise<PageData<AuditLog>> {
      const conditions = [sql<SqlBool>`tenant_id = ${tenantId}`];
      if (filter.customerId) conditions.push(sql<SqlBool>`customer_id = ${filter.customerId}`);
      if (filter.userId) conditions.push(sql<SqlBool>`user_id = ${filter.userId}`);
      if (filter.entityId) {
        conditions.push(
          sql<SqlBool>`entity_id = ${filter.entityId.id} AND entity_type = ${filter.entityId.entityType}`,
        );
      }
      if (filter.actionTypes && filter.actionTypes.length > 0) {
        conditions.push(sql<SqlBool>`action_type = ANY(${[...filter.actionTypes]}::text[])`);
      }
      if (link.startTime) conditions.push(sql<SqlBool>`created_time >= ${link.startTime}`);
      if (link.endTime) conditions.push(sql<SqlBool>`created_time <= ${link.endTime}`);
      if (link.textSearch) conditions.push(searchCondition(link.textSearch, filter));
      const page = await selectPage<Row>(db, link, {
        select: sql`*`,
        from: sql`audit_log`,
        where: sql<SqlBool>`${sql.join(conditions, sql` AND `)}`,
        orderBy: orderBy(link, SORT_COLUMNS, 'audit_log'),
      });
      return { ...page, data: page.data.map(toAuditLog) };
    },
  };
}

export type AuditLogReader = ReturnType<typeof createAuditLogReader>;
