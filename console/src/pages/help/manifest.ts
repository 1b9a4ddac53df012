import type { PageManifest } from '../../app/page-manifest.ts';

const load = async () => (await import('./help-page.tsx')).HelpPage;

export const manifest: PageManifest = {
  routes: [
    { path: 'help', title: 'helpPage.title', help: null, load },
    { path: 'help/:area/:topic', title: 'helpPage.title', help: null, load },
  ],
};
