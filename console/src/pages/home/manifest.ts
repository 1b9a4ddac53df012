import type { PageManifest } from '../../app/page-manifest.ts';

export const manifest: PageManifest = {
  routes: [
    {
      path: 'home',
      title: 'home.home',
      load: async () => (await import('./home-page.tsx')).HomePage,
    },
  ],
  entries: [
    {
      name: 'home.home',
      path: '/home',
      icon: 'home',
      authorities: ['SYS_ADMIN', 'TENANT_ADMIN', 'CUSTOMER_USER'],
      menu: 'main',
      order: 0,
    },
  ],
};
