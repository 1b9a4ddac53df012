import type pg from 'pg';
import type { Logger } from 'pino';
import type { ActionLog } from '../audit/action-log.ts';
import type { LiveBus } from '../bus/live-bus.ts';
import { parseAddressRanges } from '../config/address-ranges.ts';
import { serverName } from '../config/service-id.ts';
import type { Settings } from '../config/settings.ts';
import type { ServiceAssets } from '../entities/asset/service-assets.ts';
import { createEntityReader } from '../entities/entity-reader.ts';
import type { NamedEntities } from '../entities/named-entities.ts';
import type { Assignments } from '../entities/ownership/assignments.ts';
import type { EventStore } from '../events/event-store.ts';
import { createRefusalEvents } from '../events/refusal-events.ts';
import type { MailService } from '../mail/mail-service.ts';
import { createHeldMessages } from '../messages/held/held-messages.ts';
import type { MessageLog } from '../messages/message-log.ts';
import type { WaitExecutor } from '../messages/parked/executor.ts';
import { createParkedMessages } from '../messages/parked/parked-messages.ts';
import { createParkedTable } from '../messages/parked/parked-table.ts';
import type { FailedMessage } from '../messages/set-aside.ts';
import { createAddressGuard } from '../outbound/address-guard.ts';
import type { DeviceRpc } from '../rpc/device-rpc.ts';
import { createSettledSms } from '../sms/settled-sms.ts';
import { createSmsSender } from '../sms/sms-sender.ts';
import type { AdminSettingStore } from '../storage/admin-setting-store.ts';
import { createBackgroundTurns } from '../storage/background-turns.ts';
import type { Database } from '../storage/database.ts';
import { createRounds } from '../storage/rounds.ts';
import { inTransaction } from '../storage/transaction.ts';
import type { KeyLimits } from '../telemetry/key-limits.ts';
import type { TelemetryService } from '../telemetry/telemetry-service.ts';
import type { UsageMeter } from '../usage/usage-meter.ts';
import { createAlarmRules } from './alarm-rules/alarm-rules.ts';
import { createDurationTimers } from './alarm-rules/duration-timers.ts';
import { createRuleStateTable, type RuleStateTable } from './alarm-rules/rule-state-table.ts';
import { createTryAlarmRules } from './alarm-rules/try-alarm-rules.ts';
import { createChainSource, type StoredRules } from './chain-source.ts';
import { componentRoutes } from './component-routes.ts';
import { createDelayExecutor } from './delayed-messages.ts';
import { createDryRun, type DryRun, type DryRunThen } from './dry-run/dry-run.ts';
import type { EffectStores } from './effects/effect-kind.ts';
import { createChainFlows } from './flow/chain-flows.ts';
import { flowRoutes } from './flow/flow-routes.ts';
import { createNodeEntities } from './node-entities.ts';
import { createNodeReads, type NodeReadsParts } from './node-reads.ts';
import { CLOUD_ADDRESSES } from './nodes/external/cloud-addresses.ts';
import { createOutsideCallExecutor } from './outside-calls.ts';
import { createQueueStatistics } from './queue-statistics.ts';
import { reportKeyLimits } from './reported-key-limits.ts';
import { createRuleEngine, type RuleEngine } from './rule-engine.ts';
import { createSandbox } from './scripts/sandbox.ts';
import { createScriptTests } from './scripts/test-script.ts';
import { setAsideRoutes } from './set-aside/set-aside-messages.ts';
import { createSetAsideStore } from './set-aside/set-aside-store.ts';
import { createSlowNodeExecutors } from './slow-scripts.ts';

export interface RulesParts {
  pool: pg.Pool;
  db: Database;
  actionLog: ActionLog;
  telemetry: TelemetryService;
  keyLimits: Pick<KeyLimits, 'admitSeries' | 'admitAttributes'>;
  deviceRpc: DeviceRpc;
  /** What nodes read. */
  reads: Omit<NodeReadsParts, 'entities'>;
  named: NamedEntities;
  serviceAssets: ServiceAssets;
  assignments: Assignments;
  mail: Pick<MailService, 'sendComposed' | 'systemSender'>;
  adminSettings: Pick<AdminSettingStore, 'find'>;
  /** Executors from other rooms for work that messages wait for. */
  executors: readonly WaitExecutor[];
  /** Called for messages that could not be processed and were set aside. */
  onSetAside: (failed: FailedMessage) => void;
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
    | 'scriptTimeout'
    | 'scriptMemory'
    | 'jsonTypeCast'
    | 'maxTimeAhead'
    | 'ruleStatisticsPeriod'
    | 'queueStatisticsPeriod'
    | 'eventRetentionDays'
    | 'outboundAllowed'
  >;
}

