import type { Alarm } from '@signalbox/contract/alarm';
import { entityId } from '@signalbox/contract/id';
import { pino } from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import { alarmOf } from '../../../test/node-world.ts';
import { type AlarmRuleState, initialState, step } from '../../alarms/rules/alarm-rule-machine.ts';
import { compileRules } from '../../alarms/rules/compile-rules.ts';
import { createEmbeddedLiveBus } from '../../bus/embedded-live-bus.ts';
import type { LiveBus, LiveChange } from '../../bus/live-bus.ts';
import { type Message, newMessage } from '../../messages/message.ts';
import { BatchOutdated } from '../../messages/message-log.ts';
import type { UnitOfWork } from '../../storage/transaction.ts';
import { type BatchEffects, createBatchEffects } from '../batch-effects.ts';
import type { EffectStores } from '../effects/effect-kind.ts';
import { createDeviceMemory, type RememberedDevice, type RememberedRules } from './device-memory.ts';
import type { DeviceFacts, RuleStateWrite } from './rule-state-table.ts';

const DEVICE = entityId('DEVICE', 'device');
const NODE = 'node';
const long = (value: number) => ({ type: 'LONG' as const, value });
const predicate = { type: 'NUMERIC' as const, operation: 'GREATER' as const, value: { defaultValue: 30 } };
const rules = compileRules([
  {
    id: 'a',
    alarmType: 'Hot',
    createRules: {
      MAJOR: {
        condition: {
          condition: [
            { key: { type: 'TIME_SERIES', key: 't' }, predicate },
            { key: { type: 'ATTRIBUTE', key: 'a' }, predicate },
          ],
        },
      },
    },
  },
]);
const T = rules.telemetry.get('t') as number;
const A = rules.attributes.get('a') as number;

let liveBus: LiveBus;
let facts: DeviceFacts | undefined;
let reads: number;
let memory: ReturnType<typeof createDeviceMemory>;
let written: RuleStateWrite[];
const stores = {
  alarmRules: { write: async (_: unknown, writes: RuleStateWrite[]) => void written.push(...writes) },
} as unknown as EffectStores;

beforeEach(() => {
  liveBus = createEmbeddedLiveBus(pino({ level: 'silent' }));
  facts = {
    tenantId: 'tenant',
    customerId: undefined,
    profileId: 'profile',
    name: 'Device',
    type: 'default',
    label: null,
    createdTime: 0,
    states: new Map(),
  };
  reads = 0;
  written = [];
  memory = createDeviceMemory({
    table: {
      async facts() {
        reads++;
        return facts;
      },
    },
    liveBus,
  });
});

const messageOf = (t: number): Message =>
  newMessage({ tenantId: 'tenant', type: 'POST_TELEMETRY_REQUEST', originator: DEVICE, ts: t, data: `{"t":${t}}` });
const device = async (): Promise<RememberedDevice> => {
  const found = memory.find('device') ?? (await memory.load('device'));
  if (!found) throw new Error('There is no device');
  return found;
};
const fresh = (seen: number): RememberedRules => ({
  rules,
  state: initialState(rules),
  stored: undefined,
  isOfFormerRules: false,
  seen,
  version: 0,
  metadata: undefined,
  queueName: null,
});

