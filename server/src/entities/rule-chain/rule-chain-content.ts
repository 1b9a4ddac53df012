import { createHash } from 'node:crypto';
import { entityId } from '@signalbox/contract/id';
import type { RuleChain, RuleChainMetadata, RuleChainMetadataInput, RuleNode } from '@signalbox/contract/rule-chain';
import { ruleChainStateText } from '@signalbox/contract/rule-chain-state';
import { type Selectable, sql } from 'kysely';
import { conflict } from '../../http/errors.ts';
import type { Database } from '../../storage/database.ts';
import { newEntityId } from '../../storage/ids.ts';
import { asJson } from '../../storage/json-column.ts';
import type { RuleChainTable, RuleNodeConnectionTable, RuleNodeTable } from '../../storage/schema.ts';
import { toRuleChain } from './rule-chain-rows.ts';

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
export async function readMetadata(from: Database, chain: RuleChain): Promise<RuleChainMetadata> {
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
export async function hold(transaction: Database, tenantId: string, id: string): Promise<StoredChain | undefined> {
  const held = await sql<Selectable<RuleChainTable>>`SELECT * FROM rule_chain
    WHERE tenant_id = ${tenantId} AND id = ${id} FOR UPDATE`.execute(transaction);
  const row = held.rows[0];
  if (!row) return undefined;
  const chain = toRuleChain(row);
  return { chain, metadata: await readMetadata(transaction, chain) };
}

/** By which a caller names what it changed. */
export const stateOf = (metadata: RuleChainMetadata): string =>
  createHash('sha256').update(ruleChainStateText(metadata)).digest('hex');

/**
 * A check that a chain is still in the state that a caller changed; without one nothing is compared.
 * @throws ApiError 409 / 31
 */
export const requireState =
  (basedOn: string | undefined) =>
  (stored: RuleChainMetadata): void => {
    if (basedOn !== undefined && basedOn !== stateOf(stored)) throw conflict('The rule chain was changed meanwhile');
  };

/**
 * Nodes that were deleted and come back under their ids: id → creation time. What is still to be removed of them stays.
 * Those whose id somebody else's node has are left out.
 */
export async function reviveNodes(
  transaction: Database,
  { nodes }: RuleChainMetadata,
): Promise<ReadonlyMap<string, number>> {
  const ids = nodes.flatMap(({ id }) => (id ? [id.id] : []));
  const { rows } = await sql<{ id: string }>`SELECT id FROM rule_node WHERE id = ANY(${ids}::uuid[])`.execute(
    transaction,
  );
  const taken = new Set(rows.map(({ id }) => id));
  const free = nodes.flatMap(({ id, createdTime }) => (id && !taken.has(id.id) ? [[id.id, createdTime] as const] : []));
  await sql`DELETE FROM deleted_entity WHERE entity_id = ANY(${free.map(([id]) => id)}::uuid[])`.execute(transaction);
  return new Map(free);
}

/**
 * Replaces nodes and connections of a chain that is held. Nodes whose id is of this chain, or revived, keep id and
 * creation time, others get new ones; nodes missing from the document are deleted.
 */
export async function writeMetadata(
  transaction: Database,
  tenantId: string,
  id: string,
  metadata: RuleChainMetadataInput | RuleChainMetadata,
  revived: ReadonlyMap<string, number> = new Map(),
): Promise<void> {
  const known = await transaction
    .selectFrom('rule_node')
    .select(['id', 'created_time'])
    .where('rule_chain_id', '=', id)
    .execute();
  const createdTimes = new Map([...revived, ...known.map((row) => [row.id, row.created_time] as const)]);
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
    ...eachOnce(metadata.connections, ({ toIndex }) => toIndex).map(({ fromIndex, toIndex, type }, position) => ({
      rule_chain_id: id,
      from_node_id: nodeId(fromIndex),
      to_node_id: nodeId(toIndex),
      to_rule_chain_id: null,
      type,
      position,
      additional_info: null,
    })),
    ...eachOnce(metadata.ruleChainConnections, ({ targetRuleChainId }) => targetRuleChainId.id)
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
}

/** Connections of the same ends and label are one: a message would pass each of them. The last one counts. */
function eachOnce<Connection extends { fromIndex: number; type: string }>(
  connections: readonly Connection[] | null | undefined,
  endOf: (connection: Connection) => number | string,
): Connection[] {
  const byEnds = new Map(
    (connections ?? []).map((one) => [JSON.stringify([one.fromIndex, endOf(one), one.type]), one]),
  );
  return [...byEnds.values()];
}
