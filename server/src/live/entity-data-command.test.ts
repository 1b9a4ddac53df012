import { setTimeout as delay } from 'node:timers/promises';
import type { EntityData, EntityDataQuery } from '@signalbox/contract/entity-query';
import { type EntityId, entityId, NULL_UUID } from '@signalbox/contract/id';
import type { PageData } from '@signalbox/contract/page';
import { pino } from 'pino';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createCountingBus } from '../../test/counting-bus.ts';
import { ALL_VALUES, customerValueRights, type ValueRights } from '../access/value-rights.ts';
import type { SecurityUser } from '../http/security-user.ts';
import type { EntityQueryService } from '../query/entity-query-service.ts';
import type { SeriesHistory, SeriesPoint } from '../telemetry/series-store.ts';
import { createDeletedEntities } from './deleted-entities.ts';
import { createEntityDataCommand } from './entity-data-command.ts';
import { MAX_HELD } from './held-changes.ts';
import type { LiveParts } from './live-parts.ts';
import type { LiveSession } from './live-session.ts';

const log = pino({ level: 'silent' });
const TEMPERATURE = { type: 'TIME_SERIES', key: 'temperature' } as const;
const devices = Array.from({ length: 100 }, (_unused, number) =>
  entityId('DEVICE', `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`),
);
const query: EntityDataQuery = {
  entityFilter: { type: 'entityList', entityType: 'DEVICE', entityList: devices.map(({ id }) => id) },
  pageLink: { pageSize: 100, page: 0 },
  entityFields: [],
  latestValues: [],
  keyFilters: [],
} as unknown as EntityDataQuery;

/** Holds calls at a query or a read until the test releases them. */
let held: PromiseWithResolvers<void>;
let reached: PromiseWithResolvers<void>;
let liveBus: ReturnType<typeof createCountingBus>;
const listeners = (): number => liveBus.ofEntities();
let replies: string[];
let changes: string[];
/** What the user may read. */
let rights: ValueRights;
/** What the history of an entity has. */
let read: (id: string, range: { startTs: number; endTs: number }) => SeriesPoint[];

async function wait(): Promise<void> {
  reached.resolve();
  await held.promise;
}

const page = (): PageData<EntityData> => ({
  data: devices.map((device) => ({ entityId: device, latest: {}, timeseries: {} })),
  totalPages: 1,
  totalElements: devices.length,
  hasNext: false,
});

function open(waitAt: 'find' | 'read' | 'history' | 'findIds', watch: (changed: () => void) => void = () => undefined) {
  let finds = 0;
  const queries = {
    async find(_user, _query, { beforeValues } = {}) {
      const foundBy = rights;
      if (waitAt === 'find') await wait();
      beforeValues?.(devices, foundBy);
      return page();
    },
    rightsOf: async () => rights,
    async readValues() {
      if (waitAt === 'read') await wait();
    },
    async findIds() {
      finds++;
      if (waitAt === 'findIds') await wait();
      return devices.slice(1).map(({ id }) => id);
    },
  } as Partial<EntityQueryService> as EntityQueryService;
  const history: SeriesHistory = {
    async read({ id }, { startTs, endTs }) {
      const points = read(id, { startTs, endTs });
      if (waitAt === 'history') await wait();
      return points;
    },
  };
  const parts = {
    queries,
    history,
    liveBus,
    deletedEntities: createDeletedEntities(liveBus),
    log,
    dynamicValues: {
      resolve: async () => ({
        keyFilters: [],
        watch: (changed) => {
          watch(changed);
          return () => undefined;
        },
      }),
    },
    refreshInterval: 1,
    refreshInTurn: (work) => work(),
  } as Partial<LiveParts> as LiveParts;
  const session = {
    user: { authority: 'TENANT_ADMIN', userId: NULL_UUID } as SecurityUser,
    closed: false,
    reply: (text) => void replies.push(text),
    addChange: (_cmdId, change) => void changes.push(change),
    dropChanges: () => undefined,
  } as Partial<LiveSession> as LiveSession;
  const command = createEntityDataCommand(parts, session, 1);
  const publish = (): void => {
    for (const device of devices) {
      liveBus.publish({
        kind: 'timeseries',
        tenantId: NULL_UUID,
        entityId: device,
        points: [{ ts: 1, values: [{ key: 'temperature', value: { type: 'LONG', value: 1 } }] }],
      });
    }
  };
  return { command, publish, finds: () => finds };
}

beforeEach(() => {
  held = Promise.withResolvers();
  reached = Promise.withResolvers();
  liveBus = createCountingBus();
  replies = [];
  changes = [];
  read = () => [];
  rights = ALL_VALUES;
});

const latestCmd = { keys: [TEMPERATURE] };
const tsCmd = { keys: ['temperature'], startTs: 0, timeWindow: 1000, interval: 1000, limit: 10, agg: 'NONE' as const };

