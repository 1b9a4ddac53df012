import { type EntityId, entityId, NULL_UUID } from '@signalbox/contract/id';
import { pino } from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import { createCountingBus } from '../../test/counting-bus.ts';
import { ALL_VALUES } from '../access/value-rights.ts';
import type { SecurityUser } from '../http/security-user.ts';
import type { AttributeStore } from '../telemetry/attribute-store.ts';
import type { SeriesStore } from '../telemetry/series-store.ts';
import { createDynamicValues } from './dynamic-values.ts';
import { MAX_HELD } from './held-changes.ts';
import type { LiveParts } from './live-parts.ts';
import type { LiveSession } from './live-session.ts';
import { createValueCommands } from './value-commands.ts';

const DEVICE = entityId('DEVICE', '00000000-0000-4000-8000-000000000001');
const TENANT = entityId('TENANT', '00000000-0000-4000-8000-000000000002');
const user = { authority: 'TENANT_ADMIN', userId: NULL_UUID, tenantId: TENANT.id } as SecurityUser;

/** Reads are held until the test releases them. */
let held: PromiseWithResolvers<void>;
let reached: PromiseWithResolvers<void>;
let liveBus: ReturnType<typeof createCountingBus>;
let replies: string[];

async function read(): Promise<[]> {
  reached.resolve();
  await held.promise;
  return [];
}
const attributes = { find: read } as Partial<AttributeStore> as AttributeStore;

function open(others: Partial<LiveParts> = {}, sendUpdate = (_text: string): unknown => undefined) {
  const summary = {
    id: DEVICE.id,
    entityId: DEVICE,
    tenantId: TENANT.id,
    customerId: NULL_UUID,
    name: 'Pump',
    label: null,
  };
  const parts = {
    liveBus,
    attributes,
    series: { latest: read } as Partial<SeriesStore> as SeriesStore,
    directory: { find: async () => summary } as Partial<LiveParts['directory']> as LiveParts['directory'],
    valueRightsOf: async () => ALL_VALUES,
    refreshInterval: 1,
    log: pino({ level: 'silent' }),
    ...others,
  } as Partial<LiveParts> as LiveParts;
  const session = {
    user,
    closed: false,
    reply: (text) => void replies.push(text),
    sendUpdate: (_cmdId, text) => void sendUpdate(text),
  } as Partial<LiveSession> as LiveSession;
  return createValueCommands(parts, session);
}

function remove(id: EntityId = DEVICE): void {
  liveBus.publish({ kind: 'entity', action: 'deleted', tenantId: TENANT.id, entityId: id });
}

beforeEach(() => {
  held = Promise.withResolvers();
  reached = Promise.withResolvers();
  liveBus = createCountingBus();
  replies = [];
});

describe.each(['attributes', 'timeseries'] as const)('the %s of an entity that is deleted', (kind) => {
  const command = { cmdId: 1, entityType: 'DEVICE', entityId: DEVICE.id };

  it('are followed no more, at once', async () => {
    held.resolve();
    const commands = open();
    await commands[kind](command);
    expect(liveBus.ofEntities()).toBe(1);
    remove();
    expect([liveBus.ofEntities(), commands.count()]).toEqual([0, 0]);
  });

  it('are followed no more while they are read, and answered', async () => {
    const commands = open();
    const handled = commands[kind](command);
    await reached.promise;
    remove();
    expect(liveBus.ofEntities()).toBe(0);
    held.resolve();
    await handled;
    expect(replies).toHaveLength(1);
    expect(commands.count()).toBe(0);
  });
});

it('the attribute of a deleted entity that a filter compares with is watched no more', async () => {
  held.resolve();
  const values = createDynamicValues(attributes, liveBus, async () => ALL_VALUES);
  const resolved = await values.resolve(user, [
    {
      key: { type: 'ENTITY_FIELD', key: 'name' },
      valueType: 'STRING',
      predicate: {
        type: 'STRING',
        operation: 'EQUAL',
        ignoreCase: false,
        value: { defaultValue: '', dynamicValue: { sourceType: 'CURRENT_TENANT', sourceAttribute: 'name' } },
      },
    },
  ]);
  resolved.watch(() => undefined);
  expect(liveBus.ofEntities()).toBe(1);
  remove(TENANT);
  expect(liveBus.ofEntities()).toBe(0);
});

it('counts what arrives while intervals are read once: reads them again, and does not send it besides', async () => {
  let reads = 0;
  const updates: string[] = [];
  const history: LiveParts['history'] = {
    async read() {
      reads++;
      if (reads === 1) {
        liveBus.publish({
          kind: 'timeseries',
          tenantId: TENANT.id,
          entityId: DEVICE,
          points: [{ ts: 700, values: [{ key: 'turns', value: { type: 'LONG', value: 1 } }] }],
        });
      }
      return [{ ts: 500, value: { type: 'LONG', value: reads } }];
    },
  };
  const window = { startTs: 0, timeWindow: 1000, interval: 1000, agg: 'COUNT' };
  const commands = open({ history }, (text) => updates.push(text));
  await commands.timeseries({ cmdId: 1, entityType: 'DEVICE', entityId: DEVICE.id, keys: 'turns', ...window });
  expect(replies.map((text) => JSON.parse(text).data)).toEqual([{ turns: [[500, '2']] }]);
  expect(updates).toEqual([]);
});

it.each([
  [MAX_HELD, 1],
  [MAX_HELD + 1, 2],
])(
  'answers, when %i changes arrive while it reads, %i times in all, and follows them then',
  async (changes, answers) => {
    const updates: string[] = [];
    const commands = open({}, (text) => updates.push(text));
    const handled = commands.timeseries({ cmdId: 1, entityType: 'DEVICE', entityId: DEVICE.id, keys: 'turns' });
    const publish = (ts: number): void =>
      liveBus.publish({
        kind: 'timeseries',
        tenantId: TENANT.id,
        entityId: DEVICE,
        points: [{ ts, values: [{ key: 'turns', value: { type: 'LONG', value: ts } }] }],
      });
    await reached.promise;
    for (let ts = 1; ts <= changes; ts++) publish(ts);
    held.resolve();
    await handled;
    await expect.poll(() => replies.length).toBe(answers);
    expect(updates.at(-1)).toContain(`${changes}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
    const before = updates.length;
    publish(changes + 1);
    expect([replies.length, updates.length]).toEqual([answers, before + 1]);
  },
);
