import type { Route, RouteReplying } from '@signalbox/contract/route';
import { definitionOf } from '@signalbox/contract/route-definition';
import type * as z from 'zod/mini';
import type { RouteImplementation } from '../../http/routes.ts';
import type { SecurityUser } from '../../http/security-user.ts';
import type { OwnedEntity, OwnedService } from './owned-service.ts';
import type { SharedEntity, SharedService } from './shared-service.ts';

/** A route about one entity, which it replies: its parameters are the entity's id and, where needed, `customerId`. */
type AboutOne<Entity> = RouteReplying<Entity>;
/** … with ids of customers as its body. */
type AboutMany<Entity> = AboutOne<Entity> & {
  body?: z.core.$ZodType<string[] | null | undefined> | undefined;
};

interface OwnershipRequest {
  user: SecurityUser;
  /** Of the entity. */
  id: string;
  customerId: string;
  customerIds: readonly string[];
}

function answer(route: Route, work: (request: OwnershipRequest) => Promise<unknown>): RouteImplementation {
  const parameter = Object.keys(definitionOf(route).params ?? {}).find((name) => name !== 'customerId') ?? '';
  return {
    route,
    handle({ user, params, body }) {
      const { [parameter]: id, customerId } = params as Record<string, string>;
      return work({
        user,
        id: id as string,
        customerId: customerId as string,
        customerIds: (body as string[] | null | undefined) ?? [],
      });
    },
  };
}

/** Answers the routes that give entities of a kind to one customer. */
export function ownedRoutes<Entity extends OwnedEntity>(
  service: OwnedService<Entity>,
  routes: Record<'assign' | 'unassign' | 'makePublic', AboutOne<Entity>>,
): RouteImplementation[] {
  return [
    answer(routes.assign, ({ user, id, customerId }) => service.assign(user, id, customerId)),
    answer(routes.unassign, ({ user, id }) => service.unassign(user, id)),
    answer(routes.makePublic, ({ user, id }) => service.makePublic(user, id)),
  ];
}

/** Answers the routes that share entities of a kind with customers. */
export function sharedRoutes<Entity extends SharedEntity>(
  service: SharedService<Entity>,
  routes: Record<'assign' | 'unassign' | 'makePublic' | 'makePrivate', AboutOne<Entity>> &
    Record<'setCustomers' | 'addCustomers' | 'removeCustomers', AboutMany<Entity>>,
): RouteImplementation[] {
  return [
    answer(routes.assign, ({ user, id, customerId }) => service.assign(user, id, [customerId])),
    answer(routes.unassign, ({ user, id, customerId }) => service.unassign(user, id, [customerId])),
    answer(routes.makePublic, ({ user, id }) => service.makePublic(user, id)),
    answer(routes.makePrivate, ({ user, id }) => service.makePrivate(user, id)),
    answer(routes.setCustomers, ({ user, id, customerIds }) => service.setCustomers(user, id, customerIds)),
    answer(routes.addCustomers, ({ user, id, customerIds }) => service.assign(user, id, customerIds)),
    answer(routes.removeCustomers, ({ user, id, customerIds }) => service.unassign(user, id, customerIds)),
  ];
}
