import {
  EDGE_NAMES,
  type EdgeEvent,
  type EdgeEventType,
  type EdgeInfo,
  type EdgeMemberType,
  edgeCalls,
  edgeMemberCalls,
  edgeRoutes,
} from '@signalbox/contract/edge';
import type { PageData } from '@signalbox/contract/page';
import type { Route } from '@signalbox/contract/route';
import { call, http } from './client.ts';
import type { TimedPage } from './events.ts';
import type { ListQuery } from './list-query.ts';
import { createTypedApi } from './typed-entities.ts';

export const edges = createTypedApi<EdgeInfo>(EDGE_NAMES, edgeCalls);

/** What an edge has to be told, newest first. */
export function getEdgeEvents(edgeId: string, page: TimedPage): Promise<PageData<EdgeEvent>> {
  const query = { ...page, sortProperty: 'createdTime', sortOrder: 'DESC' } as const;
  return call(edgeRoutes.getEdgeEvents, { params: { edgeId }, query }, { ignoreErrors: true, ignoreLoading: true });
}

export function syncEdge(edgeId: string) {
  return call(edgeRoutes.syncEdge, { params: { edgeId } }, { ignoreErrors: true });
}

/** Something on an edge, as lists have it. */
export interface EdgeMemberRow {
  id: { id: string };
  createdTime: number;
  /** Dashboards have a title. */
  name?: string;
  title?: string;
  type?: string;
}

/** The calls about entities of a kind on an edge. */
export function edgeMembers(type: EdgeMemberType) {
  const calls: Record<'assign' | 'unassign' | 'list', Route> = edgeMemberCalls[type];
  // The built console knows no schemas of parameters: they are read from the path.
  const parameter = /:(?!edgeId\b)(\w+)/.exec(calls.assign.path)?.[1] ?? '';
  // The name of the parameter depends on the kind, so that the types are not known here.
  const ask = <Reply>(route: Route, parts: { params?: Record<string, string>; query?: object }): Promise<Reply> =>
    call(route, parts as Parameters<typeof call<Route>>[1], { ignoreErrors: true }) as unknown as Promise<Reply>;
  return {
    find: (edgeId: string, query: ListQuery) => ask<PageData<EdgeMemberRow>>(calls.list, { params: { edgeId }, query }),
    put: (edgeId: string, id: string) => ask<unknown>(calls.assign, { params: { edgeId, [parameter]: id } }),
    take: (edgeId: string, id: string) => ask<unknown>(calls.unassign, { params: { edgeId, [parameter]: id } }),
  };
}

/** The rule chains on an edge. */
export function getEdgeRuleChains(edgeId: string, query: ListQuery) {
  return call(edgeRoutes.getEdgeRuleChains, { params: { edgeId }, query }, { ignoreErrors: true });
}

/** Makes a rule chain that is on an edge the one in which its messages begin. */
export function setEdgeRootRuleChain(edgeId: string, ruleChainId: string) {
  return call(edgeRoutes.setEdgeRootRuleChain, { params: { edgeId, ruleChainId } }, { ignoreErrors: true });
}

/** Name of a chain on an edge → names of chains that it leads to and that are not on the edge. */
export function getMissingRuleChains(edgeId: string) {
  return call(edgeRoutes.getMissingRuleChains, { params: { edgeId } }, { ignoreErrors: true, ignoreLoading: true });
}

/** Where the content of what an event is about is read; relations and settings are in the event itself. */
const CONTENT_PATHS: Readonly<Partial<Record<EdgeEventType, string>>> = {
  ALARM: '/api/alarm/:id',
  ASSET: '/api/asset/:id',
  CUSTOMER: '/api/customer/:id',
  DASHBOARD: '/api/dashboard/:id',
  DEVICE: '/api/device/:id',
  DEVICE_PROFILE: '/api/deviceProfile/:id',
  EDGE: '/api/edge/:id',
  ENTITY_VIEW: '/api/entityView/:id',
  RULE_CHAIN: '/api/ruleChain/:id',
  RULE_CHAIN_METADATA: '/api/ruleChain/:id/metadata',
  TENANT: '/api/tenant/:id',
  USER: '/api/user/:id',
  WIDGETS_BUNDLE: '/api/widgetsBundle/:id',
  WIDGET_TYPE: '/api/widgetType/:id',
};

/** Reads what an event is about, as it is now; undefined for events that have nothing to read: of deletions, say. */
export function contentOfEvent({ type, action, entityId }: EdgeEvent): (() => Promise<unknown>) | undefined {
  const path = CONTENT_PATHS[type];
  if (!path || !entityId || action === 'DELETED') return undefined;
  return () =>
    http.request(
      { method: 'GET', path: path.replace(':id', entityId), reply: 'json' },
      { ignoreErrors: true, ignoreLoading: true },
    );
}
