import type { EntityId } from '@signalbox/contract/id';
import type pg from 'pg';
import pino from 'pino';
import { afterEach, beforeEach } from 'vitest';
import { createEmbeddedLiveBus } from '../src/bus/embedded-live-bus.ts';
import type { RuleChainContent } from '../src/entities/rule-chain/default-chains.ts';
import type { EventStore, NewEvent } from '../src/events/event-store.ts';
import type { HoldRequest } from '../src/messages/held/held-messages.ts';
import type { HeldMessage } from '../src/messages/held/held-table.ts';
import { type Message, newMessage } from '../src/messages/message.ts';
import type { ParkRequest } from '../src/messages/parked/executor.ts';
import { ALL_QUEUES, queueOf } from '../src/messages/queues.ts';
import { createAddressGuard } from '../src/outbound/address-guard.ts';
import type { ChainSource, StoredRules } from '../src/rules/chain-source.ts';
import type { NodeReads } from '../src/rules/node-reads.ts';
import { newQueueCounter, type QueueCounter } from '../src/rules/queue-counter.ts';
import { createRuleEngine, type RuleEngine } from '../src/rules/rule-engine.ts';
import type { ScriptEngine, ScriptInput, ScriptValue } from '../src/rules/scripts/script-engine.ts';
import type { UnitOfWork } from '../src/storage/transaction.ts';
import type { TelemetryService, TimeseriesWrite } from '../src/telemetry/telemetry-service.ts';
import { createUsageMeter } from '../src/usage/usage-meter.ts';
import { alarmReaderOf, entitiesOf, noAlarmRules, noAlarms, readsOf } from './node-world.ts';

export const TENANT = 'tenant';
export const DEVICE = { entityType: 'DEVICE', id: 'device' } as const;
const CLASS = 'org.thingsboard.rule.engine.';
const log = pino({ level: 'silent' });

export let stored: StoredRules;
export let written: TimeseriesWrite[];
export let attributes: { scope: string; entries: unknown[]; notifyDevice?: boolean }[];
export let events: NewEvent[];
export let later: Message[];
export let parked: ParkRequest[];
/** Messages that wait for their turn in their queue. */
export let held: HoldRequest[];
/** The counters of the tenant's queues. */
export let queueCounters: QueueCounter[];
let hasNoRoom: boolean;
export let aside: { message: Message; error: string }[];
export let loads: number;
let originators: EntityId[];
let tenantsWithTimers: string[];
type Script = (body: string, input: ScriptInput, patience: { mayWait: boolean }) => Promise<ScriptValue>;
let runScript: Script;
export let liveBus: ReturnType<typeof createEmbeddedLiveBus>;
/** What nodes read; a test may replace its methods. */
export let reads: NodeReads;
export let engine: RuleEngine;
export let meter: ReturnType<typeof createUsageMeter>;

/** What all scripts do. */
export function answerScripts(script: Script): void {
  runScript = script;
}

/** Entities that alarms may be about. */
export function haveOriginators(...ids: EntityId[]): void {
  originators = ids;
}

/** The tenants with nodes that work by themselves. */
export function haveTimers(...tenants: string[]): void {
  tenantsWithTimers = tenants;
}

/** Lets no further message wait at a node. */
export function fillNodes(): void {
  hasNoRoom = true;
}

/** Creates a chain whose node ids are `<chain>-<index>`. */
export function chain(
  id: string,
  content: Pick<RuleChainContent, 'firstNodeIndex' | 'connections'> & {
    nodes: { type: string; configuration?: unknown; debugMode?: boolean }[];
  },
): void {
  const nodeId = (index: number): string => `${id}-${index}`;
  stored.chains.push({ id, name: id, firstNodeId: nodeId(content.firstNodeIndex) });
  for (const [index, node] of content.nodes.entries()) {
    stored.nodes.push({
      id: nodeId(index),
      ruleChainId: id,
      type: node.type,
      name: `node ${index}`,
      debugMode: node.debugMode ?? false,
      configuration: node.configuration ?? {},
    });
  }
  for (const { fromIndex, toIndex, type } of content.connections) {
    stored.connections.push({ fromNodeId: nodeId(fromIndex), toNodeId: nodeId(toIndex), toChainId: null, type });
  }
}

export function telemetry(data: string, more: Partial<Message> = {}): Message {
  return newMessage({ tenantId: TENANT, type: 'POST_TELEMETRY_REQUEST', originator: DEVICE, data, ts: 1000, ...more });
}

/** Runs a batch and the work after its commit, then what is held, until nothing is. */
export async function run(...messages: Message[]): Promise<void> {
  await runBatch(messages);
  while (held.length > 0) await runHeld();
}

/** Runs what is held, as one batch. */
export async function runHeld(): Promise<void> {
  const group = held.map((request, place): [Message, HeldMessage] => [
    request.message,
    {
      ...request,
      ...{ id: `held ${place}`, createdTime: 0, place, due: 0 },
      queueName: queueOf(request.message).name,
      isInOrder: queueOf(request.message).submit === 'SEQUENTIAL_BY_ORIGINATOR',
    },
  ]);
  held = [];
  await runBatch(
    group.map(([message]) => message),
    new Map(group),
  );
}

