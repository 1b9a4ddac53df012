import * as z from 'zod/mini';
import { typedId, uuidSchema } from './id.ts';
import { pageOf, pageQuery } from './page.ts';
import { route } from './route.ts';
import { anyJson } from './text.ts';
import { naturalLong } from './whole-number.ts';

/** State of a persistent call to a device. */
export const RPC_STATUSES = ['QUEUED', 'SENT', 'DELIVERED', 'SUCCESSFUL', 'TIMEOUT', 'EXPIRED', 'FAILED'] as const;
export type RpcStatus = (typeof RPC_STATUSES)[number];

const optionalLong = z.optional(z.nullable(naturalLong));

/** Body of a call to a device. */
export const rpcRequestSchema = z.object({
  method: z.string().check(z.minLength(1, { error: 'must not be empty' }), z.maxLength(1024)),
  /** Any JSON, passed to the device unchanged. */
  params: anyJson,
  /** How long the caller waits, ms; 10,000 by default, at least 5,000. */
  timeout: optionalLong,
  /** epoch ms; replaces `timeout` */
  expirationTime: optionalLong,
  /** Stored until it is answered or expires; the reply has its id and comes immediately. */
  persistent: z.optional(z.nullable(z.boolean())),
  /** How often a persistent call is sent again when the device does not acknowledge it; at most 5. */
  retries: optionalLong,
  requestUUID: z.optional(z.nullable(uuidSchema)),
  additionalInfo: anyJson,
});
export type RpcRequest = z.infer<typeof rpcRequestSchema>;

/** A persistent call as it is stored and returned. Times in epoch ms. */
export const rpcSchema = z.object({
  id: typedId('RPC'),
  createdTime: z.number(),
  tenantId: typedId('TENANT'),
  deviceId: typedId('DEVICE'),
  expirationTime: z.number(),
  request: z.object({
    id: z.string(),
    tenantId: typedId('TENANT'),
    deviceId: typedId('DEVICE'),
    oneway: z.boolean(),
    expirationTime: z.number(),
    /** `params` is JSON text. */
    body: z.object({ method: z.string(), params: z.nullable(z.string()) }),
    persisted: z.boolean(),
    retries: z.nullable(z.number()),
    additionalInfo: z.optional(z.nullable(z.string())),
  }),
  response: z.unknown(),
  status: z.enum(RPC_STATUSES),
  additionalInfo: z.unknown(),
});
export type Rpc = z.infer<typeof rpcSchema>;

const tag = 'rpc';
const anyAuthority = ['SYS_ADMIN', 'TENANT_ADMIN', 'CUSTOMER_USER'] as const;
const tenantAndCustomer = ['TENANT_ADMIN', 'CUSTOMER_USER'] as const;
const deviceId = { deviceId: uuidSchema };
const rpcId = { rpcId: uuidSchema };

const malformedBody = 'Invalid request body';

export const rpcRoutes = {
  callOneway: route({
    method: 'POST',
    path: '/api/rpc/oneway/:deviceId',
    tag,
    summary: 'Call a device without waiting for its answer; 504 if the call cannot be sent in time',
    waits: true,
    access: anyAuthority,
    params: deviceId,
    anyMediaType: true,
    malformedBody,
    body: rpcRequestSchema,
    reply: z.unknown(),
  }),
  callTwoway: route({
    method: 'POST',
    path: '/api/rpc/twoway/:deviceId',
    tag,
    summary: 'Call a device and return its answer; 504 if there is none in time',
    waits: true,
    access: anyAuthority,
    params: deviceId,
    anyMediaType: true,
    malformedBody,
    body: rpcRequestSchema,
    reply: z.unknown(),
  }),
  callOnewayV1: route({
    method: 'POST',
    path: '/api/plugins/rpc/oneway/:deviceId',
    tag,
    summary: 'Call a device without waiting for its answer; 408 on timeout, 409 if the device does not take calls',
    waits: true,
    access: anyAuthority,
    params: deviceId,
    anyMediaType: true,
    malformedBody,
    body: rpcRequestSchema,
    reply: z.unknown(),
  }),
  callTwowayV1: route({
    method: 'POST',
    path: '/api/plugins/rpc/twoway/:deviceId',
    tag,
    summary: 'Call a device and return its answer; 408 on timeout, 409 if the device did not take the call',
    waits: true,
    access: anyAuthority,
    params: deviceId,
    anyMediaType: true,
    malformedBody,
    body: rpcRequestSchema,
    reply: z.unknown(),
  }),
  getPersistentRpc: route({
    method: 'GET',
    path: '/api/rpc/persistent/:rpcId',
    tag,
    summary: 'Read a persistent call',
    access: tenantAndCustomer,
    params: rpcId,
    reply: rpcSchema,
  }),
  getPersistentRpcOfDevice: route({
    method: 'GET',
    path: '/api/rpc/persistent/device/:deviceId',
    tag,
    summary: 'List the persistent calls of a device in one state',
    access: tenantAndCustomer,
    params: deviceId,
    query: { ...pageQuery, rpcStatus: z.enum(RPC_STATUSES) },
    reply: pageOf(rpcSchema),
  }),
  deletePersistentRpc: route({
    method: 'DELETE',
    path: '/api/rpc/persistent/:rpcId',
    tag,
    summary: 'Delete a persistent call; if it is still waiting, it is not sent',
    access: ['TENANT_ADMIN'],
    params: rpcId,
    reply: 'empty',
  }),
};
