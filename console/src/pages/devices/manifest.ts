import type { PageManifest } from '../../app/page-manifest.ts';

const load = async () => (await import('./devices-page.tsx')).DevicesPage;

export const manifest: PageManifest = {
  routes: [
    {
      path: 'devices/:entityId?',
      title: 'device.devices',
      authorities: ['TENANT_ADMIN', 'CUSTOMER_USER'],
      load,
    },
    {
      path: 'customers/:customerId/devices/:entityId?',
      title: 'customer.devices',
      crumb: 'device.devices',
      authorities: ['TENANT_ADMIN'],
      load,
    },
  ],
  entries: [
    {
      name: 'device.devices',
      path: '/devices',
      icon: 'devices',
      authorities: ['TENANT_ADMIN', 'CUSTOMER_USER'],
      menu: 'main',
      order: 60,
      section: 'devices',
    },
  ],
};
