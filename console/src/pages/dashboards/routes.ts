import type { RouteObject } from 'react-router';

/** Dashboard pages inside the shell. */
export const dashboardPages: RouteObject[] = [];

/** Dashboards that fill the window, without the shell. */
export const fullScreenDashboardPages: RouteObject[] = [];
