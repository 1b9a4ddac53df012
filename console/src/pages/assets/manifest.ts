import type { PageManifest } from '../../app/page-manifest.ts';

const load = async () => (await import('./assets-page.tsx')).AssetsPage;

export const manifest: PageManifest = {
  routes: [
    {
      path: 'assets/:entityId?',
      title: 'asset.assets',
      authorities: ['TENANT_ADMIN', 'CUSTOMER_USER'],
      load,
    },
    {
      path: 'customers/:customerId/assets/:entityId?',
      title: 'customer.assets',
      crumb: 'asset.assets',
      authorities: ['TENANT_ADMIN'],
      load,
    },
  ],
  entries: [
    {
      name: 'asset.assets',
      path: '/assets',
      icon: 'assets',
      authorities: ['TENANT_ADMIN', 'CUSTOMER_USER'],
      menu: 'main',
      order: 50,
      section: 'assets',
    },
  ],
};
