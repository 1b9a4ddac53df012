import { dashboardRoutes as routes } from '@signalbox/contract/dashboard';
import { implement, type RouteImplementation } from '../../http/routes.ts';
import type { DashboardService } from './dashboard-service.ts';
import type { HomeDashboardService } from './home-dashboard-service.ts';

/** Answers the dashboard routes of the contract, except those of sharing. */
export function dashboardRoutes(dashboards: DashboardService, home: HomeDashboardService): RouteImplementation[] {
  return [
    implement(routes.getDashboardInfo, ({ user, params }) => dashboards.requireInfo(user, params.dashboardId)),
    implement(routes.getDashboard, ({ user, params }) => dashboards.require(user, params.dashboardId, 'READ')),
    implement(routes.saveDashboard, ({ user, body }) => dashboards.save(user, body)),
    implement(routes.deleteDashboard, async ({ user, params }) => {
      await dashboards.delete(user, params.dashboardId);
      return undefined;
    }),
    implement(routes.getDashboardsOfTenant, ({ user, params, query }) =>
      dashboards.listOfTenant(user, params.tenantId, query),
    ),
    implement(routes.getTenantDashboards, ({ user, query }) => dashboards.list(user, query, query.mobile)),
    implement(routes.getCustomerDashboards, ({ user, params, query }) =>
      dashboards.listOfCustomer(user, params.customerId, query, query.mobile),
    ),
    implement(routes.getHomeDashboard, ({ user }) => home.find(user)),
    implement(routes.getHomeDashboardInfo, ({ user }) => home.findInfo(user)),
    implement(routes.getTenantHomeDashboardInfo, ({ user }) => home.ofTenant(user)),
    implement(routes.setTenantHomeDashboardInfo, async ({ user, body }) => {
      await home.setOfTenant(user, body.dashboardId?.id ?? null, body.hideDashboardToolbar ?? true);
      return undefined;
    }),
  ];
}
