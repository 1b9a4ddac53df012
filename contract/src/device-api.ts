import * as z from 'zod/mini';
import { queryInteger, queryIntegerOrNone } from './page.ts';
import { route } from './route.ts';

/** The transport, not a schema, parses the bodies of these calls: their numbers must not become JavaScript numbers. */
const tag = 'device-api';
const token = { token: z.string() };
const timeout = { timeout: queryIntegerOrNone };

const count = z
  .pipe(
    queryIntegerOrNone,
    z.transform((value) => value ?? 0),
  )
  .check(z.gte(0), z.lte(2 ** 31));
/** The title and the version that the device was told of; no size: the whole file. */
const packageQuery = { title: z.string(), version: z.string(), size: count, chunk: count };

export const deviceApiRoutes = {
  provisionDevice: route({
    method: 'POST',
    path: '/api/v1/provision',
    tag,
    summary: 'Ask for credentials with the provision key and secret of a device profile',
    access: 'anyone',
    reply: z.unknown(),
  }),
  postDeviceTelemetry: route({
    method: 'POST',
    path: '/api/v1/:token/telemetry',
    tag,
    summary: 'Publish telemetry: {"key":value}, {"ts":ms,"values":{…}} or a list of both',
    access: 'anyone',
    params: token,
    reply: 'empty',
  }),
  postDeviceAttributes: route({
    method: 'POST',
    path: '/api/v1/:token/attributes',
    tag,
    summary: 'Publish client attributes: {"key":value}',
    access: 'anyone',
    params: token,
    reply: 'empty',
  }),
  getDeviceAttributes: route({
    method: 'GET',
    path: '/api/v1/:token/attributes',
    tag,
    summary: 'Read client and shared attributes: all, or those of the given keys',
    access: 'anyone',
    params: token,
    query: { clientKeys: z.optional(z.string()), sharedKeys: z.optional(z.string()) },
    reply: z.unknown(),
  }),
  pollDeviceAttributes: route({
    method: 'GET',
    path: '/api/v1/:token/attributes/updates',
    tag,
    summary: 'Wait up to `timeout` ms for the next change of shared attributes; 408 if there is none',
    access: 'anyone',
    params: token,
    query: timeout,
    reply: z.unknown(),
  }),
  pollDeviceRpc: route({
    method: 'GET',
    path: '/api/v1/:token/rpc',
    tag,
    summary: 'Wait up to `timeout` ms for the next call from the platform; 408 if there is none',
    access: 'anyone',
    params: token,
    query: timeout,
    reply: z.unknown(),
  }),
  answerDeviceRpc: route({
    method: 'POST',
    path: '/api/v1/:token/rpc/:requestId',
    tag,
    summary: 'Answer a call from the platform',
    access: 'anyone',
    params: { ...token, requestId: queryInteger },
    reply: 'empty',
  }),
  registerClaim: route({
    method: 'POST',
    path: '/api/v1/:token/claim',
    tag,
    summary: 'Let the device be claimed: nothing, or {"secretKey":"…","durationMs":60000}',
    access: 'anyone',
    params: token,
    reply: 'empty',
  }),
  downloadFirmware: route({
    method: 'GET',
    path: '/api/v1/:token/firmware',
    tag,
    summary: 'Download the firmware that the device is to install: all of it, or chunk number `chunk` of `size` bytes',
    access: 'anyone',
    params: token,
    query: packageQuery,
    reply: 'binary',
  }),
  downloadSoftware: route({
    method: 'GET',
    path: '/api/v1/:token/software',
    tag,
    summary: 'Download the software that the device is to install: all of it, or chunk number `chunk` of `size` bytes',
    access: 'anyone',
    params: token,
    query: packageQuery,
    reply: 'binary',
  }),
  callPlatform: route({
    method: 'POST',
    path: '/api/v1/:token/rpc',
    tag,
    summary: 'Call the platform: {"method":…,"params":…}; returns the answer of the rule chain',
    access: 'anyone',
    params: token,
    reply: z.unknown(),
  }),
};
