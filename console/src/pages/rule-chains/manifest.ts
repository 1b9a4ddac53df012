import type { PageManifest } from '../../app/page-manifest.ts';

const authorities = ['TENANT_ADMIN'] as const;
const loadList = async () => (await import('./rule-chains-page.tsx')).RuleChainsPage;
const loadEditor = async () => (await import('./editor-page.tsx')).EditorPage;
const loadImport = async () => (await import('./import-page.tsx')).ImportPage;

export const manifest: PageManifest = {
  routes: [
    {
      path: 'ruleChains/ruleChain/import',
      title: 'ruleChain.import',
      help: 'pages/rule-chain-editor',
      authorities,
      load: loadImport,
    },
    {
      path: 'ruleChains/:ruleChainId',
      title: 'ruleChain.ruleChain',
      help: 'pages/rule-chain-editor',
      authorities,
      load: loadEditor,
    },
    {
      path: 'ruleChains/details?/:entityId?',
      title: 'ruleChain.ruleChains',
      authorities,
      load: loadList,
    },
    {
      path: 'edgeManagement/ruleChains/ruleChain/import',
      title: 'ruleChain.import',
      help: 'pages/rule-chain-editor',
      authorities,
      load: loadImport,
    },
    {
      path: 'edgeInstances/:edgeId/ruleChains/:ruleChainId',
      title: 'ruleChain.onEdge',
      help: 'pages/rule-chain-editor',
      authorities,
      load: loadEditor,
    },
    {
      path: 'edgeManagement/ruleChains/:ruleChainId',
      title: 'ruleChain.template',
      help: 'pages/rule-chain-editor',
      authorities,
      load: loadEditor,
    },
    {
      path: 'edgeManagement/ruleChains/details?/:entityId?',
      title: 'ruleChain.templates',
      authorities,
      load: loadList,
    },
    {
      path: 'edgeManagement',
      title: 'ruleChain.templates',
      authorities,
      redirectTo: '/edgeManagement/ruleChains',
    },
  ],
  entries: [
    {
      name: 'ruleChain.ruleChains',
      path: '/ruleChains',
      icon: 'rules',
      authorities,
      menu: 'main',
      order: 30,
      section: 'rules',
    },
    {
      name: 'ruleChain.templates',
      path: '/edgeManagement/ruleChains',
      icon: 'rules',
      authorities,
      menu: 'main',
      order: 110,
      group: 'edgeManagement',
      section: 'edges',
      needsEdges: true,
    },
  ],
};
