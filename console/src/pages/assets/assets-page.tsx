import type { AssetInfo } from '@signalbox/contract/asset';
import { assets } from '../../api/assets.ts';
import { textColumn } from '../../entity-page/standard-columns.tsx';
import { type TypedKind, TypedPage } from '../../entity-page/typed-page.tsx';
import { assetForm } from './asset-form.ts';

const KIND: TypedKind<AssetInfo> = {
  entityType: 'ASSET',
  things: 'asset',
  texts: 'asset',
  icon: 'assets',
  path: '/assets',
  api: assets,
  form: assetForm,
  columns: (t) => [textColumn('label', t('asset.label'), (row) => row.label, { width: 140, priority: 2 })],
};

/** The assets of the tenant, of one customer of it, or of the customer that is signed in. */
export function AssetsPage() {
  return <TypedPage kind={KIND} />;
}
