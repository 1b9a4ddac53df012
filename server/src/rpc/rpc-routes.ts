import { rpcRoutes } from '@signalbox/contract/rpc';
import type { FastifyReply } from 'fastify';
import { implement, type RouteImplementation } from '../http/routes.ts';
import type { RpcService } from './rpc-service.ts';

/** Sends the device's answer with the numbers as the device wrote them. */
function sendJson(reply: FastifyReply, answer: string | undefined): undefined {
  if (answer !== undefined) reply.type('application/json').send(answer);
  return undefined;
}

export function rpcRouteImplementations(rpc: RpcService): RouteImplementation[] {
  return [
    implement(rpcRoutes.callOneway, async ({ user, params, body, reply }) =>
      sendJson(reply, await rpc.call(user, params.deviceId, body, { oneway: true, generation: 'v2' })),
    ),
    implement(rpcRoutes.callTwoway, async ({ user, params, body, reply }) =>
      sendJson(reply, await rpc.call(user, params.deviceId, body, { oneway: false, generation: 'v2' })),
    ),
    implement(rpcRoutes.callOnewayV1, async ({ user, params, body, reply }) =>
      sendJson(reply, await rpc.call(user, params.deviceId, body, { oneway: true, generation: 'v1' })),
    ),
    implement(rpcRoutes.callTwowayV1, async ({ user, params, body, reply }) =>
      sendJson(reply, await rpc.call(user, params.deviceId, body, { oneway: false, generation: 'v1' })),
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
