import type { RuleChainFlow } from '@signalbox/contract/rule-chain-flow';
import { CHAIN_NODE, type Chain, INPUT, linkKey } from '../model/chain.ts';

/** Messages and failures of the last minute. */
export interface Count {
  messages: number;
  failures: number;
}

/** The counts of what a canvas draws, by the key of a node or link; null: it is not live. */
export type Counts = ReadonlyMap<string, Count | null>;

const NOTHING: Count = { messages: 0, failures: 0 };
/** One of the connections that a link on the canvas stands for. */
const connectionKey = (from: string, label: string, to: string): string => `${from} ${to} ${label.toLowerCase()}`;
const sum = (counts: readonly Count[]): Count => ({
  messages: counts.reduce((all, { messages }) => all + messages, 0),
  failures: counts.reduce((all, { failures }) => all + failures, 0),
});

/**
 * Finds what was counted of the nodes and links of a chain that is being edited.
 * @param live the chain as messages run through it
 */
export function countsOf(flow: RuleChainFlow, live: Chain, chain: Chain): Counts {
  const ofNode = new Map<string, Count>(
    flow.nodes.map(({ nodeId, messages, failures }) => [nodeId.id, { messages, failures }]),
  );
  const ofConnection = new Map<string, Count>(
    flow.links.map((link) => [connectionKey(link.from.id, link.relation, link.to.id), link]),
  );
  const liveNodes = new Map(live.nodes.map((node) => [node.key, node]));
  const liveLabels = new Map(live.links.map((link) => [linkKey(link), link.labels]));
  const counts = new Map<string, Count | null>([[INPUT, { messages: flow.messages, failures: 0 }]]);
  /** By key of the chain node that they lead to. */
  const intoChains = new Map<string, Count[]>();
  const nodes = new Map(chain.nodes.map((node) => [node.key, node]));
  for (const link of chain.links) {
    const target = nodes.get(link.to);
    const isLive = target?.type !== CHAIN_NODE || liveNodes.get(link.to)?.target === target.target;
    const labels = isLive ? link.labels.filter((label) => liveLabels.get(linkKey(link))?.includes(label)) : [];
    const to = target?.target ?? link.to;
    const count = sum(labels.map((label) => ofConnection.get(connectionKey(link.from, label, to)) ?? NOTHING));
    counts.set(linkKey(link), labels.length > 0 ? count : null);
    if (labels.length > 0) intoChains.set(link.to, [...(intoChains.get(link.to) ?? []), count]);
  }
  for (const { key, type, target } of chain.nodes) {
    const before = liveNodes.get(key);
    const isLive = before !== undefined && before.target === target;
    const count = type === CHAIN_NODE ? { ...sum(intoChains.get(key) ?? []), failures: 0 } : ofNode.get(key);
    counts.set(key, isLive ? (count ?? NOTHING) : null);
  }
  return counts;
}

/** What a canvas shows of the traffic. Who draws a count is told when it has changed. */
export interface Traffic {
  subscribe: (key: string, listener: () => void) => () => void;
  /** Who draws all counts is told once when any of them may have changed. */
  subscribeAll: (listener: () => void) => () => void;
  /** The same object as long as it counts the same; undefined until something is known. */
  get: (key: string) => Count | null | undefined;
}

/** Counts that are drawn at a time, so that the page answers meanwhile. */
const SLICE = 25;

export function createTraffic(): Traffic & { set: (counts: Counts) => void } {
  const listeners = new Map<string, Set<() => void>>();
  const ofAll = new Set<() => void>();
  let known: Counts = new Map();
  /** Keys of counts that are not drawn yet. */
  const changed = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function tell(): void {
    timer = undefined;
    let told = 0;
    for (const key of changed) {
      if (told++ === SLICE) {
        timer = setTimeout(tell);
        return;
      }
      changed.delete(key);
      for (const listener of listeners.get(key) ?? []) listener();
    }
  }

  return {
    subscribe(key, listener) {
      const ofKey = listeners.get(key) ?? new Set();
      listeners.set(key, ofKey.add(listener));
      return () => {
        ofKey.delete(listener);
        if (ofKey.size === 0 && listeners.get(key) === ofKey) listeners.delete(key);
      };
    },
    subscribeAll(listener) {
      ofAll.add(listener);
      return () => void ofAll.delete(listener);
    },
    get: (key) => known.get(key),
    set(counts) {
      const before = known;
      known = new Map(
        [...counts].map(([key, count]) => {
          const old = before.get(key);
          const isSame = old && count && old.messages === count.messages && old.failures === count.failures;
          return [key, isSame ? old : count];
        }),
      );
      for (const key of listeners.keys()) if (before.get(key) !== known.get(key)) changed.add(key);
      for (const listener of ofAll) listener();
      if (timer === undefined) tell();
    },
  };
}
