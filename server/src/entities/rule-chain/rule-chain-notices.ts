import { nullId } from '@signalbox/contract/id';
import type { RuleChain, RuleChainMetadata } from '@signalbox/contract/rule-chain';
import type { ActionLog, ActionType } from '../../audit/action-log.ts';
import type { LiveBus } from '../../bus/live-bus.ts';
import type { SecurityUser } from '../../http/security-user.ts';
import type { StoredChain } from './rule-chain-content.ts';

/** Tells of changes of rule chains: the engine, which loads them again, the audit log and the rules. */
export function createRuleChainNotices({ actionLog, liveBus }: { actionLog: ActionLog; liveBus: LiveBus }) {
  function changed(action: 'created' | 'updated' | 'deleted', chain: Pick<RuleChain, 'id' | 'tenantId'>): void {
    const change = { tenantId: chain.tenantId.id, entityId: chain.id };
    liveBus.publish({ kind: 'entity', action, ...change });
    liveBus.publish({ kind: 'ruleChain', ...change });
  }

  async function record(
    user: SecurityUser,
    type: ActionType,
    chain: RuleChain,
    message: string,
    before: unknown,
    metadata?: RuleChainMetadata,
  ): Promise<void> {
    const entity = { entity: chain, ...(metadata ? { metadata } : {}) };
    await actionLog.record({
      user,
      type,
      entityId: chain.id,
      entityName: chain.name,
      data: type === 'DELETED' ? { entityId: chain.id.id } : entity,
      before,
      message: { type: message, data: chain },
    });
  }

  async function recordFailure(
    user: SecurityUser,
    type: ActionType,
    chain: RuleChain | undefined,
    name: string | null,
    data: unknown,
    error: unknown,
  ): Promise<void> {
    const id = chain?.id ?? nullId('RULE_CHAIN');
    await actionLog.record({ user, type, entityId: id, entityName: chain?.name ?? name, data, error });
  }

  /** Nodes and connections were replaced; returns what they are. */
  async function saved(
    user: SecurityUser,
    { before, after }: { before: StoredChain; after: StoredChain },
  ): Promise<RuleChainMetadata> {
    changed('updated', after.chain);
    const image = { ...before.chain, metadata: before.metadata };
    await record(user, 'UPDATED', after.chain, 'ENTITY_UPDATED', image, after.metadata);
    return after.metadata;
  }

  /** A deleted chain cannot be restored any more. */
  const recordForgotten = (user: SecurityUser, chain: RuleChain): Promise<void> =>
    actionLog.record({
      user,
      type: 'DELETED',
      entityId: chain.id,
      entityName: chain.name,
      data: { entityId: chain.id.id, forGood: true },
    });

  return { changed, record, recordFailure, recordForgotten, saved };
}

export type RuleChainNotices = ReturnType<typeof createRuleChainNotices>;
