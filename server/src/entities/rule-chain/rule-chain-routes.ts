import { entityId } from '@signalbox/contract/id';
import {
  ruleChainRoutes as routes,
  type TestScriptReply,
  type TestScriptRequest,
} from '@signalbox/contract/rule-chain';
import type { EntityDirectory } from '../../access/entity-directory.ts';
import { requirePermission } from '../../access/permissions.ts';
import type { EventStore } from '../../events/event-store.ts';
import { entityNotFound } from '../../http/errors.ts';
import { implement, type RouteImplementation } from '../../http/routes.ts';
import type { RuleChainService } from './rule-chain-service.ts';
import type { RuleChainTransfer } from './rule-chain-transfer.ts';

/** The newest debug events that are looked at for a message that entered: each message leaves two. */
const DEBUG_EVENTS = 2;

export interface RuleChainRoutesParts {
  ruleChains: RuleChainService;
  transfer: RuleChainTransfer;
  directory: EntityDirectory;
  events: Pick<EventStore, 'list'>;
  /** Runs a script of a node once, in the sandbox. */
  testScript: (tenantId: string, request: TestScriptRequest) => Promise<TestScriptReply>;
}

/** Answers the rule chain routes of the contract. */
export function ruleChainRoutes(parts: RuleChainRoutesParts): RouteImplementation[] {
  const { ruleChains, transfer, directory, events, testScript } = parts;
  return [
    implement(routes.getRuleChains, ({ user, query }) => ruleChains.list(user, query.type || 'CORE', query)),
    implement(routes.getRuleChain, ({ user, params }) => ruleChains.require(user, params.ruleChainId, 'READ')),
    implement(routes.saveRuleChain, ({ user, body }) => ruleChains.save(user, body)),
    implement(routes.createDefaultRuleChain, ({ user, body }) => ruleChains.createForDeviceProfile(user, body.name)),
    implement(routes.deleteRuleChain, async ({ user, params }) => {
      await ruleChains.delete(user, params.ruleChainId);
      return undefined;
    }),
    implement(routes.setRootRuleChain, ({ user, params }) => ruleChains.setRoot(user, params.ruleChainId)),
    implement(routes.setEdgeTemplateRootRuleChain, ({ user, params }) =>
      ruleChains.setEdgeTemplateRoot(user, params.ruleChainId),
    ),
    implement(routes.getAutoAssignToEdgeRuleChains, ({ user }) => ruleChains.listAutoAssigned(user)),
    implement(routes.setAutoAssignToEdge, ({ user, params }) =>
      ruleChains.setAutoAssigned(user, params.ruleChainId, true),
    ),
    implement(routes.unsetAutoAssignToEdge, ({ user, params }) =>
      ruleChains.setAutoAssigned(user, params.ruleChainId, false),
    ),
    implement(routes.getRuleChainMetadata, ({ user, params }) => ruleChains.readMetadata(user, params.ruleChainId)),
    implement(routes.getLeadingRuleChains, ({ user, params }) => ruleChains.listLeading(user, params.ruleChainId)),
    implement(routes.saveRuleChainMetadata, ({ user, body, query }) =>
      ruleChains.saveMetadata(user, body, query.basedOn),
    ),
    implement(routes.getLatestDebugInput, async ({ user, params }) => {
      const id = entityId('RULE_NODE', params.ruleNodeId);
      const node = await directory.find(id);
      if (!node || node.tenantId !== user.tenantId) throw entityNotFound('Rule node', id.id);
      requirePermission(user, 'RULE_NODE', 'READ', node);
      const link = { pageSize: DEBUG_EVENTS, page: 0, sortProperty: 'createdTime', sortOrder: 'DESC' } as const;
      const found = await events.list(user.tenantId, id, link, { eventType: 'DEBUG_RULE_NODE' });
      return found.data.find(({ body }) => body.type === 'IN')?.body ?? null;
    }),
    implement(routes.testScript, ({ user, body }) => testScript(user.tenantId, body)),
    implement(routes.exportRuleChains, ({ user, query }) => transfer.export(user, query.limit)),
    implement(routes.importRuleChains, ({ user, query, body }) =>
      transfer.import(user, body, query.overwrite ?? false),
    ),
  ];
}
