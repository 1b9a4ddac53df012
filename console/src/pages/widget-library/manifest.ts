import type { PageManifest } from '../../app/page-manifest.ts';

const authorities = ['SYS_ADMIN', 'TENANT_ADMIN'] as const;

export const manifest: PageManifest = {
  routes: [
    {
      path: 'widgets-bundles/:entityId?',
      title: 'widgetLibrary.library',
      authorities,
      load: async () => (await import('./bundles-page.tsx')).BundlesPage,
    },
    {
      path: 'widgets-bundles/:widgetsBundleId/widgetTypes',
      title: 'widgetLibrary.bundle',
      authorities,
      load: async () => (await import('./bundle-page.tsx')).BundlePage,
      named: async ({ widgetsBundleId = '' }) => (await import('./bundle-query.ts')).readBundle(widgetsBundleId),
    },
    {
      path: 'widgets-bundles/:widgetsBundleId/widgetTypes/add/:widgetType',
      title: 'widgetLibrary.editor',
      help: 'pages/widget-editor',
      authorities,
      load: async () => (await import('./type-editor-page.tsx')).NewTypePage,
    },
    {
      path: 'widgets-bundles/:widgetsBundleId/widgetTypes/:widgetTypeId',
      title: 'widgetLibrary.editor',
      help: 'pages/widget-editor',
      authorities,
      load: async () => (await import('./type-editor-page.tsx')).TypeEditorPage,
    },
  ],
  entries: [
    {
      name: 'widgetLibrary.library',
      path: '/widgets-bundles',
      icon: 'widgets',
      authorities,
      menu: 'main',
      order: 120,
      section: 'widgets',
    },
  ],
};
