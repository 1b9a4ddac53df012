import type { PageManifest } from '../../app/page-manifest.ts';

/** Beside the packages, which lead here: the menu is that of the specification. */
export const manifest: PageManifest = {
  routes: [
    {
      path: 'otaUpdates/rollouts/:entityId?',
      title: 'rollouts.page',
      authorities: ['TENANT_ADMIN'],
      load: async () => (await import('./rollouts-page.tsx')).RolloutsPage,
    },
  ],
  entries: [
    {
      name: 'rollouts.page',
      path: '/otaUpdates/rollouts',
      icon: 'play',
      authorities: ['TENANT_ADMIN'],
      menu: 'palette',
      order: 81,
    },
  ],
};