/** ms between two looks for states of rule nodes that are gone, and from a change of a rule chain to one. */
const ORPHANS_PERIOD = 3_600_000;
const ORPHANS_DELAY = 1_000;

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
  const entities = createEntityReader(pool, liveBus);
  const nodeReads = createNodeReads({ ...reads, entities });
  const ruleStates = createRuleStateTable(pool);
  const timers = createDurationTimers({ table: ruleStates, send: (messages) => messageLog.append(messages), log });
  /** Stores states of alarm rules, and sets the timers that they need. */
  const writeStates: RuleStateTable['write'] = async (unit, writes) => {
    await ruleStates.write(unit, writes);
    const due = Math.min(...writes.map((write) => write.due ?? Number.POSITIVE_INFINITY));
    unit.afterCommit(() => timers.wake(due));
  };
  const alarmRules = {
    ...createAlarmRules({ table: ruleStates, reads: nodeReads, timers, liveBus, log }),
    write: writeStates,
  };
  const begin = createBackgroundTurns();
  const tryRules = createTryAlarmRules({ begin, table: ruleStates, reads: nodeReads, directory: reads.directory });
  /** Removes what rule nodes have left, once for many changes of rule chains. */
  const orphans = createRounds({
    round: async () => {
      await ruleStates.removeOrphans();
      return false;
    },
    failed: (error) => log.warn({ err: error }, 'states of alarm rules of deleted nodes could not be removed'),
    interval: ORPHANS_PERIOD,
  });
  const stopListening = liveBus.subscribeKinds(['ruleChain'], () => orphans.wake(ORPHANS_DELAY));
  const held = createHeldMessages({ pool, log, onSetAside: rest.onSetAside });
  const queueStatistics = createQueueStatistics({
    assets: rest.serviceAssets,
    save: (writes) => inTransaction(pool, (unit) => telemetry.saveTimeseriesBatch(unit, writes)),
    serverName: serverName(),
    period: settings.queueStatisticsPeriod,
    log,
  });
  const parked = createParkedMessages({
    table: createParkedTable(pool),
    messageLog,
    executors: [
      ...executors,
      createOutsideCallExecutor((tenantId, nodeId) => engine.nodeOf(tenantId, nodeId)),
      createDelayExecutor(),
      ...createSlowNodeExecutors(
        (tenantId, nodeId) => engine.nodeOf(tenantId, nodeId),
        () => ({ telemetry, keyLimits, parked, held, events, usage, assignments, alarms: rest.alarms, alarmRules }),
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
  const source = createChainSource(pool);
  const addressGuard = createAddressGuard(parseAddressRanges(settings.outboundAllowed));
  const nodeEntities = createNodeEntities({ named, messageLog, log });
  const nodeSettings = {
    jsonTypeCast: settings.jsonTypeCast,
    maxAhead: settings.maxTimeAhead * 1000,
    serverName: serverName(),
  };
  const engine: RuleEngine = createRuleEngine({
    source,
    telemetry,
    reads: nodeReads,
    alarmRules,
    entities: nodeEntities,
    addressGuard,
    sms: createSettledSms(createSmsSender(), adminSettings),
    scripts,
    parked,
    held,
    queueStatistics,
    ...nodeSettings,
    statisticsPeriod: settings.ruleStatisticsPeriod,
    ...rest,
    keyLimits,
  });

  const flows = createChainFlows(engine.runningRules);

  /** Rules that run without doing anything: with scripts of their own, and what they remember is their own too. */
  const dryRun = (tenantId: string, stored: StoredRules, former: DryRunThen = {}, signal?: AbortSignal): DryRun =>
    createDryRun(
      {
        ...nodeSettings,
        begin,
        scripts: testScripts,
        reads: nodeReads,
        entities: nodeEntities,
        addressGuard,
        cloud: CLOUD_ADDRESSES,
        log: log.child({}, { level: 'silent' }),
        alarms: { reader: { ...rest.alarms.reader, ...former.alarms } },
        time: former.time,
        signal,
        alarmRules: () =>
          createAlarmRules({
            table: { ...ruleStates, wakeProfile: async () => undefined, wakeDevices: async () => undefined },
            reads: nodeReads,
            timers: { wake: () => undefined, looked: () => undefined },
            liveBus,
            log,
          }),
        profileOf: async (tenant, deviceId) =>
          (await former.profile?.(deviceId)) ?? (await source.profilesOf(tenant, [deviceId])).get(deviceId),
      },
      tenantId,
      stored,
    );

  return {
    routes: [
      ...componentRoutes(),
      ...flowRoutes(flows, reads.directory),
      ...setAsideRoutes({
        ...{ pool, messageLog, held, directory: reads.directory, actionLog: rest.actionLog },
        store: createSetAsideStore({ db: rest.db, pool }),
        keptDays: settings.eventRetentionDays,
      }),
      ...tryRules.routes,
    ],
    /** For those who want to see what messages do: the rules of tenants, and runs of them that do nothing. */
    dryRuns: { source, dryRun, begin },
    /** Runs a script once for its author. */
    testScript: createScriptTests(testScripts),
    consume: engine.consume,
    /** How many messages wait at which nodes, and since when. */
    parkedMessages: parked.counts,
    /** Resumes work on the messages that were parked when the server stopped, and starts what works by itself. */
    async open(): Promise<void> {
      await held.open(engine.consume);
      await parked.open();
      timers.open();
      orphans.open();
      engine.open().catch((error: unknown) => log.error({ err: error }, 'rules with timers could not be started'));
    },
    /** No more outcomes of what messages wait for, and no more timers; the rest is needed until the last batch has ended. */
    closeParked: async (): Promise<void> => {
      timers.close();
      parked.close();
      await held.close();
    },
    async close(): Promise<void> {
      flows.close();
      queueStatistics.close();
      engine.close();
      alarmRules.close();
      stopListening();
      entities.close();
      await Promise.all([scripts.close(), testScripts.close(), orphans.close()]);
    },
  };
}
