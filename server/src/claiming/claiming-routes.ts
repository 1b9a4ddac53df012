import { deviceRoutes as routes } from '@signalbox/contract/device';
import type { FastifyReply } from 'fastify';
import { implement, type RouteImplementation } from '../http/routes.ts';
import type { ClaimingService, ClaimRefusal } from './claiming-service.ts';

/** 400 with a bare JSON string, as the wire has it. */
function refuse(reply: FastifyReply, refusal: ClaimRefusal): undefined {
  reply.code(400).type('application/json').send(JSON.stringify(refusal));
  return undefined;
}

/** Answers the calls of users who claim devices. */
export function claimingRoutes(claiming: ClaimingService): RouteImplementation[] {
  return [
    implement(routes.claimDevice, async ({ user, params, body, reply }) => {
      const result = await claiming.claim(user, params.deviceName, body?.secretKey ?? '');
      return typeof result === 'string' ? refuse(reply, result) : { device: result, response: 'SUCCESS' as const };
    }),
    implement(routes.reclaimDevice, async ({ user, params, reply }) => {
      const refusal = await claiming.reclaim(user, params.deviceName);
      return refusal && refuse(reply, refusal);
    }),
  ];
}
