import type { PageManifest } from '../../app/page-manifest.ts';

export const manifest: PageManifest = {
  routes: [
    {
      path: 'tenants/:entityId?',
      title: 'tenant.tenants',
      authorities: ['SYS_ADMIN'],
      load: async () => (await import('./tenants-page.tsx')).TenantsPage,
    },
  ],
  entries: [
    {
      name: 'tenant.tenants',
      path: '/tenants',
      icon: 'tenants',
      authorities: ['SYS_ADMIN'],
      menu: 'main',
      order: 10,
      section: 'tenants',
    },
  ],
};
