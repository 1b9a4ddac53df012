import { dashboardVersionRoutes as routes } from '@signalbox/contract/dashboard-version';
import { call } from './client.ts';

const quiet = { ignoreErrors: true, ignoreLoading: true } as const;

/** What a dashboard was, newest first. */
export function getDashboardVersions(dashboardId: string, page: number, pageSize: number) {
  return call(routes.getDashboardVersions, { params: { dashboardId }, query: { page, pageSize } }, quiet);
}

export function getDashboardVersion(dashboardId: string, number: number) {
  return call(routes.getDashboardVersion, { params: { dashboardId, number: String(number) } }, quiet);
}

export function getDeletedDashboards(textSearch: string, page: number, pageSize: number) {
  return call(routes.getDeletedDashboards, { query: { textSearch, page, pageSize } }, quiet);
}

export function restoreDeletedDashboard(dashboardId: string) {
  return call(routes.restoreDeletedDashboard, { params: { dashboardId } }, quiet);
}

/** Deletes a deleted dashboard for good. */
export function forgetDeletedDashboard(dashboardId: string) {
  return call(routes.forgetDeletedDashboard, { params: { dashboardId } }, quiet);
}
