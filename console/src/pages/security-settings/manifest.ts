import type { PageManifest } from '../../app/page-manifest.ts';

export const manifest: PageManifest = {
  routes: [
    {
      path: 'settings/security-settings',
      title: 'securitySettings.title',
      authorities: ['SYS_ADMIN'],
      load: async () => (await import('./security-settings-page.tsx')).SecuritySettingsPage,
    },
  ],
  entries: [
    {
      name: 'securitySettings.title',
      path: '/settings/security-settings',
      icon: 'lock',
      authorities: ['SYS_ADMIN'],
      menu: 'main',
      group: 'settings',
      order: 163,
      section: 'settings',
    },
  ],
};
