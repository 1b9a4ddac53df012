import type { RouteObject } from 'react-router';
import { page } from '../../app/page.ts';

export const auditLogPages: RouteObject[] = [
  page(
    'auditLogs',
    { title: 'audit.page', authorities: ['TENANT_ADMIN'] },
    async () => (await import('./audit-log-page.tsx')).AuditLogPage,
  ),
];
