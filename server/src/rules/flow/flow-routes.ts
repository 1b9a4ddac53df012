import { entityId } from '@signalbox/contract/id';
import { ruleChainFlowRoutes as routes } from '@signalbox/contract/rule-chain-flow';
import type { EntityDirectory } from '../../access/entity-directory.ts';
import { requireEntity } from '../../access/require-entity.ts';
import { implement, type RouteImplementation } from '../../http/routes.ts';
import type { ChainFlows } from './chain-flows.ts';

/** Answers the call for what goes through a rule chain. */
export function flowRoutes(flows: Pick<ChainFlows, 'read'>, directory: EntityDirectory): RouteImplementation[] {
  return [
    implement(routes.getRuleChainFlow, async ({ user, params }) => {
      await requireEntity(directory, user, entityId('RULE_CHAIN', params.ruleChainId), 'READ');
      return flows.read(user.tenantId, params.ruleChainId);
    }),
  ];
}
