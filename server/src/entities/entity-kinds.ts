import type { PresentType } from '@signalbox/contract/entity-traits';
import type { EntityType } from '@signalbox/contract/id';
import type { SecurityUser } from '../http/security-user.ts';
import { alarmKind } from './alarm/alarm-kind.ts';
import { apiUsageKind } from './api-usage/api-usage-kind.ts';
import { assetKind } from './asset/asset-kind.ts';
import { customerKind } from './customer/customer-kind.ts';
import { dashboardKind } from './dashboard/dashboard-kind.ts';
import { deviceKind } from './device/device-kind.ts';
import { rpcKind } from './device/rpc-kind.ts';
import { deviceProfileKind } from './device-profile/device-profile-kind.ts';
import { edgeKind } from './edge/edge-kind.ts';
import type { EntityKind } from './entity-kind.ts';
import { type EntitySource, isCustomerUser } from './entity-source.ts';
import { entityViewKind } from './entity-view/entity-view-kind.ts';
import { otaPackageKind } from './ota-package/ota-package-kind.ts';
import { resourceKind } from './resource/resource-kind.ts';
import { ruleChainKind } from './rule-chain/rule-chain-kind.ts';
import { ruleNodeKind } from './rule-chain/rule-node-kind.ts';
import { tenantKind } from './tenant/tenant-kind.ts';
import { tenantProfileKind } from './tenant-profile/tenant-profile-kind.ts';
import { userKind } from './user/user-kind.ts';
import { widgetTypeKind } from './widget/widget-type-kind.ts';
import { widgetsBundleKind } from './widget/widgets-bundle-kind.ts';

/** Every kind that the platform has, in the order in which those of a deleted tenant go: users of a table before it. */
const KINDS: { readonly [Type in PresentType]: EntityKind<Type> } = {
  ALARM: alarmKind,
  RPC: rpcKind,
  ENTITY_VIEW: entityViewKind,
  DEVICE: deviceKind,
  ASSET: assetKind,
  EDGE: edgeKind,
  DEVICE_PROFILE: deviceProfileKind,
  DASHBOARD: dashboardKind,
  WIDGET_TYPE: widgetTypeKind,
  WIDGETS_BUNDLE: widgetsBundleKind,
  OTA_PACKAGE: otaPackageKind,
  TB_RESOURCE: resourceKind,
  RULE_NODE: ruleNodeKind,
  RULE_CHAIN: ruleChainKind,
  API_USAGE_STATE: apiUsageKind,
  USER: userKind,
  CUSTOMER: customerKind,
  TENANT: tenantKind,
  TENANT_PROFILE: tenantProfileKind,
};

/** What the server knows of a kind; undefined when it has none of it. */
function kindOf(entityType: EntityType): EntityKind | undefined {
  return entityType in KINDS ? KINDS[entityType as PresentType] : undefined;
}

/** Where entity queries of `user` find entities of a kind; undefined: there are none that can be queried. */
export function sourceFor(user: SecurityUser, entityType: EntityType): EntitySource | undefined {
  const source = kindOf(entityType)?.source ?? undefined;
  return (isCustomerUser(user) && source?.ofCustomers) || source;
}

/** The kinds that the platform has, in the order in which those of a deleted tenant go. */
export const ENTITY_KINDS: readonly EntityKind[] = Object.values(KINDS);

/** Kinds whose changes are in the audit log. */
export const AUDITED: ReadonlySet<EntityType> = new Set(
  ENTITY_KINDS.filter(({ audited }) => audited).map(({ entityType }) => entityType),
);
