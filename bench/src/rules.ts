/**
 * Measures the cost of the message log and the rule engine without sockets and without storing points:
 * `node bench/src/rules.ts` prints JSON. CPU is that of this process, without PostgreSQL and the script sandbox.
 * Sources append one message at a time and wait for the commit, as devices do.
 */
import fs from 'node:fs';
import pino from 'pino';
import { createEmbeddedLiveBus } from '../../server/src/bus/embedded-live-bus.ts';
import { defaultRootChain } from '../../server/src/entities/rule-chain/default-chains.ts';
import { newMessage } from '../../server/src/messages/message.ts';
import { createPostgresMessageLog } from '../../server/src/messages/postgres-message-log.ts';
import { createAddressGuard } from '../../server/src/outbound/address-guard.ts';
import type { ChainSource } from '../../server/src/rules/chain-source.ts';
import { createRuleEngine } from '../../server/src/rules/rule-engine.ts';
import { createSandbox } from '../../server/src/rules/scripts/sandbox.ts';
import type { TelemetryService } from '../../server/src/telemetry/telemetry-service.ts';
import { createUsageMeter } from '../../server/src/usage/usage-meter.ts';
import { createTestDatabase } from '../../server/test/database.ts';
import {
  entitiesOf,
  noAlarmRules,
  noAlarms,
  noQueueStatistics,
  nothingHeld,
  readsOf,
} from '../../server/test/node-world.ts';

const SOURCES = 1_000;
const SECONDS = 5;
const TENANT = '6faf8590-e57e-11f1-a2cf-f30f015b2b9a';
const log = pino({ level: 'error' });

/** The default root chain, with a script filter before the save node when requested. */
function source(withScript: boolean): ChainSource {
  const chain = defaultRootChain();
  if (withScript) {
    const script = chain.nodes.length;
    chain.nodes.push({
      type: 'org.thingsboard.rule.engine.filter.TbJsFilterNode',
      name: 'Script',
      debugMode: false,
      configuration: { jsScript: 'return msg.temperature > -100;' },
      additionalInfo: { layoutX: 0, layoutY: 0 },
    });
    for (const connection of chain.connections) if (connection.toIndex === 0) connection.toIndex = script;
    chain.connections.push({ fromIndex: script, toIndex: 0, type: 'True' });
  }
  return {
    load: async () => ({
      rootChainId: 'root',
      chains: [{ id: 'root', name: chain.name, firstNodeId: String(chain.firstNodeIndex) }],
      nodes: chain.nodes.map((node, index) => ({ ...node, id: String(index), ruleChainId: 'root' })),
      connections: chain.connections.map(({ fromIndex, toIndex, type }) => ({
        fromNodeId: String(fromIndex),
        toNodeId: String(toIndex),
        toChainId: null,
        type,
      })),
      profileChains: new Map(),
      maxNodeExecutions: 0,
    }),
    profilesOf: async () => new Map(),
    tenantsWith: async () => [],
  };
}

/** Returns the CPU of all PostgreSQL processes of the test database, in µs; 0 without /proc. */
function postgresCpu(): number {
  let ticks = 0;
  try {
    for (const pid of fs.readdirSync('/proc')) {
      if (!/^\d+$/.test(pid)) continue;
      const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
      if (!stat.includes('(postgres)')) continue;
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      ticks += Number(fields[11]) + Number(fields[12]);
    }
  } catch {
    return 0;
  }
  return ticks * 10_000;
}

function fail(error: Error): never {
  throw error;
}

async function measure(withScript: boolean): Promise<Record<string, number>> {
  const database = await createTestDatabase();
  const messageLog = await createPostgresMessageLog({
    pool: database.pool,
    log,
    partitions: 4,
    retentionHours: 24,
    onBroken: fail,
  });
  const usage = createUsageMeter(() => undefined);
  const scripts = createSandbox({ log, usage });
  let stored = 0;
  const engine = createRuleEngine({
    source: source(withScript),
    usage,
    telemetry: {
      saveTimeseriesBatch: async (_unit: unknown, writes: unknown[]) => {
        stored += writes.length;
      },
    } as unknown as TelemetryService,
    deviceRpc: { reply: () => undefined },
    reads: readsOf(),
    entities: entitiesOf(),
    assignments: { store: async () => undefined },
    addressGuard: createAddressGuard([]),
    mail: { sendComposed: async () => undefined },
    sms: { send: async () => undefined, sendWith: async () => undefined },
    parked: { requireRoom: () => undefined, waitingAt: () => 0, park: async () => undefined },
    held: nothingHeld,
    queueStatistics: noQueueStatistics,
    alarms: noAlarms,
    alarmRules: noAlarmRules,
    scripts,
    events: {
      append: () => undefined,
      store: async () => undefined,
      list: async () => ({ data: [], totalPages: 0, totalElements: 0, hasNext: false }),
      flush: async () => undefined,
      close: async () => undefined,
    },
    liveBus: createEmbeddedLiveBus(log),
    messageLog,
    log,
    serverName: 'bench',
    serviceId: 'bench',
    jsonTypeCast: true,
    maxAhead: 86_400_000,
    keyLimits: { admitSeries: () => undefined, admitAttributes: () => undefined },
    statisticsPeriod: 3_600_000,
  });
  await messageLog.consume(engine.consume);

  const latencies: number[] = [];
  let running = true;
  async function runSource(index: number): Promise<void> {
    const originator = {
      entityType: 'DEVICE' as const,
      id: `43e6cd90-e580-11f1-9def-${String(index).padStart(12, '0')}`,
    };
    for (let n = index; running; n++) {
      if (messageLog.pressure().full) await new Promise<void>((resolve) => messageLog.onRelief(resolve));
      const started = performance.now();
      await messageLog.append([
        newMessage({
          tenantId: TENANT,
          type: 'POST_TELEMETRY_REQUEST',
          originator,
          metadata: { deviceName: `Device ${index}`, deviceType: 'default', ts: String(Date.now()) },
          data: `{"temperature":${20 + (n % 100) / 10},"humidity":${n % 90},"pressure":${1000 + (n % 30)},"on":${n % 7 === 0}}`,
        }),
      ]);
      latencies.push(performance.now() - started);
    }
  }
  const before = process.cpuUsage();
  const postgresBefore = postgresCpu();
  const started = performance.now();
  const sources = Array.from({ length: SOURCES }, (_, index) => runSource(index));
  await new Promise((resolve) => setTimeout(resolve, SECONDS * 1000));
  running = false;
  await Promise.all(sources);
  await messageLog.drained();
  const seconds = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(before);
  const postgres = postgresCpu() - postgresBefore;
  latencies.sort((a, b) => a - b);
  await messageLog.close();
  engine.close();
  await scripts.close();
  await database.drop();
  return {
    messagesPerSecond: Math.round(stored / seconds),
    microsecondsPerMessage: Math.round(((user + system) / stored) * 10) / 10,
    postgresMicrosecondsPerMessage: Math.round((postgres / stored) * 10) / 10,
    acknowledgedMsP50: Math.round((latencies[latencies.length >> 1] ?? 0) * 10) / 10,
    acknowledgedMsP99: Math.round((latencies[Math.floor(latencies.length * 0.99)] ?? 0) * 10) / 10,
  };
}

console.log(JSON.stringify({ rootChain: await measure(false), withScript: await measure(true) }, undefined, 2));
