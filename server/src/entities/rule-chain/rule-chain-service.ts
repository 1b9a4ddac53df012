import { entityId } from '@signalbox/contract/id';
import type { PageData, PageLink } from '@signalbox/contract/page';
import type {
  RuleChain,
  RuleChainInput,
  RuleChainMetadata,
  RuleChainMetadataInput,
  RuleChainType,
} from '@signalbox/contract/rule-chain';
import { unlessBlank } from '@signalbox/contract/text';
import { type Operation, ownerOf, requirePermission } from '../../access/permissions.ts';
import type { ActionLog } from '../../audit/action-log.ts';
import { badRequest, entityNotFound, isForeignKeyViolation, isUniqueViolation } from '../../http/errors.ts';
import type { SecurityUser } from '../../http/security-user.ts';
import { newEntityId } from '../../storage/ids.ts';
import type { TenantLimits } from '../tenant-limits.ts';
import type { Author } from '../versions/version-kind.ts';
import { defaultEdgeChain, defaultRootChain, deviceProfileChain, type RuleChainContent } from './default-chains.ts';
import { requireState } from './rule-chain-content.ts';
import { ruleChainKind } from './rule-chain-kind.ts';
import { checkMetadata } from './rule-chain-metadata.ts';
import type { RuleChainNotices } from './rule-chain-notices.ts';
import type { RuleChainStore } from './rule-chain-store.ts';

export interface RuleChainServiceParts {
  store: RuleChainStore;
  limits: TenantLimits;
  actionLog: ActionLog;
  notices: RuleChainNotices;
}

