import type { PageManifest } from '../../app/page-manifest.ts';

export const manifest: PageManifest = {
  routes: [
    {
      path: 'deviceProfiles/:entityId?',
      title: 'deviceProfile.profiles',
      authorities: ['TENANT_ADMIN'],
      load: async () => (await import('./device-profiles-page.tsx')).DeviceProfilesPage,
    },
  ],
  entries: [
    {
      name: 'deviceProfile.profiles',
      path: '/deviceProfiles',
      icon: 'profile',
      authorities: ['TENANT_ADMIN'],
      menu: 'main',
      order: 70,
      section: 'devices',
    },
  ],
};
