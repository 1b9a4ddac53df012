import type { PageManifest } from '../../app/page-manifest.ts';

const authorities = ['TENANT_ADMIN', 'CUSTOMER_USER'] as const;
const customersCrumb = { label: 'customer.customers', to: '/customers' };
const loadList = async () => (await import('./dashboards-page.tsx')).DashboardsPage;
const loadDashboard = async () => (await import('./dashboard-page.tsx')).DashboardPage;

export const manifest: PageManifest = {
  routes: [
    { path: 'dashboards', title: 'dashboard.dashboards', authorities, load: loadList },
    {
      path: 'dashboards/:dashboardId',
      title: 'dashboard.dashboard',
      crumb: { label: 'dashboard.dashboards', to: '/dashboards' },
      authorities,
      isDashboard: true,
      load: loadDashboard,
    },
    {
      path: 'customers/:customerId/dashboards',
      title: 'customer.dashboards',
      crumb: customersCrumb,
      authorities: ['TENANT_ADMIN'],
      load: loadList,
    },
    {
      path: 'customers/:customerId/dashboards/:dashboardId',
      title: 'dashboard.dashboard',
      crumb: customersCrumb,
      authorities,
      load: loadDashboard,
    },
    {
      path: 'dashboard/:dashboardId',
      title: 'dashboard.dashboard',
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
