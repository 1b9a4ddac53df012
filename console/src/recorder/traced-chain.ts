import type { Trace } from '@signalbox/contract/recorder';
import { type Chain, linkKey } from '../rule-chain/model/chain.ts';

/** What a message did in one chain. */
export interface TracedChain {
  /** Keys of nodes that it came to; of nodes that lead to other chains those that it left by. */
  nodes: ReadonlySet<string>;
  /** Lines that it took. */
  lines: ReadonlySet<string>;
  /** Nodes at which it failed. */
  failed: ReadonlySet<string>;
  /** Whether it came in where messages enter. */
  isEntered: boolean;
}

/** The part of a trace that is in a chain; its nodes have their ids as keys. */
export function tracedChain(trace: Trace, chainId: string, chain: Chain): TracedChain {
  const nodes = new Set<string>();
  const lines = new Set<string>();
  const failed = new Set<string>();
  let isEntered = false;
  for (const step of trace.steps) {
    const from = step.from === null ? undefined : trace.steps[step.from];
    if (step.ruleChainId === chainId) {
      nodes.add(step.ruleNodeId);
      if (step.failure !== null) failed.add(step.ruleNodeId);
      const isFromHere = from?.ruleChainId === chainId && step.relation !== '';
      if (isFromHere) lines.add(linkKey({ from: from.ruleNodeId, to: step.ruleNodeId }));
      else if (step.ruleNodeId === chain.first) isEntered = true;
    } else if (from?.ruleChainId === chainId) {
      // It left by a node that stands for the other chain.
      for (const { from: source, to } of chain.links) {
        const target = chain.nodes.find(({ key }) => key === to)?.target;
        if (source !== from.ruleNodeId || target !== step.ruleChainId) continue;
        nodes.add(to);
        lines.add(linkKey({ from: source, to }));
      }
    }
  }
  return { nodes, lines, failed, isEntered };
}
