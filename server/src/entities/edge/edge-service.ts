import type { Edge, EdgeEvent } from '@signalbox/contract/edge';
import type { PageData, PageLink, TimePageLink } from '@signalbox/contract/page';
import { sql } from 'kysely';
import type { ActionLog } from '../../audit/action-log.ts';
import type { LiveBus } from '../../bus/live-bus.ts';
import { badRequest, entityNotFound, permissionDenied } from '../../http/errors.ts';
import type { SecurityUser } from '../../http/security-user.ts';
import type { Database } from '../../storage/database.ts';
import type { RuleChainService } from '../rule-chain/rule-chain-service.ts';
import type { EdgeEvents } from './edge-events.ts';
import { type EdgeRow, type Edges, toEdge } from './edges.ts';

export interface EdgeServiceParts {
  db: Database;
  edges: Edges['service'];
  edgeEvents: Pick<EdgeEvents, 'list'>;
  ruleChains: Pick<RuleChainService, 'requireForEdges'>;
  actionLog: ActionLog;
  liveBus: LiveBus;
  /** Whether the installation supports edges. */
  areEnabled: boolean;
}

/** What only edges have: their root rule chain, what they are told, and their connection. */
export function createEdgeService(parts: EdgeServiceParts) {
  const { db, edges, edgeEvents, ruleChains, actionLog, liveBus, areEnabled } = parts;
  return {
    /** Edges of those ids that the user may read, or else a page of the tenant's. */
    async readSeveral(
      user: SecurityUser,
      ids: readonly string[] | undefined,
      link: Partial<PageLink>,
    ): Promise<Edge[] | PageData<Edge>> {
      if (ids) return edges.findByIds(user, ids);
      const { pageSize, page, ...order } = link;
      if (pageSize === undefined || page === undefined) {
        throw badRequest("Required request parameter 'edgeIds' is not present");
      }
      // All of the tenant, which is more than a customer user may see.
      if (user.authority !== 'TENANT_ADMIN') throw permissionDenied();
      return edges.list(user, { ...order, pageSize, page }, {});
    },

    /** Makes messages of an edge start in another rule chain, and tells the edge. */
    async setRoot(user: SecurityUser, edgeId: string, ruleChainId: string): Promise<Edge> {
      const known = await edges.require(user, edgeId, 'WRITE');
      await ruleChains.requireForEdges(user, ruleChainId);
      const now = Date.now();
      const { rows } = await sql<EdgeRow>`WITH held AS MATERIALIZED (
          SELECT id FROM rule_chain WHERE tenant_id = ${user.tenantId} AND id = ${ruleChainId} FOR KEY SHARE
        ), changed AS (
          UPDATE edge SET root_rule_chain_id = held.id FROM held
          WHERE edge.tenant_id = ${user.tenantId} AND edge.id = ${edgeId} RETURNING edge.*
        ), told AS (
          INSERT INTO edge_event (id, created_time, tenant_id, edge_id, action, type, entity_id)
          SELECT time_uuid(${now}), ${now}, tenant_id, id, 'UPDATED', 'RULE_CHAIN', root_rule_chain_id FROM changed
        )
        SELECT * FROM changed`.execute(db);
      const row = rows[0];
      if (!row) throw entityNotFound('Rule chain', ruleChainId);
      const edge = toEdge(row);
      liveBus.publish({ kind: 'entity', action: 'updated', tenantId: user.tenantId, entityId: edge.id });
      await actionLog.record({
        user,
        type: 'UPDATED',
        entityId: edge.id,
        entityName: edge.name,
        customerId: edge.customerId.id,
        data: { entity: edge },
        before: known,
        message: { type: 'ENTITY_UPDATED', data: edge },
      });
      return edge;
    },

    async listEvents(user: SecurityUser, edgeId: string, link: TimePageLink): Promise<PageData<EdgeEvent>> {
      await edges.require(user, edgeId, 'READ');
      return edgeEvents.list(user.tenantId, edgeId, link);
    },

    /** Rule chains that chains of an edge lead into and that are not on it, by the name of the chain. */
    async findMissingRuleChains(user: SecurityUser, edgeId: string): Promise<Record<string, string[]>> {
      await edges.require(user, edgeId, 'READ');
      const { rows } = await sql<{ name: string; missing: string[] }>`
        WITH present AS (
          SELECT to_id AS id FROM relation WHERE from_id = ${edgeId} AND from_type = 'EDGE'
            AND relation_type_group = 'EDGE' AND relation_type = 'Contains' AND to_type = 'RULE_CHAIN'
        )
        SELECT chain.name, array_agg(DISTINCT target.name ORDER BY target.name) AS missing
        FROM present JOIN rule_chain AS chain ON chain.id = present.id
          JOIN rule_node_connection AS connection ON connection.rule_chain_id = chain.id
          JOIN rule_chain AS target ON target.id = connection.to_rule_chain_id
        WHERE chain.tenant_id = ${user.tenantId} AND target.tenant_id = ${user.tenantId}
          AND target.id NOT IN (SELECT id FROM present)
        GROUP BY chain.id, chain.name ORDER BY chain.name`.execute(db);
      return Object.fromEntries(rows.map(({ name, missing }) => [name, missing]));
    },

    /** Sends everything that is on an edge to it again. None is connected until edges have their protocol. */
    async sync(user: SecurityUser, edgeId: string): Promise<undefined> {
      await edges.require(user, edgeId, 'READ');
      throw badRequest(areEnabled ? 'Edge is not connected' : 'Edges support disabled');
    },
  };
}
