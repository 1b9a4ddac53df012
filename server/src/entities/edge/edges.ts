import { EDGE_NAMES, type Edge, type EdgeInput, edgeCalls } from '@signalbox/contract/edge';
import { entityId } from '@signalbox/contract/id';
import { sql } from 'kysely';
import { badRequest } from '../../http/errors.ts';
import type { SecurityUser } from '../../http/security-user.ts';
import type { RuleChainService } from '../rule-chain/rule-chain-service.ts';
import type { TypedRow } from '../typed/typed-entity.ts';
import { createTypedFeature, type TypedParts } from '../typed/typed-feature.ts';
import { edgeKind } from './edge-kind.ts';

export interface EdgeRow extends TypedRow {
  label: string | null;
  root_rule_chain_id: string | null;
  routing_key: string;
  secret: string;
  edge_license_key: string;
  cloud_endpoint: string;
}

export const toEdge = (row: EdgeRow): Edge => ({
  id: entityId('EDGE', row.id),
  createdTime: row.created_time,
  additionalInfo: row.additional_info,
  tenantId: entityId('TENANT', row.tenant_id),
  customerId: entityId('CUSTOMER', row.customer_id),
  rootRuleChainId: row.root_rule_chain_id ? entityId('RULE_CHAIN', row.root_rule_chain_id) : null,
  name: row.name,
  type: row.type,
  label: row.label,
  routingKey: row.routing_key,
  secret: row.secret,
  edgeLicenseKey: row.edge_license_key,
  cloudEndpoint: row.cloud_endpoint,
});

/** Customer users do not see the licence key; visitors, who can be anybody, do not see how the edge signs in either. */
function edgeShownTo(user: SecurityUser, edge: Edge): Edge {
  if (user.authority !== 'CUSTOMER_USER') return edge;
  const shown = { ...edge, edgeLicenseKey: null };
  return user.isPublic ? { ...shown, routingKey: null, secret: null } : shown;
}

function required(value: string | null, name: string): string {
  const given = value?.trim();
  if (!given) throw badRequest(`${name} should be specified!`);
  return given;
}

// Edges are listed too by the call that reads several by id: its routes are with the other calls of edges.
const { byIds: _, ...calls } = edgeCalls;

export interface EdgesParts extends TypedParts {
  ruleChains: Pick<RuleChainService, 'findEdgeTemplateRoot'>;
}

/** Edges: servers on site that work with a part of a tenant's entities. */
export function createEdges({ ruleChains, ...parts }: EdgesParts) {
  return createTypedFeature<Edge, EdgeInput, EdgeRow>(parts, {
    kind: edgeKind,
    names: EDGE_NAMES,
    calls,
    toEntity: toEdge,
    ownValues: (edge) => ({
      label: edge.label,
      root_rule_chain_id: edge.rootRuleChainId?.id ?? null,
      routing_key: edge.routingKey,
      secret: edge.secret,
      edge_license_key: edge.edgeLicenseKey,
      cloud_endpoint: edge.cloudEndpoint,
    }),
    ownOrders: {
      label: sql`lower(e.label)`,
      cloudEndpoint: sql`lower(e.cloud_endpoint)`,
    },
    conflicts: { edge_routing_key: 'Edge with such routing key already exists!' },
    shownTo: edgeShownTo,
    async complete(user, id, base, input, before) {
      const secret = required(input.secret, 'Edge secret');
      const routingKey = required(input.routingKey, 'Edge routing key');
      const edgeLicenseKey = required(input.edgeLicenseKey, 'Edge license key');
      const cloudEndpoint = required(input.cloudEndpoint, 'Cloud endpoint');
      // The root is changed by a call of its own.
      const root = before ? before.rootRuleChainId : (await ruleChains.findEdgeTemplateRoot(user.tenantId))?.id;
      if (!before && !root) throw badRequest('Root edge rule chain is not available!');
      const { createdTime, additionalInfo, tenantId, customerId, name, type } = base;
      return {
        id: entityId('EDGE', id),
        createdTime,
        additionalInfo,
        tenantId,
        customerId,
        rootRuleChainId: root ?? null,
        name,
        type,
        label: input.label,
        routingKey,
        secret,
        edgeLicenseKey,
        cloudEndpoint,
      };
    },
  });
}

export type Edges = ReturnType<typeof createEdges>;
