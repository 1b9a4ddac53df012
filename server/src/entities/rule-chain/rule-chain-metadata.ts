import { MAX_RULE_CONNECTIONS, MAX_RULE_NODES, type RuleChainMetadataInput } from '@signalbox/contract/rule-chain';
import { badRequest } from '../../http/errors.ts';

/**
 * Are nodes and connections a document that can be drawn and run? Indexes must point to nodes, and no message may come
 * back to a node it has left. Circles through other chains are allowed: a condition
 * may end them, and the engine does when nothing else does.
 * @throws ApiError 400 / 31
 */
export function checkMetadata(metadata: RuleChainMetadataInput): void {
  const count = metadata.nodes?.length ?? 0;
  if (count > MAX_RULE_NODES) throw badRequest(`A rule chain has at most ${MAX_RULE_NODES} nodes!`);
  const connections = (metadata.connections?.length ?? 0) + (metadata.ruleChainConnections?.length ?? 0);
  if (connections > MAX_RULE_CONNECTIONS)
    throw badRequest(`A rule chain has at most ${MAX_RULE_CONNECTIONS} connections!`);
  const requireNode = (index: number, field: string): void => {
    if (index >= count) throw badRequest(`${field} ${index} is not one of the ${count} nodes!`);
  };
  if (metadata.firstNodeIndex !== null && metadata.firstNodeIndex !== undefined) {
    requireNode(metadata.firstNodeIndex, 'firstNodeIndex');
  }
  /** index of a node → indexes its connections lead to */
  const next = new Map<number, number[]>();
  for (const { fromIndex, toIndex } of metadata.connections ?? []) {
    requireNode(fromIndex, 'connections.fromIndex');
    requireNode(toIndex, 'connections.toIndex');
    if (fromIndex === toIndex) throw badRequest("Can't create the relation to yourself.");
    const known = next.get(fromIndex);
    if (known) known.push(toIndex);
    else next.set(fromIndex, [toIndex]);
  }
  for (const { fromIndex } of metadata.ruleChainConnections ?? []) {
    requireNode(fromIndex, 'ruleChainConnections.fromIndex');
  }
  if (hasCycle(count, next)) throw badRequest("Can't create circling relations in rule chain.");
}

/** Removes nodes without incoming connections until there are none; any remaining nodes prove a cycle. */
function hasCycle(count: number, next: Map<number, number[]>): boolean {
  const incoming = new Array<number>(count).fill(0);
  for (const targets of next.values()) {
    for (const target of targets) incoming[target] = (incoming[target] ?? 0) + 1;
  }
  const free = [...incoming.keys()].filter((index) => incoming[index] === 0);
  let taken = 0;
  for (let index = free.pop(); index !== undefined; index = free.pop()) {
    taken++;
    for (const target of next.get(index) ?? []) {
      incoming[target] = (incoming[target] ?? 0) - 1;
      if (incoming[target] === 0) free.push(target);
    }
  }
  return taken < count;
}