/** Rule chains: validation, the root, and making the engine reload what changed. */
export function createRuleChainService({ store, limits, actionLog, notices }: RuleChainServiceParts) {
  const { changed, record, recordFailure } = notices;

  async function require(user: SecurityUser, id: string, operation: Operation): Promise<RuleChain> {
    const chain = await store.find(user.tenantId, id);
    if (!chain) throw entityNotFound('Rule chain', id);
    requirePermission(user, 'RULE_CHAIN', operation, ownerOf(chain));
    return chain;
  }

  async function save(user: SecurityUser, input: RuleChainInput): Promise<RuleChain> {
    const known = input.id ? await require(user, input.id.id, 'WRITE') : undefined;
    if (!known) requirePermission(user, 'RULE_CHAIN', 'CREATE');
    let chain: RuleChain;
    let before: RuleChain | undefined;
    try {
      chain = complete(user.tenantId, input, known);
      if (chain.root && !known?.root && (await store.findRoot(user.tenantId, chain.type)))
        throw secondRootError(chain.type);
      if (known) {
        before = await store.update(chain);
        if (!before) throw entityNotFound('Rule chain', chain.id.id);
        if (chain.root && !before.root) await store.setRoot(user.tenantId, chain.type, chain.id.id);
      } else {
        await limits
          .withRoom(user.tenantId, ruleChainKind, () => store.insert(chain))
          .catch((error: unknown) => {
            throw isUniqueViolation(error, 'rule_chain_root') ? secondRootError(chain.type) : error;
          });
      }
    } catch (error) {
      await recordFailure(user, known ? 'UPDATED' : 'ADDED', known, input.name, { entity: input }, error);
      throw error;
    }
    changed(before ? 'updated' : 'created', chain);
    const message = before ? 'ENTITY_UPDATED' : 'ENTITY_CREATED';
    await record(user, before ? 'UPDATED' : 'ADDED', chain, message, before ?? null);
    return chain;
  }

  /** Stores a chain with its nodes as it comes from a template. */
  async function instantiate(
    tenantId: string,
    content: RuleChainContent,
    { root, type = 'CORE', author }: { root: boolean; type?: RuleChainType; author: Author },
  ): Promise<RuleChain> {
    const chain = complete(
      tenantId,
      { name: content.name, type, root, additionalInfo: null, configuration: null },
      undefined,
    );
    await store.insert(chain);
    const saved = await store.saveMetadata(tenantId, chain.id.id, content, { author, cause: 'SAVED' });
    const stored = saved?.after.chain ?? chain;
    changed('created', stored);
    return stored;
  }

  /** A chain that can be on edges, if the user may change it. */
  async function requireForEdges(user: SecurityUser, id: string): Promise<RuleChain> {
    const chain = await require(user, id, 'WRITE');
    if (chain.type !== 'EDGE') throw badRequest("Can't assign non EDGE ruleChain to edge!");
    return chain;
  }

  /** Makes a chain the root of its type. */
  async function moveRoot(user: SecurityUser, chain: RuleChain): Promise<RuleChain> {
    if (chain.root) return chain;
    const previous = await store.findRoot(user.tenantId, chain.type);
    const isMoved = await store.setRoot(user.tenantId, chain.type, chain.id.id);
    if (!isMoved) throw entityNotFound('Rule chain', chain.id.id);
    if (previous) {
      changed('updated', previous);
      await record(user, 'UPDATED', { ...previous, root: false }, 'ENTITY_UPDATED', previous);
    }
    const now = { ...chain, root: true };
    changed('updated', now);
    await record(user, 'UPDATED', now, 'ENTITY_UPDATED', chain);
    return now;
  }

  return {
    require,
    requireForEdges,
    save,

    async list(user: SecurityUser, type: RuleChainType, link: PageLink): Promise<PageData<RuleChain>> {
      requirePermission(user, 'RULE_CHAIN', 'READ');
      return store.list(user.tenantId, type, link);
    },

    /** The chain to start from for a device profile. */
    async createForDeviceProfile(user: SecurityUser, name: string | null): Promise<RuleChain> {
      requirePermission(user, 'RULE_CHAIN', 'CREATE');
      if (!name || !unlessBlank(name)) throw badRequest('Rule chain name should be specified!');
      const content = deviceProfileChain(name);
      const make = () => instantiate(user.tenantId, content, { root: false, author: user });
      const chain = await limits.withRoom(user.tenantId, ruleChainKind, make);
      await record(user, 'ADDED', chain, 'ENTITY_CREATED', null);
      return chain;
    },

    /** Stores the chains that a new tenant starts with. */
    async createDefaults(tenantId: string): Promise<void> {
      await instantiate(tenantId, defaultRootChain(), { root: true, author: undefined });
      await instantiate(tenantId, defaultEdgeChain(), { root: true, type: 'EDGE', author: undefined });
    },

    async delete(user: SecurityUser, id: string): Promise<void> {
      const known = await require(user, id, 'DELETE');
      let deleted: Awaited<ReturnType<typeof store.delete>>;
      try {
        if (known.root) throw badRequest('Deletion of Root Tenant Rule Chain is prohibited!');
        if (await store.isUsedByProfiles(user.tenantId, id)) {
          throw badRequest('The rule chain referenced by the device profiles cannot be deleted!');
        }
        const edge = await store.findEdgeRootedIn(user.tenantId, id);
        if (edge !== undefined) throw edgeRootError(edge);
        deleted = await store.delete(user.tenantId, id, user).catch(async (error: unknown) => {
          if (!isForeignKeyViolation(error, 'edge_root_rule_chain')) throw error;
          throw edgeRootError((await store.findEdgeRootedIn(user.tenantId, id)) ?? '');
        });
        if (!deleted) throw entityNotFound('Rule chain', id);
      } catch (error) {
        await recordFailure(user, 'DELETED', known, null, { entityId: id }, error);
        throw error;
      }
      const { chain, metadata, cutChains } = deleted;
      changed('deleted', chain);
      for (const other of cutChains)
        changed('updated', { tenantId: chain.tenantId, id: entityId('RULE_CHAIN', other) });
      await record(user, 'DELETED', chain, 'ENTITY_DELETED', { ...chain, metadata });
    },

    async setRoot(user: SecurityUser, id: string): Promise<RuleChain> {
      const chain = await require(user, id, 'WRITE');
      if (!chain.root && chain.type !== 'CORE') {
        throw badRequest("Can't make an edge rule chain the root of the tenant!");
      }
      return moveRoot(user, chain);
    },

    /** The chain that new edges of a tenant start with. */
    findEdgeTemplateRoot: (tenantId: string): Promise<RuleChain | undefined> => store.findRoot(tenantId, 'EDGE'),

    /** Makes a chain the root of new edges; returns it as it was. */
    async setEdgeTemplateRoot(user: SecurityUser, id: string): Promise<RuleChain> {
      const chain = await requireForEdges(user, id);
      await moveRoot(user, chain);
      return chain;
    },

    async listAutoAssigned(user: SecurityUser): Promise<RuleChain[]> {
      requirePermission(user, 'RULE_CHAIN', 'READ');
      return store.listAutoAssigned(user.tenantId);
    },

    /** Decides whether new edges get a chain. */
    async setAutoAssigned(user: SecurityUser, id: string, isAutoAssigned: boolean): Promise<RuleChain> {
      const chain = await requireForEdges(user, id);
      if (isAutoAssigned) await store.autoAssign(user.tenantId, id);
      else await store.stopAutoAssigning(user.tenantId, id);
      await actionLog.record({
        user,
        type: 'UPDATED',
        entityId: chain.id,
        entityName: chain.name,
        data: { entity: chain },
        message: { type: 'ENTITY_UPDATED', data: chain },
      });
      return chain;
    },

    async readMetadata(user: SecurityUser, id: string): Promise<RuleChainMetadata> {
      return store.readMetadata(await require(user, id, 'READ'));
    },

    async listLeading(user: SecurityUser, id: string): Promise<string[]> {
      await require(user, id, 'READ');
      return store.leadingTo(user.tenantId, id);
    },

    /** @param basedOn the state that the caller changed; without it nothing is compared */
    async saveMetadata(
      user: SecurityUser,
      input: RuleChainMetadataInput,
      basedOn?: string,
    ): Promise<RuleChainMetadata> {
      if (!input.ruleChainId) throw badRequest('Rule chain id should be specified!');
      const chain = await require(user, input.ruleChainId.id, 'WRITE');
      let saved: Awaited<ReturnType<typeof store.saveMetadata>>;
      try {
        checkMetadata(input);
        saved = await store.saveMetadata(
          user.tenantId,
          chain.id.id,
          input,
          { author: user, cause: 'SAVED' },
          requireState(basedOn),
        );
        if (!saved) throw entityNotFound('Rule chain', chain.id.id);
      } catch (error) {
        await recordFailure(user, 'UPDATED', chain, null, { entity: chain, metadata: input }, error);
        throw error;
      }
      return notices.saved(user, saved);
    },
  };
}

