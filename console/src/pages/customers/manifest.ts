import type { PageManifest } from '../../app/page-manifest.ts';

export const manifest: PageManifest = {
  routes: [
    {
      path: 'customers/:entityId?',
      title: 'customer.customers',
      authorities: ['TENANT_ADMIN'],
      load: async () => (await import('./customers-page.tsx')).CustomersPage,
    },
  ],
  entries: [
    {
      name: 'customer.customers',
      path: '/customers',
      icon: 'customers',
      authorities: ['TENANT_ADMIN'],
      menu: 'main',
      order: 40,
      section: 'customers',
    },
  ],
};
