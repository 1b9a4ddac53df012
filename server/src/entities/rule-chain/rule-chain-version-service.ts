import { entityId } from '@signalbox/contract/id';
import type { PageData, PageLink } from '@signalbox/contract/page';
import type { RuleChain, RuleChainMetadata, RuleChainType } from '@signalbox/contract/rule-chain';
import type {
  DeletedRuleChain,
  FullRuleChainVersion,
  RestoredRuleChain,
  RuleChainVersion,
} from '@signalbox/contract/rule-chain-version';
import { type Operation, ownerOf, requirePermission } from '../../access/permissions.ts';
import { entityNotFound, notFound } from '../../http/errors.ts';
import type { SecurityUser } from '../../http/security-user.ts';
import type { TenantLimits } from '../tenant-limits.ts';
import type { DeletedChainsStore, Restored } from './deleted-chains-store.ts';
import { requireState } from './rule-chain-content.ts';
import { ruleChainKind } from './rule-chain-kind.ts';
import type { RuleChainNotices } from './rule-chain-notices.ts';
import type { RuleChainService } from './rule-chain-service.ts';
import type { RuleChainStore } from './rule-chain-store.ts';
import type { RuleChainVersions } from './rule-chain-versions.ts';

export interface RuleChainVersionServiceParts {
  store: RuleChainStore;
  versions: RuleChainVersions;
  deleted: DeletedChainsStore;
  ruleChains: Pick<RuleChainService, 'require'>;
  notices: RuleChainNotices;
  limits: TenantLimits;
}

/** What rule chains were, and those that were deleted. */
export function createRuleChainVersionService(parts: RuleChainVersionServiceParts) {
  const { store, versions, deleted, ruleChains, notices, limits } = parts;

  async function requireDeleted(user: SecurityUser, id: string, operation: Operation): Promise<RuleChain> {
    const chain = await deleted.find(user.tenantId, id);
    if (!chain) throw entityNotFound('Rule chain', id);
    requirePermission(user, 'RULE_CHAIN', operation, ownerOf(chain));
    return chain;
  }

  /** Of a chain that is there, or was deleted and can be restored. */
  async function requireVersion(user: SecurityUser, id: string, number: number): Promise<FullRuleChainVersion> {
    if (!(await deleted.find(user.tenantId, id))) await ruleChains.require(user, id, 'READ');
    requirePermission(user, 'RULE_CHAIN', 'READ');
    const version = await versions.read(user.tenantId, id, number);
    if (!version) throw notFound(`The rule chain has no version ${number}`);
    return version;
  }

  return {
    requireVersion,

    /** Newest first. @param link `at`: epoch ms, only what was in force then */
    async list(
      user: SecurityUser,
      id: string,
      link: { pageSize: number; page: number; at?: number | undefined },
    ): Promise<PageData<RuleChainVersion>> {
      requirePermission(user, 'RULE_CHAIN', 'READ');
      if (!(await deleted.find(user.tenantId, id))) {
        await ruleChains.require(user, id, 'READ');
        // Of one that nobody has saved since versions are kept.
        if (!(await versions.hasAny(id))) await store.beginVersions(user.tenantId, id);
      }
      return versions.list(user.tenantId, id, link);
    },

    /** Makes a chain what it was. @param basedOn the state that the caller knows; without it nothing is compared */
    async restore(user: SecurityUser, id: string, number: number, basedOn?: string): Promise<RuleChainMetadata> {
      const chain = await ruleChains.require(user, id, 'WRITE');
      let saved: Awaited<ReturnType<typeof store.restoreVersion>>;
      try {
        const { metadata } = await requireVersion(user, id, number);
        saved = await store.restoreVersion(
          { tenantId: user.tenantId, ruleChainId: id, metadata },
          { author: user, cause: 'RESTORED', restored: number },
          requireState(basedOn),
        );
        if (!saved) throw entityNotFound('Rule chain', id);
      } catch (error) {
        await notices.recordFailure(user, 'UPDATED', chain, null, { entity: chain, version: number }, error);
        throw error;
      }
      return notices.saved(user, saved);
    },

    async listDeleted(user: SecurityUser, type: RuleChainType, link: PageLink): Promise<PageData<DeletedRuleChain>> {
      requirePermission(user, 'RULE_CHAIN', 'READ');
      return deleted.list(user.tenantId, type, link);
    },

    async restoreDeleted(user: SecurityUser, id: string, withLinks: boolean): Promise<RestoredRuleChain> {
      const known = await requireDeleted(user, id, 'CREATE');
      let restored: Restored | undefined;
      try {
        restored = await limits.withRoom(user.tenantId, ruleChainKind, () =>
          deleted.restore(user.tenantId, id, withLinks, user),
        );
        if (!restored) throw entityNotFound('Rule chain', id);
      } catch (error) {
        await notices.recordFailure(user, 'ADDED', known, null, { entity: known }, error);
        throw error;
      }
      const { chain } = restored;
      notices.changed('created', chain);
      for (const other of restored.changedChains) {
        notices.changed('updated', { tenantId: chain.tenantId, id: entityId('RULE_CHAIN', other) });
      }
      await notices.record(user, 'ADDED', chain, 'ENTITY_CREATED', null);
      return {
        ruleChain: chain,
        formerName: restored.formerName,
        links: restored.links,
        lost: {
          linksToIt: restored.linksToIt,
          linksFromIt: restored.linksFromIt,
          edges: restored.edges,
          autoAssigned: restored.autoAssigned,
        },
      };
    },

    /** Deletes a deleted chain for good. */
    async forgetDeleted(user: SecurityUser, id: string): Promise<void> {
      const chain = await requireDeleted(user, id, 'DELETE');
      if (!(await deleted.forget(user.tenantId, id))) throw entityNotFound('Rule chain', id);
      await notices.recordForgotten(user, chain);
    },
  };
}

export type RuleChainVersionService = ReturnType<typeof createRuleChainVersionService>;
