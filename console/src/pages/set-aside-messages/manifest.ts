import type { PageManifest } from '../../app/page-manifest.ts';

export const manifest: PageManifest = {
  routes: [
    {
      path: 'setAsideMessages/:entityId?',
      title: 'setAside.page',
      authorities: ['TENANT_ADMIN'],
      load: async () => (await import('./set-aside-page.tsx')).SetAsidePage,
    },
  ],
  entries: [
    {
      name: 'setAside.page',
      path: '/setAsideMessages',
      icon: 'flag',
      authorities: ['TENANT_ADMIN'],
      menu: 'main',
      order: 31,
      section: 'rules',
    },
  ],
};
