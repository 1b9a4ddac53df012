import * as z from 'zod/mini';
import { queryInteger, queryIntegerOrNone } from './page.ts';
import { route } from './route.ts';

/** Bodies of these calls are JSON that is typed number by number, so they are read by the transport, not by a schema. */
const tag = 'device-api';
const token = { token: z.string() };
const timeout = { timeout: queryIntegerOrNone };

export const deviceApiRoutes = {
  postDeviceTelemetry: route({
    method: 'POST',
    path: '/api/v1/:token/telemetry',
    tag,
    summary: 'Telemetry of a device: {"key":value}, {"ts":ms,"values":{…}} or a list of both',
    access: 'anyone',
    params: token,
    reply: 'empty',
  }),
  postDeviceAttributes: route({
    method: 'POST',
    path: '/api/v1/:token/attributes',
    tag,
    summary: 'Client attributes of a device: {"key":value}',
    access: 'anyone',
    params: token,
    reply: 'empty',
  }),
  getDeviceAttributes: route({
    method: 'GET',
    path: '/api/v1/:token/attributes',
    tag,
    summary: 'Client and shared attributes of a device: of the given keys, or all',
    access: 'anyone',
    params: token,
    query: { clientKeys: z.optional(z.string()), sharedKeys: z.optional(z.string()) },
    reply: z.unknown(),
  }),
  pollDeviceAttributes: route({
    method: 'GET',
    path: '/api/v1/:token/attributes/updates',
    tag,
    summary: 'Wait up to `timeout` ms for the next change of shared attributes; 408 without one',
    access: 'anyone',
    params: token,
    query: timeout,
    reply: z.unknown(),
  }),
  pollDeviceRpc: route({
    method: 'GET',
    path: '/api/v1/:token/rpc',
    tag,
    summary: 'Wait up to `timeout` ms for the next call of the platform; 408 without one',
    access: 'anyone',
    params: token,
    query: timeout,
    reply: z.unknown(),
  }),
  answerDeviceRpc: route({
    method: 'POST',
    path: '/api/v1/:token/rpc/:requestId',
    tag,
    summary: 'Answer of a device to a call of the platform',
    access: 'anyone',
    params: { ...token, requestId: queryInteger },
    reply: 'empty',
  }),
  callPlatform: route({
    method: 'POST',
    path: '/api/v1/:token/rpc',
    tag,
    summary: 'Call of a device to the platform: {"method":…,"params":…}; the reply is the answer of the rule chain',
    access: 'anyone',
    params: token,
    reply: z.unknown(),
  }),
};
