import {
  type Dashboard,
  type DashboardInfo,
  type DashboardInput,
  dashboardRoutes,
  type HomeDashboard,
  type HomeDashboardInfo,
  type HomeDashboardInfoInput,
} from '@signalbox/contract/dashboard';
import type { PageData } from '@signalbox/contract/page';
import { prepareNamedTexts } from '../i18n/named-texts.ts';
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
  const options = { ignoreErrors: true };
  return customerId
    ? call(dashboardRoutes.getCustomerDashboards, { params: { customerId }, query: { ...link } }, options)
    : call(dashboardRoutes.getTenantDashboards, { query: { ...link } }, options);
}

/** The dashboards of a tenant, for the system administrator. */
export function listDashboardsOfTenant(link: DashboardListLink, tenantId: string): Promise<PageData<DashboardInfo>> {
  return call(
    dashboardRoutes.getDashboardsOfTenant,
    { params: { tenantId }, query: { ...link } },
    { ignoreErrors: true, ignoreLoading: true },
  );
}

/** The dashboard in place of the home page; null when there is none. */
export async function readHomeDashboard(): Promise<HomeDashboard | null> {
  return (await call(dashboardRoutes.getHomeDashboard, {}, { ignoreErrors: true, ignoreLoading: true })) ?? null;
}

/** The home dashboard of the own tenant. */
export function readTenantHomeDashboard(): Promise<HomeDashboardInfo> {
  return call(dashboardRoutes.getTenantHomeDashboardInfo, {}, { ignoreErrors: true, ignoreLoading: true });
}

export function saveTenantHomeDashboard(info: HomeDashboardInfoInput, basedOn?: string) {
  return call(dashboardRoutes.setTenantHomeDashboardInfo, { query: { basedOn }, body: info }, { ignoreErrors: true });
}

/** A dashboard without its content. */
export function readDashboardInfo(dashboardId: string): Promise<DashboardInfo> {
  return call(
    dashboardRoutes.getDashboardInfo,
    { params: { dashboardId } },
    { ignoreErrors: true, ignoreLoading: true },
  );
}

export async function readDashboard(dashboardId: string): Promise<Dashboard> {
  const dashboard = await call(dashboardRoutes.getDashboard, { params: { dashboardId } }, { ignoreErrors: true });
  await prepareNamedTexts(dashboard);
  return dashboard;
}

/** Creates a dashboard, or replaces one when the input has an id. */
export function saveDashboard(dashboard: DashboardInput, basedOn?: string): Promise<Dashboard> {
  return call(dashboardRoutes.saveDashboard, { query: { basedOn }, body: dashboard }, { ignoreErrors: true });
}

export function deleteDashboard(dashboardId: string): Promise<undefined> {
  return call(dashboardRoutes.deleteDashboard, { params: { dashboardId } }, { ignoreErrors: true });
}

/** Assigns the dashboard to exactly these customers; whether it is public is another matter. */
export function setDashboardCustomers(dashboardId: string, customerIds: readonly string[]): Promise<Dashboard> {
  return call(
    dashboardRoutes.updateDashboardCustomers,
    { params: { dashboardId }, body: [...customerIds] },
    { ignoreErrors: true },
  );
}

export function unassignDashboard(dashboardId: string, customerId: string): Promise<Dashboard> {
  return call(
    dashboardRoutes.unassignDashboardFromCustomer,
    { params: { customerId, dashboardId } },
    { ignoreErrors: true },
  );
}

/** Lets everybody who has the link see the dashboard, or ends that. */
export function setDashboardPublic(dashboardId: string, isPublic: boolean): Promise<Dashboard> {
  const route = isPublic
    ? dashboardRoutes.assignDashboardToPublicCustomer
    : dashboardRoutes.unassignDashboardFromPublicCustomer;
  return call(route, { params: { dashboardId } }, { ignoreErrors: true });
}
