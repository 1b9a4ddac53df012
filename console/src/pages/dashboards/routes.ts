import type { RouteObject } from 'react-router';
import { page } from '../../app/page.ts';
import type { PageHandle } from '../../app/page-handle.ts';

const authorities: PageHandle['authorities'] = ['TENANT_ADMIN', 'CUSTOMER_USER'];
const crumb: PageHandle['crumb'] = { label: 'dashboard.dashboards', icon: 'dashboards', to: '/dashboards' };
const customersCrumb: PageHandle['crumb'] = { label: 'customer.customers', icon: 'customers', to: '/customers' };

/** Dashboard pages inside the shell. */
export const dashboardPages: RouteObject[] = [
  page(
    'dashboards',
    { title: 'dashboard.dashboards', authorities },
    async () => (await import('./dashboards-page.tsx')).DashboardsPage,
  ),
  page(
    'dashboards/:dashboardId',
    { title: 'dashboard.dashboard', crumb, authorities, isDashboard: true },
    async () => (await import('./dashboard-page.tsx')).DashboardPage,
  ),
  page(
    'customers/:customerId/dashboards',
    { title: 'customer.dashboards', crumb: customersCrumb, authorities: ['TENANT_ADMIN'] },
    async () => (await import('./dashboards-page.tsx')).DashboardsPage,
  ),
  page(
    'customers/:customerId/dashboards/:dashboardId',
    { title: 'dashboard.dashboard', crumb: customersCrumb, authorities },
    async () => (await import('./dashboard-page.tsx')).DashboardPage,
  ),
];

/** Dashboards that fill the window, without the shell. */
export const fullScreenDashboardPages: RouteObject[] = [
  page(
    'dashboard/:dashboardId',
    { title: 'dashboard.dashboard', authorities, isDashboard: true },
    async () => (await import('./dashboard-page.tsx')).SingleDashboardPage,
  ),
];
