import type { PageManifest } from '../../app/page-manifest.ts';

const load = async () => (await import('./entity-views-page.tsx')).EntityViewsPage;

export const manifest: PageManifest = {
  routes: [
    {
      path: 'entityViews/:entityId?',
      title: 'entityView.entityViews',
      authorities: ['TENANT_ADMIN', 'CUSTOMER_USER'],
      load,
    },
    {
      path: 'customers/:customerId/entityViews/:entityId?',
      title: 'customer.entityViews',
      crumb: 'entityView.entityViews',
      authorities: ['TENANT_ADMIN'],
      load,
    },
  ],
  entries: [
    {
      name: 'entityView.entityViews',
      path: '/entityViews',
      icon: 'entityViews',
      authorities: ['TENANT_ADMIN', 'CUSTOMER_USER'],
      menu: 'main',
      order: 90,
      section: 'entityViews',
    },
  ],
};
