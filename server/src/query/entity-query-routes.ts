import { entityQueryRoutes as routes } from '@signalbox/contract/entity-query';
import { implement, type RouteImplementation } from '../http/routes.ts';
import type { AlarmDataQueries } from './alarm-data-queries.ts';
import type { EntityQueryService } from './entity-query-service.ts';

/** Answers the entity query routes of the contract. */
export function entityQueryRoutes(queries: EntityQueryService, alarms: AlarmDataQueries): RouteImplementation[] {
  return [
    implement(routes.countEntitiesByQuery, ({ user, body }) => queries.count(user, body)),
    implement(routes.findEntitiesByQuery, async ({ user, body }) => {
      const page = await queries.find(user, body);
      // Key types that were not requested are absent.
      return page as typeof page & { data: { latest: Record<string, Record<string, never>> }[] };
    }),
    implement(routes.findAlarmsByQuery, async ({ user, body }) => {
      const { page } = await alarms.find(user, body);
      // Key types that were not requested are absent.
      return page as typeof page & { data: { latest: Record<string, Record<string, never>> }[] };
    }),
    implement(routes.findEntityKeysByQuery, ({ user, query, body }) => queries.findKeys(user, body, query)),
  ];
}
