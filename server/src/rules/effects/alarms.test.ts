import type { Alarm } from '@signalbox/contract/alarm';
import { entityId, NULL_UUID } from '@signalbox/contract/id';
import { describe, expect, it } from 'vitest';
import { alarmOf, alarmReaderOf, DEVICE } from '../../../test/node-world.ts';
import type { AlarmWrite } from '../../alarms/alarm-record.ts';
import { BatchOutdated } from '../../messages/message-log.ts';
import type { UnitOfWork } from '../../storage/transaction.ts';
import { COUNTER, createUsageMeter } from '../../usage/usage-meter.ts';
import { type BatchEffects, createBatchEffects } from '../batch-effects.ts';
import type { EffectStores } from './effect-kind.ts';

const cause = { type: 'RULE_NODE' as const, id: NULL_UUID, name: 'Node' };
const target = { tenantId: 'tenant', originator: DEVICE, type: 'Hot' };
const request = {
  ...target,
  severity: 'MAJOR' as const,
  status: 'ACTIVE_UNACK' as const,
  startTs: 1,
  endTs: 1,
  details: {},
  propagate: false,
  propagateRelationTypes: [],
  cause,
};

function setUp(stored: readonly Alarm[] = []) {
  const written: AlarmWrite[] = [];
  const usage = createUsageMeter(() => undefined);
  const rollbacks: (() => void)[] = [];
  const stores = {
    alarms: {
      reader: alarmReaderOf({ entities: [{ entityId: DEVICE }], alarms: stored }),
      store: { write: async (_unit: UnitOfWork, writes: readonly AlarmWrite[]) => void written.push(...writes) },
    },
    usage,
  } as unknown as EffectStores;
  const unit = { afterRollback: (action: () => void) => void rollbacks.push(action) } as unknown as UnitOfWork;
  const place = { partition: 0, batch: 1 };
  return {
    stores,
    written,
    usage: usage.of('tenant'),
    rollBack(): void {
      for (const action of rollbacks) action();
    },
    store: (effects: BatchEffects) => effects.store(unit, place),
  };
}

async function raise(effects: BatchEffects, change: Partial<typeof request> = {}) {
  await effects.alarms.active(target);
  return effects.alarms.raise({ ...request, ...change });
}

