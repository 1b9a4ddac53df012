import pino from 'pino';
import { parseAddressRanges } from '../src/config/address-ranges.ts';
import { type Message, newMessage } from '../src/messages/message.ts';
import { createAddressGuard } from '../src/outbound/address-guard.ts';
import type { MessageEffects } from '../src/rules/batch-effects.ts';
import { alarms } from '../src/rules/effects/alarms.ts';
import type { WaitingRoom } from '../src/rules/effects/continue-later.ts';
import type { EffectStores } from '../src/rules/effects/effect-kind.ts';
import type {
  NodeResult,
  RuleNodeDefinition,
  RuleNodeInstance,
  RuleNodeServices,
} from '../src/rules/nodes/define-rule-node.ts';
import { CLOUD_ADDRESSES } from '../src/rules/nodes/external/cloud-addresses.ts';
import type { Script, ScriptInput } from '../src/rules/scripts/script-engine.ts';
import { createSettledSms } from '../src/sms/settled-sms.ts';
import { createSmsSender } from '../src/sms/sms-sender.ts';
import { createUsageMeter } from '../src/usage/usage-meter.ts';
import { alarmReaderOf, entitiesOf, noAlarmRules, readsOf, type World } from './node-world.ts';

/** Whom mails are from when neither a message nor a node says so. */
export const SYSTEM_SENDER = 'Installation <system@signalbox.local>';

/** A node under test, with what it has done. */
export interface RuleNodeTrial {
  handle(message: Partial<Message>): NodeResult | Promise<NodeResult>;
  saved: unknown[];
  /** Other effects: the name of each and what it is given. */
  effects: unknown[][];
  /** Messages that the node sends through the chains. */
  enqueued: Message[];
  /** Requests of `continueLater`; the continuing messages are in `later`. */
  parked: { kind: string; request: unknown; room?: WaitingRoom }[];
  replies: unknown[];
  later: Message[];
  logged: string[];
  /** Messages of timers. */
  sent: Message[];
  /** Set to false: messages of timers cannot be sent. */
  isSending: boolean;
  /** Ends the node. */
  stop(): void;
}

/** Starts a node with these services, and nothing behind the others. */
export async function startTestNode<C>(
  definition: RuleNodeDefinition<C>,
  configuration: unknown,
  services: Partial<RuleNodeServices>,
  tenantId = 'tenant',
): Promise<RuleNodeInstance> {
  return definition.start(
    definition.configuration.parse(configuration),
    {
      scripts: { compile: () => Promise.reject(new Error('The test has no scripts')), close: async () => undefined },
      deviceRpc: { reply: () => undefined },
      reads: readsOf(),
      entities: entitiesOf(),
      alarmRules: noAlarmRules,
      addressGuard: createAddressGuard(parseAddressRanges('none')),
      cloud: CLOUD_ADDRESSES,
      mail: {
        sendComposed: () => Promise.reject(new Error('The test has no mail server')),
        systemSender: async () => SYSTEM_SENDER,
      },
      sms: createSettledSms(createSmsSender(), { find: async () => undefined }),
      usage: createUsageMeter(() => undefined),
      log: pino({ level: 'silent' }),
      serverName: 'server',
      send: async () => true,
      jsonTypeCast: true,
      maxAhead: 86_400_000,
      ...services,
    },
    { tenantId, nodeId: 'node', nodeName: 'Node', ruleChainId: 'chain' },
  );
}

/** Starts a single node, as a chain with this configuration would; `script` replaces the sandbox. */
export async function tryRuleNode<C>(
  definition: RuleNodeDefinition<C>,
  configuration: unknown = definition.defaultConfiguration,
  options: { logLevel?: string; script?: (input: ScriptInput) => unknown; world?: World } = {},
): Promise<RuleNodeTrial> {
  const trial = {
    saved: [] as unknown[],
    effects: [] as unknown[][],
    enqueued: [] as Message[],
    parked: [] as RuleNodeTrial['parked'],
    replies: [] as unknown[],
    later: [] as Message[],
    logged: [] as string[],
    sent: [] as Message[],
    isSending: true,
  };
  const compile = async (): Promise<Script> => {
    const { script } = options;
    if (!script) throw new Error('The test has no scripts');
    return {
      async run(input) {
        const value = script(input);
        return { type: typeof value, json: JSON.stringify(value) };
      },
      close: () => undefined,
    };
  };
  const instance = await startTestNode(definition, configuration, {
    scripts: { compile, close: async () => undefined },
    deviceRpc: {
      reply: (target, payload) => void trial.replies.push([target, payload]),
    },
    reads: readsOf(options.world),
    entities: entitiesOf(options.world, (...created) => void trial.effects.push(['created', ...created])),
    log: pino(
      { level: options.logLevel ?? 'info' },
      { write: (line: string) => void trial.logged.push(JSON.parse(line).msg) },
    ),
    async send(message) {
      if (trial.isSending) trial.sent.push(message);
      return trial.isSending;
    },
  });
  const alarmStores = {
    alarms: { reader: alarmReaderOf(options.world ?? {}), store: { write: async () => undefined } },
    usage: createUsageMeter(() => undefined),
  };
  const unstoredCustomer = (id: string) => options.world?.unstoredCustomers?.[id];
  const effects: MessageEffects = {
    alarms: alarms.adder(alarms.nothing(), alarmStores as unknown as EffectStores, unstoredCustomer),
    saveTimeseries: (_, points, ttl): undefined => void trial.saved.push({ points, ttl }),
    saveAttributes: (_, scope, entries, notifyDevice): undefined =>
      void trial.saved.push({ scope, entries, notifyDevice }),
    continueLater(kind, request, next, room) {
      trial.parked.push({ kind: kind.name, request, ...(room && { room }) });
      trial.later.push(next);
    },
    mayWait: false,
    batch: {},
    unstored: { attribute: () => undefined, latest: () => undefined, points: () => [] },
    unstoredRelations: { has: () => undefined, apply: (_at, _direction, _type, stored) => [...stored] },
    tellEdges: (...news) => void trial.effects.push(['tellEdges', ...news]),
    unstoredCustomer,
    assignCustomer: (...assignment) => void trial.effects.push(['assignCustomer', ...assignment]),
    changeRelations: (...change) => void trial.effects.push(['changeRelations', ...change]),
    moveToQueue: (message) => void trial.effects.push(['moveToQueue', message]),
    enqueue: (message) => void trial.enqueued.push(message),
    afterCommit: (action) => action(),
    keepAlarmRules: (kept) => void trial.effects.push(['keepAlarmRules', kept.write]),
  };
  return Object.assign(trial, {
    stop: () => instance.stop?.(),
    handle: (message: Partial<Message>) =>
      instance.handle(
        newMessage({
          tenantId: 'tenant',
          type: 'POST_TELEMETRY_REQUEST',
          originator: { entityType: 'DEVICE', id: 'device' },
          data: '{}',
          ts: 1000,
          ...message,
        }),
        effects,
      ),
  });
}
