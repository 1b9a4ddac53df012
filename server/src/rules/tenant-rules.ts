import type { EventStore, NewEvent } from '../events/event-store.ts';
import type { ChainSource, StoredRules } from './chain-source.ts';
import { connectRules, type TenantRules } from './connect-rules.ts';
import type { RuleNodeInstance, RuleNodeServices } from './nodes/define-rule-node.ts';
import type { QueueStatistics } from './queue-statistics.ts';
import type { RuleStatistics } from './rule-statistics.ts';
import { startNode } from './start-node.ts';

/** A running node, with what tells whether it was changed. */
interface Kept {
  type: string;
  /** JSON text */
  configuration: string;
  instance: RuleNodeInstance;
  /** Set when it could not start. */
  failure?: StartFailure;
}

interface StartFailure {
  /** How often it was tried. */
  attempts: number;
  /** Time of the next attempt, epoch ms; undefined when it is pointless, or was tried too often. */
  retryAt: number | undefined;
}

interface Loaded {
  rules: TenantRules;
  /** node id → its running instance */
  kept: Map<string, Kept>;
  /** chain id → its content as JSON text */
  chains: Map<string, string>;
}

/** ms before a node that could not start is retried, times the number of the attempt. */
const RESTART_STEP = 5_000;
/** Retries of a node that could not start; saving its chain begins again. */
const MAX_RESTARTS = 10;

export interface TenantRulesParts {
  source: ChainSource;
  services: RuleNodeServices;
  events: Pick<EventStore, 'append'>;
  statistics: RuleStatistics;
  queueStatistics: Pick<QueueStatistics, 'counters' | 'forget'>;
  /** Name of this server in events. */
  serviceId: string;
}

/** Loads rules on first use and reloads them after a change; unchanged nodes keep running. */
export interface TenantRulesCache {
  /** The current rules: a promise only when they are not loaded. */
  get(tenantId: string): TenantRules | Promise<TenantRules>;
  /** The rules that run now, though they may be about to be replaced; undefined when they are not loaded. */
  running(tenantId: string): TenantRules | undefined;
  /** Whether the rules of a tenant run, or are about to. */
  isRunning(tenantId: string): boolean;
  /**
   * Marks rules as changed: later calls of `get` wait for the new ones.
   * @param restartFailed whether nodes that could not start are tried again at once
   */
  invalidate(tenantId: string, restartFailed?: boolean): void;
  /** Stops the nodes of a tenant until a message of it comes. */
  stop(tenantId: string): void;
  /** Marks the rules of all tenants as changed. */
  invalidateAll(): void;
  close(): void;
}

