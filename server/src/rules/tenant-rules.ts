import type { EventStore, NewEvent } from '../events/event-store.ts';
import type { ChainSource, StoredRuleNode, StoredRules } from './chain-source.ts';
import type { RuleNodeInstance, RuleNodeServices } from './nodes/define-rule-node.ts';
import { ruleNodeOf } from './nodes/registry.ts';

/** A node that runs, and where its outputs lead. */
export interface RunningNode {
  id: string;
  name: string;
  ruleChainId: string;
  ruleChainName: string;
  debugMode: boolean;
  instance: RuleNodeInstance;
  /** relation in lower case → where messages go along it */
  targets: Map<string, Target[]>;
}

export type Target = { node: RunningNode } | { chainId: string };

/** The chains of one tenant, ready to run. Not changed any more: a reload makes another one. */
export interface TenantRules {
  rootChainId: string | undefined;
  chains: Map<string, { id: string; first: RunningNode | undefined }>;
  nodes: Map<string, RunningNode>;
  profileChains: Map<string, string>;
  maxNodeExecutions: number;
}

/** What is kept of a node to know whether it changed. */
interface Kept {
  type: string;
  /** JSON text */
  configuration: string;
  instance: RuleNodeInstance;
}

interface Loaded {
  rules: TenantRules;
  /** node id → what runs */
  kept: Map<string, Kept>;
}

export interface TenantRulesParts {
  source: ChainSource;
  services: RuleNodeServices;
  events: Pick<EventStore, 'append'>;
  /** Name of this server in events. */
  serviceId: string;
}

/** Loads rules on first use and again after they changed; nodes that did not change keep running. */
export interface TenantRulesCache {
  /** The rules as they are now: directly when they are loaded, else as a promise. */
  get(tenantId: string): TenantRules | Promise<TenantRules>;
  /** They changed: whoever asks from now on waits for the new ones. */
  invalidate(tenantId: string): void;
  /** Profiles changed, of whichever tenants. */
  invalidateAll(): void;
  close(): void;
}

export function createTenantRulesCache({ source, services, events, serviceId }: TenantRulesParts): TenantRulesCache {
  /** tenant id → what runs */
  const current = new Map<string, Loaded>();
  /** tenant id → load under way */
  const loading = new Map<string, { promise: Promise<TenantRules>; stale: boolean }>();
  /** Tenants whose loaded rules are out of date. */
  const stale = new Set<string>();

  async function load(tenantId: string, job: { stale: boolean }): Promise<TenantRules> {
    let loaded: Loaded;
    do {
      job.stale = false;
      const stored = await source.load(tenantId);
      const previous = current.get(tenantId);
      loaded = await compile(tenantId, stored, previous);
      current.set(tenantId, loaded);
      stopReplaced(previous, loaded);
      // Changed again while it was read: read again, so that nobody gets what was replaced before they asked.
    } while (job.stale);
    stale.delete(tenantId);
    return loaded.rules;
  }

  async function compile(tenantId: string, stored: StoredRules, previous: Loaded | undefined): Promise<Loaded> {
    const lifecycle: NewEvent[] = [];
    const kept = new Map<string, Kept>();
    await Promise.all(
      stored.nodes.map(async (node) => {
        const configuration = JSON.stringify(node.configuration ?? null);
        const before = previous?.kept.get(node.id);
        if (before && before.type === node.type && before.configuration === configuration) {
          kept.set(node.id, before);
          return;
        }
        const started = await startNode(tenantId, node, services);
        kept.set(node.id, {
          type: node.type,
          // A node that could not start is tried again with the next reload.
          configuration: started.error ? '' : configuration,
          instance: started.instance,
        });
        lifecycle.push({
          tenantId,
          entityId: { entityType: 'RULE_NODE', id: node.id },
          type: 'LC_EVENT',
          body: {
            server: serviceId,
            event: before ? 'UPDATED' : 'STARTED',
            success: !started.error,
            ...(started.error ? { error: started.error.message } : {}),
          },
        });
      }),
    );
    for (const chain of previous ? [] : stored.chains) {
      lifecycle.push({
        tenantId,
        entityId: { entityType: 'RULE_CHAIN', id: chain.id },
        type: 'LC_EVENT',
        body: { server: serviceId, event: 'STARTED', success: true },
      });
    }
    if (lifecycle.length > 0) events.append(lifecycle);
    return { rules: connect(stored, kept), kept };
  }

  function start(tenantId: string): Promise<TenantRules> {
    const running = loading.get(tenantId);
    if (running) return running.promise;
    const job = { stale: false };
    const promise = load(tenantId, job).finally(() => loading.delete(tenantId));
    loading.set(tenantId, Object.assign(job, { promise }));
    return promise;
  }

  function invalidate(tenantId: string): void {
    const running = loading.get(tenantId);
    if (running) running.stale = true;
    if (!current.has(tenantId)) return;
    stale.add(tenantId);
    // At once, so that what a node says about its new settings shows without waiting for a message.
    start(tenantId).catch((error: unknown) => services.log.error({ err: error, tenantId }, 'rules were not reloaded'));
  }

  return {
    get(tenantId) {
      const loaded = current.get(tenantId);
      return loaded && !stale.has(tenantId) ? loaded.rules : start(tenantId);
    },
    invalidate,
    invalidateAll() {
      for (const tenantId of current.keys()) invalidate(tenantId);
    },
    close() {
      for (const { kept } of current.values()) for (const { instance } of kept.values()) instance.stop?.();
      current.clear();
    },
  };
}

