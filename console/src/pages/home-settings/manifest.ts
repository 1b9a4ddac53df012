import type { PageManifest } from '../../app/page-manifest.ts';

export const manifest: PageManifest = {
  routes: [
    {
      path: 'settings/home',
      title: 'homeSettings.title',
      authorities: ['TENANT_ADMIN'],
      load: async () => (await import('./home-settings-page.tsx')).HomeSettingsPage,
    },
  ],
  entries: [
    {
      name: 'homeSettings.title',
      path: '/settings/home',
      icon: 'settings',
      authorities: ['TENANT_ADMIN'],
      menu: 'main',
      group: 'settings',
      order: 160,
      section: 'settings',
    },
  ],
};
