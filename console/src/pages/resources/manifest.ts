import type { PageManifest } from '../../app/page-manifest.ts';

const authorities = ['SYS_ADMIN', 'TENANT_ADMIN'] as const;

export const manifest: PageManifest = {
  routes: [
    {
      path: 'settings/resources-library/:entityId?',
      title: 'resources.library',
      authorities,
      load: async () => (await import('./resources-page.tsx')).ResourcesPage,
    },
  ],
  entries: [
    {
      name: 'resources.library',
      path: '/settings/resources-library',
      icon: 'folder',
      authorities,
      menu: 'main',
      group: 'settings',
      order: 165,
      section: 'settings',
    },
  ],
};
