/**
 * Measures the cost of the message log and the rule engine without sockets and without storing points:
 * `node bench/src/rules.ts` prints JSON. CPU is that of this process, without PostgreSQL and the script sandbox.
 * Sources append one message at a time and wait for the commit, as devices do.
 */
import fs from 'node:fs';
import pino from 'pino';
import { newMessage } from '../../server/src/messages/message.ts';
import { createPostgresMessageLog } from '../../server/src/messages/postgres-message-log.ts';
import { createRuleEngine } from '../../server/src/rules/rule-engine.ts';
import { createSandbox } from '../../server/src/rules/scripts/sandbox.ts';
import { createUsageMeter } from '../../server/src/usage/usage-meter.ts';
import { createTestDatabase } from '../../server/test/database.ts';
import { partsOfEngine, rootChainSource } from './lib/rule-engine.ts';

const SOURCES = 1_000;
const SECONDS = 5;
const TENANT = '6faf8590-e57e-11f1-a2cf-f30f015b2b9a';
const log = pino({ level: 'error' });

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
  const engine = createRuleEngine(
    partsOfEngine({
      ...{ source: rootChainSource(withScript), usage, scripts, messageLog, log },
      onStored(writes) {
        stored += writes;
      },
    }),
  );
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
