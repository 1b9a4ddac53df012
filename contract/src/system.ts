import * as z from 'zod/mini';
import { route } from './route.ts';

const anyAuthority = ['SYS_ADMIN', 'TENANT_ADMIN', 'CUSTOMER_USER'] as const;
const tag = 'system';

/** Kinds of service that can have queues; only the rule engine has some. */
export const SERVICE_TYPES = ['TB_CORE', 'TB_RULE_ENGINE', 'TB_TRANSPORT', 'JS_EXECUTOR'] as const;

export const systemRoutes = {
  checkUpdates: route({
    method: 'GET',
    path: '/api/admin/updates',
    tag,
    summary: 'Is there a newer version?',
    access: ['SYS_ADMIN'],
    reply: z.object({ message: z.string(), updateAvailable: z.boolean() }),
  }),
  getHelpBaseUrl: route({
    method: 'GET',
    path: '/api/uiSettings/helpBaseUrl',
    tag,
    summary: 'Address below which the documentation is found',
    access: anyAuthority,
    reply: 'text',
  }),
  getServerTime: route({
    method: 'GET',
    path: '/api/dashboard/serverTime',
    tag,
    summary: 'Time of the server in epoch ms',
    access: anyAuthority,
    reply: z.number(),
  }),
  getMaxDatapointsLimit: route({
    method: 'GET',
    path: '/api/dashboard/maxDatapointsLimit',
    tag,
    summary: 'Most points a dashboard may ask for in one series',
    access: anyAuthority,
    reply: z.number(),
  }),
  getEdgesEnabled: route({
    method: 'GET',
    path: '/api/edges/enabled',
    tag,
    summary: 'Are edges supported by this installation?',
    access: anyAuthority,
    reply: z.boolean(),
  }),
  getTenantQueues: route({
    method: 'GET',
    path: '/api/tenant/queues',
    tag,
    summary: 'Names of the queues of a kind of service',
    access: ['TENANT_ADMIN'],
    query: { serviceType: z.enum(SERVICE_TYPES) },
    reply: z.array(z.string()),
  }),
};
