import * as z from 'zod/mini';
import { assetSchema } from './asset.ts';
import { dashboardInfoSchema, dashboardSchema } from './dashboard.ts';
import { deviceSchema } from './device.ts';
import { entityViewSchema } from './entity-view.ts';
import { plainIdSchema, typedId, uuidSchema } from './id.ts';
import { pageOf, pageQuery, queryUuidList, timePageQuery } from './page.ts';
import { type ReplyKind, route } from './route.ts';
import { ruleChainSchema } from './rule-chain.ts';
import { anyJson, nullableText, text } from './text.ts';
import {
  type TypedNames,
  typedEntityRoutes,
  typedInfoMembers,
  typedInputMembers,
  typedMembers,
} from './typed-entity.ts';

/** The wire requires a licence key, which this server does not need: what edges have instead of one. */
export const NO_EDGE_LICENSE = 'not needed';
/** Longest licence key, in characters. */
export const MAX_EDGE_LICENSE_KEY = 30;

/** Body of POST /api/edge: create when `id` is absent or null, else replace. The root rule chain is the server's. */
export const edgeInputSchema = z.object({
  id: z.optional(z.nullable(typedId('EDGE'))),
  ...typedInputMembers,
  label: nullableText(),
  routingKey: nullableText(),
  secret: nullableText(),
  edgeLicenseKey: nullableText(MAX_EDGE_LICENSE_KEY),
  cloudEndpoint: nullableText(),
});
export type EdgeInput = z.infer<typeof edgeInputSchema>;

/** An edge as it is stored and returned. Times in epoch ms. */
export const edgeSchema = z.object({
  id: typedId('EDGE'),
  createdTime: typedMembers.createdTime,
  additionalInfo: typedMembers.additionalInfo,
  tenantId: typedMembers.tenantId,
  customerId: typedMembers.customerId,
  /** The chain that messages start in on the edge. */
  rootRuleChainId: z.nullable(typedId('RULE_CHAIN')),
  name: typedMembers.name,
  type: typedMembers.type,
  label: z.nullable(text()),
  /** What the edge signs in with; null for visitors, who may not know it. */
  routingKey: z.nullable(text()),
  secret: z.nullable(text()),
  /** Null for customer users. */
  edgeLicenseKey: z.nullable(text(MAX_EDGE_LICENSE_KEY)),
  cloudEndpoint: text(),
});
export type Edge = z.infer<typeof edgeSchema>;

/** A row of an edge list. */
export const edgeInfoSchema = z.extend(edgeSchema, typedInfoMembers);
export type EdgeInfo = z.infer<typeof edgeInfoSchema>;

export const EDGE_EVENT_TYPES = [
  'DASHBOARD',
  'ASSET',
  'DEVICE',
  'DEVICE_PROFILE',
  'ENTITY_VIEW',
  'ALARM',
  'RULE_CHAIN',
  'RULE_CHAIN_METADATA',
  'EDGE',
  'USER',
  'CUSTOMER',
  'RELATION',
  'TENANT',
  'WIDGETS_BUNDLE',
  'WIDGET_TYPE',
  'ADMIN_SETTINGS',
] as const;
export type EdgeEventType = (typeof EDGE_EVENT_TYPES)[number];

export const EDGE_EVENT_ACTIONS = [
  'ADDED',
  'DELETED',
  'UPDATED',
  'POST_ATTRIBUTES',
  'ATTRIBUTES_UPDATED',
  'ATTRIBUTES_DELETED',
  'TIMESERIES_UPDATED',
  'CREDENTIALS_UPDATED',
  'ASSIGNED_TO_CUSTOMER',
  'UNASSIGNED_FROM_CUSTOMER',
  'RELATION_ADD_OR_UPDATE',
  'RELATION_DELETED',
  'RPC_CALL',
  'ALARM_ACK',
  'ALARM_CLEAR',
  'ASSIGNED_TO_EDGE',
  'UNASSIGNED_FROM_EDGE',
  'CREDENTIALS_REQUEST',
  'ENTITY_MERGE_REQUEST',
] as const;
export type EdgeEventAction = (typeof EDGE_EVENT_ACTIONS)[number];

