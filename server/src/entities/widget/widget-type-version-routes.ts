import { widgetTypeVersionRoutes as routes } from '@signalbox/contract/widget-type-version';
import { implement, type RouteImplementation } from '../../http/routes.ts';
import type { WidgetTypeVersionService } from './widget-type-version-service.ts';

/** Answers the calls for versions of widget types. */
export function widgetTypeVersionRoutes(service: WidgetTypeVersionService): RouteImplementation[] {
  return [
    implement(routes.getWidgetTypeVersions, ({ user, params, query }) =>
      service.list(user, params.widgetTypeId, query),
    ),
    implement(routes.getWidgetTypeVersion, ({ user, params }) =>
      service.requireVersion(user, params.widgetTypeId, params.number),
    ),
    implement(routes.restoreWidgetTypeVersion, ({ user, params, query }) =>
      service.restore(user, params.widgetTypeId, params.number, query.basedOn),
    ),
  ];
}
