import { Icon, type IconName } from '../../controls/icon.tsx';
import { NamedIcon } from '../../controls/named-icon.tsx';
import { isPictureAddress } from '../drawing/picture-address.ts';

const ICONS: Readonly<Record<string, IconName>> = {
  ASSET: 'assets',
  CUSTOMER: 'customers',
  DASHBOARD: 'dashboards',
  DEVICE: 'devices',
  EDGE: 'edges',
  ENTITY_VIEW: 'entityViews',
  RULE_CHAIN: 'rules',
  TENANT: 'tenants',
  USER: 'user',
  // Groups of entities, which other servers have.
  USER_GROUP: 'user',
  CUSTOMER_GROUP: 'folder',
  ASSET_GROUP: 'assets',
  DEVICE_GROUP: 'devices',
  ENTITY_VIEW_GROUP: 'entityViews',
  DASHBOARD_GROUP: 'dashboards',
};

/** px */
const SIZE = 16;

/** The icon of an entity in a tree: one that settings name, or that of its kind. */
export function EntityIcon(props: {
  entityType: string;
  of?: { iconUrl: string } | { materialIcon: string } | 'default';
}) {
  const { of = 'default' } = props;
  const kind = ICONS[props.entityType] ?? 'assets';
  if (of === 'default') return <Icon name={kind} size={SIZE} />;
  if ('materialIcon' in of) return <NamedIcon name={of.materialIcon} size={SIZE} fallback={kind} />;
  if (!isPictureAddress(of.iconUrl)) return <Icon name={kind} size={SIZE} />;
  return <img src={of.iconUrl} alt="" width={SIZE} height={SIZE} style={{ objectFit: 'contain', flex: 'none' }} />;
}