export function createTenantRulesCache(parts: TenantRulesParts): TenantRulesCache {
  const { source, services, events, statistics, queueStatistics, serviceId } = parts;
  /** tenant id → what runs */
  const current = new Map<string, Loaded>();
  /** tenant id → load in progress */
  const loading = new Map<string, { promise: Promise<TenantRules>; stale: boolean }>();
  /** Tenants whose loaded rules are outdated. */
  const stale = new Set<string>();
  /** tenant id → timer of the next retry of nodes that could not start */
  const restarts = new Map<string, NodeJS.Timeout>();
  /** Tenants whose nodes that could not start are tried again with the next load. */
  const restarting = new Set<string>();

  async function load(tenantId: string, job: { stale: boolean }): Promise<TenantRules> {
    let loaded: Loaded;
    do {
      job.stale = false;
      const stored = await source.load(tenantId);
      const previous = current.get(tenantId);
      loaded = await compile(tenantId, stored, previous, restarting.delete(tenantId));
      current.set(tenantId, loaded);
      stopReplaced(previous, loaded);
      restartLater(tenantId, loaded);
      // Changed while they were being read: callers must not get rules that were outdated when they asked.
    } while (job.stale);
    stale.delete(tenantId);
    return loaded.rules;
  }

  async function compile(
    tenantId: string,
    stored: StoredRules,
    previous: Loaded | undefined,
    restartFailed: boolean,
  ): Promise<Loaded> {
    const lifecycle: NewEvent[] = [];
    const kept = new Map<string, Kept>();
    const report = (entityId: NewEvent['entityId'], event: string, error?: Error): void => {
      lifecycle.push({
        tenantId,
        entityId,
        type: 'LC_EVENT',
        body: { server: serviceId, event, success: !error, ...(error ? { error: error.message } : {}) },
      });
      if (!error) return;
      const body = { server: serviceId, method: event === 'STARTED' ? 'OnStart' : 'OnUpdate', error: error.message };
      lifecycle.push({ tenantId, entityId, type: 'ERROR', body });
    };
    await Promise.all(
      stored.nodes.map(async (node) => {
        const configuration = JSON.stringify(node.configuration ?? null);
        const before = previous?.kept.get(node.id);
        const isSame = before && before.type === node.type && before.configuration === configuration;
        const failure = isSame ? before.failure : undefined;
        if (isSame && !(failure && (restartFailed || (failure.retryAt ?? Number.POSITIVE_INFINITY) <= Date.now()))) {
          kept.set(node.id, before);
          return;
        }
        const started = await startNode(tenantId, node, services);
        const entry: Kept = { type: node.type, configuration, instance: started.instance };
        if (started.error) {
          const attempts = restartFailed ? 1 : (failure?.attempts ?? 0) + 1;
          const isOver = started.isLasting || attempts > MAX_RESTARTS;
          entry.failure = { attempts, retryAt: isOver ? undefined : Date.now() + RESTART_STEP * attempts };
        }
        kept.set(node.id, entry);
        const event = before && !before.failure ? 'UPDATED' : 'STARTED';
        report({ entityType: 'RULE_NODE', id: node.id }, event, started.error);
      }),
    );
    const chains = chainTexts(stored);
    for (const [id, text] of chains) {
      const before = previous?.chains.get(id);
      if (before !== text) report({ entityType: 'RULE_CHAIN', id }, before === undefined ? 'STARTED' : 'UPDATED');
    }
    if (lifecycle.length > 0) events.append(lifecycle);
    const counterOf = (entityType: 'RULE_CHAIN' | 'RULE_NODE', id: string) =>
      statistics.counter(tenantId, { entityType, id });
    for (const id of previous?.kept.keys() ?? []) if (!kept.has(id)) statistics.forget(id);
    for (const id of previous?.chains.keys() ?? []) if (!chains.has(id)) statistics.forget(id);
    const queues = queueStatistics.counters(tenantId);
    return { rules: connectRules(stored, kept, counterOf, queues, previous?.rules), kept, chains };
  }

  /** Schedules the next retry of nodes that could not start: what they need may become available. */
  function restartLater(tenantId: string, { kept }: Loaded): void {
    clearTimeout(restarts.get(tenantId));
    restarts.delete(tenantId);
    let next = Number.POSITIVE_INFINITY;
    for (const { failure } of kept.values()) next = Math.min(next, failure?.retryAt ?? next);
    if (next === Number.POSITIVE_INFINITY) return;
    const timer = setTimeout(() => invalidate(tenantId), Math.max(next - Date.now(), 0));
    timer.unref();
    restarts.set(tenantId, timer);
  }

  function start(tenantId: string): Promise<TenantRules> {
    const running = loading.get(tenantId);
    if (running) return running.promise;
    const job = { stale: false };
    const promise = load(tenantId, job).finally(() => loading.delete(tenantId));
    loading.set(tenantId, Object.assign(job, { promise }));
    return promise;
  }

  function invalidate(tenantId: string, restartFailed = false): void {
    if (restartFailed) restarting.add(tenantId);
    const running = loading.get(tenantId);
    if (running) running.stale = true;
    if (!current.has(tenantId)) {
      if (!running) restarting.delete(tenantId);
      return;
    }
    stale.add(tenantId);
    // Reload immediately, so that errors in the new settings show without waiting for a message.
    start(tenantId).catch((error: unknown) => services.log.error({ err: error, tenantId }, 'rules were not reloaded'));
  }

  return {
    get(tenantId) {
      const loaded = current.get(tenantId);
      return loaded && !stale.has(tenantId) ? loaded.rules : start(tenantId);
    },
    running: (tenantId) => current.get(tenantId)?.rules,
    isRunning: (tenantId) => current.has(tenantId) || loading.has(tenantId),
    invalidate,
    stop(tenantId) {
      const loaded = current.get(tenantId);
      if (!loaded) return;
      clearTimeout(restarts.get(tenantId));
      restarts.delete(tenantId);
      for (const { instance } of loaded.kept.values()) instance.stop?.();
      for (const id of loaded.kept.keys()) statistics.restart(id);
      for (const id of loaded.chains.keys()) statistics.restart(id);
      current.delete(tenantId);
      stale.delete(tenantId);
      queueStatistics.forget(tenantId);
    },
    invalidateAll() {
      for (const tenantId of current.keys()) invalidate(tenantId);
    },
    close() {
      for (const timer of restarts.values()) clearTimeout(timer);
      restarts.clear();
      for (const { kept } of current.values()) for (const { instance } of kept.values()) instance.stop?.();
      current.clear();
    },
  };
}

/** Stops instances that were replaced. Batches in progress may still use them; nodes must tolerate that. */
function stopReplaced(previous: Loaded | undefined, loaded: Loaded): void {
  if (!previous) return;
  for (const [id, { instance }] of previous.kept) {
    if (loaded.kept.get(id)?.instance !== instance) instance.stop?.();
  }
}

/** The content of each chain as text, to detect changes. */
function chainTexts({ rootChainId, chains, nodes, connections }: StoredRules): Map<string, string> {
  /** node id → chain id */
  const chainOf = new Map(nodes.map((node) => [node.id, node.ruleChainId]));
  return new Map(
    chains.map((chain) => [
      chain.id,
      JSON.stringify([
        chain,
        chain.id === rootChainId,
        nodes.filter((node) => node.ruleChainId === chain.id),
        connections.filter((connection) => chainOf.get(connection.fromNodeId) === chain.id),
      ]),
    ]),
  );
}