it('leaves no listener behind when the socket closes while the page is read', async () => {
  const { command } = open('find');
  const handled = command.handle({ cmdId: 1, query, latestCmd });
  await reached.promise;
  command.close();
  held.resolve();
  await handled;
  expect(listeners()).toBe(0);
});

it('follows nothing when the values are unsubscribed while the page is read, and answers with the page', async () => {
  const { command, publish } = open('find');
  const handled = command.handle({ cmdId: 1, query, latestCmd });
  await reached.promise;
  command.stopValues();
  held.resolve();
  await handled;
  publish();
  expect(listeners()).toBe(0);
  expect(replies).toHaveLength(1);
  expect(changes).toEqual([]);
});

it('follows nothing when the values are unsubscribed while the page is read again', async () => {
  const { command, publish } = open('read');
  await command.handle({ cmdId: 1, query });
  const handled = command.handle({ cmdId: 1, latestCmd });
  await reached.promise;
  command.stopValues();
  held.resolve();
  await handled;
  publish();
  expect(listeners()).toBe(0);
  expect(changes).toEqual([]);
});

describe('rights that change', () => {
  const user = { authority: 'CUSTOMER_USER', userId: NULL_UUID } as SecurityUser;
  const sharing = (...keys: string[]) => customerValueRights(user, new Set(keys));
  const pages = () => replies.filter((text) => (JSON.parse(text) as { data: unknown }).data !== null).length;

  it('before the values of a page are asked for have the page sent again, with what is refused now', async () => {
    rights = sharing();
    const { command } = open('history');
    await command.handle({ cmdId: 1, query });
    rights = sharing('temperature');
    await command.handle({ cmdId: 1, latestCmd });
    await expect.poll(pages).toBe(2);
  });

  it('while a page is read have it read again', async () => {
    rights = sharing('temperature');
    const { command } = open('find');
    const handled = command.handle({ cmdId: 1, query, latestCmd });
    await reached.promise;
    rights = sharing();
    held.resolve();
    await handled;
    await expect.poll(pages).toBe(2);
  });

  it('no further have nothing read again', async () => {
    rights = sharing('temperature');
    const { command } = open('history');
    await command.handle({ cmdId: 1, query });
    rights = sharing('temperature');
    await command.handle({ cmdId: 1, latestCmd });
    await delay(50);
    expect(pages()).toBe(1);
  });
});

it('follows nothing when the values are unsubscribed while the history is read', async () => {
  const { command, publish } = open('history');
  const handled = command.handle({ cmdId: 1, query, tsCmd });
  await reached.promise;
  command.stopValues();
  held.resolve();
  await handled;
  publish();
  expect(listeners()).toBe(0);
  expect(changes).toEqual([]);
});

it('follows nothing when the values are unsubscribed while a dynamic page is re-evaluated', async () => {
  const { command, publish } = open('findIds');
  await command.handle({
    cmdId: 1,
    query: { ...query, pageLink: { ...query.pageLink, dynamic: true } },
    latestCmd,
  });
  await reached.promise;
  command.stopValues();
  held.resolve();
  await expect.poll(() => replies.length).toBeGreaterThan(1);
  publish();
  expect(changes).toEqual([]);
  command.close();
  expect(listeners()).toBe(0);
});

it('follows no series when the values are unsubscribed while the page is read', async () => {
  const { command } = open('find');
  const handled = command.handle({ cmdId: 1, query, tsCmd });
  await reached.promise;
  command.stopValues();
  held.resolve();
  await handled;
  expect(listeners()).toBe(0);
});

const deleteAll = (): void => {
  for (const device of devices) {
    liveBus.publish({ kind: 'entity', action: 'deleted', tenantId: NULL_UUID, entityId: device });
  }
};

it.each([
  ['latest values', { latestCmd }],
  ['series', { tsCmd }],
])('lets go of the %s of deleted entities at once', async (_what, followed) => {
  held.resolve();
  const { command } = open('find');
  await command.handle({ cmdId: 1, query, ...followed });
  expect(listeners()).toBeGreaterThan(0);
  deleteAll();
  expect(listeners()).toBe(0);
});

it.each([
  ['latest values', { latestCmd }],
  ['series', { tsCmd }],
])(
  'does not follow the %s of entities that are deleted while the page is read, or after that',
  async (_what, followed) => {
    const { command } = open('find');
    const handled = command.handle({ cmdId: 1, query, ...followed });
    await reached.promise;
    deleteAll();
    held.resolve();
    await handled;
    expect(listeners()).toBe(0);
    await command.handle({ cmdId: 1, ...followed });
    expect(listeners()).toBe(0);
  },
);

