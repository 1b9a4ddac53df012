import type { PageManifest } from '../../app/page-manifest.ts';

const authorities = ['TENANT_ADMIN'] as const;

export const manifest: PageManifest = {
  routes: [
    {
      path: 'recorder',
      title: 'recorder.messages',
      authorities,
      load: async () => (await import('./recorder-page.tsx')).RecorderPage,
    },
    {
      path: 'recorder/:place',
      title: 'recorder.message',
      authorities,
      load: async () => (await import('./trace-page.tsx')).TracePage,
    },
  ],
  entries: [
    {
      name: 'recorder.messages',
      path: '/recorder',
      icon: 'message',
      authorities,
      menu: 'main',
      order: 32,
      section: 'rules',
    },
  ],
};
