import { resourceRoutes as routes } from '@signalbox/contract/resource';
import { downloadHeaders } from '../../http/download-headers.ts';
import { implement, type RouteImplementation } from '../../http/routes.ts';
import type { ResourceService } from './resource-service.ts';

/** Answers the routes of resources of the contract. */
export function resourceRoutes(resources: ResourceService): RouteImplementation[] {
  return [
    implement(routes.getResources, ({ user, query }) => resources.list(user, query)),
    implement(routes.getLwm2mObjectsPage, ({ user, query }) => resources.objectsPage(user, query)),
    implement(routes.getLwm2mObjects, ({ user, query }) => resources.objects(user, query)),
    implement(routes.getResourceInfo, ({ user, params }) => resources.info(user, params.tbResourceId)),
    implement(routes.getResource, ({ user, params }) => resources.get(user, params.tbResourceId)),
    implement(routes.downloadResource, async ({ user, params, reply }) => {
      const { fileName, data } = await resources.file(user, params.tbResourceId);
      reply.headers(downloadHeaders(fileName)).type('application/octet-stream');
      return data;
    }),
    implement(routes.saveResource, ({ user, body }) => resources.save(user, body)),
    implement(routes.deleteResource, async ({ user, params }) => {
      await resources.delete(user, params.tbResourceId);
      return undefined;
    }),
  ];
}
