import type { PageManifest } from '../../app/page-manifest.ts';

export const manifest: PageManifest = {
  routes: [
    {
      path: 'otaUpdates/:entityId?',
      title: 'otaUpdates.updates',
      authorities: ['TENANT_ADMIN'],
      load: async () => (await import('./ota-updates-page.tsx')).OtaUpdatesPage,
    },
  ],
  entries: [
    {
      name: 'otaUpdates.updates',
      path: '/otaUpdates',
      icon: 'otaUpdates',
      authorities: ['TENANT_ADMIN'],
      menu: 'main',
      order: 80,
      section: 'devices',
    },
  ],
};
