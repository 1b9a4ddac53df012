import type { AuditLog } from '@signalbox/contract/audit-log';
import { type EntityId, type EntityType, entityId } from '@signalbox/contract/id';
import { type PageData, pageData, type TimePageLink } from '@signalbox/contract/page';
import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import type { Database } from '../storage/database.ts';
import { walkOf } from '../storage/list-walk.ts';
import { containsPattern, creationOrder, orderBy, type SortColumns, selectPage } from '../storage/paging.ts';
import type { AuditLogTable } from '../storage/schema.ts';
import type { AuditTotals } from './audit-totals.ts';

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

function conditionsOf(tenantId: string, { textSearch }: TimePageLink, filter: AuditLogFilter): RawBuilder<SqlBool>[] {
  const conditions = [sql<SqlBool>`tenant_id = ${tenantId}`];
  if (filter.customerId) conditions.push(sql<SqlBool>`customer_id = ${filter.customerId}`);
  if (filter.userId) conditions.push(sql<SqlBool>`user_id = ${filter.userId}`);
  if (filter.entityId) {
    const { id, entityType } = filter.entityId;
    conditions.push(sql<SqlBool>`entity_id = ${id} AND entity_type = ${entityType}`);
  }
  if (filter.actionTypes && filter.actionTypes.length > 0) {
    conditions.push(sql<SqlBool>`action_type = ANY(${[...filter.actionTypes]}::text[])`);
  }
  if (textSearch) conditions.push(searchCondition(textSearch, filter));
  return conditions;
}

const allOf = (conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.join(conditions, sql` AND `)}`;

/** Lists of the audit log of a tenant. */
export function createAuditLogReader(db: Database, totals: AuditTotals) {
  /** Rows of a page, read from the end of the list that is nearer. */
  async function rowsOf(link: TimePageLink, where: RawBuilder<SqlBool>, total: number): Promise<Row[]> {
    const offset = link.page * link.pageSize;
    const limit = Math.min(link.pageSize, total - offset);
    if (limit <= 0) return [];
    const read = async (order: RawBuilder<unknown>, from: number): Promise<Row[]> =>
      (
        await sql<Row>`SELECT * FROM audit_log WHERE ${where} ORDER BY ${order} LIMIT ${limit} OFFSET ${from}`.execute(
          db,
        )
      ).rows;
    const behind = total - offset - limit;
    const isByTime = !link.sortProperty || link.sortProperty === 'createdTime';
    if (!isByTime || behind >= offset) return read(orderBy(link, SORT_COLUMNS, 'audit_log'), offset);
    const isNewestFirst = !link.sortProperty || link.sortOrder === 'DESC';
    return (await read(creationOrder(!isNewestFirst, 'audit_log'), behind)).reverse();
  }

  return {
    async list(tenantId: string, link: TimePageLink, filter: AuditLogFilter): Promise<PageData<AuditLog>> {
      const conditions = conditionsOf(tenantId, link, filter);
      if (link.startTime || link.endTime || walkOf(link)) {
        if (link.startTime) conditions.push(sql<SqlBool>`created_time >= ${link.startTime}`);
        if (link.endTime) conditions.push(sql<SqlBool>`created_time <= ${link.endTime}`);
        const page = await selectPage<Row>(db, link, {
          select: sql`*`,
          from: sql`audit_log`,
          where: allOf(conditions),
          orderBy: orderBy(link, SORT_COLUMNS, 'audit_log'),
        });
        return { ...page, data: page.data.map(toAuditLog) };
      }
      // Refused before anything is counted.
      orderBy(link, SORT_COLUMNS, 'audit_log');
      const where = allOf(conditions);
      const total = await totals.totalOf(where);
      return pageData((await rowsOf(link, where, total)).map(toAuditLog), total, link);
    },
  };
}

export type AuditLogReader = ReturnType<typeof createAuditLogReader>;
