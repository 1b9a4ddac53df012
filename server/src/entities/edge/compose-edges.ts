import { type Edge, edgeMemberCalls, edgeRoutes as routes } from '@signalbox/contract/edge';
import type { EntityId } from '@signalbox/contract/id';
import type { TimePageLink } from '@signalbox/contract/page';
import type { Route } from '@signalbox/contract/route';
import { definitionOf } from '@signalbox/contract/route-definition';
import { sql } from 'kysely';
import { ownerOf } from '../../access/permissions.ts';
import { badRequest } from '../../http/errors.ts';
import { implement, type RouteImplementation } from '../../http/routes.ts';
import type { SecurityUser } from '../../http/security-user.ts';
import type { SortColumns } from '../../storage/paging.ts';
import { assetKind } from '../asset/asset-kind.ts';
import { type Assets, toAsset } from '../asset/assets.ts';
import { dashboardKind } from '../dashboard/dashboard-kind.ts';
import { briefly } from '../dashboard/dashboard-notices.ts';
import { dashboardInfoColumns, dashboardOrders, toDashboardInfo } from '../dashboard/dashboard-rows.ts';
import { type DashboardService, dashboardOwner } from '../dashboard/dashboard-service.ts';
import { deviceKind } from '../device/device-kind.ts';
import { toDevice } from '../device/device-rows.ts';
import type { DeviceService } from '../device/device-service.ts';
import { entityViewKind } from '../entity-view/entity-view-kind.ts';
import { type EntityViews, toEntityView } from '../entity-view/entity-views.ts';
import { ruleChainKind } from '../rule-chain/rule-chain-kind.ts';
import { ruleChainOrders, toRuleChain } from '../rule-chain/rule-chain-rows.ts';
import type { RuleChainService } from '../rule-chain/rule-chain-service.ts';
import type { TypedParts } from '../typed/typed-feature.ts';
import type { EdgeEvents } from './edge-events.ts';
import { createEdgeMembers } from './edge-members.ts';
import { createEdgeService } from './edge-service.ts';
import { createEdges } from './edges.ts';
import { createViewsOnEdges } from './views-on-edges.ts';

export interface EdgesRoomParts extends TypedParts {
  devices: Pick<DeviceService, 'require'>;
  assets: Assets['service'];
  entityViews: EntityViews['service'];
  dashboards: Pick<DashboardService, 'require'>;
  ruleChains: RuleChainService;
  edgeEvents: Pick<EdgeEvents, 'list'>;
  /** Whether the installation supports edges. */
  areEnabled: boolean;
}

/** Creation time and text columns, as properties that lists are sorted by. */
const ordersOf = (texts: readonly string[]): SortColumns => ({
  createdTime: sql`e.created_time`,
  ...Object.fromEntries(texts.map((name) => [name, sql`lower(${sql.ref(`e.${name}`)})`])),
});

interface Members {
  put: (user: SecurityUser, edgeId: string, id: string) => Promise<unknown>;
  take: (user: SecurityUser, edgeId: string, id: string) => Promise<unknown>;
  list: (user: SecurityUser, edgeId: string, link: TimePageLink, type: string | undefined) => Promise<unknown>;
}

/** Answers the calls about what is on edges of one kind. */
function memberRoutes(calls: Record<'assign' | 'unassign' | 'list', Route>, members: Members): RouteImplementation[] {
  type Request = { user: SecurityUser; params: Record<string, string>; query: TimePageLink & { type?: string } };
  const answer = (route: Route, handle: (request: Request, edgeId: string, id: string) => Promise<unknown>) => {
    const parameter = Object.keys(definitionOf(route).params ?? {}).find((name) => name !== 'edgeId') ?? '';
    const answered: RouteImplementation['handle'] = (request) => {
      const { user, params, query } = request as unknown as Request;
      return handle({ user, params, query }, params.edgeId as string, params[parameter] as string);
    };
    return { route, handle: answered };
  };
  return [
    answer(calls.assign, ({ user }, edgeId, id) => members.put(user, edgeId, id)),
    answer(calls.unassign, ({ user }, edgeId, id) => members.take(user, edgeId, id)),
    answer(calls.list, ({ user, query }, edgeId) => members.list(user, edgeId, query, query.type)),
  ];
}

