import type { PageManifest } from '../../app/page-manifest.ts';

export const manifest: PageManifest = {
  routes: [
    {
      path: 'settings/outgoing-mail',
      title: 'mailSettings.title',
      authorities: ['SYS_ADMIN'],
      load: async () => (await import('./outgoing-mail-page.tsx')).OutgoingMailPage,
    },
  ],
  entries: [
    {
      name: 'mailSettings.title',
      path: '/settings/outgoing-mail',
      icon: 'mail',
      authorities: ['SYS_ADMIN'],
      menu: 'main',
      group: 'settings',
      order: 161,
      section: 'settings',
    },
  ],
};
