import { FAILURE } from '@signalbox/contract/rule-nodes/define-rule-node';
import type { Logger } from 'pino';
import type { LiveBus } from '../bus/live-bus.ts';
import type { EventStore } from '../events/event-store.ts';
import type { HoldRequest } from '../messages/held/held-messages.ts';
import type { Message } from '../messages/message.ts';
import type { LoggedBatch, MessageLog, StoreEffects } from '../messages/message-log.ts';
import { type Queue, queueOf } from '../messages/queues.ts';
import type { AddressGuard } from '../outbound/address-guard.ts';
import type { DeviceRpc } from '../rpc/device-rpc.ts';
import { createEmbeddedCache } from '../storage/cache.ts';
import { createNotedChanges } from '../storage/noted-changes.ts';
import type { TelemetryService } from '../telemetry/telemetry-service.ts';
import { COUNTER, type UsageMeter } from '../usage/usage-meter.ts';
import { type BatchEffects, createBatchEffects } from './batch-effects.ts';
import type { ChainSource } from './chain-source.ts';
import type { RunningNode, TenantRules } from './connect-rules.ts';
import { boundCreatedMessages } from './created-messages.ts';
import { createDebugEvents } from './debug-events.ts';
import type { EffectStores } from './effects/effect-kind.ts';
import { createRuleFailures, type RuleFailure } from './failures.ts';
import type { NodeEntities } from './node-entities.ts';
import type { NodeReads } from './node-reads.ts';
import type { RuleNodeServices } from './nodes/define-rule-node.ts';
import { CLOUD_ADDRESSES } from './nodes/external/cloud-addresses.ts';
import { noteFailure } from './queue-counter.ts';
import type { QueueStatistics } from './queue-statistics.ts';
import { createRuleStatistics } from './rule-statistics.ts';
import type { ScriptEngine } from './scripts/script-engine.ts';
import { createSelfWorkingRules } from './self-working-rules.ts';
import { createSlowReads } from './slow-reads.ts';
import { createTenantRulesCache } from './tenant-rules.ts';
import { type FailedMessage as FailedInChain, walk } from './walk.ts';

export interface RuleEngineParts {
  source: ChainSource;
  telemetry: TelemetryService;
  keyLimits: EffectStores['keyLimits'];
  deviceRpc: Pick<DeviceRpc, 'reply'>;
  reads: NodeReads;
  entities: NodeEntities;
  /** For nodes, and where effects store their state. */
  alarmRules: RuleNodeServices['alarmRules'] & EffectStores['alarmRules'];
  assignments: EffectStores['assignments'];
  addressGuard: AddressGuard;
  mail: RuleNodeServices['mail'];
  sms: RuleNodeServices['sms'];
  /** Parks messages that wait for something. */
  parked: EffectStores['parked'];
  /** Holds messages until it is their turn in their queue. */
  held: EffectStores['held'];
  scripts: ScriptEngine;
  usage: UsageMeter;
  queueStatistics: Pick<QueueStatistics, 'counters' | 'forget'>;
  alarms: EffectStores['alarms'];
  events: EventStore;
  liveBus: LiveBus;
  messageLog: Pick<MessageLog, 'append'>;
  log: Logger;
  /** Name of this server in events. */
  serviceId: string;
  /** The name of this server that stays over restarts, in telemetry of nodes. */
  serverName: string;
  jsonTypeCast: boolean;
  /** How far ahead of now the time of a point may be, in ms; 0: any time. */
  maxAhead: number;
  /** ms between two STATS events of a node. */
  statisticsPeriod: number;
}

export interface RuleEngine {
  /** Runs a batch through the chains of its tenants; see BatchConsumer. */
  consume(batch: LoggedBatch): Promise<StoreEffects | undefined>;
  /** A running node of a tenant; a promise when the tenant's rules are not loaded. */
  nodeOf(tenantId: string, nodeId: string): RunningNode | undefined | Promise<RunningNode | undefined>;
  /** The rules of a tenant that run now; undefined when they are not loaded. */
  runningRules(tenantId: string): TenantRules | undefined;
  /** Starts the rules of tenants that have nodes which work without messages; the others start with a message. */
  open(): Promise<void>;
  close(): void;
}

/** Devices whose profile id is cached. */
const MAX_DEVICES = 100_000;
/** A batch of messages while it runs. */
interface RunningBatch {
  effects: BatchEffects;
  /** Those that were held before. */
  held: LoggedBatch['held'];
  /** Queues and originators whose further messages have to wait. */
  blocked: Set<string>;
}

