import { ruleChainRoutes } from '@signalbox/contract/rule-chain';
import { call } from './client.ts';
import type { ListQuery } from './list-query.ts';

/** The rule chains that messages of this tenant can begin in. */
export function getRuleChains(query: ListQuery) {
  return call(
    ruleChainRoutes.getRuleChains,
    { query: { ...query, type: 'CORE' } },
    { ignoreErrors: true, ignoreLoading: true },
  );
}

export function getRuleChain(ruleChainId: string) {
  return call(ruleChainRoutes.getRuleChain, { params: { ruleChainId } }, { ignoreErrors: true, ignoreLoading: true });
}
