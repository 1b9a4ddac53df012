import { rolloutRoutes as routes } from '@signalbox/contract/rollout';
import { implement, type RouteImplementation } from '../http/routes.ts';
import type { RolloutService } from './rollout-service.ts';

/** Answers the routes of roll-outs. */
export function rolloutRoutes(rollouts: RolloutService): RouteImplementation[] {
  return [
    implement(routes.previewRollout, ({ user, body }) => rollouts.preview(user, body)),
    implement(routes.createRollout, ({ user, body }) => rollouts.create(user, body)),
    implement(routes.getRollouts, ({ user, query }) => rollouts.list(user, query)),
    implement(routes.getRollout, ({ user, params }) => rollouts.get(user, params.rolloutId)),
    implement(routes.getRolloutDevices, ({ user, params, query }) => rollouts.devices(user, params.rolloutId, query)),
    implement(routes.changeRollout, ({ user, params }) => rollouts.change(user, params.rolloutId, params.action)),
    implement(routes.deleteRollout, async ({ user, params }) => {
      await rollouts.delete(user, params.rolloutId);
      return undefined;
    }),
  ];
}
