import { sharedKeyRoutes as routes } from '@signalbox/contract/shared-keys';
import { implement, type RouteImplementation } from '../http/routes.ts';
import type { SharedKeysService } from './shared-keys.ts';

/** Answers the routes of the keys that tenants share with their customers and visitors. */
export function sharedKeyRoutes(sharedKeys: SharedKeysService): RouteImplementation[] {
  return [
    implement(routes.getSharedKeys, ({ user }) => sharedKeys.get(user)),
    implement(routes.saveSharedKeys, ({ user, body }) => sharedKeys.save(user, body)),
  ];
}
