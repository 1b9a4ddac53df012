import './texts/texts.ts';
import type { AssetInfo } from '@signalbox/contract/asset';
import { assets } from '../../api/assets.ts';
import { textColumn } from '../../entity-page/standard-columns.tsx';
import type { TypedKind } from '../../entity-page/typed-kind.ts';
import { TypedPage } from '../../entity-page/typed-page.tsx';

const KIND: TypedKind<AssetInfo> = {
  entityType: 'ASSET',
  things: 'asset',
  imported: 'ASSET',
  icon: 'assets',
  path: '/assets',
  api: assets,
  loadForm: async () => (await import('./asset-form.ts')).assetForm,
  columns: (t) => [textColumn('label', t('asset.label'), (row) => row.label, { width: 140, priority: 2 })],
  words: (t) => ({
    one: t('asset.asset'),
    many: t('asset.assets'),
    name: t('asset.name'),
    type: t('asset.type'),
    search: t('asset.search'),
    add: t('asset.add'),
    addTitle: t('asset.addTitle'),
    empty: { title: t('asset.emptyTitle'), text: t('asset.emptyText') },
    emptyOfCustomer: { title: t('asset.emptyOfCustomerTitle'), text: t('asset.emptyOfCustomerText') },
    emptyMine: { title: t('asset.emptyMineTitle'), text: t('asset.emptyMineText') },
    ofCustomer: (name) => t('asset.ofCustomer', { name }),
    ofPublic: t('asset.ofPublic'),
    assignExisting: t('asset.assignExisting'),
    assignExistingTitle: (customer) => t('asset.assignExistingTitle', { customer }),
    alsoOfOthers: t('asset.alsoOfOthers'),
    deleteOne: t('asset.deleteOne'),
    deleteMany: t('asset.deleteMany'),
  }),
};

/** The assets of the tenant, of one customer of it, or of the customer that is signed in. */
export function AssetsPage() {
  return <TypedPage kind={KIND} />;
}