export function createRuleEngine(parts: RuleEngineParts): RuleEngine {
  const { source, events, usage, liveBus, messageLog, log, serviceId } = parts;
  const debug = createDebugEvents(serviceId);
  const statistics = createRuleStatistics(events, serviceId, parts.statisticsPeriod);
  const services: RuleNodeServices = {
    scripts: parts.scripts,
    deviceRpc: parts.deviceRpc,
    reads: parts.reads,
    entities: parts.entities,
    alarmRules: parts.alarmRules,
    addressGuard: parts.addressGuard,
    cloud: CLOUD_ADDRESSES,
    mail: parts.mail,
    sms: parts.sms,
    usage,
    log,
    jsonTypeCast: parts.jsonTypeCast,
    maxAhead: parts.maxAhead,
    serverName: parts.serverName,
    async send(message) {
      const { tenantId, type } = message;
      const used = usage.of(tenantId);
      if (!used.mayUse('RE')) return false;
      used.add(COUNTER.ruleExecutions);
      try {
        await messageLog.append([message]);
        return true;
      } catch (error) {
        log.warn({ err: error, tenantId, type }, 'a message of a rule node could not be sent');
        return false;
      }
    },
  };
  const tenants = createTenantRulesCache({
    ...{ source, services, events, statistics, serviceId },
    queueStatistics: parts.queueStatistics,
  });
  const selfWorking = createSelfWorkingRules({ source, tenants, usage, log });
  /** device id → device profile id */
  const profiles = createEmbeddedCache<string>(MAX_DEVICES);
  const deviceChanges = createNotedChanges();

  const stopListening = liveBus.subscribeKinds(['ruleChain', 'entity', 'apiUsage'], (change) => {
    const { entityType, id } = change.entityId;
    if (change.kind === 'apiUsage') {
      // Nodes that could not start without scripts are started again.
      if (usage.of(change.tenantId).mayUse('RE')) {
        tenants.invalidate(change.tenantId, true);
        selfWorking.changed(change.tenantId);
      } else tenants.stop(change.tenantId);
    } else if (change.kind === 'ruleChain') {
      debug.reset(change.tenantId);
      tenants.invalidate(change.tenantId, true);
      selfWorking.changed(change.tenantId);
    } else if (entityType === 'DEVICE') {
      deviceChanges.note(id);
      profiles.delete(id);
    } else if (entityType === 'DEVICE_PROFILE') tenants.invalidate(change.tenantId);
    else if (entityType === 'TENANT') tenants.invalidate(id);
    else if (entityType === 'TENANT_PROFILE') tenants.invalidateAll();
  });

  const failures = createRuleFailures(serviceId, log);
  const slowReads = createSlowReads();

  /** The chain in which a message starts (rule-engine.md §2.1); a promise only when the device is not cached. */
  function chainOf(rules: TenantRules, message: Message): string | undefined | Promise<string | undefined> {
    if (message.ruleChainId !== null || message.ruleNodeId !== null) return message.ruleChainId ?? undefined;
    if (rules.profileChains.size === 0) return rules.rootChainId;
    const { entityType, id } = message.startsAs ?? message.originator;
    if (entityType === 'DEVICE_PROFILE') return rules.profileChains.get(id) ?? rules.rootChainId;
    if (entityType !== 'DEVICE') return rules.rootChainId;
    const profile = profiles.get(id);
    if (profile !== undefined) return rules.profileChains.get(profile) ?? rules.rootChainId;
    const before = deviceChanges.count();
    return source.profilesOf(message.tenantId, [id]).then((found) => {
      const known = found.get(id);
      if (known === undefined) return rules.rootChainId;
      if (!deviceChanges.hasChangedSince(before, id)) profiles.set(id, known);
      return rules.profileChains.get(known) ?? rules.rootChainId;
    });
  }

  /** A message of a tenant that has used up its executions ends here. */
  function start(batch: RunningBatch, message: Message): Promise<void> | undefined {
    if (!usage.of(message.tenantId).mayUse('RE')) return undefined;
    const rules = tenants.get(message.tenantId);
    if (rules instanceof Promise) return rules.then((loaded) => startWith(loaded, batch, message));
    return startWith(rules, batch, message);
  }

  function startWith(rules: TenantRules, batch: RunningBatch, message: Message): Promise<void> | undefined {
    const chain = chainOf(rules, message);
    const queue = queueOf(message);
    const walkFrom = (chainId: string | undefined): Promise<void> | undefined => {
      if (queue.retries > 0) return walkInQueue(rules, batch, message, chainId, queue);
      const counter = rules.queues[queue.place];
      if (counter) counter.totalMsgs++;
      let isFailed = false;
      const failed: FailedInChain = (copy, reason, node) => {
        const failure = { message: copy, entered: message, reason, node };
        if (!isFailed) noteFailure(counter, failure);
        isFailed = true;
        failures.report(batch.effects, failure, false);
      };
      const { effects } = batch;
      // A retried batch starts from the logged messages, so nodes count in a copy.
      return walk(
        { rules, effects, debug, failed, slowReads, usage: usage.of(message.tenantId) },
        { ...message },
        chainId,
      );
    };
    return chain instanceof Promise ? chain.then(walkFrom) : walkFrom(chain);
  }

  /**
   * Walks a message of a queue that retries. One that fails is held until it is tried again, and where the queue keeps
   * the order of an originator those behind it are held, too; after the last attempt it is set aside.
   */
  async function walkInQueue(
    rules: TenantRules,
    batch: RunningBatch,
    message: Message,
    chainId: string | undefined,
    queue: Queue,
  ): Promise<void> {
    const { effects } = batch;
    const before = batch.held?.get(message);
    const attempts = before?.attempts ?? 0;
    const order = queue.submit === 'SEQUENTIAL_BY_ORIGINATOR' ? `${queue.place} ${message.originator.id}` : undefined;
    if (order !== undefined) {
      const isBehind = batch.blocked.has(order) || (!before && parts.held.isWaiting(queue, message.originator.id));
      if (isBehind && hold(batch, order, { message, attempts, before })) return;
    }
    // Only the effects of the last attempt count.
    const own = createBatchEffects(parts, { earlier: effects });
    const failed: RuleFailure[] = [];
    const keep: FailedInChain = (copy, reason, node) =>
      void failed.push({ message: copy, entered: message, reason, node });
    await walk(
      { rules, effects: own, debug, failed: keep, slowReads, usage: usage.of(message.tenantId) },
      { ...message, metadata: { ...message.metadata } },
      chainId,
    );
    const counter = rules.queues[queue.place];
    if (counter) counter.totalMsgs++;
    const [first] = failed.filter(({ message: { isAcknowledged } }) => !isAcknowledged);
    if (first && attempts < queue.retries) {
      if (hold(batch, order, { message: entryOf(message, failed), attempts: attempts + 1, before })) {
        noteFailure(counter, first, true);
        effects.absorbEvents(own);
        return;
      }
    }
    if (first) noteFailure(counter, first);
    effects.absorb(own);
    for (const failure of failed) failures.report(effects, failure, true);
  }

  /** @returns false when there is no room: the message is then not held up any longer */
  function hold(batch: RunningBatch, order: string | undefined, request: HoldRequest): boolean {
    try {
      batch.effects.holdInQueue(request);
    } catch (error) {
      log.warn({ err: error, tenantId: request.message.tenantId }, 'a message could not wait in its queue');
      return false;
    }
    if (order !== undefined) batch.blocked.add(order);
    return true;
  }

  /** Runs messages in order per originator: one that waits for a script holds up only those of its own originator. */
  async function runAll(batch: RunningBatch, messages: readonly Message[]): Promise<void> {
    /** originator id → completion of its last message that had to wait */
    const busy = new Map<string, Promise<void>>();
    for (const message of messages) {
      const { id } = message.originator;
      const before = busy.size > 0 ? busy.get(id) : undefined;
      const waiting = before ? before.then(() => start(batch, message)) : start(batch, message);
      if (waiting) busy.set(id, waiting);
    }
    if (busy.size > 0) await Promise.all(busy.values());
  }

  /** Fails a message that nodes have created: at the node that did, if that is known. */
  function refuse(effects: BatchEffects, message: Message, reason: string): void {
    const rules = tenants.running(message.tenantId);
    const node = rules?.nodes.get(message.ruleNodeId ?? message.metadata.ruleNodeId ?? '');
    const failure = { message, entered: message, reason, node };
    const counter = rules?.queues[queueOf(message).place];
    if (counter) counter.totalMsgs++;
    noteFailure(counter, failure);
    failures.report(effects, failure, false);
  }

  /** Runs the messages that nodes have created, and those that nodes create for these. */
  async function runCreated(batch: RunningBatch, came: readonly Message[]): Promise<void> {
    const { effects } = batch;
    let created = effects.takeEnqueued();
    if (created.length === 0) return;
    const refusalOf = boundCreatedMessages(came);
    for (let generation = 1; created.length > 0; generation++) {
      const allowed: Message[] = [];
      for (const message of created) {
        const reason = refusalOf(message, generation);
        if (reason === undefined) allowed.push(message);
        else refuse(effects, message, reason);
      }
      await runAll(batch, allowed);
      created = effects.takeEnqueued();
    }
  }

  return {
    async consume({ messages, held, ...place }) {
      const effects = createBatchEffects(parts);
      const batch: RunningBatch = { effects, held, blocked: new Set() };
      await runAll(batch, messages);
      await runCreated(batch, messages);
      return effects.empty() ? undefined : (unit) => effects.store(unit, place);
    },
    nodeOf(tenantId, nodeId) {
      const rules = tenants.get(tenantId);
      return rules instanceof Promise ? rules.then(({ nodes }) => nodes.get(nodeId)) : rules.nodes.get(nodeId);
    },
    runningRules: tenants.running,
    open: selfWorking.open,
    close() {
      stopListening();
      selfWorking.close();
      tenants.close();
      statistics.close();
    },
  };
}

/**
 * The message to try again: as it came to the rules; but one with which only the node it came from has failed, such as a
 * call to a server, is given to that node again.
 */
function entryOf(message: Message, failed: readonly RuleFailure[]): Message {
  const { relation, failure: _failure, ...rest } = message;
  if (relation !== FAILURE || failed.some(({ node }) => node?.id !== message.ruleNodeId)) return message;
  return rest;
}