describe('the alarms of a batch', () => {
  it('are written once, with a step for each message', async () => {
    const { stores, written, store } = setUp();
    const effects = createBatchEffects(stores);
    expect(effects.empty()).toBe(true);
    const first = await raise(effects);
    expect(first).toMatchObject({ isNew: true, isSeverityChanged: false });
    const second = await raise(effects, { severity: 'CRITICAL' as never });
    expect(second).toMatchObject({ isNew: false, isSeverityChanged: true, alarm: { id: first.alarm.id } });
    const cleared = effects.alarms.clear(first.alarm.id.id, { gone: 1 }, cause);
    expect(cleared).toMatchObject({ status: 'CLEARED_UNACK', details: { gone: 1 } });
    expect(effects.alarms.clear(first.alarm.id.id, {}, cause)).toBeUndefined();
    expect(await effects.alarms.active(target)).toBeUndefined();
    const third = await raise(effects);
    expect(third.isNew).toBe(true);
    await store(effects);
    expect(written).toMatchObject([
      {
        before: undefined,
        after: cleared,
        steps: [{ change: 'CREATED' }, { change: 'SEVERITY' }, { change: 'CLEARED' }],
      },
      { before: undefined, after: third.alarm, steps: [{ change: 'CREATED' }] },
    ]);
  });

  it('belong to the customer that their originator has by then', async () => {
    const { stores } = setUp();
    const batch = createBatchEffects(stores);
    const assign = (effects: BatchEffects, customerId: string, isAssigned: boolean): void =>
      effects.assignCustomer({
        tenantId: 'tenant',
        entity: DEVICE,
        customer: { id: customerId, title: customerId },
        isAssigned,
      });
    assign(batch, 'acme', true);
    expect((await raise(batch)).alarm.customerId.id).toBe('acme');
    const later = createBatchEffects(stores, { earlier: batch });
    expect((await raise(later)).alarm.customerId.id).toBe('acme');
    assign(later, 'acme', false);
    const { alarm } = await raise(later);
    expect(alarm.customerId.id).toBe(NULL_UUID);
    assign(later, 'other', true);
    expect(await later.alarms.active(target)).toMatchObject({ customerId: { id: 'other' } });
    expect(await later.alarms.find('tenant', alarm.id.id)).toMatchObject({ customerId: { id: 'other' } });
    expect(later.alarms.clear(alarm.id.id, {}, cause)).toMatchObject({ customerId: { id: 'other' } });
  });

  it('are only written when something becomes of them', async () => {
    const { stores } = setUp([alarmOf({})]);
    const effects = createBatchEffects(stores);
    expect(await effects.alarms.active(target)).toMatchObject({ type: 'Hot' });
    expect(effects.empty()).toBe(true);
  });

  it('name what they were decided by', async () => {
    const alarm = alarmOf({});
    const { stores, written, store } = setUp([alarm]);
    const effects = createBatchEffects(stores);
    await raise(effects);
    await store(effects);
    expect(written).toMatchObject([{ before: { alarm, version: 0 }, steps: [{ change: 'UPDATED' }] }]);
  });

  it('are found by their id as they are by then', async () => {
    const { stores } = setUp();
    const effects = createBatchEffects(stores);
    const { alarm } = await raise(effects);
    expect(await effects.alarms.find('tenant', alarm.id.id)).toEqual(alarm);
    expect(await effects.alarms.find('other', alarm.id.id)).toBeUndefined();
    expect(await effects.alarms.find('tenant', NULL_UUID)).toBeUndefined();
  });

  it('count against the limit of the tenant before they are stored', async () => {
    const { stores, usage, store, rollBack } = setUp();
    usage.left[COUNTER.createdAlarms] = 2;
    const effects = createBatchEffects(stores);
    const other = (type: string) => ({ ...target, type });
    for (const type of ['A', 'B', 'C']) await effects.alarms.active(other(type));
    effects.alarms.raise({ ...request, type: 'A' });
    effects.alarms.raise({ ...request, type: 'B' });
    expect(() => effects.alarms.raise({ ...request, type: 'C' })).toThrow('Alarms creation is disabled');
    expect(effects.alarms.raise({ ...request, type: 'A' }).isNew).toBe(false);
    await store(effects);
    expect(usage.counts[COUNTER.createdAlarms]).toBe(2);
    rollBack();
    expect(usage.counts[COUNTER.createdAlarms]).toBe(0);
  });

  it('are about entities of the tenant only', async () => {
    const { stores } = setUp();
    const effects = createBatchEffects(stores);
    await expect(async () => effects.alarms.active({ ...target, tenantId: 'other' })).rejects.toThrow(
      'There is no DEVICE',
    );
    const asset = entityId('ASSET', NULL_UUID);
    await expect(async () => effects.alarms.active({ ...target, originator: asset })).rejects.toThrow(
      'There is no ASSET',
    );
  });
});

describe('the alarms of a message that is retried', () => {
  it('count when it succeeds', async () => {
    const { stores, written, store } = setUp();
    const batch = createBatchEffects(stores);
    const { alarm } = await raise(batch);
    const dropped = createBatchEffects(stores, { earlier: batch });
    expect((await raise(dropped, { severity: 'MINOR' as never })).alarm).toMatchObject({
      id: alarm.id,
      severity: 'MINOR',
    });
    const kept = createBatchEffects(stores, { earlier: batch });
    expect((await raise(kept)).isNew).toBe(false);
    batch.absorb(kept);
    expect((await raise(batch)).isNew).toBe(false);
    await store(batch);
    expect(written).toMatchObject([
      { before: undefined, steps: [{ change: 'CREATED' }, { change: 'UPDATED' }, { change: 'UPDATED' }] },
    ]);
    expect(written).toHaveLength(1);
  });

  it('make the batch run again when another message was faster', async () => {
    const { stores } = setUp();
    const batch = createBatchEffects(stores);
    const own = createBatchEffects(stores, { earlier: batch });
    await own.alarms.active(target);
    await raise(batch);
    own.alarms.raise(request);
    expect(() => batch.absorb(own)).toThrow(BatchOutdated);
  });
});