/** Batches under way may still use what is stopped here; nodes bear that. */
function stopReplaced(previous: Loaded | undefined, loaded: Loaded): void {
  if (!previous) return;
  for (const [id, { instance }] of previous.kept) {
    if (loaded.kept.get(id)?.instance !== instance) instance.stop?.();
  }
}

/** A node that cannot start fails every message that reaches it; the rest of its chain works. */
async function startNode(
  tenantId: string,
  node: StoredRuleNode,
  services: RuleNodeServices,
): Promise<{ instance: RuleNodeInstance; error?: Error }> {
  try {
    const definition = ruleNodeOf(node.type);
    if (!definition) throw new Error(`There is no rule node of type ${node.type}`);
    const parsed = definition.configuration.safeParse(node.configuration ?? {});
    if (!parsed.success) {
      const issue = parsed.error.issues[0];
      throw new Error(`Configuration is not valid: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim());
    }
    const instance = await definition.start(parsed.data, services, {
      tenantId,
      nodeId: node.id,
      nodeName: node.name,
      ruleChainId: node.ruleChainId,
    });
    return { instance };
  } catch (cause) {
    const error = cause instanceof Error ? cause : new Error(String(cause));
    const failure = new Error(`Failed to initialize rule node! ${error.message}`);
    return {
      error,
      instance: {
        handle() {
          throw failure;
        },
      },
    };
  }
}

function connect(stored: StoredRules, kept: Map<string, Kept>): TenantRules {
  const chainNames = new Map(stored.chains.map((chain) => [chain.id, chain.name]));
  const nodes = new Map<string, RunningNode>();
  for (const node of stored.nodes) {
    nodes.set(node.id, {
      id: node.id,
      name: node.name,
      ruleChainId: node.ruleChainId,
      ruleChainName: chainNames.get(node.ruleChainId) ?? '',
      debugMode: node.debugMode,
      instance: (kept.get(node.id) as Kept).instance,
      targets: new Map(),
    });
  }
  for (const connection of stored.connections) {
    const from = nodes.get(connection.fromNodeId);
    const to = connection.toNodeId === null ? undefined : nodes.get(connection.toNodeId);
    const target: Target | undefined = to
      ? { node: to }
      : connection.toChainId
        ? { chainId: connection.toChainId }
        : undefined;
    if (!from || !target) continue;
    const relation = connection.type.toLowerCase();
    const targets = from.targets.get(relation);
    if (targets) targets.push(target);
    else from.targets.set(relation, [target]);
  }
  return {
    rootChainId: stored.rootChainId,
    chains: new Map(
      stored.chains.map((chain) => [
        chain.id,
        { id: chain.id, first: chain.firstNodeId === null ? undefined : nodes.get(chain.firstNodeId) },
      ]),
    ),
    nodes,
    profileChains: stored.profileChains,
    maxNodeExecutions: stored.maxNodeExecutions,
  };
}
