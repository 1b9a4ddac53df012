import type { EdgeMemberType } from '@signalbox/contract/edge';
import type { ChosenType } from '@signalbox/contract/entity-traits';
import type { IconName } from '../../controls/icon.tsx';

/** A page of what is on an edge. */
export interface EdgeMemberPage {
  type: EdgeMemberType & ChosenType;
  things: 'device' | 'asset' | 'entity_view' | 'dashboard';
  icon: IconName;
  /** In `/edgeInstances/:edgeId/{place}`; the entities have their own page at `/{place}`. */
  place: 'devices' | 'assets' | 'entityViews' | 'dashboards';
  /** Key of the name of the action that leads there. */
  action: 'edge.manageDevices' | 'edge.manageAssets' | 'edge.manageEntityViews' | 'edge.manageDashboards';
}

/** The pages of what is on an edge, by kind. */
export const EDGE_MEMBER_PAGES = {
  DEVICE: { type: 'DEVICE', things: 'device', icon: 'devices', place: 'devices', action: 'edge.manageDevices' },
  ASSET: { type: 'ASSET', things: 'asset', icon: 'assets', place: 'assets', action: 'edge.manageAssets' },
  ENTITY_VIEW: {
    type: 'ENTITY_VIEW',
    things: 'entity_view',
    icon: 'entityViews',
    place: 'entityViews',
    action: 'edge.manageEntityViews',
  },
  DASHBOARD: {
    type: 'DASHBOARD',
    things: 'dashboard',
    icon: 'dashboards',
    place: 'dashboards',
    action: 'edge.manageDashboards',
  },
} as const satisfies Record<string, EdgeMemberPage>;
