import type { StoredRules } from './chain-source.ts';
import type { RuleNodeInstance } from './nodes/define-rule-node.ts';
import type { QueueCounter } from './queue-counter.ts';
import { newRuleCounter, type RuleCounter } from './rule-statistics.ts';

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
  outlets: Map<string, Outlet>;
}

/** Where messages of a node go along a relation. */
export interface Outlet {
  relation: string;
  targets: Target[];
  /** What went along it; the same object also after a reload. */
  counter: RuleCounter;
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
  /** Counters of the tenant's queues, by the place of the queue. */
  queues: readonly QueueCounter[];
}

/**
 * Joins the stored rules of a tenant with the running nodes, so that each output leads to its targets.
 * @param previous the rules that these replace: links go on counting
 */
export function connectRules(
  stored: StoredRules,
  running: ReadonlyMap<string, { instance: RuleNodeInstance }>,
  counterOf: (entityType: 'RULE_CHAIN' | 'RULE_NODE', id: string) => RuleCounter,
  queues: readonly QueueCounter[],
  previous?: TenantRules,
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
      outlets: new Map(),
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
    const outlet = from.outlets.get(relation);
    if (outlet) outlet.targets.push(target);
    else {
      const before = previous?.nodes.get(from.id)?.outlets.get(relation);
      const counter = before?.counter ?? newRuleCounter();
      from.outlets.set(relation, { relation: connection.type, targets: [target], counter });
    }
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
    queues,
  };
}
