import type { PageManifest } from '../../app/page-manifest.ts';

export const manifest: PageManifest = {
  routes: [
    {
      path: 'settings',
      title: 'menu.group.settings',
      authorities: ['SYS_ADMIN', 'TENANT_ADMIN'],
      redirectTo: { SYS_ADMIN: '/settings/general', TENANT_ADMIN: '/settings/home' },
    },
    {
      path: 'settings/general',
      title: 'settings.general',
      authorities: ['SYS_ADMIN'],
      load: async () => (await import('./general-settings-page.tsx')).GeneralSettingsPage,
    },
  ],
  entries: [
    {
      name: 'settings.general',
      path: '/settings/general',
      icon: 'settings',
      authorities: ['SYS_ADMIN'],
      menu: 'main',
      group: 'settings',
      order: 160,
      section: 'settings',
    },
  ],
};
