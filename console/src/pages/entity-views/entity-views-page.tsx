import './texts/texts.ts';
import type { EntityViewInfo } from '@signalbox/contract/entity-view';
import { entityViews } from '../../api/entity-views.ts';
import type { TypedKind } from '../../entity-page/typed-kind.ts';
import { TypedPage } from '../../entity-page/typed-page.tsx';

const KIND: TypedKind<EntityViewInfo> = {
  entityType: 'ENTITY_VIEW',
  things: 'entity_view',
  icon: 'entityViews',
  path: '/entityViews',
  api: entityViews,
  loadForm: async () => (await import('./entity-view-form.ts')).entityViewForm,
  words: (t) => ({
    one: t('entityView.view'),
    many: t('entityView.entityViews'),
    name: t('entityView.name'),
    type: t('entityView.type'),
    search: t('entityView.search'),
    add: t('entityView.add'),
    addTitle: t('entityView.addTitle'),
    empty: { title: t('entityView.emptyTitle'), text: t('entityView.emptyText') },
    emptyOfCustomer: { title: t('entityView.emptyOfCustomerTitle'), text: t('entityView.emptyOfCustomerText') },
    emptyMine: { title: t('entityView.emptyMineTitle'), text: t('entityView.emptyMineText') },
    ofCustomer: (name) => t('entityView.ofCustomer', { name }),
    ofPublic: t('entityView.ofPublic'),
    assignExisting: t('entityView.assignExisting'),
    assignExistingTitle: (customer) => t('entityView.assignExistingTitle', { customer }),
    alsoOfOthers: t('entityView.alsoOfOthers'),
    deleteOne: t('entityView.deleteOne'),
    deleteMany: t('entityView.deleteMany'),
  }),
};

/** The entity views of the tenant, of one customer of it, or of the customer that is signed in. */
export function EntityViewsPage() {
  return <TypedPage kind={KIND} />;
}