/** Runs a batch and the work after its commit. */
export async function runBatch(messages: Message[], before?: Map<Message, HeldMessage>): Promise<void> {
  const store = await engine.consume({ partition: 0, batch: 1, messages, ...(before && { held: before }) });
  const after: (() => void)[] = [];
  const unit: UnitOfWork = {
    client: {
      // The engine itself writes only messages that are set aside.
      async query(_sql: string, values: [number, number, string[], number[], string[], string[], string[]]) {
        for (const [at, text] of values[5].entries()) {
          aside.push({ message: JSON.parse(text) as Message, error: values[6][at] as string });
        }
      },
    } as unknown as pg.PoolClient,
    beforeCommit: () => undefined,
    afterCommit: (action) => after.push(action),
    afterRollback: () => undefined,
  };
  await store?.(unit);
  for (const action of after) action();
}

export const node = (type: string, configuration: unknown = {}, debugMode = false) => ({
  type: CLASS + type,
  configuration,
  debugMode,
});
export const SAVE = node('telemetry.TbMsgTimeseriesNode', { defaultTTL: 0 });
export const SWITCH = node('filter.TbMsgTypeSwitchNode');
export const PASS = node('profile.TbDeviceProfileNode');

/** Makes an engine with empty stores before each test. */
export function setUpRuleEngine(): void {
  beforeEach(() => {
    stored = {
      rootChainId: 'root',
      chains: [],
      nodes: [],
      connections: [],
      profileChains: new Map(),
      maxNodeExecutions: 0,
    };
    written = [];
    attributes = [];
    events = [];
    later = [];
    parked = [];
    held = [];
    queueCounters = ALL_QUEUES.map(newQueueCounter);
    hasNoRoom = false;
    aside = [];
    loads = 0;
    originators = [];
    tenantsWithTimers = [];
    runScript = async () => ({ type: 'boolean', json: 'true' });
    liveBus = createEmbeddedLiveBus(log);
    const source: ChainSource = {
      async load() {
        loads++;
        return structuredClone(stored);
      },
      tenantsWith: async () => tenantsWithTimers,
      profilesOf: async () => new Map([['device', 'profile']]),
    };
    const scripts: ScriptEngine = {
      async compile(_tenant, body) {
        if (body === 'broken') throw new Error("Can't compile script: broken");
        return { run: (input, patience) => runScript(body, input, patience), close: () => undefined };
      },
      close: async () => undefined,
    };
    meter = createUsageMeter(() => undefined);
    reads = readsOf();
    engine = createRuleEngine({
      source,
      usage: meter,
      telemetry: {
        saveTimeseriesBatch: async (_unit: UnitOfWork, writes: TimeseriesWrite[]) => void written.push(...writes),
        saveAttributes: async (write: (typeof attributes)[number]) => void attributes.push(write),
      } as unknown as TelemetryService,
      deviceRpc: {
        reply: () => undefined,
      },
      reads,
      alarms: {
        ...noAlarms,
        reader: {
          ...noAlarms.reader,
          originator: (id) => alarmReaderOf({ entities: originators.map((entityId) => ({ entityId })) }).originator(id),
        },
      },
      alarmRules: noAlarmRules,
      entities: entitiesOf(),
      assignments: { store: async () => undefined },
      addressGuard: createAddressGuard([]),
      mail: { sendComposed: async () => undefined, systemSender: async () => '' },
      sms: { send: async () => undefined, sendWith: async () => undefined },
      parked: {
        requireRoom() {
          if (hasNoRoom) throw new Error('10000 messages wait at this node already');
        },
        waitingAt: () => 0,
        park: async (_unit, more) => void parked.push(...more),
      },
      held: {
        requireRoom() {
          if (hasNoRoom) throw new Error('50000 messages wait in the queues of this tenant already');
        },
        isWaiting: (queue, originatorId) =>
          held.some(({ message }) => queueOf(message) === queue && message.originator.id === originatorId),
        hold: async (_unit, requests) => void held.push(...requests),
      },
      queueStatistics: { counters: () => queueCounters, forget: () => undefined },
      scripts,
      events: {
        append: (more: NewEvent[]) => void events.push(...more),
        store: async (_unit: unknown, more: NewEvent[]) => void events.push(...more),
      } as unknown as EventStore,
      liveBus,
      messageLog: { append: async (messages) => void later.push(...messages) },
      log,
      serviceId: 'server',
      serverName: 'host',
      jsonTypeCast: true,
      maxAhead: 86_400_000,
      keyLimits: { admitSeries: () => undefined, admitAttributes: () => undefined },
      statisticsPeriod: 3_600_000,
    });
  });

  afterEach(() => engine.close());
}

export const savedTexts = (): unknown[] => written.map(({ points }) => points[0]?.values[0]?.value.value);
export const debugEvents = () => events.filter((event) => event.type === 'DEBUG_RULE_NODE').map((event) => event.body);
