import type { RouteObject } from 'react-router';
import { page } from '../../app/page.ts';

export const tenantPages: RouteObject[] = [
  page(
    'tenants/:entityId?',
    { title: 'tenant.tenants', authorities: ['SYS_ADMIN'] },
    async () => (await import('./tenants-page.tsx')).TenantsPage,
  ),
  page(
    'tenants/:tenantId/users/:entityId?',
    {
      title: 'tenant.administrators',
      crumb: { label: 'tenant.tenants', to: '/tenants' },
      authorities: ['SYS_ADMIN'],
    },
    async () => (await import('../users/users-page.tsx')).UsersPage,
  ),
];
