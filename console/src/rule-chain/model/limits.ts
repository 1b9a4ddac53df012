import { MAX_METADATA_BYTES, MAX_RULE_CONNECTIONS, MAX_RULE_NODES } from '@signalbox/contract/rule-chain';
import { CHAIN_NODE, type Chain } from './chain.ts';
import { toMetadata } from './exchange.ts';

/** Why a chain cannot be stored: what it has too much of, and how much it may have. */
export interface ChainRefusal {
  key: 'tooManyNodes' | 'tooManyLinks' | 'tooLarge';
  count: number;
  most: number;
}

/** Whether a chain has more nodes or links than the server stores. */
export function refuseCounts(chain: Chain): ChainRefusal | undefined {
  const nodes = chain.nodes.filter(({ type }) => type !== CHAIN_NODE).length;
  if (nodes > MAX_RULE_NODES) return { key: 'tooManyNodes', count: nodes, most: MAX_RULE_NODES };
  const links = chain.links.reduce((all, { labels }) => all + labels.length, 0);
  return links > MAX_RULE_CONNECTIONS ? { key: 'tooManyLinks', count: links, most: MAX_RULE_CONNECTIONS } : undefined;
}

const MEGABYTE = 1024 * 1024;

/** Whether a chain is more than the server stores; it is written out to find its size, in MB. */
export function refuseChain(chain: Chain, ruleChainId: string): ChainRefusal | undefined {
  const refusal = refuseCounts(chain);
  if (refusal) return refusal;
  const bytes = new TextEncoder().encode(JSON.stringify(toMetadata(chain, ruleChainId))).length;
  if (bytes <= MAX_METADATA_BYTES) return undefined;
  return { key: 'tooLarge', count: Math.ceil((bytes / MEGABYTE) * 10) / 10, most: MAX_METADATA_BYTES / MEGABYTE };
}
