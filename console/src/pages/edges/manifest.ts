import type { PageManifest } from '../../app/page-manifest.ts';

const authorities = ['TENANT_ADMIN', 'CUSTOMER_USER'] as const;
const load = async () => (await import('./edges-page.tsx')).EdgesPage;

export const manifest: PageManifest = {
  routes: [
    { path: 'edgeInstances/:entityId?', title: 'edge.edges', authorities, load },
    {
      path: 'customers/:customerId/edgeInstances/:entityId?',
      title: 'customer.edges',
      crumb: 'edge.edges',
      authorities: ['TENANT_ADMIN'],
      load,
    },
    {
      path: 'edgeInstances/:edgeId/devices/:entityId?',
      title: 'edge.devices',
      authorities,
      load: async () => (await import('./edge-members-page.tsx')).EdgeDevicesPage,
    },
    {
      path: 'edgeInstances/:edgeId/assets/:entityId?',
      title: 'edge.assets',
      authorities,
      load: async () => (await import('./edge-members-page.tsx')).EdgeAssetsPage,
    },
    {
      path: 'edgeInstances/:edgeId/entityViews/:entityId?',
      title: 'edge.entityViews',
      authorities,
      load: async () => (await import('./edge-members-page.tsx')).EdgeEntityViewsPage,
    },
    {
      path: 'edgeInstances/:edgeId/dashboards/:entityId?',
      title: 'edge.dashboards',
      authorities,
      load: async () => (await import('./edge-members-page.tsx')).EdgeDashboardsPage,
    },
  ],
  entries: [
    {
      name: 'edge.edges',
      path: '/edgeInstances',
      icon: 'edges',
      authorities,
      menu: 'main',
      needsEdges: true,
      order: 100,
      section: 'edges',
    },
  ],
};
