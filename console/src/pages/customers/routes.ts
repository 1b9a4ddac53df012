import type { RouteObject } from 'react-router';
import { page } from '../../app/page.ts';

export const customerPages: RouteObject[] = [
  page(
    'customers/:entityId?',
    { title: 'customer.customers', authorities: ['TENANT_ADMIN'] },
    async () => (await import('./customers-page.tsx')).CustomersPage,
  ),
];
