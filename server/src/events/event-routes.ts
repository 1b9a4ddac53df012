import { eventRoutes as routes } from '@signalbox/contract/event';
import { type EntityId, entityId } from '@signalbox/contract/id';
import type { EntityDirectory } from '../access/entity-directory.ts';
import { requireEntity } from '../access/require-entity.ts';
import { badRequest, notFound } from '../http/errors.ts';
import { implement, type RouteImplementation } from '../http/routes.ts';
import type { SecurityUser } from '../http/security-user.ts';
import type { EventStore } from './event-store.ts';

/** Answers the event routes of the contract: events can be read by everyone who may read their entity. */
export function eventRoutes(events: EventStore, directory: EntityDirectory): RouteImplementation[] {
  /** The entity and the tenant its events are stored under, if the user may read it. */
  async function require(user: SecurityUser, id: EntityId, tenantId: string): Promise<[string, EntityId]> {
    if (id.entityType === 'API_USAGE_STATE' || id.entityType === 'RPC') {
      throw badRequest(`Unsupported entity type: ${id.entityType}`);
    }
    await requireEntity(directory, user, id, 'READ');
    if (user.authority !== 'SYS_ADMIN' && tenantId !== user.tenantId) throw notFound();
    return [tenantId, id];
  }
  return [
    implement(routes.getEventsOfType, async ({ user, params, query }) => {
      const place = await require(user, entityId(params.entityType, params.entityId), query.tenantId);
      return events.list(...place, query, { eventType: params.eventType });
    }),
    implement(routes.getEvents, async ({ user, params, query }) => {
      const place = await require(user, entityId(params.entityType, params.entityId), query.tenantId);
      return events.list(...place, query, {});
    }),
    implement(routes.findEvents, async ({ user, params, query, body }) => {
      const place = await require(user, entityId(params.entityType, params.entityId), query.tenantId);
      return events.list(...place, query, body);
    }),
  ];
}
