import type { PageManifest } from '../../app/page-manifest.ts';

export const manifest: PageManifest = {
  routes: [
    {
      path: 'profile',
      title: 'profile.profile',
      load: async () => (await import('./profile-page.tsx')).ProfilePage,
    },
  ],
  entries: [
    {
      name: 'profile.profile',
      path: '/profile',
      icon: 'profile',
      authorities: ['SYS_ADMIN', 'TENANT_ADMIN', 'CUSTOMER_USER'],
      menu: 'user',
      order: 0,
    },
  ],
};