/** What the node knows before the message, and remembers after it. */
async function handle(message: Message, effects: BatchEffects): Promise<AlarmRuleState> {
  const of = await device();
  const known = memory.recall(of, NODE, message, effects) ?? fresh(of.changeCount);
  const event = { type: 'telemetry' as const, ts: message.ts, values: [{ key: 't', value: long(message.ts) }] };
  const owners = { customer: undefined, tenant: undefined };
  const { state } = step(rules, known.state, event, message.ts, owners);
  const write = {
    deviceId: 'device',
    nodeId: NODE,
    tenantId: 'tenant',
    profileId: 'profile',
    progress: 'x',
    due: message.ts,
  };
  memory.remember(of, NODE, message, effects, { ...known, state }, write);
  return known.state;
}
/** A transaction that stores a batch, and has not ended. */
function begin(effects: BatchEffects) {
  const hooks = { commit: [] as (() => void)[], rollBack: [] as (() => void)[] };
  const unit = {
    afterCommit: (action: () => void) => hooks.commit.push(action),
    afterRollback: (action: () => void) => hooks.rollBack.push(action),
  } as unknown as UnitOfWork;
  const end = (how: keyof typeof hooks) => (): void => {
    for (const action of hooks[how]) action();
  };
  return {
    written: effects.store(unit, { partition: 0, batch: 0 }),
    commit: end('commit'),
    rollBack: end('rollBack'),
  };
}
async function store(effects: BatchEffects): Promise<void> {
  const { written: done, commit } = begin(effects);
  await done;
  commit();
}
const valueAt = (state: AlarmRuleState, slot = T): unknown => state.values[slot]?.value.value;
async function known(): Promise<AlarmRuleState | undefined> {
  return memory.recall(await device(), NODE, messageOf(0), createBatchEffects(stores))?.state;
}
const change = (more: object): LiveChange => ({ tenantId: 'tenant', entityId: DEVICE, ...more }) as LiveChange;
const attribute = (value: number): LiveChange =>
  change({ kind: 'attributes', scope: 'SERVER_SCOPE', entries: [{ key: 'a', value: long(value), lastUpdateTs: 5 }] });