/** Something that an edge has to be told. Times in epoch ms. */
export const edgeEventSchema = z.object({
  id: plainIdSchema,
  createdTime: z.number(),
  tenantId: typedId('TENANT'),
  edgeId: typedId('EDGE'),
  action: z.enum(EDGE_EVENT_ACTIONS),
  /** A bare UUID; null where `body` says it all, as of relations. */
  entityId: z.nullable(z.string()),
  uid: z.string(),
  type: z.enum(EDGE_EVENT_TYPES),
  body: anyJson,
});
export type EdgeEvent = z.infer<typeof edgeEventSchema>;

/** An attribute of an edge. `lastUpdateTs` in epoch ms. */
export interface EdgeAttribute {
  key: string;
  lastUpdateTs: number;
}

/** Whether an edge was told of what happened at a time: an attribute that it keeps was updated later. */
export const isDeployed = (createdTime: number, attributes: readonly EdgeAttribute[]): boolean =>
  createdTime < (attributes.find(({ key }) => key === 'queueStartTs')?.lastUpdateTs ?? 0);

export const EDGE_NAMES: TypedNames = { noun: 'edge', path: 'edge', writers: ['TENANT_ADMIN'] };

/** By what they do, as the other kinds have them. */
export const edgeCalls = typedEntityRoutes(EDGE_NAMES, {
  input: edgeInputSchema,
  entity: edgeSchema,
  info: edgeInfoSchema,
});

const tag = 'edge';
const administrators = ['TENANT_ADMIN'] as const;
const readers = ['TENANT_ADMIN', 'CUSTOMER_USER'] as const;
const edgeId = { edgeId: uuidSchema };

