import { ruleChainVersionRoutes as routes } from '@signalbox/contract/rule-chain-version';
import { implement, type RouteImplementation } from '../../http/routes.ts';
import type { RuleChainVersionService } from './rule-chain-version-service.ts';

/** Answers the calls for versions of rule chains, and for deleted ones. */
export function ruleChainVersionRoutes(service: RuleChainVersionService): RouteImplementation[] {
  return [
    implement(routes.getRuleChainVersions, ({ user, params, query }) => service.list(user, params.ruleChainId, query)),
    implement(routes.getRuleChainVersion, ({ user, params }) =>
      service.requireVersion(user, params.ruleChainId, params.number),
    ),
    implement(routes.restoreRuleChainVersion, ({ user, params, query }) =>
      service.restore(user, params.ruleChainId, params.number, query.basedOn),
    ),
    implement(routes.getDeletedRuleChains, ({ user, query }) => service.listDeleted(user, query.type || 'CORE', query)),
    implement(routes.restoreDeletedRuleChain, ({ user, params, query }) =>
      service.restoreDeleted(user, params.ruleChainId, query.links ?? false),
    ),
    implement(routes.forgetDeletedRuleChain, async ({ user, params }) => {
      await service.forgetDeleted(user, params.ruleChainId);
      return undefined;
    }),
  ];
}
