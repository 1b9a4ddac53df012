import { auditLogRoutes } from '@signalbox/contract/audit-log';
import { call } from './client.ts';
import type { EntityRef } from './entity-ref.ts';
import type { TimedPage } from './events.ts';

export interface AuditFilter {
  textSearch?: string | undefined;
  actionTypes?: readonly string[] | undefined;
}

/** What was done in the tenant, or to an entity. Customers and users have lists of their own that hold more. */
export function getAuditLogs(entity: EntityRef | undefined, filter: AuditFilter, page: TimedPage) {
  const query = { ...page, ...filter, sortProperty: 'createdTime', sortOrder: 'DESC' };
  const quiet = { ignoreErrors: true, ignoreLoading: true };
  if (!entity) return call(auditLogRoutes.getAuditLogs, { query }, quiet);
  if (entity.entityType === 'CUSTOMER') {
    return call(auditLogRoutes.getAuditLogsOfCustomer, { params: { customerId: entity.id }, query }, quiet);
  }
  if (entity.entityType === 'USER') {
    return call(auditLogRoutes.getAuditLogsOfUser, { params: { userId: entity.id }, query }, quiet);
  }
  const params = { entityType: entity.entityType, entityId: entity.id };
  return call(auditLogRoutes.getAuditLogsOfEntity, { params, query }, quiet);
}
