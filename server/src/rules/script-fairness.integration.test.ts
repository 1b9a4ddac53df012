import pino from 'pino';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../test/database.ts';
import { entitiesOf, noAlarmRules, noAlarms, noQueueStatistics, nothingHeld, readsOf } from '../../test/node-world.ts';
import { createEmbeddedLiveBus } from '../bus/embedded-live-bus.ts';
import type { EventStore } from '../events/event-store.ts';
import { newMessage } from '../messages/message.ts';
import { createParkedMessages } from '../messages/parked/parked-messages.ts';
import { createParkedTable } from '../messages/parked/parked-table.ts';
import { createPostgresMessageLog } from '../messages/postgres-message-log.ts';
import { createAddressGuard } from '../outbound/address-guard.ts';
import { randomUuid } from '../storage/ids.ts';
import type { TelemetryService, TimeseriesWrite } from '../telemetry/telemetry-service.ts';
import { createUsageMeter } from '../usage/usage-meter.ts';
import type { StoredRules } from './chain-source.ts';
import { createRuleEngine, type RuleEngine } from './rule-engine.ts';
import { createSandbox } from './scripts/sandbox.ts';
import type { ScriptEngine } from './scripts/script-engine.ts';
import { createScriptTests } from './scripts/test-script.ts';
import { createSlowScriptExecutor } from './slow-scripts.ts';

const log = pino({ level: 'silent' });
const LOUD = randomUuid();
const QUIET = randomUuid();

/** Creates a chain with scripts before the node that saves; each message passes all of them. */
function rulesWith(scripts: string[]): StoredRules {
  const ids = [...scripts, 'save'].map(() => randomUuid());
  return {
    rootChainId: 'root',
    chains: [{ id: 'root', name: 'root', firstNodeId: ids[0] as string }],
    nodes: ids.map((id, index) => ({
      id,
      ruleChainId: 'root',
      name: String(index),
      debugMode: false,
      type: `org.thingsboard.rule.engine.${index < scripts.length ? 'filter.TbJsFilterNode' : 'telemetry.TbMsgTimeseriesNode'}`,
      configuration: index < scripts.length ? { jsScript: scripts[index] } : {},
    })),
    connections: scripts.map((_, index) => ({
      fromNodeId: ids[index] as string,
      toNodeId: ids[index + 1] as string,
      toChainId: null,
      // An endless script fails: the message continues to the next one.
      type: index + 1 < scripts.length ? 'Failure' : 'True',
    })),
    profileChains: new Map(),
    maxNodeExecutions: 0,
  };
}

test('scripts of a tenant process messages quickly while scripts and thirty tests of another loop endlessly', async () => {
  const database = await createTestDatabase();
  const { pool } = database;
  const onBroken = (error: Error): void => expect.unreachable(error.message);
  const messageLog = await createPostgresMessageLog({ pool, log, partitions: 1, retentionHours: 1, onBroken });
  const sandbox = createSandbox({ log });
  /** Endless calls that had all the time a call may take. */
  let turns = 0;
  const scripts: ScriptEngine = {
    ...sandbox,
    async compile(tenantId, body, argNames) {
      const script = await sandbox.compile(tenantId, body, argNames);
      return {
        ...script,
        run: (input, patience) =>
          script.run(input, patience).catch((error: unknown) => {
            if (String(error).includes('timed out')) turns++;
            throw error;
          }),
      };
    },
  };
  const tests = createSandbox({ log, use: 'tests' });
  const testScript = createScriptTests(tests);
  const rules = new Map([
    [LOUD, rulesWith(Array(30).fill('for (;;);'))],
    [QUIET, rulesWith(['return msg.t >= 0;'])],
  ]);
  /** originator → called when its message is stored */
  const stored = new Map<string, () => void>();
  const parked = createParkedMessages({
    table: createParkedTable(pool),
    messageLog,
    executors: [
      createSlowScriptExecutor(
        (tenantId, nodeId) => engine.nodeOf(tenantId, nodeId),
        () => stores,
        async () => undefined,
      ),
    ],
    isNodeThere: async (tenantId, nodeId) => (await engine.nodeOf(tenantId, nodeId)) !== undefined,
    log,
  });
  const stores = {
    telemetry: {
      async saveTimeseriesBatch(_unit: unknown, writes: TimeseriesWrite[]) {
        for (const { entityId } of writes) stored.get(entityId.id)?.();
      },
    } as unknown as TelemetryService,
    events: { append: () => undefined, store: async () => undefined } as unknown as EventStore,
    keyLimits: { admitSeries: () => undefined, admitAttributes: () => undefined },
    usage: createUsageMeter(() => undefined),
    assignments: { store: async () => undefined },
    parked,
    held: nothingHeld,
    alarms: noAlarms,
    alarmRules: noAlarmRules,
  };
  const engine: RuleEngine = createRuleEngine({
    ...stores,
    source: {
      load: async (tenantId) => rules.get(tenantId) as StoredRules,
      profilesOf: async () => new Map(),
      tenantsWith: async () => [],
    },
    reads: readsOf(),
    entities: entitiesOf(),
    addressGuard: createAddressGuard([]),
    mail: { sendComposed: async () => undefined, systemSender: async () => '' },
    sms: { send: async () => undefined, sendWith: async () => undefined },
    deviceRpc: { reply: () => undefined },
    serverName: 'host',
    scripts,
    liveBus: createEmbeddedLiveBus(log),
    messageLog,
    log,
    serviceId: 'test',
    jsonTypeCast: true,
    maxAhead: 86_400_000,
    queueStatistics: noQueueStatistics,
    statisticsPeriod: 3_600_000,
  });
  await messageLog.consume(engine.consume);
  const message = (tenantId: string, id: string) =>
    newMessage({ tenantId, type: 'POST_TELEMETRY_REQUEST', originator: { entityType: 'DEVICE', id }, data: '{"t":1}' });
  /** Appends a message and waits until it is stored; returns how many turns of endless scripts ended meanwhile. */
  async function send(): Promise<number> {
    const id = randomUuid();
    const done = new Promise<void>((resolve) => stored.set(id, resolve));
    const before = turns;
    await messageLog.append([message(QUIET, id)]);
    await done;
    stored.delete(id);
    return turns - before;
  }

  await send();
  const tried = Array.from({ length: 30 }, () =>
    testScript(LOUD, {
      script: 'for (;;);',
      scriptType: 'filter',
      argNames: ['msg'],
      msg: '{}',
      metadata: {},
      msgType: 'T',
    }),
  );
  const waited: number[] = [];
  while (waited.length < 150) {
    await messageLog.append([message(LOUD, randomUuid())]);
    waited.push(await send());
  }
  // One turn may be in progress; a call that the computer left without a processor is tried again, behind another one.
  expect(Math.max(...waited)).toBeLessThanOrEqual(5);
  // In turns with all the others in one process, each message would wait for one.
  expect(waited.filter((count) => count > 0).length).toBeLessThan(75);
  await expect.poll(() => turns).toBeGreaterThan(0);

  parked.close();
  await messageLog.close();
  engine.close();
  await Promise.all([scripts.close(), tests.close()]);
  await Promise.all(tried);
  await database.drop();
}, 120_000);
