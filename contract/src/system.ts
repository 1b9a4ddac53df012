import * as z from 'zod/mini';
import { route } from './route.ts';

const anyAuthority = ['SYS_ADMIN', 'TENANT_ADMIN', 'CUSTOMER_USER'] as const;
const tag = 'system';

/** Kinds of service that can have queues; only the rule engine has any. */
export const SERVICE_TYPES = ['TB_CORE', 'TB_RULE_ENGINE', 'TB_TRANSPORT', 'JS_EXECUTOR'] as const;

export const systemRoutes = {
  checkUpdates: route({
    method: 'GET',
    path: '/api/admin/updates',
    tag,
    summary: 'Check for a newer version',
    access: ['SYS_ADMIN'],
    reply: z.object({ message: z.string(), updateAvailable: z.boolean() }),
  }),
  getHelpBaseUrl: route({
    method: 'GET',
    path: '/api/uiSettings/helpBaseUrl',
    tag,
    summary: 'Read the base address of the documentation',
    access: anyAuthority,
    reply: 'text',
  }),
  getServerTime: route({
    method: 'GET',
    path: '/api/dashboard/serverTime',
    tag,
    summary: 'Read the time of the server in epoch ms',
    access: anyAuthority,
    reply: z.number(),
  }),
  getMaxDatapointsLimit: route({
    method: 'GET',
    path: '/api/dashboard/maxDatapointsLimit',
    tag,
    summary: 'Read how many points a dashboard may request per series',
    access: anyAuthority,
    reply: z.number(),
  }),
  getInactivityTimeout: route({
    method: 'GET',
    path: '/api/devices/inactivityTimeout',
    tag,
    summary: 'Read after how many ms without activity devices are inactive that have no time of their own',
    access: anyAuthority,
    reply: z.number(),
  }),
  getEdgesEnabled: route({
    method: 'GET',
    path: '/api/edges/enabled',
    tag,
    summary: 'Read whether the installation supports edges',
    access: anyAuthority,
    reply: z.boolean(),
  }),
  getTenantQueues: route({
    method: 'GET',
    path: '/api/tenant/queues',
    tag,
    summary: 'List the names of the queues of a kind of service',
    access: ['TENANT_ADMIN'],
    query: { serviceType: z.enum(SERVICE_TYPES) },
    reply: z.array(z.string()),
  }),
};
