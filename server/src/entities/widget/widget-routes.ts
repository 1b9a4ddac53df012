import { widgetRoutes as routes } from '@signalbox/contract/widget';
import { implement, type RouteImplementation } from '../../http/routes.ts';
import type { WidgetTypeService } from './widget-type-service.ts';
import type { WidgetsBundleService } from './widgets-bundle-service.ts';

/** Answers the routes of widget bundles and types of the contract. */
export function widgetRoutes(bundles: WidgetsBundleService, types: WidgetTypeService): RouteImplementation[] {
  return [
    implement(routes.getWidgetsBundles, ({ user, query }) => bundles.list(user, query)),
    implement(routes.getWidgetsBundle, ({ user, params }) => bundles.get(user, params.widgetsBundleId)),
    implement(routes.saveWidgetsBundle, ({ user, body }) => bundles.save(user, body)),
    implement(routes.deleteWidgetsBundle, async ({ user, params }) => {
      await bundles.delete(user, params.widgetsBundleId);
      return undefined;
    }),
    implement(routes.getBundleWidgetTypes, ({ user, query }) => types.types(user, query)),
    implement(routes.getBundleWidgetTypesDetails, ({ user, query }) => types.details(user, query)),
    implement(routes.getBundleWidgetTypesInfos, ({ user, query }) => types.infos(user, query)),
    implement(routes.getWidgetTypeByAlias, ({ user, query }) => types.getByAlias(user, query, query.alias)),
    implement(routes.getWidgetType, ({ user, params }) => types.get(user, params.widgetTypeId)),
    implement(routes.saveWidgetType, ({ user, body }) => types.save(user, body)),
    implement(routes.deleteWidgetType, async ({ user, params }) => {
      await types.delete(user, params.widgetTypeId);
      return undefined;
    }),
  ];
}
