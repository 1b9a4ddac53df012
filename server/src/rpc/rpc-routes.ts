import { rpcRoutes } from '@signalbox/contract/rpc';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { badRequest } from '../http/errors.ts';
import { readBodyText } from '../http/request-body.ts';
import { implement, type RouteImplementation } from '../http/routes.ts';
import { PayloadError } from '../values/json-scanner.ts';
import { splitObject } from '../values/json-values.ts';
import type { RpcService } from './rpc-service.ts';

/** Sends the device's answer verbatim, so that numbers keep their form. */
function sendJson(reply: FastifyReply, answer: string | undefined): undefined {
  if (answer !== undefined) reply.type('application/json').send(answer);
  return undefined;
}

/**
 * `params` of a call as the caller wrote it: 1.0 stays 1.0 and no digit of a long number is lost.
 * @throws ApiError 400 / 31 for what cannot be stored, such as U+0000 and very deep nesting
 */
function paramsOf(request: FastifyRequest): string {
  try {
    return splitObject(readBodyText(request.body) ?? '{}', { lenient: false }).get('params') ?? 'null';
  } catch (error) {
    throw error instanceof PayloadError ? badRequest(error.message) : error;
  }
}

export function rpcRouteImplementations(rpc: RpcService): RouteImplementation[] {
  const callRoutes = [
    { route: rpcRoutes.callOneway, way: { oneway: true, generation: 'v2' } },
    { route: rpcRoutes.callTwoway, way: { oneway: false, generation: 'v2' } },
    { route: rpcRoutes.callOnewayV1, way: { oneway: true, generation: 'v1' } },
    { route: rpcRoutes.callTwowayV1, way: { oneway: false, generation: 'v1' } },
  ] as const;
  return [
    ...callRoutes.map(({ route, way }) =>
      implement(route, async ({ user, params: { deviceId }, body, raw, reply }) =>
        sendJson(reply, await rpc.call(user, deviceId, { ...body, params: paramsOf(raw) }, way)),
      ),
    ),
    implement(rpcRoutes.getPersistentRpc, ({ user, params }) => rpc.get(user, params.rpcId)),
    implement(rpcRoutes.getPersistentRpcOfDevice, ({ user, params, query }) =>
      rpc.list(user, params.deviceId, query.rpcStatus, query),
    ),
    implement(rpcRoutes.deletePersistentRpc, async ({ user, params }) => {
      await rpc.delete(user, params.rpcId);
      return undefined;
    }),
  ];
}
