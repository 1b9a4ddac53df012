/**
 * Measures what the alarm rules of a device profile cost a message, when none of them fires:
 * `node bench/src/alarm-rules.ts` prints JSON. It is processor time of this process: the device profile node, what it
 * keeps of 1,000 devices, and the changes that it is told of after each batch; nothing is stored or sent.
 */
import type { DeviceProfileAlarm } from '@signalbox/contract/alarm-rule';
import pino from 'pino';
import { createEmbeddedLiveBus } from '../../server/src/bus/embedded-live-bus.ts';
import { type Message, newMessage } from '../../server/src/messages/message.ts';
import { createAlarmRules } from '../../server/src/rules/alarm-rules/alarm-rules.ts';
import { createBatchEffects } from '../../server/src/rules/batch-effects.ts';
import type { EffectStores } from '../../server/src/rules/effects/effect-kind.ts';
import { deviceProfileNode } from '../../server/src/rules/nodes/action/device-profile.ts';
import type { UnitOfWork } from '../../server/src/storage/transaction.ts';
import { createUsageMeter } from '../../server/src/usage/usage-meter.ts';
import { alarmReaderOf, readsOf } from '../../server/test/node-world.ts';
import { startTestNode } from '../../server/test/rule-node.ts';

const DEVICES = 1_000;
const BATCHES = 1_000;
const log = pino({ level: 'error' });
const devices = Array.from({ length: DEVICES }, (_, index) => ({
  entityType: 'DEVICE' as const,
  id: `43e6cd90-e580-11f1-9def-${String(index).padStart(12, '0')}`,
}));

const above = (key: string, limit: number, dynamicValue: object | null = null) => ({
  key: { type: 'TIME_SERIES', key },
  valueType: 'NUMERIC',
  predicate: { type: 'NUMERIC', operation: 'GREATER', value: { defaultValue: limit, dynamicValue } },
});
const anyTime = { type: 'SIMPLE' };
const lasting = { type: 'DURATION', unit: 'MINUTES', predicate: { defaultValue: 5 } };
const repeating = { type: 'REPEATING', predicate: { defaultValue: 3 } };
const office = {
  type: 'SPECIFIC_TIME',
  timezone: 'Europe/Kyiv',
  daysOfWeek: [1, 2, 3, 4, 5, 6, 7],
  startsOn: 0,
  endsOn: 86_400_000,
};
const limitOfTenant = { sourceType: 'CURRENT_DEVICE', sourceAttribute: 'limit', inherit: true };

/** Three alarm types, none of which fires: one for each kind of condition, with a clear rule. */
const ALARMS = [
  ['Hot', above('temperature', 90), lasting, office],
  ['Humid', above('humidity', 99), repeating, null],
  ['Pressed', above('pressure', 2_000, limitOfTenant), anyTime, office],
].map(([alarmType, condition, spec, schedule], index) => ({
  id: `rule ${index}`,
  alarmType,
  createRules: { MAJOR: { condition: { condition: [condition], spec }, schedule, alarmDetails: null } },
  clearRule: { condition: { condition: [above('temperature', 10)], spec: anyTime }, schedule: null },
})) as unknown as DeviceProfileAlarm[];

async function measure(alarms: readonly DeviceProfileAlarm[]): Promise<number> {
  const liveBus = createEmbeddedLiveBus(log);
  const facts = {
    tenantId: 'tenant',
    customerId: undefined,
    profileId: 'profile',
    name: 'Device',
    type: 'default',
    label: null,
    createdTime: 0,
    states: new Map(),
  };
  const alarmRules = createAlarmRules({
    table: {
      facts: async () => facts,
      profiles: async () => (alarms.length > 0 ? [{ id: 'profile', name: 'default', alarms }] : []),
      wakeProfile: async () => undefined,
      wakeDevices: async () => undefined,
    },
    reads: readsOf(),
    timers: { wake: () => undefined, looked: () => undefined },
    liveBus,
    log,
  });
  const node = await startTestNode(deviceProfileNode, deviceProfileNode.defaultConfiguration, { alarmRules });
  let written = 0;
  const reader = alarmReaderOf({ entities: devices.map((entityId) => ({ entityId })) });
  const stores = {
    alarms: { reader, store: { write: async () => undefined } },
    usage: createUsageMeter(() => undefined),
    alarmRules: {
      async write(_unit: unknown, writes: readonly unknown[]) {
        written += writes.length;
      },
    },
  } as unknown as EffectStores;

  let n = 0;
  async function runBatch(): Promise<void> {
    const effects = createBatchEffects(stores);
    const waiting: Promise<unknown>[] = [];
    const messages: Message[] = [];
    for (const originator of devices) {
      n++;
      const ts = Date.now();
      const message = newMessage({
        tenantId: 'tenant',
        type: 'POST_TELEMETRY_REQUEST',
        originator,
        metadata: { deviceName: 'Device', deviceType: 'default', ts: String(ts) },
        data: '{}',
        values: [
          { key: 'temperature', value: { type: 'DOUBLE', value: 20 + (n % 100) / 10 } },
          { key: 'humidity', value: { type: 'LONG', value: n % 90 } },
          { key: 'pressure', value: { type: 'LONG', value: 1000 + (n % 30) } },
          { key: 'on', value: { type: 'BOOLEAN', value: n % 7 === 0 } },
        ],
      });
      messages.push(message);
      const result = node.handle(message, effects);
      if (result instanceof Promise) waiting.push(result);
    }
    if (waiting.length > 0) await Promise.all(waiting);
    const after: (() => void)[] = [];
    const unit = {
      afterCommit: (action: () => void) => after.push(action),
      afterRollback: () => undefined,
    } as unknown as UnitOfWork;
    await effects.store(unit, { partition: 0, batch: 0 });
    for (const action of after) action();
    for (const { tenantId, originator, metadata, values = [] } of messages) {
      const points = [{ ts: Number(metadata.ts), values }];
      liveBus.publish({ kind: 'timeseries', tenantId, entityId: originator, points });
    }
  }
  for (let i = 0; i < 100; i++) await runBatch();
  const before = process.cpuUsage();
  for (let i = 0; i < BATCHES; i++) await runBatch();
  const { user, system } = process.cpuUsage(before);
  alarmRules.close();
  if (written > 0) throw new Error('Rules fired, or began to');
  return (user + system) / (BATCHES * DEVICES);
}

const rounded = (value: number): number => Math.round(value * 100) / 100;
const without = await measure([]);
const withRules = await measure(ALARMS);
console.log(
  JSON.stringify(
    {
      microsecondsPerMessageWithout: rounded(without),
      microsecondsPerMessageWithThreeRules: rounded(withRules),
      microsecondsOfTheRules: rounded(withRules - without),
    },
    undefined,
    2,
  ),
);
