import type pg from 'pg';

/** A node as it is stored. */
export interface StoredRuleNode {
  id: string;
  ruleChainId: string;
  /** Class name. */
  type: string;
  name: string;
  debugMode: boolean;
  configuration: unknown;
}

/** Everything the engine needs to know of a tenant. */
export interface StoredRules {
  rootChainId: string | undefined;
  chains: { id: string; name: string; firstNodeId: string | null }[];
  nodes: StoredRuleNode[];
  connections: { fromNodeId: string; toNodeId: string | null; toChainId: string | null; type: string }[];
  /** device profile id → its default chain; only profiles that have one */
  profileChains: Map<string, string>;
  /** Maximum number of nodes that one message may run; 0 is no limit. */
  maxNodeExecutions: number;
}

/** Reads rule chains for the engine. */
export interface ChainSource {
  load(tenantId: string): Promise<StoredRules>;
  /** Tenants with a CORE chain that has a node of one of these classes; only this one when given. */
  tenantsWith(classes: readonly string[], tenantId?: string): Promise<string[]>;
  /** device id → device profile id, of those devices that exist */
  profilesOf(tenantId: string, deviceIds: readonly string[]): Promise<Map<string, string>>;
}

export function createChainSource(pool: pg.Pool): ChainSource {
  return {
    async load(tenantId) {
      const chains = await pool.query<{ id: string; name: string; root: boolean; first_rule_node_id: string | null }>(
        `SELECT id, name, root, first_rule_node_id FROM rule_chain WHERE tenant_id = $1 AND type = 'CORE'`,
        [tenantId],
      );
      const ids = chains.rows.map((row) => row.id);
      const nodes = await pool.query<{
        id: string;
        rule_chain_id: string;
        type: string;
        name: string;
        debug_mode: boolean;
        configuration: unknown;
      }>(
        `SELECT id, rule_chain_id, type, name, debug_mode, configuration FROM rule_node
         WHERE rule_chain_id = ANY($1) ORDER BY rule_chain_id, position`,
        [ids],
      );
      const connections = await pool.query<{
        from_node_id: string;
        to_node_id: string | null;
        to_rule_chain_id: string | null;
        type: string;
      }>(
        `SELECT from_node_id, to_node_id, to_rule_chain_id, type FROM rule_node_connection
         WHERE rule_chain_id = ANY($1)`,
        [ids],
      );
      // A profile may still name a chain that was deleted while it was saved: its messages go to the root chain.
      const profiles = await pool.query<{ id: string; default_rule_chain_id: string }>(
        `SELECT id, default_rule_chain_id FROM device_profile
         WHERE tenant_id = $1 AND default_rule_chain_id = ANY($2)`,
        [tenantId, ids],
      );
      const limit = await pool.query<{ max: unknown }>(
        `SELECT profile.profile_data -> 'configuration' -> 'maxRuleNodeExecutionsPerMessage' AS max
         FROM tenant JOIN tenant_profile AS profile ON profile.id = tenant.tenant_profile_id WHERE tenant.id = $1`,
        [tenantId],
      );
      return {
        rootChainId: chains.rows.find((row) => row.root)?.id,
        chains: chains.rows.map((row) => ({ id: row.id, name: row.name, firstNodeId: row.first_rule_node_id })),
        nodes: nodes.rows.map((row) => ({
          id: row.id,
          ruleChainId: row.rule_chain_id,
          type: row.type,
          name: row.name,
          debugMode: row.debug_mode,
          configuration: row.configuration,
        })),
        connections: connections.rows.map((row) => ({
          fromNodeId: row.from_node_id,
          toNodeId: row.to_node_id,
          toChainId: row.to_rule_chain_id,
          type: row.type,
        })),
        profileChains: new Map(profiles.rows.map((row) => [row.id, row.default_rule_chain_id])),
        maxNodeExecutions: Math.max(0, Number(limit.rows[0]?.max ?? 0) || 0),
      };
    },
    async tenantsWith(classes, tenantId) {
      const { rows } = await pool.query<{ tenant_id: string }>(
        `SELECT DISTINCT rule_chain.tenant_id FROM rule_node JOIN rule_chain ON rule_chain.id = rule_node.rule_chain_id
         WHERE rule_node.type = ANY($1) AND rule_chain.type = 'CORE'
           AND ($2::uuid IS NULL OR rule_chain.tenant_id = $2)`,
        [classes, tenantId ?? null],
      );
      return rows.map((row) => row.tenant_id);
    },
    async profilesOf(tenantId, deviceIds) {
      const result = await pool.query<{ id: string; device_profile_id: string }>(
        'SELECT id, device_profile_id FROM device WHERE tenant_id = $1 AND id = ANY($2)',
        [tenantId, deviceIds],
      );
      return new Map(result.rows.map((row) => [row.id, row.device_profile_id]));
    },
  };
}