/** Builds edges, what is on them, and what they are told. */
export function composeEdges(parts: EdgesRoomParts) {
  const { db, devices, assets, entityViews, dashboards, ruleChains } = parts;
  const edges = createEdges({ ...parts, ruleChains });
  const service = createEdgeService({ ...parts, edges: edges.service });
  const base = { ...parts, requireEdge: edges.service.require };
  const views = createViewsOnEdges(db);
  const refuseTargets = async ({ id }: { id: EntityId }, edge: Edge): Promise<void> => {
    const view = await views.findViewOf(edge.id.id, id);
    if (view === undefined) return;
    throw badRequest(`Can't unassign it from edge: the entity view [${view}] of it is assigned to the edge!`);
  };
  const members: Record<keyof typeof edgeMemberCalls, Members> = {
    DEVICE: createEdgeMembers(base, {
      kind: deviceKind,
      columns: sql`e.*`,
      searched: 'name',
      hasType: true,
      orders: ordersOf(['name', 'type', 'label']),
      toEntity: toDevice,
      require: devices.require,
      checkTake: refuseTargets,
      owner: ownerOf,
    }),
    ASSET: createEdgeMembers(base, {
      kind: assetKind,
      columns: sql`e.*`,
      searched: 'name',
      hasType: true,
      orders: ordersOf(['name', 'type', 'label']),
      toEntity: toAsset,
      require: assets.require,
      checkTake: refuseTargets,
      owner: ownerOf,
    }),
    ENTITY_VIEW: createEdgeMembers(base, {
      kind: entityViewKind,
      columns: sql`e.*`,
      searched: 'name',
      hasType: true,
      orders: ordersOf(['name', 'type']),
      toEntity: toEntityView,
      require: entityViews.require,
      async checkPut({ entityId }, edge) {
        if (await views.isTargetOn(edge.id.id, entityId)) return;
        throw badRequest("Can't assign entity view to edge because related device/asset doesn't assigned to edge!");
      },
      owner: ownerOf,
    }),
    DASHBOARD: createEdgeMembers(base, {
      kind: dashboardKind,
      columns: dashboardInfoColumns('e'),
      searched: 'title',
      hasType: false,
      orders: dashboardOrders('e'),
      toEntity: toDashboardInfo,
      require: dashboards.require,
      inMessages: briefly,
      owner: dashboardOwner,
    }),
    RULE_CHAIN: createEdgeMembers(base, {
      kind: ruleChainKind,
      columns: sql`e.*`,
      searched: 'name',
      hasType: false,
      orders: ruleChainOrders('e'),
      toEntity: toRuleChain,
      require: ruleChains.require,
      checkPut({ type }) {
        if (type !== 'EDGE') throw badRequest("Can't assign non EDGE ruleChain to edge!");
      },
      checkTake({ id }, edge) {
        if (id.id !== edge.rootRuleChainId?.id) return;
        throw badRequest(
          `Can't unassign root rule chain from edge [${edge.name}]. Please assign another root rule chain first!`,
        );
      },
      owner: ownerOf,
    }),
  };

  const ownRoutes: RouteImplementation[] = [
    implement(routes.getEdgesByIds, ({ user, query: { edgeIds, ...link } }) =>
      service.readSeveral(user, edgeIds, link),
    ),
    implement(routes.setEdgeRootRuleChain, ({ user, params }) =>
      service.setRoot(user, params.edgeId, params.ruleChainId),
    ),
    implement(routes.getMissingRuleChains, ({ user, params }) => service.findMissingRuleChains(user, params.edgeId)),
    implement(routes.syncEdge, ({ user, params }) => service.sync(user, params.edgeId)),
    implement(routes.getEdgeEvents, ({ user, params, query }) => service.listEvents(user, params.edgeId, query)),
  ];
  const memberTypes = Object.keys(members) as (keyof typeof members)[];
  return {
    routes: [
      ...edges.routes,
      ...ownRoutes,
      ...memberTypes.flatMap((type) => memberRoutes(edgeMemberCalls[type], members[type])),
    ],
    ownershipRoutes: edges.ownershipRoutes,
    service: edges.service,
  };
}