const edgeRootError = (edge: string) =>
  badRequest(
    `Can't delete rule chain that is root for edge [${edge}]. Please assign another root rule chain first to the edge!`,
  );

function secondRootError(type: RuleChainType) {
  const kind = type === 'CORE' ? 'root' : 'edge template root';
  return badRequest(`Another ${kind} rule chain is present in scope of current tenant!`);
}

/** The chain as it will be stored: input checked, server-owned fields kept. */
function complete(tenantId: string, input: RuleChainInput, before: RuleChain | undefined): RuleChain {
  const name = unlessBlank(input.name);
  if (!name) throw badRequest('Rule chain name should be specified!');
  const created = before ? { id: before.id.id, createdTime: before.createdTime } : newEntityId();
  return {
    id: entityId('RULE_CHAIN', created.id),
    createdTime: created.createdTime,
    additionalInfo: input.additionalInfo,
    tenantId: entityId('TENANT', tenantId),
    name,
    type: before?.type ?? input.type ?? 'CORE',
    firstRuleNodeId: before?.firstRuleNodeId ?? null,
    // The flag only moves by making another chain the root.
    root: before?.root || (input.root ?? false),
    debugMode: input.debugMode ?? false,
    configuration: input.configuration,
  };
}

export type RuleChainService = ReturnType<typeof createRuleChainService>;
