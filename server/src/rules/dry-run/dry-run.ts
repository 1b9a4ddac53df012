import { type EntityId, entityId } from '@signalbox/contract/id';
import { FAILURE, SUCCESS } from '@signalbox/contract/rule-nodes/define-rule-node';
import type { AlarmReader } from '../../alarms/alarm-reader.ts';
import type { Message } from '../../messages/message.ts';
import type { BeginBackgroundWork } from '../../storage/background-turns.ts';
import { TenantUsage } from '../../usage/usage-meter.ts';
import type { AlarmRules } from '../alarm-rules/alarm-rules.ts';
import { gatherEffects } from '../batch-effects.ts';
import type { StoredRuleNode, StoredRules } from '../chain-source.ts';
import { connectRules, type TenantRules } from '../connect-rules.ts';
import type { DecidingStores } from '../effects/effect-kind.ts';
import { nameBasedUuid } from '../name-based-uuid.ts';
import type { NodeEntities } from '../node-entities.ts';
import type { RuleNodeInstance, RuleNodeServices } from '../nodes/define-rule-node.ts';
import { ruleNodeOf } from '../nodes/registry.ts';
import { newRuleCounter } from '../rule-statistics.ts';
import { startNode } from '../start-node.ts';
import { walk } from '../walk.ts';
import { type DryWait, recordEffects } from './recorded-effects.ts';
import { recordReads } from './recorded-reads.ts';
import type { Tracer } from './tracer.ts';

/** What was so when messages came; what is not given is as it is now. */
export interface DryRunThen {
  /** The profile that a device had; undefined: the one that it has now. */
  profile?: ((deviceId: string) => Promise<string | undefined>) | undefined;
  alarms?: Pick<AlarmReader, 'active' | 'byId'> | undefined;
  /** epoch ms; entities that were created from then on were not there. */
  time?: number | undefined;
}

export interface DryRunParts
  extends Pick<
    RuleNodeServices,
    'scripts' | 'reads' | 'addressGuard' | 'cloud' | 'log' | 'serverName' | 'jsonTypeCast' | 'maxAhead'
  > {
  entities: Pick<NodeEntities, 'find'>;
  /** Of this run alone; closed with it. */
  alarmRules: () => AlarmRules;
  alarms: DecidingStores['alarms'];
  /** Shares the thread with those who process messages. */
  begin: BeginBackgroundWork;
  /** When it was, as in DryRunThen. */
  time?: number | undefined;
  /** Ends the run with its reason: nobody waits for it any more. */
  signal?: AbortSignal | undefined;
  /** Device profile of a device; undefined when the tenant has no such device. */
  profileOf(tenantId: string, deviceId: string): Promise<string | undefined>;
}

/** Runs messages through rules without doing anything: what nodes would do is told to a tracer. */
export interface DryRun {
  /**
   * Runs a message to its end, with the messages that nodes make of it; later messages see what earlier ones would have
   * stored.
   * @returns what waits for something; it does not go on by itself
   */
  run(message: Message, tracer: Tracer): Promise<DryWait[]>;
  /** Goes on with a message behind a step at which it has waited. */
  resume(message: Message, step: number, tracer: Tracer): Promise<DryWait[]>;
  close(): void;
}

/** Messages that nodes may make of one. */
const MAX_CREATED = 1_000;
/** ms that a run of messages may take; whatever comes later fails */
const MAX_TIME = 20_000;

