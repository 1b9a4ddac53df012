import type { PageManifest } from '../../app/page-manifest.ts';

const authorities = ['TENANT_ADMIN'] as const;

/** Beside the dashboards, which lead here: the menu is that of the specification. */
export const manifest: PageManifest = {
  routes: [
    {
      path: 'dashboards/reports/:entityId?',
      title: 'reports.page',
      authorities,
      load: async () => (await import('./reports-page.tsx')).ReportsPage,
    },
  ],
  entries: [
    { name: 'reports.page', path: '/dashboards/reports', icon: 'mail', authorities, menu: 'palette', order: 131 },
  ],
};
