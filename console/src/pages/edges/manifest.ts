import type { PageManifest } from '../../app/page-manifest.ts';

const authorities = ['TENANT_ADMIN', 'CUSTOMER_USER'] as const;
const load = async () => (await import('./edges-page.tsx')).EdgesPage;
const loadRuleChains = async () => (await import('./edge-rule-chains-page.tsx')).EdgeRuleChainsPage;

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
    {
      path: 'edgeInstances/:edgeId/ruleChains',
      title: 'edge.ruleChains',
      authorities: ['TENANT_ADMIN'],
      load: loadRuleChains,
    },
    {
      // The address below the list without `details` is that of the editor.
      path: 'edgeInstances/:edgeId/ruleChains/details/:entityId',
      title: 'edge.ruleChains',
      authorities: ['TENANT_ADMIN'],
      load: loadRuleChains,
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