export function createDryRun(parts: DryRunParts, tenantId: string, stored: StoredRules): DryRun {
  const { profileOf, signal } = parts;
  let current: Tracer | undefined;
  let waits: DryWait[] = [];
  const tracer = (): Tracer => {
    if (!current) throw new Error('No message runs');
    return current;
  };
  const alarmRules = parts.alarmRules();
  const services = createDryServices(parts, alarmRules, tracer);
  const usage = new TenantUsage(() => undefined);
  const instances = new Map(stored.nodes.map((node) => [node.id, { instance: lazily(node) }]));
  const rules: TenantRules = connectRules(stored, instances, newRuleCounter, []);
  /** By the id of their node. */
  const running = new Map<string, RuleNodeInstance>();
  const deadline = performance.now() + MAX_TIME;
  const pause = parts.begin();
  let isClosed = false;
  const effects = recordEffects(
    gatherEffects(
      {
        keyLimits: { admitSeries: () => undefined, admitAttributes: () => undefined },
        parked: { requireRoom: () => undefined, waitingAt: () => 0 },
        held: { requireRoom: () => undefined },
        usage: { of: () => usage },
        alarms: parts.alarms,
      },
      { mayWait: true },
    ),
    {
      tracer,
      onWait: (wait) => waits.push(wait),
      sentBy: (nodeId, message) => running.get(nodeId)?.sends?.(message),
    },
  );

  /** Starts a node when the first message reaches it: most chains have many that are never reached. */
  function lazily(node: StoredRuleNode): RuleNodeInstance {
    let started: Promise<RuleNodeInstance> | undefined;
    const start = async (): Promise<RuleNodeInstance> => {
      const { instance } = await startNode(tenantId, node, services);
      if (isClosed) instance.stop?.();
      else running.set(node.id, instance);
      return instance;
    };
    return {
      async handle(message, given) {
        started ??= start();
        const instance = await started;
        if (ruleNodeOf(node.type)?.hasMemory) tracer().remembers();
        // Nodes without I/O would never let others work.
        await pause();
        signal?.throwIfAborted();
        const begun = performance.now();
        if (begun > deadline) throw new Error('The dry run takes too long');
        try {
          return await instance.handle(message, given);
        } finally {
          tracer().handled(performance.now() - begun);
        }
      },
    };
  }

  async function chainOf(message: Message): Promise<string | undefined> {
    if (message.ruleChainId !== null || message.ruleNodeId !== null) return message.ruleChainId ?? undefined;
    const { entityType, id } = message.startsAs ?? message.originator;
    const profile =
      entityType === 'DEVICE_PROFILE' ? id : entityType === 'DEVICE' ? await profileOf(tenantId, id) : undefined;
    return (profile === undefined ? undefined : rules.profileChains.get(profile)) ?? rules.rootChainId;
  }

  async function runAll(message: Message, step: number | undefined, into: Tracer): Promise<DryWait[]> {
    current = into;
    waits = [];
    const observer = into;
    const failed = (_: Message, reason: string, node?: Parameters<Tracer['failed']>[1]): void =>
      into.failed(reason, node);
    const debug = { record: () => undefined, reset: () => undefined };
    const walkOne = async (one: Message, from: number | undefined): Promise<void> => {
      signal?.throwIfAborted();
      into.resume(from);
      const chainId = await chainOf(one);
      await walk(
        { rules, effects, debug, failed, usage, observer },
        { ...one, metadata: { ...one.metadata } },
        chainId,
      );
    };
    await walkOne(message, step);
    let created = 0;
    for (let more = effects.takeEnqueued(); more.length > 0; more = effects.takeEnqueued()) {
      created += more.length;
      if (created > MAX_CREATED) {
        into.failed('The rule nodes made too many messages', undefined);
        break;
      }
      for (const one of more) await walkOne(one, into.makerOf(one));
    }
    // A node that is stopped fails like any other, and that is nothing to be told.
    signal?.throwIfAborted();
    return waits;
  }

  return {
    run: (message, into) => runAll(message, undefined, into),
    resume: (message, step, into) => runAll(message, step, into),
    close() {
      isClosed = true;
      for (const instance of running.values()) instance.stop?.();
      alarmRules.close();
    },
  };
}

/** What goes on where somebody outside is assumed to have answered; a failure where nothing can be sent. */
export function assumedAnswer({ next, refusal }: DryWait): Message {
  if (refusal === null) return { ...next, relation: SUCCESS };
  return { ...next, relation: FAILURE, failure: refusal };
}

function createDryServices(parts: DryRunParts, alarmRules: AlarmRules, tracer: () => Tracer): RuleNodeServices {
  const { entities, scripts, addressGuard, cloud, log, serverName, jsonTypeCast, maxAhead } = parts;
  const unlimited = new TenantUsage(() => undefined);
  /** Ids of entities that would have been created, by kind and name. */
  const created = new Map<string, EntityId>();
  const find: NodeEntities['find'] = async (tenantId, entityType, name) => {
    const made = created.get(`${entityType} ${name}`);
    const found = made ?? (await entities.find(tenantId, entityType, name));
    if (made || !found || parts.time === undefined) return found;
    const createdTime = (await parts.reads.fields(tenantId, found))?.createdTime;
    return typeof createdTime === 'number' && createdTime >= parts.time ? undefined : found;
  };
  /** What devices have reached of their alarm rules. */
  const noteMemory = <T>(ready: T): T => {
    if (typeof ready === 'object') tracer().remembers();
    return ready;
  };
  const refuse = async (): Promise<never> => {
    throw new Error('Nothing is sent in a dry run');
  };
  return {
    scripts,
    addressGuard,
    cloud,
    log,
    serverName,
    jsonTypeCast,
    maxAhead,
    reads: recordReads(parts.reads, (read) => tracer().read(read)),
    usage: { of: () => unlimited },
    mail: { sendComposed: refuse, systemSender: refuse },
    sms: { send: refuse, sendWith: refuse },
    // Timers of nodes: what they make is not of the message that is traced.
    send: async () => true,
    deviceRpc: {
      reply({ deviceId }, payload) {
        tracer().effect({ kind: 'REPLY', deviceId: entityId('DEVICE', deviceId), payload: payload.slice(0, 10_000) });
      },
    },
    entities: {
      find,
      async ensure({ tenantId }, entityType, name) {
        const found = await find(tenantId, entityType, name);
        if (found) return found;
        const later = await entities.find(tenantId, entityType, name);
        tracer().effect({ kind: 'ENTITY', entityType, name, entityId: later ?? null });
        const key = `${entityType} ${name}`;
        // The same in every run, so that runs can be compared.
        const id = later ?? entityId(entityType, nameBasedUuid(`${tenantId} ${key}`));
        created.set(key, id);
        return id;
      },
    },
    alarmRules: {
      find: (nodeId, message, effects) => noteMemory(alarmRules.find(nodeId, message, effects)),
      read: async (nodeId, message, effects) => noteMemory(await alarmRules.read(nodeId, message, effects)),
      looked: alarmRules.looked,
      remember: alarmRules.remember,
    },
  };
}
