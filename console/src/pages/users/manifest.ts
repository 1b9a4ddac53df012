import type { PageManifest } from '../../app/page-manifest.ts';

const load = async () => (await import('./users-page.tsx')).UsersPage;

export const manifest: PageManifest = {
  routes: [
    { path: 'users/:entityId?', title: 'user.users', authorities: ['TENANT_ADMIN'], load },
    {
      path: 'customers/:customerId/users/:entityId?',
      title: 'user.customerUsers',
      crumb: 'user.users',
      authorities: ['TENANT_ADMIN'],
      load,
    },
    {
      path: 'tenants/:tenantId/users/:entityId?',
      title: 'user.administrators',
      crumb: 'user.administratorsShort',
      authorities: ['SYS_ADMIN'],
      load,
    },
  ],
  entries: [
    {
      name: 'user.users',
      path: '/users',
      icon: 'user',
      authorities: ['TENANT_ADMIN'],
      menu: 'main',
      order: 45,
      section: 'customers',
    },
  ],
};
