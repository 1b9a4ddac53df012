import { auditLogRoutes as routes } from '@signalbox/contract/audit-log';
import { entityId } from '@signalbox/contract/id';
import { implement, type RouteImplementation } from '../http/routes.ts';
import type { AuditLogReader } from './audit-log-reader.ts';

/** Answers the audit log routes of the contract: the whole log of a tenant is open to its administrators. */
export function auditLogRoutes(auditLog: AuditLogReader): RouteImplementation[] {
  return [
    implement(routes.getAuditLogs, ({ user, query: { actionTypes, ...link } }) =>
      auditLog.list(user.tenantId, link, { actionTypes }),
    ),
    implement(routes.getAuditLogsOfCustomer, ({ user, params, query: { actionTypes, ...link } }) =>
      auditLog.list(user.tenantId, link, { customerId: params.customerId, actionTypes }),
    ),
    implement(routes.getAuditLogsOfUser, ({ user, params, query: { actionTypes, ...link } }) =>
      auditLog.list(user.tenantId, link, { userId: params.userId, actionTypes }),
    ),
    implement(routes.getAuditLogsOfEntity, ({ user, params, query: { actionTypes, ...link } }) =>
      auditLog.list(user.tenantId, link, { entityId: entityId(params.entityType, params.entityId), actionTypes }),
    ),
  ];
}
