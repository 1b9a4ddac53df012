import type { PageManifest } from '../../app/page-manifest.ts';

export const manifest: PageManifest = {
  routes: [
    {
      path: 'alarms/:entityId?',
      title: 'alarm.alarms',
      authorities: ['TENANT_ADMIN', 'CUSTOMER_USER'],
      load: async () => (await import('./alarms-page.tsx')).AlarmsPage,
    },
  ],
  entries: [
    {
      name: 'alarm.alarms',
      path: '/alarms',
      icon: 'alarm',
      authorities: ['TENANT_ADMIN', 'CUSTOMER_USER'],
      menu: 'main',
      order: 5,
      section: 'devices',
    },
  ],
};
