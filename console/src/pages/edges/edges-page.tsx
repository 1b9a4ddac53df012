import './texts/texts.ts';
import type { EdgeInfo } from '@signalbox/contract/edge';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { edges, syncEdge } from '../../api/edges.ts';
import { notifySuccess } from '../../app/notices.ts';
import { lazyPart } from '../../controls/lazy-part.tsx';
import type { EntityAction } from '../../entity-page/entity-action.ts';
import { textColumn } from '../../entity-page/standard-columns.tsx';
import type { TypedKind } from '../../entity-page/typed-kind.ts';
import { TypedPage } from '../../entity-page/typed-page.tsx';
import { EDGE_MEMBER_PAGES } from './edge-member-pages.ts';

const EdgeEventsTab = lazyPart(async () => (await import('./edge-events-tab.tsx')).EdgeEventsTab);

/** What can be done with edges, besides what can be done with everything that customers have. */
function edgeActions(t: TFunction, isTenant: boolean, open: (address: string) => void): EntityAction<EdgeInfo>[] {
  const places = Object.values(EDGE_MEMBER_PAGES).map(
    ({ place, icon, action }): EntityAction<EdgeInfo> => ({
      id: place,
      label: t(action),
      icon,
      run: ({ id }) => open(`/edgeInstances/${id.id}/${place}`),
    }),
  );
  if (!isTenant) return places;
  return [
    ...places,
    {
      id: 'ruleChains',
      label: t('edge.manageRuleChains'),
      icon: 'rules',
      run: ({ id }) => open(`/edgeInstances/${id.id}/ruleChains`),
    },
    {
      id: 'sync',
      label: t('edge.sync'),
      icon: 'refresh',
      async run({ id, name }) {
        await syncEdge(id.id);
        notifySuccess(t('edge.synced', { name }));
      },
    },
    {
      id: 'install',
      label: t('edge.install'),
      icon: 'info',
      run: async (edge) => (await import('./install-dialog.tsx')).showInstallInstructions(t, edge),
    },
  ];
}

/** The edges of the tenant, of one customer of it, or of the customer that is signed in. */
export function EdgesPage() {
  const navigate = useNavigate();
  const kind = useMemo<TypedKind<EdgeInfo>>(
    () => ({
      entityType: 'EDGE',
      things: 'edge',
      imported: 'EDGE',
      icon: 'edges',
      path: '/edgeInstances',
      api: { ...edges, save: async (body) => (await import('./edge-form.ts')).saveEdge(body) },
      loadForm: async () => (await import('./edge-form.ts')).edgeForm,
      columns: (t) => [textColumn('label', t('edge.label'), (row) => row.label, { width: 140, priority: 2 })],
      actions: (t, mayChange) => edgeActions(t, mayChange, (address) => void navigate(address)),
      tabs: (t, edge, mayRead) =>
        mayRead
          ? [
              {
                id: 'downlinks',
                label: t('edge.events'),
                render: () => <EdgeEventsTab key={edge.id.id} edgeId={edge.id.id} />,
              },
            ]
          : [],
      words: (t) => ({
        one: t('edge.edge'),
        many: t('edge.edges'),
        name: t('edge.name'),
        type: t('edge.type'),
        search: t('edge.search'),
        add: t('edge.add'),
        addTitle: t('edge.addTitle'),
        empty: { title: t('edge.emptyTitle'), text: t('edge.emptyText') },
        emptyOfCustomer: { title: t('edge.emptyOfCustomerTitle'), text: t('edge.emptyOfCustomerText') },
        emptyMine: { title: t('edge.emptyMineTitle'), text: t('edge.emptyMineText') },
        ofCustomer: (name) => t('edge.ofCustomer', { name }),
        ofPublic: t('edge.ofPublic'),
        assignExisting: t('edge.assignExisting'),
        assignExistingTitle: (customer) => t('edge.assignExistingTitle', { customer }),
        alsoOfOthers: t('edge.alsoOfOthers'),
        deleteOne: t('edge.deleteOne'),
        deleteMany: t('edge.deleteMany'),
      }),
    }),
    [navigate],
  );
  return <TypedPage kind={kind} />;
}
