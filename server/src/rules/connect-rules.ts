import type { StoredRules } from './chain-source.ts';
import type { RuleNodeInstance } from './nodes/define-rule-node.ts';
import type { RuleCounter } from './rule-statistics.ts';

/** A running node and where its outputs lead. */
export interface RunningNode {
  id: string;
  name: string;
  ruleChainId: string;
  ruleChainName: string;
  debugMode: boolean;
  instance: RuleNodeInstance;
  counter: RuleCounter;
  /** relation in lower case → where messages go along it */
  targets: Map<string, Target[]>;
}

export type Target = { node: RunningNode } | { chainId: string };

/** A chain and the node where messages enter it. */
export interface RunningChain {
  id: string;
  first: RunningNode | undefined;
  counter: RuleCounter;
}

/** The chains of one tenant, ready to run. Immutable: a reload creates a new object. */
export interface TenantRules {
  rootChainId: string | undefined;
  chains: Map<string, RunningChain>;
  nodes: Map<string, RunningNode>;
  profileChains: Map<string, string>;
  maxNodeExecutions: number;
}

/** Joins the stored rules of a tenant with the running nodes, so that each output leads to its targets. */
export function connectRules(
  stored: StoredRules,
  running: ReadonlyMap<string, { instance: RuleNodeInstance }>,
  counterOf: (entityType: 'RULE_CHAIN' | 'RULE_NODE', id: string) => RuleCounter,
): TenantRules {
  const chainNames = new Map(stored.chains.map((chain) => [chain.id, chain.name]));
  const nodes = new Map<string, RunningNode>();
  for (const node of stored.nodes) {
    const instance = running.get(node.id)?.instance;
    if (!instance) throw new Error(`Rule node ${node.id} was not started`);
    nodes.set(node.id, {
      id: node.id,
      name: node.name,
      ruleChainId: node.ruleChainId,
      ruleChainName: chainNames.get(node.ruleChainId) ?? '',
      debugMode: node.debugMode,
      instance,
      counter: counterOf('RULE_NODE', node.id),
      targets: new Map(),
    });
  }
  for (const connection of stored.connections) {
    const from = nodes.get(connection.fromNodeId);
    const to = connection.toNodeId === null ? undefined : nodes.get(connection.toNodeId);
    const target: Target | undefined = to
      ? { node: to }
      : connection.toChainId
        ? { chainId: connection.toChainId }
        : undefined;
    if (!from || !target) continue;
    const relation = connection.type.toLowerCase();
    const targets = from.targets.get(relation);
    if (targets) targets.push(target);
    else from.targets.set(relation, [target]);
  }
  return {
    rootChainId: stored.rootChainId,
    chains: new Map(
      stored.chains.map((chain) => [
        chain.id,
        {
          id: chain.id,
          first: chain.firstNodeId === null ? undefined : nodes.get(chain.firstNodeId),
          counter: counterOf('RULE_CHAIN', chain.id),
        },
      ]),
    ),
    nodes,
    profileChains: stored.profileChains,
    maxNodeExecutions: stored.maxNodeExecutions,
  };
}