describe('what is known of a device', () => {
  it('counts for later messages of the batch at once, and for other batches when it is stored', async () => {
    const batch = createBatchEffects(stores);
    expect(valueAt(await handle(messageOf(1), batch))).toBeUndefined();
    expect(valueAt(await handle(messageOf(2), batch))).toBe(1);
    expect(await known()).toBeUndefined();
    await store(batch);
    expect(valueAt((await known()) as AlarmRuleState)).toBe(2);
    expect(written).toMatchObject([{ due: 2 }]);
    expect(reads).toBe(1);
  });

  it('is what was there before when a batch, or a message, is tried again', async () => {
    const first = createBatchEffects(stores);
    await handle(messageOf(1), first);
    await store(first);
    await handle(messageOf(2), createBatchEffects(stores));
    const again = createBatchEffects(stores);
    expect(valueAt(await handle(messageOf(2), again))).toBe(1);
    const retried = messageOf(3);
    const dropped = createBatchEffects(stores, { earlier: again });
    expect(valueAt(await handle(retried, dropped))).toBe(2);
    const kept = createBatchEffects(stores, { earlier: again });
    expect(valueAt(await handle(retried, kept))).toBe(2);
    again.absorb(kept);
    await store(again);
    expect(valueAt((await known()) as AlarmRuleState)).toBe(3);
  });

  it('does not include a message of the batch that failed and is tried again later', async () => {
    const first = createBatchEffects(stores);
    await handle(messageOf(1), first);
    await store(first);
    const batch = createBatchEffects(stores);
    const failed = createBatchEffects(stores, { earlier: batch });
    await handle(messageOf(2), failed);
    batch.absorbEvents(failed);
    expect(valueAt(await handle(messageOf(3), batch))).toBe(1);
    await store(batch);
    expect(valueAt((await known()) as AlarmRuleState)).toBe(3);
    expect(written.map(({ due }) => due)).toEqual([1, 3]);
  });

  describe('when its messages come through two queues at the same time', () => {
    it('is computed again by the batch that comes second', async () => {
      const [main, high] = [createBatchEffects(stores), createBatchEffects(stores)];
      await handle(messageOf(1), main);
      await handle(messageOf(2), high);
      await store(main);
      await expect(store(high)).rejects.toBeInstanceOf(BatchOutdated);
      const again = createBatchEffects(stores);
      expect(valueAt(await handle(messageOf(2), again))).toBe(1);
      await store(again);
      expect(written.map(({ due }) => due)).toEqual([1, 2]);
    });

    it('is stored by one after the other, also after the device was read again', async () => {
      const first = createBatchEffects(stores);
      await handle(messageOf(1), first);
      const storing = begin(first);
      await storing.written;
      liveBus.publish(change({ kind: 'entity', action: 'updated' }));
      const [second, third] = [createBatchEffects(stores), createBatchEffects(stores)];
      await handle(messageOf(2), second);
      await handle(messageOf(3), third);
      const [waiting, beside] = [begin(second), begin(third)];
      storing.rollBack();
      await waiting.written;
      waiting.commit();
      await expect(beside.written).rejects.toBeInstanceOf(BatchOutdated);
      expect(written.map(({ due }) => due)).toEqual([1, 2]);
      await handle(messageOf(4), third);
      await expect(store(third)).rejects.toBeInstanceOf(BatchOutdated);
    });

    it('is computed again when it was decided by what a commit under way replaces', async () => {
      const first = createBatchEffects(stores);
      await handle(messageOf(1), first);
      const storing = begin(first);
      await storing.written;
      liveBus.publish(change({ kind: 'entity', action: 'updated' }));
      const second = createBatchEffects(stores);
      await handle(messageOf(2), second);
      const waiting = begin(second);
      storing.commit();
      await expect(waiting.written).rejects.toBeInstanceOf(BatchOutdated);
      expect(await known()).toBeUndefined();
      expect(written.map(({ due }) => due)).toEqual([1]);
    });
  });

  it('includes what others change meanwhile', async () => {
    const first = createBatchEffects(stores);
    await handle(messageOf(1), first);
    await store(first);
    const batch = createBatchEffects(stores);
    await handle(messageOf(2), batch);
    liveBus.publish(attribute(40));
    liveBus.publish(change({ kind: 'timeseries', points: [{ ts: 1, values: [{ key: 't', value: long(99) }] }] }));
    liveBus.publish(change({ kind: 'alarm', action: 'created', alarm: alarmOf({ type: 'Hot', severity: 'MINOR' }) }));
    const next = await handle(messageOf(3), batch);
    expect([valueAt(next), valueAt(next, A), next.active]).toEqual([2, 40, ['MINOR']]);
    await store(batch);
    const after = (await known()) as AlarmRuleState;
    expect([valueAt(after), valueAt(after, A), after.active]).toEqual([3, 40, ['MINOR']]);
    const alarm: Alarm = alarmOf({ type: 'Hot', severity: 'MINOR', status: 'CLEARED_ACK' });
    liveBus.publish(change({ kind: 'alarm', action: 'updated', alarm }));
    liveBus.publish(change({ kind: 'attributesDeleted', scope: 'SERVER_SCOPE', keys: ['a'] }));
    liveBus.publish(change({ kind: 'timeseries', points: [{ ts: 9, values: [{ key: 't', value: long(9) }] }] }));
    const last = (await known()) as AlarmRuleState;
    expect([valueAt(last), valueAt(last, A), last.active]).toEqual([9, undefined, [undefined]]);
  });

  it('does not come back when the device has changed before it was stored', async () => {
    const batch = createBatchEffects(stores);
    await handle(messageOf(1), batch);
    liveBus.publish(change({ kind: 'entity', action: 'updated' }));
    await store(batch);
    expect(await known()).toBeUndefined();
    expect(reads).toBe(2);
  });

  it('goes on in the batch when only the name of the device has changed, and begins from scratch with another profile', async () => {
    const batch = createBatchEffects(stores);
    await handle(messageOf(1), batch);
    liveBus.publish(change({ kind: 'entity', action: 'updated' }));
    expect(valueAt(await handle(messageOf(2), batch))).toBe(1);
    facts = { ...(facts as DeviceFacts), profileId: 'other' };
    liveBus.publish(change({ kind: 'entity', action: 'updated' }));
    expect(valueAt(await handle(messageOf(3), batch))).toBeUndefined();
  });

  it('is read again when the device changes while it is read', async () => {
    const reading = memory.load('device');
    liveBus.publish(change({ kind: 'entity', action: 'updated' }));
    expect((await reading)?.isOutdated).toBe(false);
    expect(reads).toBe(2);
    facts = undefined;
    liveBus.publish(change({ kind: 'entity', action: 'deleted' }));
    expect(memory.find('device')).toBeUndefined();
    expect(await memory.load('device')).toBeUndefined();
  });

  it('is read again by whoever has missed too many changes', async () => {
    const batch = createBatchEffects(stores);
    await handle(messageOf(1), batch);
    await store(batch);
    const next = createBatchEffects(stores);
    await handle(messageOf(2), next);
    for (let value = 0; value < 100; value++) liveBus.publish(attribute(value));
    await store(next);
    expect(await known()).toBeUndefined();
  });
});
