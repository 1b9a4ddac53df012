import type { RuleChainType } from '@signalbox/contract/rule-chain';
import { ruleChainVersionRoutes as routes } from '@signalbox/contract/rule-chain-version';
import { call } from './client.ts';

const quiet = { ignoreErrors: true, ignoreLoading: true } as const;

/** What a chain was, newest first. */
export function getRuleChainVersions(ruleChainId: string, page: number, pageSize: number) {
  return call(routes.getRuleChainVersions, { params: { ruleChainId }, query: { page, pageSize } }, quiet);
}

export function getRuleChainVersion(ruleChainId: string, number: number) {
  return call(routes.getRuleChainVersion, { params: { ruleChainId, number: String(number) } }, quiet);
}

/** Makes a chain what it was. @param basedOn the state that it has now: 409 when it has another one */
export function restoreRuleChainVersion(ruleChainId: string, number: number, basedOn: string) {
  return call(
    routes.restoreRuleChainVersion,
    { params: { ruleChainId, number: String(number) }, query: { basedOn } },
    quiet,
  );
}

export function getDeletedRuleChains(type: RuleChainType, textSearch: string, page: number, pageSize: number) {
  return call(routes.getDeletedRuleChains, { query: { type, textSearch, page, pageSize } }, quiet);
}

/** @param links also links of other chains to it */
export function restoreDeletedRuleChain(ruleChainId: string, links: boolean) {
  return call(routes.restoreDeletedRuleChain, { params: { ruleChainId }, query: { links } }, quiet);
}

/** Deletes a deleted chain for good. */
export function forgetDeletedRuleChain(ruleChainId: string) {
  return call(routes.forgetDeletedRuleChain, { params: { ruleChainId } }, quiet);
}
