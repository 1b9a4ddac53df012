import { type EntityId, entityId } from '@signalbox/contract/id';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createEmbeddedLiveBus } from '../../bus/embedded-live-bus.ts';
import type { LiveBus } from '../../bus/live-bus.ts';
import { newMessage } from '../../messages/message.ts';
import type { UnitOfWork } from '../../storage/transaction.ts';
import type { TelemetryValue } from '../../values/value.ts';
import { createBatchEffects } from '../batch-effects.ts';
import type { EffectStores } from '../effects/effect-kind.ts';
import type { NodeReads } from '../node-reads.ts';
import { type AlarmRules, createAlarmRules, type ReadyDevice } from './alarm-rules.ts';

const PATIENCE = { timeout: 40_000 };

const NODE = 'node';
const PROFILE = entityId('DEVICE_PROFILE', 'profile');
const CUSTOMERS = { sourceType: 'CURRENT_CUSTOMER', sourceAttribute: 'limit' };
const alarms = (limit: number) => [
  {
    id: 'a',
    alarmType: 'Hot',
    createRules: {
      MAJOR: {
        condition: {
          condition: [
            {
              key: { type: 'TIME_SERIES', key: 't' },
              valueType: 'NUMERIC',
              predicate: {
                type: 'NUMERIC',
                operation: 'GREATER',
                value: { defaultValue: limit, dynamicValue: CUSTOMERS },
              },
            },
          ],
        },
      },
    },
  },
];

const attributesOf = ({ entityType, id }: EntityId) =>
  entityType === 'CUSTOMER' ? [{ key: 'limit', value: { type: 'STRING', value: id } }] : [];

let liveBus: LiveBus;
let limit: number;
let failures: number;
/** Whose devices were told of a change, and that the timers were told. */
let woken: string[];
let alarmRules: AlarmRules;

beforeEach(() => {
  liveBus = createEmbeddedLiveBus(pino({ level: 'silent' }));
  limit = 30;
  failures = 0;
  woken = [];
  const note = async (what: string): Promise<void> => {
    if (failures-- > 0) throw new Error('The database is away');
    woken.push(what);
  };
  const facts = { tenantId: 'tenant', customerId: undefined, profileId: PROFILE.id, name: 'Device', type: 'default' };
  alarmRules = createAlarmRules({
    table: {
      facts: async () => ({ ...facts, label: null, createdTime: 0, states: new Map() }),
      profiles: async () => [{ id: PROFILE.id, name: 'default', alarms: alarms(limit) }],
      wakeProfile: (id) => note(id),
      wakeDevices: (ids) => note(ids.join()),
    },
    reads: { latest: async () => [], attributes: async (id: EntityId) => attributesOf(id) } as unknown as NodeReads,
    timers: { wake: () => woken.push('timers'), looked: () => undefined },
    liveBus,
    log: pino({ level: 'silent' }),
  });
});
afterEach(() => {
  alarmRules.close();
  vi.useRealTimers();
});

const changeProfile = (): void => {
  limit++;
  liveBus.publish({ kind: 'entity', action: 'updated', tenantId: 'tenant', entityId: PROFILE } as never);
};

/** Decides something of a device. @returns what stores it */
async function decide(): Promise<() => Promise<void>> {
  const effects = createBatchEffects({
    alarmRules: { write: async () => undefined },
    alarms: { reader: { originator: async () => ({ tenantId: 'tenant' }), active: async () => undefined } },
  } as unknown as EffectStores);
  const message = newMessage({ tenantId: 'tenant', type: 'X', originator: entityId('DEVICE', 'device'), data: '{}' });
  const ready = (await alarmRules.read(NODE, message, effects)) as ReadyDevice;
  const write = { deviceId: 'device', nodeId: NODE, tenantId: 'tenant', profileId: PROFILE.id, progress: 'x', due: 9 };
  alarmRules.remember(ready.device, NODE, message, effects, ready.known, write);
  return async () => {
    const commits: (() => void)[] = [];
    const unit = { afterCommit: (action: () => void) => commits.push(action), afterRollback: () => undefined };
    await effects.store(unit as unknown as UnitOfWork, { partition: 0, batch: 0 });
    for (const action of commits) action();
    await new Promise(setImmediate);
  };
}

it('compare with attributes of the customer that earlier nodes have given the device to, or have saved', async () => {
  const effects = createBatchEffects({
    keyLimits: { admitAttributes: () => undefined },
    alarms: { reader: { originator: async () => ({ tenantId: 'tenant' }), active: async () => undefined } },
  } as unknown as EffectStores);
  const originator = entityId('DEVICE', 'device');
  const message = newMessage({ tenantId: 'tenant', type: 'X', originator, data: '{}' });
  const limitNow = async (): Promise<unknown> => {
    const { owners } = (await alarmRules.read(NODE, message, effects)) as ReadyDevice;
    return owners.customer?.get('limit')?.value;
  };
  const assign = (id: string, isAssigned: boolean): void =>
    effects.assignCustomer({ tenantId: 'tenant', entity: originator, customer: { id, title: '' }, isAssigned });
  expect(await limitNow()).toBeUndefined();
  assign('acme', true);
  expect(await limitNow()).toBe('acme');
  assign('other', true);
  expect(await limitNow()).toBe('other');
  const save = (value: TelemetryValue | null) =>
    effects.saveAttributes(
      { tenantId: 'tenant', originator: entityId('CUSTOMER', 'other') },
      'SERVER_SCOPE',
      [{ key: 'limit', value }],
      false,
    );
  await save({ type: 'LONG', value: 20 });
  expect(await limitNow()).toBe(20);
  await save(null);
  expect(await limitNow()).toBeUndefined();
  assign('acme', true);
  expect(await limitNow()).toBe('acme');
  assign('acme', false);
  expect(await limitNow()).toBeUndefined();
});

describe('alarm rules that change', () => {
  it('are looked at again by devices that wait, and by those that are stored only then', async () => {
    const store = await decide();
    changeProfile();
    await vi.waitFor(() => expect(woken).toEqual(['profile', 'timers']), PATIENCE);
    await store();
    await vi.waitFor(() => expect(woken).toEqual(['profile', 'timers', 'device', 'timers']), PATIENCE);
    const next = await decide();
    await next();
    await new Promise(setImmediate);
    expect(woken).toHaveLength(4);
  });

  it('are told once more when that has failed', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const store = await decide();
    failures = 2;
    changeProfile();
    changeProfile();
    await vi.advanceTimersByTimeAsync(1_100);
    expect(woken).toEqual(['profile', 'timers']);
    failures = 1;
    await store();
    await vi.advanceTimersByTimeAsync(1_100);
    expect(woken.slice(2)).toEqual(['device', 'timers']);
  });
});