it('counts what arrives while intervals are read once: reads those of its entity again, and does not send it besides', async () => {
  const reads = new Map<string, number>();
  read = (id) => {
    const time = (reads.get(id) ?? 0) + 1;
    reads.set(id, time);
    return [{ ts: 500, value: { type: 'LONG', value: time } }];
  };
  const { command } = open('history');
  const handled = command.handle({ cmdId: 1, query, tsCmd: { ...tsCmd, agg: 'COUNT' } });
  await reached.promise;
  const [device] = devices as [EntityId];
  liveBus.publish({
    kind: 'timeseries',
    tenantId: NULL_UUID,
    entityId: device,
    points: [{ ts: 700, values: [{ key: 'temperature', value: { type: 'LONG', value: 1 } }] }],
  });
  held.resolve();
  await handled;
  const [page] = replies.map((text) => JSON.parse(text));
  expect(page.data.data[0].timeseries.temperature).toEqual([{ ts: 500, value: '2' }]);
  expect(page.data.data[1].timeseries.temperature).toEqual([{ ts: 500, value: '1' }]);
  expect([...reads.values()].reduce((sum, times) => sum + times)).toBe(devices.length + 1);
  expect(changes).toEqual([]);
});

it('ends reading intervals again, also when points never cease, and then sends what came last', async () => {
  const [device] = devices as [EntityId];
  read = (id) => {
    if (id === device.id) {
      liveBus.publish({
        kind: 'timeseries',
        tenantId: NULL_UUID,
        entityId: device,
        points: [{ ts: 700, values: [{ key: 'temperature', value: { type: 'LONG', value: 1 } }] }],
      });
    }
    return [];
  };
  const { command } = open('find');
  held.resolve();
  await command.handle({ cmdId: 1, query, tsCmd: { ...tsCmd, agg: 'COUNT' } });
  expect(replies).toHaveLength(1);
  expect(changes).toHaveLength(1);
});

it('reads the history up to the present when other entities come to a page that has been followed for long', async () => {
  const requested: { startTs: number; endTs: number }[] = [];
  read = (_id, range) => {
    requested.push(range);
    return [];
  };
  const now = Date.now();
  const { command } = open('findIds');
  const dynamic = { ...query, pageLink: { ...query.pageLink, dynamic: true } };
  const window = { ...tsCmd, startTs: now - 60_000, timeWindow: 60_000 };
  await command.handle({ cmdId: 1, query: dynamic, tsCmd: window });
  expect(requested.splice(0)[0]?.endTs).toBeGreaterThan(now);
  await reached.promise;
  const clock = vi.spyOn(Date, 'now').mockReturnValue(now + 7_200_000);
  held.resolve();
  await expect.poll(() => requested.length).toBeGreaterThan(0);
  clock.mockRestore();
  command.close();
  const [range] = requested as [{ startTs: number; endTs: number }];
  expect(range.endTs).toBe(now + 7_200_001);
  expect(range.startTs).toBe(now - 60_000);
});

it('sends what arrives while intervals are read and lies after them: no further read has it', async () => {
  const { command } = open('history');
  const handled = command.handle({ cmdId: 1, query, tsCmd: { ...tsCmd, agg: 'COUNT' } });
  await reached.promise;
  const [device] = devices as [EntityId];
  liveBus.publish({
    kind: 'timeseries',
    tenantId: NULL_UUID,
    entityId: device,
    points: [{ ts: 1000, values: [{ key: 'temperature', value: { type: 'LONG', value: 1 } }] }],
  });
  held.resolve();
  await handled;
  expect(changes).toHaveLength(1);
});

it.each([
  ['latest values', 'read', { latestCmd }, MAX_HELD, 1],
  ['latest values', 'read', { latestCmd }, MAX_HELD + 1, 2],
  ['series', 'history', { tsCmd }, MAX_HELD, 2],
  ['series', 'history', { tsCmd }, MAX_HELD + 1, 3],
] as const)(
  'reads %s that wait at “%s” again when more changes come than can be held: %#',
  async (_what, waitAt, followed, count, answers) => {
    const { command } = open(waitAt);
    await command.handle({ cmdId: 1, query });
    const handled = command.handle({ cmdId: 1, ...followed });
    await reached.promise;
    const [device] = devices as [EntityId];
    const points = [{ ts: 1, values: [{ key: 'temperature', value: { type: 'LONG', value: 1 } as const }] }];
    for (let at = 0; at < count; at++) {
      liveBus.publish({ kind: 'timeseries', tenantId: NULL_UUID, entityId: device, points });
    }
    held.resolve();
    await handled;
    await expect.poll(() => replies.length).toBe(answers);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(replies).toHaveLength(answers);
    command.close();
  },
);

it('reads its page no more than once at a time and once after it, however often a value that its filters use changes', async () => {
  let change: () => void = () => undefined;
  const { command, finds } = open('findIds', (changed) => {
    change = changed;
  });
  await command.handle({ cmdId: 1, query });
  for (let time = 0; time < 1000; time++) change();
  await reached.promise;
  for (let time = 0; time < 1000; time++) change();
  held.resolve();
  await expect.poll(finds).toBe(2);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(finds()).toBe(2);
  command.close();
});
