import { entityId } from '@signalbox/contract/id';
import type { RuleChainFlow } from '@signalbox/contract/rule-chain-flow';
import { tooManyRequests } from '../../http/errors.ts';
import type { RunningNode, TenantRules } from '../connect-rules.ts';
import type { RuleCounter } from '../rule-statistics.ts';
import { type CountWindow, createCountWindow } from './count-window.ts';

/** Counts what goes through the chains that somebody watches. Messages pay nothing for it: their counters are read. */
export interface ChainFlows {
  /**
   * What went through a chain in the last minute. The first call begins to watch it.
   * @throws 429 when too many chains are watched
   */
  read(tenantId: string, chainId: string): RuleChainFlow;
  close(): void;
}

/** A chain that is watched. */
interface Watched {
  tenantId: string;
  chainId: string;
  /** When somebody asked last, epoch ms. */
  askedAt: number;
  window: CountWindow;
  /** The rules that it is read from; undefined while those of the tenant do not run. */
  rules: TenantRules | undefined;
  nodes: readonly RunningNode[];
}

/** ms that are counted */
const WINDOW = 60_000;
/** ms between two looks at the counters */
const PERIOD = 3_000;
/** ms after which a chain is no longer watched when nobody asks */
const PATIENCE = 60_000;
export const MAX_WATCHED = 200;
export const MAX_WATCHED_OF_TENANT = 30;

/** @param rulesOf the rules of a tenant, if they run */
export function createChainFlows(rulesOf: (tenantId: string) => TenantRules | undefined): ChainFlows {
  /** By id of the chain. */
  const watched = new Map<string, Watched>();
  let timer: NodeJS.Timeout | undefined;

  /** Follows the nodes and links that the chain has now. */
  function follow(one: Watched, isFirst: boolean): void {
    const rules = rulesOf(one.tenantId);
    if (rules === one.rules && !isFirst) return;
    one.rules = rules;
    one.nodes = rules ? [...rules.nodes.values()].filter(({ ruleChainId }) => ruleChainId === one.chainId) : [];
    one.window.follow(countersOf(one), !isFirst);
  }

  function look(): void {
    const now = Date.now();
    for (const [chainId, one] of watched) {
      if (one.askedAt < now - PATIENCE) watched.delete(chainId);
      else {
        follow(one, false);
        one.window.note(now);
      }
    }
    if (watched.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  function watch(tenantId: string, chainId: string): Watched {
    const ofTenant = [...watched.values()].filter((one) => one.tenantId === tenantId).length;
    if (ofTenant >= MAX_WATCHED_OF_TENANT || watched.size >= MAX_WATCHED) {
      throw tooManyRequests('Too many rule chains are being watched', PATIENCE / 1_000);
    }
    const now = Date.now();
    const window = createCountWindow(WINDOW, now);
    const one: Watched = { tenantId, chainId, askedAt: now, window, rules: undefined, nodes: [] };
    follow(one, true);
    watched.set(chainId, one);
    timer ??= setInterval(look, PERIOD).unref();
    return one;
  }

  return {
    read(tenantId, chainId) {
      const one = watched.get(chainId) ?? watch(tenantId, chainId);
      one.askedAt = Date.now();
      follow(one, false);
      return flowOf(one);
    },
    close() {
      clearInterval(timer);
      watched.clear();
    },
  };
}

function* countersOf({ rules, chainId, nodes }: Watched): Generator<RuleCounter> {
  const chain = rules?.chains.get(chainId);
  if (chain) yield chain.counter;
  for (const node of nodes) {
    yield node.counter;
    for (const outlet of node.outlets.values()) yield outlet.counter;
  }
}

function flowOf({ rules, chainId, nodes, window, askedAt }: Watched): RuleChainFlow {
  const chain = rules?.chains.get(chainId);
  const flow: RuleChainFlow = {
    since: window.since(),
    until: askedAt,
    messages: chain ? window.countOf(chain.counter).messages : 0,
    nodes: [],
    links: [],
  };
  for (const node of nodes) {
    const nodeId = entityId('RULE_NODE', node.id);
    const counts = window.countOf(node.counter);
    if (counts.messages > 0 || counts.failures > 0) flow.nodes.push({ nodeId, ...counts });
    for (const { relation, targets, counter } of node.outlets.values()) {
      const sent = window.countOf(counter);
      if (sent.messages === 0) continue;
      for (const target of targets) {
        const to = 'node' in target ? entityId('RULE_NODE', target.node.id) : entityId('RULE_CHAIN', target.chainId);
        flow.links.push({ from: nodeId, relation, to, ...sent });
      }
    }
  }
  return flow;
}
