import type { PageManifest } from '../../app/page-manifest.ts';

export const manifest: PageManifest = {
  routes: [
    {
      path: 'settings/oauth2',
      title: 'oauth.title',
      authorities: ['SYS_ADMIN'],
      load: async () => (await import('./oauth2-page.tsx')).OAuth2Page,
    },
  ],
  entries: [
    {
      name: 'oauth.title',
      path: '/settings/oauth2',
      icon: 'key',
      authorities: ['SYS_ADMIN'],
      menu: 'main',
      group: 'settings',
      order: 164,
      section: 'settings',
    },
  ],
};
