import * as z from 'zod/mini';
import { entityIdSchema, entityTypeSchema, plainIdSchema, typedId, uuidSchema } from './id.ts';
import { pageOf, queryList, timePageQuery } from './page.ts';
import { route } from './route.ts';

export const ACTION_TYPES = [
  'ADDED',
  'DELETED',
  'UPDATED',
  'ATTRIBUTES_UPDATED',
  'ATTRIBUTES_DELETED',
  'TIMESERIES_UPDATED',
  'TIMESERIES_DELETED',
  'RPC_CALL',
  'CREDENTIALS_UPDATED',
  'ASSIGNED_TO_CUSTOMER',
  'UNASSIGNED_FROM_CUSTOMER',
  'ACTIVATED',
  'SUSPENDED',
  'CREDENTIALS_READ',
  'ATTRIBUTES_READ',
  'RELATION_ADD_OR_UPDATE',
  'RELATION_DELETED',
  'RELATIONS_DELETED',
  'ALARM_ACK',
  'ALARM_CLEAR',
  'ALARM_DELETE',
  'LOGIN',
  'LOGOUT',
  'LOCKOUT',
  'ASSIGNED_FROM_TENANT',
  'ASSIGNED_TO_TENANT',
  'PROVISION_SUCCESS',
  'PROVISION_FAILURE',
  'ASSIGNED_TO_EDGE',
  'UNASSIGNED_FROM_EDGE',
] as const;

/** Who did what. Times in epoch ms. */
export const auditLogSchema = z.object({
  id: plainIdSchema,
  createdTime: z.number(),
  tenantId: typedId('TENANT'),
  customerId: typedId('CUSTOMER'),
  entityId: entityIdSchema,
  entityName: z.nullable(z.string()),
  userId: typedId('USER'),
  userName: z.nullable(z.string()),
  actionType: z.enum(ACTION_TYPES),
  actionData: z.unknown(),
  actionStatus: z.enum(['SUCCESS', 'FAILURE']),
  actionFailureDetails: z.string(),
});
export type AuditLog = z.infer<typeof auditLogSchema>;

/** Action types in a query string, in any letter case. */
const actionTypes = z.optional(
  z.pipe(
    queryList,
    z.pipe(
      z.transform((items: string[]) => items.map((item) => item.trim().toUpperCase())),
      z.array(z.enum(ACTION_TYPES)),
    ),
  ),
);

const tenantOnly = ['TENANT_ADMIN'] as const;
const tag = 'audit-log';
const query = { ...timePageQuery, actionTypes };

export const auditLogRoutes = {
  getAuditLogs: route({
    method: 'GET',
    path: '/api/audit/logs',
    tag,
    summary: 'List the audit log of the tenant',
    access: tenantOnly,
    query,
    reply: pageOf(auditLogSchema),
  }),
  getAuditLogsOfCustomer: route({
    method: 'GET',
    path: '/api/audit/logs/customer/:customerId',
    tag,
    summary: "List actions on a customer's entities and by its users",
    access: tenantOnly,
    params: { customerId: uuidSchema },
    query,
    reply: pageOf(auditLogSchema),
  }),
  getAuditLogsOfUser: route({
    method: 'GET',
    path: '/api/audit/logs/user/:userId',
    tag,
    summary: 'List the actions of a user',
    access: tenantOnly,
    params: { userId: uuidSchema },
    query,
    reply: pageOf(auditLogSchema),
  }),
  getAuditLogsOfEntity: route({
    method: 'GET',
    path: '/api/audit/logs/entity/:entityType/:entityId',
    tag,
    summary: 'List the actions on an entity',
    access: tenantOnly,
    params: { entityType: entityTypeSchema, entityId: uuidSchema },
    query,
    reply: pageOf(auditLogSchema),
  }),
};
