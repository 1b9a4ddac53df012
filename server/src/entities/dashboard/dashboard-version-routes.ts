import { dashboardVersionRoutes as routes } from '@signalbox/contract/dashboard-version';
import { implement, type RouteImplementation } from '../../http/routes.ts';
import type { DashboardVersionService } from './dashboard-version-service.ts';

/** Answers the calls for versions of dashboards, and for deleted ones. */
export function dashboardVersionRoutes(service: DashboardVersionService): RouteImplementation[] {
  return [
    implement(routes.getDashboardVersions, ({ user, params, query }) => service.list(user, params.dashboardId, query)),
    implement(routes.getDashboardVersion, ({ user, params }) =>
      service.requireVersion(user, params.dashboardId, params.number),
    ),
    implement(routes.restoreDashboardVersion, ({ user, params, query }) =>
      service.restore(user, params.dashboardId, params.number, query.basedOn),
    ),
    implement(routes.getDeletedDashboards, ({ user, query }) => service.listDeleted(user, query)),
    implement(routes.restoreDeletedDashboard, ({ user, params }) => service.restoreDeleted(user, params.dashboardId)),
    implement(routes.forgetDeletedDashboard, async ({ user, params }) => {
      await service.forgetDeleted(user, params.dashboardId);
      return undefined;
    }),
  ];
}
