import { entityId } from '@signalbox/contract/id';
import type { PageData, PageLink } from '@signalbox/contract/page';
import type {
  RuleChain,
  RuleChainMetadata,
  RuleChainMetadataInput,
  RuleChainType,
  RuleNode,
} from '@signalbox/contract/rule-chain';
import { type Selectable, type SqlBool, sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { newEntityId } from '../../storage/ids.ts';
import { asJson } from '../../storage/json-column.ts';
import { moveFlag } from '../../storage/move-flag.ts';
import { contains, orderBy, selectPage } from '../../storage/paging.ts';
import { deleteRow, replaceRow } from '../../storage/replace-row.ts';
import type { RuleChainTable, RuleNodeConnectionTable, RuleNodeTable } from '../../storage/schema.ts';
import { RULE_CHAIN_ORDERS, toRuleChain } from './rule-chain-rows.ts';

type Row = Selectable<RuleChainTable>;
type NodeRow = Selectable<RuleNodeTable>;
type ConnectionRow = Selectable<RuleNodeConnectionTable>;

function toNode(row: NodeRow): RuleNode {
  return {
    id: entityId('RULE_NODE', row.id),
    createdTime: row.created_time,
    additionalInfo: row.additional_info,
    ruleChainId: entityId('RULE_CHAIN', row.rule_chain_id),
    type: row.type,
    name: row.name,
    debugMode: row.debug_mode,
    configuration: row.configuration ?? null,
  };
}

/** Nodes and connections of a chain, as `from` sees them. */
async function readMetadata(from: Database, chain: RuleChain): Promise<RuleChainMetadata> {
  const chainId = chain.id.id;
  const nodeRows = await from
    .selectFrom('rule_node')
    .selectAll()
    .where('rule_chain_id', '=', chainId)
    .orderBy('position')
    .execute();
  const connectionRows = await sql<ConnectionRow>`SELECT connection.* FROM rule_node_connection AS connection
          LEFT JOIN rule_chain AS target ON target.id = connection.to_rule_chain_id
            AND target.tenant_id = ${chain.tenantId.id}
          WHERE connection.rule_chain_id = ${chainId}
            AND (connection.to_rule_chain_id IS NULL OR target.id IS NOT NULL)
          ORDER BY connection.position`.execute(from);
  const nodes = nodeRows.map(toNode);
  /** node id → place in the document */
  const places = new Map(nodeRows.map((row, at) => [row.id, at]));
  const place = (id: string): number => places.get(id) ?? -1;
  const connections = connectionRows.rows
    .filter((row) => row.to_node_id !== null)
    .map((row) => ({
      fromIndex: place(row.from_node_id),
      toIndex: place(row.to_node_id as string),
      type: row.type,
    }));
  const ruleChainConnections = connectionRows.rows
    .filter((row) => row.to_rule_chain_id !== null)
    .map((row) => ({
      fromIndex: place(row.from_node_id),
      targetRuleChainId: entityId('RULE_CHAIN', row.to_rule_chain_id as string),
      additionalInfo: row.additional_info,
      type: row.type,
    }));
  const first = chain.firstRuleNodeId && places.get(chain.firstRuleNodeId.id);
  return {
    ruleChainId: chain.id,
    firstNodeIndex: first ?? null,
    nodes,
    connections: connections.length > 0 ? connections : null,
    ruleChainConnections: ruleChainConnections.length > 0 ? ruleChainConnections : null,
  };
}

/** A chain with its nodes and connections. */
export interface StoredChain {
  chain: RuleChain;
  metadata: RuleChainMetadata;
}

/** Holds a chain until the transaction ends, and reads it; undefined when it is gone. */
async function hold(transaction: Database, tenantId: string, id: string): Promise<StoredChain | undefined> {
  const held = await sql<Row>`SELECT * FROM rule_chain
    WHERE tenant_id = ${tenantId} AND id = ${id} FOR UPDATE`.execute(transaction);
  const row = held.rows[0];
  if (!row) return undefined;
  const chain = toRuleChain(row);
  return { chain, metadata: await readMetadata(transaction, chain) };
}

/** Relations from a tenant to the chains that its new edges get. */
const autoAssigned = (tenantId: string) => sql<SqlBool>`from_id = ${tenantId} AND from_type = 'TENANT'
  AND relation_type_group = 'EDGE_AUTO_ASSIGN_RULE_CHAIN' AND relation_type = 'Contains' AND to_type = 'RULE_CHAIN'`;

/** Rows of `rule_chain`, `rule_node` and `rule_node_connection`. Every method takes the tenant it may look into. */
export function createRuleChainStore(db: Database) {
  const ofTenant = (tenantId: string) => db.selectFrom('rule_chain').where('tenant_id', '=', tenantId);

  async function find(tenantId: string, id: string): Promise<RuleChain | undefined> {
    const row = await ofTenant(tenantId).selectAll().where('id', '=', id).executeTakeFirst();
    return row && toRuleChain(row);
  }

  return {
    find,

    async list(tenantId: string, type: RuleChainType, link: PageLink): Promise<PageData<RuleChain>> {
      const page = await selectPage<Row>(db, link, {
        select: sql`*`,
        from: sql`rule_chain`,
        where: sql<SqlBool>`tenant_id = ${tenantId} AND type = ${type}
          AND ${contains(sql.ref('name'), link.textSearch)}`,
        orderBy: orderBy(link, RULE_CHAIN_ORDERS, 'rule_chain'),
      });
      return { ...page, data: page.data.map(toRuleChain) };
    },

    /** Chains of both types, oldest first. */
    async listAll(tenantId: string, limit: number): Promise<RuleChain[]> {
      const rows = await ofTenant(tenantId).selectAll().orderBy('created_time').orderBy('id').limit(limit).execute();
      return rows.map(toRuleChain);
    },

    async findByName(tenantId: string, type: RuleChainType, name: string): Promise<RuleChain | undefined> {
      const row = await ofTenant(tenantId)
        .selectAll()
        .where('type', '=', type)
        .where('name', '=', name)
        .orderBy('created_time')
        .executeTakeFirst();
      return row && toRuleChain(row);
    },

    async findRoot(tenantId: string, type: RuleChainType): Promise<RuleChain | undefined> {
      const row = await ofTenant(tenantId)
        .selectAll()
        .where('type', '=', type)
        .where('root', '=', true)
        .executeTakeFirst();
      return row && toRuleChain(row);
    },

    async insert(chain: RuleChain): Promise<void> {
      await db
        .insertInto('rule_chain')
        .values({
          id: chain.id.id,
          created_time: chain.createdTime,
          tenant_id: chain.tenantId.id,
          name: chain.name,
          type: chain.type,
          first_rule_node_id: chain.firstRuleNodeId?.id ?? null,
          root: chain.root,
          debug_mode: chain.debugMode,
          configuration: asJson(chain.configuration),
          additional_info: asJson(chain.additionalInfo),
        })
        .execute();
    },

    /**
     * Replaces what clients own of the chain; nodes, first node and root flag stay.
     * @returns the chain as it was right before; undefined when it is gone
     */
    async update(chain: RuleChain): Promise<RuleChain | undefined> {
      const isIt = sql<SqlBool>`tenant_id = ${chain.tenantId.id} AND id = ${chain.id.id}`;
      const before = await replaceRow(db, 'rule_chain', isIt, {
        name: chain.name,
        debug_mode: chain.debugMode,
        configuration: asJson(chain.configuration),
        additional_info: asJson(chain.additionalInfo),
      });
      return before && toRuleChain(before);
    },

    /** Moves the root flag among the chains of the type. */
    setRoot: (tenantId: string, type: RuleChainType, id: string): Promise<boolean> =>
      moveFlag(db, {
        table: 'rule_chain',
        flag: 'root',
        among: sql`tenant_id = ${tenantId} AND type = ${type}`,
        id,
      }),

    /**
     * Deletes a chain and the connections of other chains into it.
     * @returns the chain as it was, and the ids of the chains that led into it; undefined when it is gone
     */
    async delete(tenantId: string, id: string): Promise<(StoredChain & { cutChains: string[] }) | undefined> {
      return db.transaction().execute(async (transaction) => {
        const before = await hold(transaction, tenantId, id);
        if (!before) return undefined;
        const cut = await sql<{ rule_chain_id: string }>`DELETE FROM rule_node_connection
          WHERE to_rule_chain_id = ${id}
            AND rule_chain_id IN (SELECT id FROM rule_chain WHERE tenant_id = ${tenantId})
          RETURNING rule_chain_id`.execute(transaction);
        const isIt = sql<SqlBool>`tenant_id = ${tenantId} AND id = ${id}`;
        await deleteRow(transaction, 'rule_chain', isIt);
        const cutChains = [...new Set(cut.rows.map((row) => row.rule_chain_id))].filter((other) => other !== id);
        return { ...before, cutChains };
      });
    },

    async isUsedByProfiles(tenantId: string, id: string): Promise<boolean> {
      const row = await db
        .selectFrom('device_profile')
        .select('id')
        .where('tenant_id', '=', tenantId)
        .where('default_rule_chain_id', '=', id)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Name of an edge whose messages start in the chain; undefined: there is none. */
    async findEdgeRootedIn(tenantId: string, id: string): Promise<string | undefined> {
      const row = await db
        .selectFrom('edge')
        .select('name')
        .where('tenant_id', '=', tenantId)
        .where('root_rule_chain_id', '=', id)
        .limit(1)
        .executeTakeFirst();
      return row?.name;
    },

    /** Chains that every new edge gets, by name. */
    async listAutoAssigned(tenantId: string): Promise<RuleChain[]> {
      const { rows } = await sql<Row>`SELECT * FROM rule_chain WHERE tenant_id = ${tenantId} AND id IN (
        SELECT to_id FROM relation WHERE ${autoAssigned(tenantId)}) ORDER BY lower(name), id`.execute(db);
      return rows.map(toRuleChain);
    },

    /** Makes new edges get a chain. */
    async autoAssign(tenantId: string, id: string): Promise<void> {
      // The chain is held, so that it cannot be deleted and leave the relation behind.
      await sql`INSERT INTO relation (from_id, from_type, to_id, to_type, relation_type, relation_type_group)
        SELECT tenant_id, 'TENANT', id, 'RULE_CHAIN', 'Contains', 'EDGE_AUTO_ASSIGN_RULE_CHAIN'
        FROM rule_chain WHERE tenant_id = ${tenantId} AND id = ${id} FOR KEY SHARE ON CONFLICT DO NOTHING`.execute(db);
    },

    /** New edges get the chain no longer. */
    async stopAutoAssigning(tenantId: string, id: string): Promise<void> {
      await sql`DELETE FROM relation WHERE ${autoAssigned(tenantId)} AND to_id = ${id}`.execute(db);
    },

    readMetadata: (chain: RuleChain): Promise<RuleChainMetadata> => readMetadata(db, chain),

    /**
     * Replaces nodes and connections. Nodes whose id is of this chain keep id and creation time, others get new ones;
     * nodes missing from the document are deleted.
     * @returns the chain as it was right before; undefined when it is gone
     */
    async saveMetadata(
      tenantId: string,
      id: string,
      metadata: RuleChainMetadataInput,
    ): Promise<StoredChain | undefined> {
      return db.transaction().execute(async (transaction) => {
        // One save of a chain at a time.
        const before = await hold(transaction, tenantId, id);
        if (!before) return undefined;
        const known = await transaction
          .selectFrom('rule_node')
          .select(['id', 'created_time'])
          .where('rule_chain_id', '=', id)
          .execute();
        const createdTimes = new Map(known.map((row) => [row.id, row.created_time]));
        const nodes = (metadata.nodes ?? []).map((node, position) => {
          const knownTime = node.id ? createdTimes.get(node.id.id) : undefined;
          const kept = node.id && knownTime !== undefined ? { id: node.id.id, createdTime: knownTime } : newEntityId();
          // A second node with the same id would be one node: it becomes a new one.
          if (node.id) createdTimes.delete(node.id.id);
          return {
            id: kept.id,
            created_time: kept.createdTime,
            rule_chain_id: id,
            position,
            type: node.type,
            name: node.name,
            debug_mode: node.debugMode ?? false,
            configuration: asJson(node.configuration),
            additional_info: asJson(node.additionalInfo),
          };
        });
        const keptIds = nodes.map((node) => node.id);
        await sql`DELETE FROM rule_node WHERE rule_chain_id = ${id} AND NOT id = ANY(${keptIds}::uuid[])`.execute(
          transaction,
        );
        await transaction.deleteFrom('rule_node_connection').where('rule_chain_id', '=', id).execute();
        if (nodes.length > 0) {
          await transaction
            .insertInto('rule_node')
            .values(nodes)
            .onConflict((conflict) =>
              conflict.column('id').doUpdateSet((eb) => ({
                position: eb.ref('excluded.position'),
                type: eb.ref('excluded.type'),
                name: eb.ref('excluded.name'),
                debug_mode: eb.ref('excluded.debug_mode'),
                configuration: sql`excluded.configuration`,
                additional_info: sql`excluded.additional_info`,
              })),
            )
            .execute();
        }
        const nodeId = (index: number): string => nodes[index]?.id as string;
        const targets = (metadata.ruleChainConnections ?? []).map((one) => one.targetRuleChainId.id);
        const existing = await sql<{ id: string }>`SELECT id FROM rule_chain
          WHERE tenant_id = ${tenantId} AND id = ANY(${targets}::uuid[])`.execute(transaction);
        const reachable = new Set(existing.rows.map((row) => row.id));
        const connections = [
          ...(metadata.connections ?? []).map(({ fromIndex, toIndex, type }, position) => ({
            rule_chain_id: id,
            from_node_id: nodeId(fromIndex),
            to_node_id: nodeId(toIndex),
            to_rule_chain_id: null,
            type,
            position,
            additional_info: null,
          })),
          ...(metadata.ruleChainConnections ?? [])
            .filter((one) => reachable.has(one.targetRuleChainId.id))
            .map((one, position) => ({
              rule_chain_id: id,
              from_node_id: nodeId(one.fromIndex),
              to_node_id: null,
              to_rule_chain_id: one.targetRuleChainId.id,
              type: one.type,
              position,
              additional_info: asJson(one.additionalInfo),
            })),
        ];
        if (connections.length > 0) await transaction.insertInto('rule_node_connection').values(connections).execute();
        const { firstNodeIndex } = metadata;
        await transaction
          .updateTable('rule_chain')
          .set({
            first_rule_node_id: firstNodeIndex === null || firstNodeIndex === undefined ? null : nodeId(firstNodeIndex),
          })
          .where('tenant_id', '=', tenantId)
          .where('id', '=', id)
          .execute();
        return before;
      });
    },
  };
}

export type RuleChainStore = ReturnType<typeof createRuleChainStore>;
