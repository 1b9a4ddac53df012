import type { PageManifest } from '../../app/page-manifest.ts';

const authorities = ['TENANT_ADMIN', 'CUSTOMER_USER'] as const;
const loadList = async () => (await import('./dashboards-page.tsx')).DashboardsPage;
const loadDashboard = async () => (await import('./dashboard-page.tsx')).DashboardPage;

export const manifest: PageManifest = {
  routes: [
    { path: 'dashboards', title: 'dashboard.dashboards', authorities, load: loadList },
    {
      path: 'dashboards/:dashboardId',
      title: 'dashboard.dashboard',
      help: 'pages/dashboard',
      authorities,
      isDashboard: true,
      load: loadDashboard,
    },
    {
      path: 'customers/:customerId/dashboards',
      title: 'customer.dashboards',
      crumb: 'dashboard.dashboards',
      authorities: ['TENANT_ADMIN'],
      load: loadList,
    },
    {
      path: 'customers/:customerId/dashboards/:dashboardId',
      title: 'dashboard.dashboard',
      help: 'pages/dashboard',
      authorities,
      load: loadDashboard,
    },
    {
      path: 'dashboard/:dashboardId',
      title: 'dashboard.dashboard',
      help: 'pages/dashboard',
      authorities,
      isDashboard: true,
      isBare: true,
      load: async () => (await import('./dashboard-page.tsx')).SingleDashboardPage,
    },
  ],
  entries: [
    {
      name: 'dashboard.dashboards',
      path: '/dashboards',
      icon: 'dashboards',
      authorities,
      menu: 'main',
      order: 130,
      section: 'dashboards',
    },
  ],
};
