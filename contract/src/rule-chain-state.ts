import type { RuleChainMetadata } from './rule-chain.ts';
import { sortedJson } from './sorted-json.ts';

/**
 * Everything that an editor shows of a stored chain, as one text. Its SHA-256 as hexadecimal digits is the state that
 * `POST /api/ruleChain/metadata?basedOn=` names: a chain that has another one by then is not overwritten.
 */
export function ruleChainStateText(metadata: RuleChainMetadata): string {
  return sortedJson({
    firstNodeIndex: metadata.firstNodeIndex,
    nodes: metadata.nodes.map(({ id, type, name, debugMode, configuration, additionalInfo }) => ({
      id: id?.id,
      type,
      name,
      debugMode,
      configuration,
      additionalInfo: additionalInfo ?? null,
    })),
    connections: metadata.connections ?? [],
    ruleChainConnections: metadata.ruleChainConnections ?? [],
  });
}
