import { ruleChainFlowRoutes as routes } from '@signalbox/contract/rule-chain-flow';
import { call } from './client.ts';

/** What went through a chain in the last minute; the first call begins to count. */
export function getRuleChainFlow(ruleChainId: string) {
  return call(routes.getRuleChainFlow, { params: { ruleChainId } }, { ignoreErrors: true, ignoreLoading: true });
}