/** The calls that put entities of a kind on edges. `path` is the kind's in `/api/edge/:edgeId/{path}/:{path}Id`. */
function memberRoutes<Entity extends ReplyKind, Row extends z.core.$ZodType>(
  path: string,
  noun: string,
  { entity, row, listAccess }: { entity: Entity; row: Row; listAccess: readonly ('TENANT_ADMIN' | 'CUSTOMER_USER')[] },
) {
  const one = `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;
  const params = { ...edgeId, [`${path}Id`]: uuidSchema };
  return {
    assign: route({
      method: 'POST',
      path: `/api/edge/:edgeId/${path}/:${path}Id`,
      tag,
      summary: `Put ${one} on an edge`,
      access: administrators,
      params,
      reply: entity,
    }),
    unassign: route({
      method: 'DELETE',
      path: `/api/edge/:edgeId/${path}/:${path}Id`,
      tag,
      summary: `Take ${one} from an edge`,
      access: administrators,
      params,
      reply: entity,
    }),
    list: route({
      method: 'GET',
      path: `/api/edge/:edgeId/${path}s`,
      tag,
      summary: `List the ${noun}s of an edge`,
      access: listAccess,
      params: edgeId,
      query: { ...timePageQuery, type: z.optional(z.string()) },
      reply: pageOf(row),
    }),
  };
}

/** Kinds that can be on edges, by the members of their calls. */
export const edgeMemberCalls = {
  DEVICE: memberRoutes('device', 'device', { entity: deviceSchema, row: deviceSchema, listAccess: readers }),
  ASSET: memberRoutes('asset', 'asset', { entity: assetSchema, row: assetSchema, listAccess: readers }),
  ENTITY_VIEW: memberRoutes('entityView', 'entity view', {
    entity: entityViewSchema,
    row: entityViewSchema,
    listAccess: readers,
  }),
  DASHBOARD: memberRoutes('dashboard', 'dashboard', {
    entity: dashboardSchema,
    row: dashboardInfoSchema,
    listAccess: readers,
  }),
  RULE_CHAIN: memberRoutes('ruleChain', 'rule chain', {
    entity: ruleChainSchema,
    row: ruleChainSchema,
    listAccess: administrators,
  }),
};

/** Kinds that can be on edges. */
export type EdgeMemberType = keyof typeof edgeMemberCalls;

export const edgeRoutes = {
  getEdge: edgeCalls.get,
  getEdgeInfo: edgeCalls.getInfo,
  saveEdge: edgeCalls.save,
  deleteEdge: edgeCalls.remove,
  assignEdgeToCustomer: edgeCalls.assign,
  unassignEdgeFromCustomer: edgeCalls.unassign,
  assignEdgeToPublicCustomer: edgeCalls.makePublic,
  getTenantEdges: edgeCalls.listOfTenant,
  getTenantEdgeInfos: edgeCalls.infosOfTenant,
  getCustomerEdges: edgeCalls.listOfCustomer,
  getCustomerEdgeInfos: edgeCalls.infosOfCustomer,
  searchEdges: edgeCalls.search,
  getEdgeTypes: edgeCalls.types,
  getEdgesByIds: route({
    method: 'GET',
    path: '/api/edges',
    tag,
    summary: 'Read several edges by id (`edgeIds`), or list those of the tenant (`pageSize`, `page`)',
    access: readers,
    query: {
      ...pageQuery,
      pageSize: z.optional(pageQuery.pageSize),
      page: z.optional(pageQuery.page),
      edgeIds: z.optional(queryUuidList),
    },
    reply: z.union([z.array(edgeSchema), pageOf(edgeSchema)]),
  }),
  assignDeviceToEdge: edgeMemberCalls.DEVICE.assign,
  unassignDeviceFromEdge: edgeMemberCalls.DEVICE.unassign,
  getEdgeDevices: edgeMemberCalls.DEVICE.list,
  assignAssetToEdge: edgeMemberCalls.ASSET.assign,
  unassignAssetFromEdge: edgeMemberCalls.ASSET.unassign,
  getEdgeAssets: edgeMemberCalls.ASSET.list,
  assignEntityViewToEdge: edgeMemberCalls.ENTITY_VIEW.assign,
  unassignEntityViewFromEdge: edgeMemberCalls.ENTITY_VIEW.unassign,
  getEdgeEntityViews: edgeMemberCalls.ENTITY_VIEW.list,
  assignDashboardToEdge: edgeMemberCalls.DASHBOARD.assign,
  unassignDashboardFromEdge: edgeMemberCalls.DASHBOARD.unassign,
  getEdgeDashboards: edgeMemberCalls.DASHBOARD.list,
  assignRuleChainToEdge: edgeMemberCalls.RULE_CHAIN.assign,
  unassignRuleChainFromEdge: edgeMemberCalls.RULE_CHAIN.unassign,
  getEdgeRuleChains: edgeMemberCalls.RULE_CHAIN.list,
  setEdgeRootRuleChain: route({
    method: 'POST',
    path: '/api/edge/:edgeId/:ruleChainId/root',
    tag,
    summary: 'Make a rule chain the root of an edge',
    access: administrators,
    params: { ...edgeId, ruleChainId: uuidSchema },
    reply: edgeSchema,
  }),
  getMissingRuleChains: route({
    method: 'GET',
    path: '/api/edge/missingToRelatedRuleChains/:edgeId',
    tag,
    summary: 'Name the rule chains that chains of an edge lead into and that are not on it, by the name of the chain',
    access: administrators,
    params: edgeId,
    reply: z.record(z.string(), z.array(z.string())),
  }),
  syncEdge: route({
    method: 'POST',
    path: '/api/edge/sync/:edgeId',
    tag,
    summary: 'Send everything that is on an edge to it again, where it is connected',
    access: administrators,
    params: edgeId,
    reply: 'empty',
  }),
  getEdgeEvents: route({
    method: 'GET',
    path: '/api/edge/:edgeId/events',
    tag,
    summary: 'List what an edge has to be told, without time series',
    access: administrators,
    params: edgeId,
    query: timePageQuery,
    reply: pageOf(edgeEventSchema),
  }),
};
