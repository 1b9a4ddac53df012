import { type RuleChainInput, type RuleChainType, ruleChainRoutes } from '@signalbox/contract/rule-chain';
import { call } from './client.ts';
import type { ListQuery } from './list-query.ts';

const quiet = { ignoreErrors: true, ignoreLoading: true } as const;

/** The rule chains of this tenant: those that its messages can begin in, or those for edges. */
export function getRuleChains(query: ListQuery, type: RuleChainType = 'CORE') {
  return call(ruleChainRoutes.getRuleChains, { query: { ...query, type } }, quiet);
}

export function getRuleChain(ruleChainId: string) {
  return call(ruleChainRoutes.getRuleChain, { params: { ruleChainId } }, quiet);
}

export function saveRuleChain(body: RuleChainInput, basedOn?: string) {
  return call(ruleChainRoutes.saveRuleChain, { query: { basedOn }, body }, quiet);
}

/** Makes a chain with the nodes that messages of devices need. */
export function createDefaultRuleChain(name: string) {
  return call(ruleChainRoutes.createDefaultRuleChain, { body: { name } }, quiet);
}

export function deleteRuleChain(ruleChainId: string) {
  return call(ruleChainRoutes.deleteRuleChain, { params: { ruleChainId } }, quiet);
}

/** Makes it the chain in which messages begin; of chains for edges, in which those of new edges do. */
export function setRootRuleChain(ruleChainId: string, type: RuleChainType) {
  const route = type === 'EDGE' ? ruleChainRoutes.setEdgeTemplateRootRuleChain : ruleChainRoutes.setRootRuleChain;
  return call(route, { params: { ruleChainId } }, quiet);
}

/** Whether new edges get a chain. */
export function setAutoAssigned(ruleChainId: string, isOn: boolean) {
  const route = isOn ? ruleChainRoutes.setAutoAssignToEdge : ruleChainRoutes.unsetAutoAssignToEdge;
  return call(route, { params: { ruleChainId } }, quiet);
}

/** The chains that new edges get. */
export function getAutoAssigned() {
  return call(ruleChainRoutes.getAutoAssignToEdgeRuleChains, {}, quiet);
}
