import type pg from 'pg';
import type { Logger } from 'pino';
import type { LiveBus } from '../bus/live-bus.ts';
import { parseAddressRanges } from '../config/address-ranges.ts';
import { serverName } from '../config/service-id.ts';
import type { Settings } from '../config/settings.ts';
import { createEntityReader } from '../entities/entity-reader.ts';
import type { NamedEntities } from '../entities/named-entities.ts';
import type { Assignments } from '../entities/ownership/assignments.ts';
import type { EventStore } from '../events/event-store.ts';
import { createRefusalEvents } from '../events/refusal-events.ts';
import type { MailService } from '../mail/mail-service.ts';
import type { MessageLog } from '../messages/message-log.ts';
import type { WaitExecutor } from '../messages/parked/executor.ts';
import { createParkedMessages } from '../messages/parked/parked-messages.ts';
import { createParkedTable } from '../messages/parked/parked-table.ts';
import { createAddressGuard } from '../outbound/address-guard.ts';
import type { DeviceRpc } from '../rpc/device-rpc.ts';
import { createSettledSms } from '../sms/settled-sms.ts';
import { createSmsSender } from '../sms/sms-sender.ts';
import type { AdminSettingStore } from '../storage/admin-setting-store.ts';
import { inTransaction } from '../storage/transaction.ts';
import type { KeyLimits } from '../telemetry/key-limits.ts';
import type { TelemetryService } from '../telemetry/telemetry-service.ts';
import type { UsageMeter } from '../usage/usage-meter.ts';
import { createChainSource } from './chain-source.ts';
import { componentRoutes } from './component-routes.ts';
import { createDelayExecutor } from './delayed-messages.ts';
import type { EffectStores } from './effects/effect-kind.ts';
import { createNodeEntities } from './node-entities.ts';
import { createNodeReads, type NodeReadsParts } from './node-reads.ts';
import { createOutsideCallExecutor } from './outside-calls.ts';
import { reportKeyLimits } from './reported-key-limits.ts';
import { createRuleEngine, type RuleEngine } from './rule-engine.ts';
import { createSandbox } from './scripts/sandbox.ts';
import { createScriptTests } from './scripts/test-script.ts';
import { createSlowScriptExecutor } from './slow-scripts.ts';

export interface RulesParts {
  pool: pg.Pool;
  telemetry: TelemetryService;
  keyLimits: Pick<KeyLimits, 'admitSeries' | 'admitAttributes'>;
  deviceRpc: DeviceRpc;
  /** What nodes read. */
  reads: Omit<NodeReadsParts, 'entities'>;
  named: NamedEntities;
  assignments: Assignments;
  mail: Pick<MailService, 'sendComposed'>;
  adminSettings: Pick<AdminSettingStore, 'find'>;
  /** Executors from other rooms for work that messages wait for. */
  executors: readonly WaitExecutor[];
  events: EventStore;
  usage: UsageMeter;
  alarms: EffectStores['alarms'];
  liveBus: LiveBus;
  messageLog: Pick<MessageLog, 'append'>;
  log: Logger;
  /** Name of this server in events. */
  serviceId: string;
  settings: Pick<
    Settings,
    'scriptTimeout' | 'scriptMemory' | 'jsonTypeCast' | 'maxTimeAhead' | 'ruleStatisticsPeriod' | 'outboundAllowed'
  >;
}

/** The rules room: engine, scripts, and the messages that wait for something outside. */
export function composeRules({
  pool,
  telemetry,
  executors,
  settings,
  reads,
  named,
  adminSettings,
  ...rest
}: RulesParts) {
  const { messageLog, liveBus, events, usage, log, serviceId, assignments } = rest;
  const keyLimits = reportKeyLimits(rest.keyLimits, createRefusalEvents(events, serviceId));
  const limits = { timeout: settings.scriptTimeout, memory: settings.scriptMemory };
  const scripts = createSandbox({ log, usage, ...limits });
  const testScripts = createSandbox({ log, usage, ...limits, use: 'tests' });
  const parked = createParkedMessages({
    table: createParkedTable(pool),
    messageLog,
    executors: [
      ...executors,
      createOutsideCallExecutor((tenantId, nodeId) => engine.nodeOf(tenantId, nodeId)),
      createDelayExecutor(),
      createSlowScriptExecutor(
        (tenantId, nodeId) => engine.nodeOf(tenantId, nodeId),
        () => ({ telemetry, keyLimits, parked, events, usage, assignments, alarms: rest.alarms }),
        async (effects) => {
          if (!effects.empty()) await inTransaction(pool, (unit) => effects.store(unit, { partition: 0, batch: 0 }));
          const enqueued = effects.takeEnqueued();
          if (enqueued.length > 0) await messageLog.append(enqueued);
        },
      ),
    ],
    isNodeThere: async (tenantId, nodeId) => (await engine.nodeOf(tenantId, nodeId)) !== undefined,
    log,
  });
  const entities = createEntityReader(pool, liveBus);
  const engine: RuleEngine = createRuleEngine({
    source: createChainSource(pool),
    telemetry,
    reads: createNodeReads({ ...reads, entities }),
    entities: createNodeEntities({ named, messageLog, log }),
    addressGuard: createAddressGuard(parseAddressRanges(settings.outboundAllowed)),
    sms: createSettledSms(createSmsSender(), adminSettings),
    scripts,
    parked,
    jsonTypeCast: settings.jsonTypeCast,
    maxAhead: settings.maxTimeAhead * 1000,
    statisticsPeriod: settings.ruleStatisticsPeriod,
    serverName: serverName(),
    ...rest,
    keyLimits,
  });

  return {
    routes: componentRoutes(),
    /** Runs a script once for its author. */
    testScript: createScriptTests(testScripts),
    consume: engine.consume,
    /** How many messages wait at which nodes, and since when. */
    parkedMessages: parked.counts,
    /** Resumes work on the messages that were parked when the server stopped, and starts what works by itself. */
    async open(): Promise<void> {
      await parked.open();
      engine.open().catch((error: unknown) => log.error({ err: error }, 'rules with timers could not be started'));
    },
    /** No more outcomes of what messages wait for; the rest is needed until the last batch has ended. */
    closeParked: async (): Promise<void> => parked.close(),
    async close(): Promise<void> {
      engine.close();
      entities.close();
      await Promise.all([scripts.close(), testScripts.close()]);
    },
  };
}
