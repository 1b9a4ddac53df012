import type { PageManifest } from '../../app/page-manifest.ts';

export const manifest: PageManifest = {
  routes: [
    {
      path: 'tenantProfiles/:entityId?',
      title: 'tenantProfile.profiles',
      authorities: ['SYS_ADMIN'],
      load: async () => (await import('./tenant-profiles-page.tsx')).TenantProfilesPage,
    },
  ],
  entries: [
    {
      name: 'tenantProfile.profiles',
      path: '/tenantProfiles',
      icon: 'profile',
      authorities: ['SYS_ADMIN'],
      menu: 'main',
      order: 20,
      section: 'tenants',
    },
  ],
};
