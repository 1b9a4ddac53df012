import {
  type Dashboard,
  type DashboardInfo,
  type DashboardInput,
  dashboardRoutes,
} from '@signalbox/contract/dashboard';
import type { PageData } from '@signalbox/contract/page';
import { call } from './client.ts';

export interface DashboardListLink {
  pageSize: number;
  page: number;
  textSearch?: string | undefined;
  sortProperty?: string | undefined;
  sortOrder?: 'ASC' | 'DESC' | undefined;
}

/** The dashboards that this user may see: those of the tenant, or of a customer. */
export function listDashboards(
  link: DashboardListLink,
  customerId: string | undefined,
): Promise<PageData<DashboardInfo>> {
  return customerId
    ? call(dashboardRoutes.getCustomerDashboards, { params: { customerId }, query: { ...link } })
    : call(dashboardRoutes.getTenantDashboards, { query: { ...link } });
}

export function readDashboard(dashboardId: string): Promise<Dashboard> {
  return call(dashboardRoutes.getDashboard, { params: { dashboardId } }, { ignoreErrors: true });
}

/** Creates a dashboard, or replaces one when the input has an id. */
export function saveDashboard(dashboard: DashboardInput): Promise<Dashboard> {
  return call(dashboardRoutes.saveDashboard, { body: dashboard }, { ignoreErrors: true });
}

export function deleteDashboard(dashboardId: string): Promise<undefined> {
  return call(dashboardRoutes.deleteDashboard, { params: { dashboardId } });
}
