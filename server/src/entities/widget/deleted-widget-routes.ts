import { deletedWidgetRoutes as routes } from '@signalbox/contract/deleted-widget';
import { implement, type RouteImplementation } from '../../http/routes.ts';
import type { DeletedWidgetService } from './deleted-widget-service.ts';

/** Answers the calls for deleted bundles of widget types, and for deleted types. */
export function deletedWidgetRoutes(service: DeletedWidgetService): RouteImplementation[] {
  return [
    implement(routes.getDeletedWidgetsBundles, ({ user, query }) => service.listBundles(user, query)),
    implement(routes.restoreDeletedWidgetsBundle, ({ user, params }) =>
      service.restoreBundle(user, params.widgetsBundleId),
    ),
    implement(routes.forgetDeletedWidgetsBundle, async ({ user, params }) => {
      await service.forget(user, 'WIDGETS_BUNDLE', params.widgetsBundleId);
      return undefined;
    }),
    implement(routes.getDeletedWidgetTypes, ({ user, query }) => service.listTypes(user, query)),
    implement(routes.restoreDeletedWidgetType, ({ user, params }) => service.restoreType(user, params.widgetTypeId)),
    implement(routes.forgetDeletedWidgetType, async ({ user, params }) => {
      await service.forget(user, 'WIDGET_TYPE', params.widgetTypeId);
      return undefined;
    }),
  ];
}
