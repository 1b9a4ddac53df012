import { entityId } from '@signalbox/contract/id';
import type { ImportedRuleChain, RuleChain, RuleChainImport, RuleChainMetadata } from '@signalbox/contract/rule-chain';
import { requirePermission } from '../../access/permissions.ts';
import type { SecurityUser } from '../../http/security-user.ts';
import { randomUuid } from '../../storage/ids.ts';
import type { RuleChainService } from './rule-chain-service.ts';
import type { RuleChainStore } from './rule-chain-store.ts';

export interface RuleChainTransferParts {
  store: RuleChainStore;
  ruleChains: RuleChainService;
}

/** Objects `{entityType: TENANT, id}` anywhere in a node's configuration point to the importing tenant afterwards. */
function withOwnTenant(value: unknown, tenantId: string): unknown {
  if (Array.isArray(value)) return value.map((item) => withOwnTenant(item, tenantId));
  if (value === null || typeof value !== 'object') return value;
  const members = Object.entries(value).map(([name, member]) => [name, withOwnTenant(member, tenantId)]);
  const copy = Object.fromEntries(members) as Record<string, unknown>;
  return copy.entityType === 'TENANT' ? { ...copy, id: tenantId } : copy;
}

/** Export and import of several chains (rule-engine.md §8.2). */
export function createRuleChainTransfer({ store, ruleChains }: RuleChainTransferParts) {
  async function importOne(
    user: SecurityUser,
    chain: RuleChainImport['ruleChains'][number],
    overwrite: boolean,
  ): Promise<{ saved: RuleChain; updated: boolean }> {
    const existing =
      overwrite && chain.name ? await store.findByName(user.tenantId, chain.type ?? 'CORE', chain.name) : undefined;
    // An import never becomes the root; a root that it replaces stays one.
    const saved = await ruleChains.save(user, { ...chain, id: existing?.id ?? null, root: false });
    return { saved, updated: existing !== undefined };
  }

  return {
    /** Chains under new random ids, the same in metadata and in connections between them. */
    async export(user: SecurityUser, limit: number) {
      requirePermission(user, 'RULE_CHAIN', 'READ');
      const chains = await store.listAll(user.tenantId, limit);
      const newIds = new Map(chains.map((chain) => [chain.id.id, randomUuid()]));
      const renamed = (id: { id: string }) => entityId('RULE_CHAIN', newIds.get(id.id) ?? id.id);
      const metadata: RuleChainMetadata[] = [];
      for (const chain of chains) {
        const read = await store.readMetadata(chain);
        metadata.push({
          ...read,
          ruleChainId: renamed(chain.id),
          nodes: read.nodes.map((node) => ({ ...node, id: null, ruleChainId: null })),
          ruleChainConnections:
            read.ruleChainConnections?.map((one) => ({ ...one, targetRuleChainId: renamed(one.targetRuleChainId) })) ??
            null,
        });
      }
      const ruleChainsOut = chains.map((chain) => ({
        ...chain,
        id: renamed(chain.id),
        tenantId: null,
        firstRuleNodeId: null,
      }));
      return { ruleChains: ruleChainsOut, metadata };
    },

    /** Each chain for itself: what fails says why, the others are imported. */
    async import(user: SecurityUser, data: RuleChainImport, overwrite: boolean): Promise<ImportedRuleChain[]> {
      requirePermission(user, 'RULE_CHAIN', 'CREATE');
      const results: ImportedRuleChain[] = [];
      /** id in the file → id here */
      const ids = new Map<string, string>();
      for (const chain of data.ruleChains) {
        const ruleChainName = chain.name ?? '';
        try {
          const { saved, updated } = await importOne(user, chain, overwrite);
          if (chain.id) ids.set(chain.id.id, saved.id.id);
          results.push({ ruleChainId: saved.id, ruleChainName, ...(updated ? { updated } : {}) });
        } catch (error) {
          results.push({ ruleChainId: null, ruleChainName, error: (error as Error).message });
        }
      }
      for (const metadata of data.metadata) {
        const id = metadata.ruleChainId && ids.get(metadata.ruleChainId.id);
        if (!id) continue;
        try {
          await ruleChains.saveMetadata(user, {
            ...metadata,
            ruleChainId: entityId('RULE_CHAIN', id),
            nodes: metadata.nodes?.map((node) => ({
              ...node,
              id: null,
              configuration: withOwnTenant(node.configuration, user.tenantId) as typeof node.configuration,
            })),
            ruleChainConnections: metadata.ruleChainConnections?.map((one) => ({
              ...one,
              targetRuleChainId: entityId('RULE_CHAIN', ids.get(one.targetRuleChainId.id) ?? one.targetRuleChainId.id),
            })),
          });
        } catch (error) {
          const result = results.find(({ ruleChainId }) => ruleChainId?.id === id);
          if (result) result.error = (error as Error).message;
        }
      }
      return results;
    },
  };
}

export type RuleChainTransfer = ReturnType<typeof createRuleChainTransfer>;
