import type { RouteObject } from 'react-router';
import { page } from '../../app/page.ts';

export const userPages: RouteObject[] = [
  page(
    'users/:entityId?',
    { title: 'user.users', authorities: ['TENANT_ADMIN'] },
    async () => (await import('./users-page.tsx')).UsersPage,
  ),
  page(
    'customers/:customerId/users/:entityId?',
    {
      title: 'user.customerUsers',
      crumb: { label: 'customer.customers', to: '/customers' },
      authorities: ['TENANT_ADMIN'],
    },
    async () => (await import('./users-page.tsx')).UsersPage,
  ),
];
