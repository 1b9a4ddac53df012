import { type RuleChainMetadata, type RuleChainMetadataInput, ruleChainRoutes } from '@signalbox/contract/rule-chain';
import { ruleChainStateText } from '@signalbox/contract/rule-chain-state';
import { call } from './client.ts';
import { digestOf } from './stored-state.ts';

const quiet = { ignoreErrors: true, ignoreLoading: true } as const;

/** Nodes and connections of a chain. */
export function getRuleChainMetadata(ruleChainId: string) {
  return call(ruleChainRoutes.getRuleChainMetadata, { params: { ruleChainId } }, quiet);
}

/** Ids of the chains, itself included, from which messages can come to a chain. */
export function getLeadingRuleChains(ruleChainId: string) {
  return call(ruleChainRoutes.getLeadingRuleChains, { params: { ruleChainId } }, quiet);
}

/** The state of a stored chain, by which a save says what it changes. */
export const ruleChainState = (metadata: RuleChainMetadata): string => digestOf(ruleChainStateText(metadata));

/**
 * Replaces nodes and connections.
 * @param basedOn the state that was changed: 409 when it is no longer that of the chain
 */
export function saveRuleChainMetadata(body: RuleChainMetadataInput, basedOn?: string) {
  return call(ruleChainRoutes.saveRuleChainMetadata, { query: { basedOn }, body }, quiet);
}
