import type { PageManifest } from '../../app/page-manifest.ts';

export const manifest: PageManifest = {
  routes: [
    {
      path: 'auditLogs',
      title: 'audit.page',
      authorities: ['TENANT_ADMIN'],
      load: async () => (await import('./audit-log-page.tsx')).AuditLogPage,
    },
  ],
  entries: [
    {
      name: 'audit.page',
      path: '/auditLogs',
      icon: 'clock',
      authorities: ['TENANT_ADMIN'],
      menu: 'main',
      order: 140,
      section: 'audit',
    },
  ],
};
