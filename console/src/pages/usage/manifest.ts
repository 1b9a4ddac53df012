import type { PageManifest } from '../../app/page-manifest.ts';

export const manifest: PageManifest = {
  routes: [
    {
      path: 'usage',
      title: 'usage.page',
      authorities: ['TENANT_ADMIN'],
      load: async () => (await import('./usage-page.tsx')).UsagePage,
    },
  ],
  entries: [
    {
      name: 'usage.page',
      path: '/usage',
      icon: 'chart',
      authorities: ['TENANT_ADMIN'],
      menu: 'main',
      order: 150,
      section: 'audit',
    },
  ],
};
