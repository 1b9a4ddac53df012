import * as z from 'zod/mini';
import { basedOn } from './based-on.ts';
import { dashboardSchema } from './dashboard.ts';
import { typedId, uuidSchema } from './id.ts';
import { pageOf, pageQuery } from './page.ts';
import { route } from './route.ts';
import { deletedSchema, versionNumber, versionSchema } from './version.ts';

export const dashboardVersionSchema = z.extend(versionSchema, { dashboardId: typedId('DASHBOARD') });
export type DashboardVersion = z.infer<typeof dashboardVersionSchema>;

/** All that a save of a dashboard replaces. */
export const dashboardContentSchema = z.pick(dashboardSchema, {
  title: true,
  image: true,
  mobileHide: true,
  mobileOrder: true,
  configuration: true,
});
export type DashboardContent = z.infer<typeof dashboardContentSchema>;

export const fullDashboardVersionSchema = z.extend(dashboardVersionSchema, { content: dashboardContentSchema });
export type FullDashboardVersion = z.infer<typeof fullDashboardVersionSchema>;

export const deletedDashboardSchema = z.extend(deletedSchema, {
  id: typedId('DASHBOARD'),
  /** Customers it was assigned to, which it does not come back to. */
  customers: z.number(),
});
export type DeletedDashboard = z.infer<typeof deletedDashboardSchema>;

const access = ['TENANT_ADMIN'] as const;
const tag = 'dashboard';
const dashboardId = { dashboardId: uuidSchema };
const version = { ...dashboardId, number: versionNumber };

/** Not in 3.3.2. */
export const dashboardVersionRoutes = {
  getDashboardVersions: route({
    method: 'GET',
    path: '/api/dashboard/:dashboardId/versions',
    tag,
    summary: 'List what a dashboard was, newest first',
    access,
    params: dashboardId,
    query: { pageSize: pageQuery.pageSize, page: pageQuery.page },
    reply: pageOf(dashboardVersionSchema),
  }),
  getDashboardVersion: route({
    method: 'GET',
    path: '/api/dashboard/:dashboardId/versions/:number',
    tag,
    summary: 'Read a version of a dashboard, also of a deleted one that can be restored, with its content',
    access,
    params: version,
    reply: fullDashboardVersionSchema,
  }),
  restoreDashboardVersion: route({
    method: 'POST',
    path: '/api/dashboard/:dashboardId/versions/:number/restore',
    tag,
    summary:
      'Save the content of a version once more; customers stay as they are. 409 when the dashboard is no longer in ' +
      'the state that `basedOn` names',
    access,
    params: version,
    query: { basedOn },
    reply: dashboardSchema,
  }),
  getDeletedDashboards: route({
    method: 'GET',
    path: '/api/dashboards/deleted',
    tag,
    summary: 'List the dashboards that were deleted during the last 30 days, newest first',
    access,
    query: { pageSize: pageQuery.pageSize, page: pageQuery.page, textSearch: pageQuery.textSearch },
    reply: pageOf(deletedDashboardSchema),
  }),
  restoreDeletedDashboard: route({
    method: 'POST',
    path: '/api/dashboards/deleted/:dashboardId/restore',
    tag,
    summary: 'Restore a deleted dashboard under its id; it is assigned to no customer',
    access,
    params: dashboardId,
    reply: dashboardSchema,
  }),
  forgetDeletedDashboard: route({
    method: 'DELETE',
    path: '/api/dashboards/deleted/:dashboardId',
    tag,
    summary: 'Delete a deleted dashboard for good, with its versions',
    access,
    params: dashboardId,
    reply: 'empty',
  }),
};
