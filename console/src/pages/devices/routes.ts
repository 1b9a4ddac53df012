import type { RouteObject } from 'react-router';
import { page } from '../../app/page.ts';

export const devicePages: RouteObject[] = [
  page(
    'devices/:entityId?',
    { title: 'device.devices', authorities: ['TENANT_ADMIN', 'CUSTOMER_USER'] },
    async () => (await import('./devices-page.tsx')).DevicesPage,
  ),
  page(
    'customers/:customerId/devices/:entityId?',
    {
      title: 'customer.devices',
      crumb: { label: 'customer.customers', to: '/customers' },
      authorities: ['TENANT_ADMIN'],
    },
    async () => (await import('./devices-page.tsx')).DevicesPage,
  ),
];
