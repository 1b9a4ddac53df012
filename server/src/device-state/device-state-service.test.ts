import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { numberedId, packIds } from '../../test/numbered-ids.ts';
import { createEmbeddedLiveBus } from '../bus/embedded-live-bus.ts';
import { steadyNow } from '../config/steady-clock.ts';
import type { DeviceContext } from '../entities/device-directory.ts';
import { createDeviceState, type DeviceStateParts } from './device-state-service.ts';
import type { LeftDevices } from './device-state-store.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DEVICE = numberedId(1);
const device = { device: { id: DEVICE } } as DeviceContext;
afterEach(() => void vi.useRealTimers());

/** Devices that the last run of the server left, all of which are to be watched. */
const leftDevices = (ids: string[], heardAt: number): LeftDevices => ({
  next: undefined,
  ids: packIds(ids),
  heardAt: new Float64Array(ids.length).fill(heardAt),
  timeouts: new Float64Array(ids.length),
  connected: [],
});

it('retries failed writes after a pause, however many new ones arrive', async () => {
  vi.useFakeTimers();
  const log = pino({ level: 'silent' });
  const failing = vi.fn(async () => {
    throw new Error('the database is away');
  });
  const parts = {
    store: {
      find: async () => ({
        createdTime: Date.now(),
        active: false,
        lastConnectTime: 0,
        lastDisconnectTime: 0,
        lastActivityTime: 0,
        inactivityAlarmTime: 0,
        inactivityTimeout: undefined,
      }),
      left: async () => leftDevices([], 0),
    },
    directory: { find: failing },
    liveBus: createEmbeddedLiveBus(log),
    log,
    settings: { activityReportPeriod: 3000, inactivityCheckPeriod: 60_000, defaultInactivityTimeout: 60_000 },
  } as unknown as DeviceStateParts;
  const state = createDeviceState(parts);
  for (let at = 0; at < 20; at++) {
    state.connected(device, Date.now());
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(failing).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1500);
  expect(failing.mock.calls.length).toBeGreaterThan(1);
  await state.close();
});

/** The state of one device: what was stored of it, what is stored, and the events that follow. */
function watch(stored: { active: boolean; lastActivityTime: number; inactivityAlarmTime?: number }) {
  const log = pino({ level: 'silent' });
  const saved: Record<string, unknown> = {};
  const events: string[] = [];
  const state = createDeviceState({
    pool: {
      options: { max: 10 },
      connect: async () => ({ query: async () => ({ rows: [] }), release: () => undefined, on: () => undefined }),
    },
    store: {
      find: async () => ({
        ...{ createdTime: 1, lastConnectTime: 0, lastDisconnectTime: 0, inactivityAlarmTime: 0 },
        inactivityTimeout: undefined,
        ...stored,
        ...saved,
      }),
      left: async () => leftDevices([DEVICE], stored.lastActivityTime),
    },
    directory: { find: async () => ({ device: { id: DEVICE, name: 'D', type: 'd', tenantId: 't' }, profile: {} }) },
    telemetry: {
      saveAttributes: async ({ entries }: { entries: { key: string; value: { value: unknown } }[] }) => {
        for (const { key, value } of entries) saved[key] = value.value;
      },
    },
    messageLog: { append: async (messages: { type: string }[]) => events.push(...messages.map(({ type }) => type)) },
    liveBus: createEmbeddedLiveBus(log),
    log,
    settings: { activityReportPeriod: 3000, inactivityCheckPeriod: MINUTE, defaultInactivityTimeout: 10 * MINUTE },
  } as unknown as DeviceStateParts);
  return { state, saved, events };
}

it('a clock that is set ahead makes no device inactive that was heard of lately', async () => {
  vi.useFakeTimers({ now: 1_800_000_000_000 });
  const { state, saved, events } = watch({ active: false, lastActivityTime: 0 });
  state.active(device, steadyNow());
  await vi.advanceTimersByTimeAsync(5_000);
  expect([saved.active, events]).toEqual([true, ['ACTIVITY_EVENT']]);
  vi.setSystemTime(Date.now() + HOUR);
  await vi.advanceTimersByTimeAsync(9 * MINUTE);
  expect(saved.active).toBe(true);
  await vi.advanceTimersByTimeAsync(3 * MINUTE);
  expect([saved.active, events.at(-1)]).toEqual([false, 'INACTIVITY_EVENT']);
  await state.close();
});

it('a clock that was ahead keeps no device active when it is set back', async () => {
  vi.useFakeTimers({ now: 1_800_000_000_000 });
  // Seen, and said to be inactive once, when the clock was a year ahead.
  const ahead = Date.now() + 8760 * HOUR;
  const { state, saved, events } = watch({ active: true, lastActivityTime: ahead, inactivityAlarmTime: ahead + 1 });
  await state.open();
  await vi.advanceTimersByTimeAsync(5 * MINUTE);
  state.active(device, steadyNow());
  await vi.advanceTimersByTimeAsync(5_000);
  expect(saved.lastActivityTime).toBe(1_800_000_000_000 + 5 * MINUTE);
  await vi.advanceTimersByTimeAsync(12 * MINUTE);
  expect([saved.active, events]).toEqual([false, ['INACTIVITY_EVENT']]);
  state.active(device, steadyNow());
  await vi.advanceTimersByTimeAsync(5_000);
  expect([saved.active, events.at(-1)]).toEqual([true, 'ACTIVITY_EVENT']);
  await state.close();
});

const OTHER = numberedId(0);

/**
 * Many devices of one tenant, numbered from 1, and one of another, which have been silent for an hour when the server
 * starts.
 */
function watchMany(
  count: number,
  { onBatch = () => {}, reports = 3000 }: { onBatch?: () => unknown; reports?: number },
) {
  const log = pino({ level: 'silent' });
  const ids = Array.from({ length: count }, (_, at) => numberedId(at + 1));
  const tenantOf = (deviceId: string) => (deviceId === OTHER ? 'small' : 'large');
  const batches: { id: string; keys: string[] }[][] = [];
  const liveBus = createEmbeddedLiveBus(log);
  const find = vi.fn(async (deviceId: string) => ({
    ...{ createdTime: 1, lastConnectTime: 0, lastDisconnectTime: 0, inactivityAlarmTime: 0 },
    active: tenantOf(deviceId) === 'large',
    lastActivityTime: Date.now() - HOUR,
    inactivityTimeout: undefined,
    tenantId: tenantOf(deviceId),
  }));
  const store = { find, left: async () => leftDevices(ids, Date.now() - HOUR) };
  const state = createDeviceState({
    pool: {
      options: { max: 10 },
      connect: async () => {
        batches.push([]);
        await onBatch();
        return { query: async () => ({ rows: [] }), release: () => undefined, on: () => undefined };
      },
    },
    store,
    directory: {
      find: async (deviceId: string) => ({
        device: { id: deviceId, name: 'D', type: 'd', tenantId: tenantOf(deviceId) },
        profile: {},
      }),
    },
    telemetry: {
      saveAttributes: async ({ entityId, entries }: { entityId: { id: string }; entries: { key: string }[] }) =>
        batches.at(-1)?.push({ id: entityId.id, keys: entries.map(({ key }) => key) }),
    },
    messageLog: { append: async () => undefined },
    liveBus,
    log,
    settings: { activityReportPeriod: reports, inactivityCheckPeriod: MINUTE, defaultInactivityTimeout: 10 * MINUTE },
  } as unknown as DeviceStateParts);
  const alarmed = () => batches.map((batch) => batch.filter(({ keys }) => keys.includes('inactivityAlarmTime')).length);
  const hear = (id: string, moment: number) => state.active({ device: { id } } as DeviceContext, moment);
  return { state, ids, find, store, batches, alarmed, hear, liveBus };
}

const sum = (counts: number[]): number => counts.reduce((total, count) => total + count, 0);

it('a fleet that falls silent is looked through in turns, and keeps neither another tenant waiting nor its own devices', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] });
  const { state, ids, batches, alarmed, hear } = watchMany(10_000, { reports: 24 * HOUR });
  // All of them were heard of an hour ago. Each part of the look takes a millisecond.
  let now = performance.now();
  for (const id of ids) hear(id, now);
  await nextTurn();
  now += HOUR;
  vi.spyOn(performance, 'now').mockImplementation(() => now++);
  vi.advanceTimersByTime(MINUTE);
  // Its turn has not come yet.
  hear(numberedId(9999), now);
  for (let turn = 0; turn < 20; turn++) await nextTurn();
  // All have been looked at by now, and most of it is not written yet.
  const written = batches.length;
  hear(numberedId(10_000), now);
  hear(OTHER, now);
  for (let at = 0; at < 200; at++) await vi.advanceTimersByTimeAsync(20);
  expect(sum(alarmed())).toBe(9_999);
  const batchOf = (id: string) => batches.findIndex((batch) => batch.some((one) => one.id === id));
  expect([OTHER, numberedId(10_000)].map(batchOf)).toEqual([written, written]);
  expect(batchOf(numberedId(9998))).toBeGreaterThan(written + 3);
  vi.restoreAllMocks();
  await state.close();
});

it('what devices do one after the other is written together, however quickly it is written', async () => {
  vi.useFakeTimers({ now: 1_800_000_000_000 });
  const { state, batches } = watchMany(0, {
    onBatch: () => new Promise((resolve) => setTimeout(resolve, 3)),
  });
  const count = 400;
  for (let at = 1; at <= count; at++) {
    state.connected({ device: { id: numberedId(at) } } as DeviceContext, Date.now());
    await vi.advanceTimersByTimeAsync(1);
  }
  await vi.advanceTimersByTimeAsync(100);
  expect(new Set(batches.flat().map(({ id }) => id)).size).toBe(count);
  // Each waits 20 ms at most.
  expect(batches.length).toBeLessThan(30);
  await state.close();
});

it('reports are written between the states of a fleet that falls silent', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] });
  const { state, ids, batches, hear } = watchMany(20_000, { onBatch: () => vi.advanceTimersByTime(1_000) });
  let now = performance.now();
  for (const id of ids) hear(id, now);
  await nextTurn();
  now += HOUR;
  vi.spyOn(performance, 'now').mockImplementation(() => now++);
  vi.advanceTimersByTime(MINUTE);
  // It is not silent any more, and only when it was heard of is to be written.
  hear(numberedId(20_000), now);
  for (let turn = 0; turn < 100; turn++) await nextTurn();
  for (let at = 0; at < 300; at++) await vi.advanceTimersByTimeAsync(20);
  const reported = batches.findIndex((batch) => batch.some(({ keys }) => keys.join() === 'lastActivityTime'));
  expect(reported).toBeGreaterThanOrEqual(0);
  expect(reported).toBeLessThan(batches.length - 3);
  vi.restoreAllMocks();
  await state.close();
});

describe('after a start', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] }));

  it('reads the state of no device before it is heard of or has been silent for too long', async () => {
    const { state, find, alarmed, hear } = watchMany(2_000, {});
    await state.open();
    expect(find).not.toHaveBeenCalled();
    hear(numberedId(7), performance.now());
    await nextTurn();
    expect(find).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(MINUTE);
    await expect.poll(() => find.mock.calls.length, { timeout: 10_000 }).toBe(2_000);
    await expect.poll(() => sum(alarmed()), { timeout: 10_000 }).toBe(1_999);
    await state.close();
  });

  it('reads no more states of silent devices than are written', async () => {
    let ahead = 0;
    const { state, find, alarmed } = watchMany(15_000, {
      async onBatch() {
        await delay(200);
        ahead = Math.max(ahead, find.mock.calls.length - sum(alarmed()));
      },
    });
    await state.open();
    vi.advanceTimersByTime(MINUTE);
    await expect.poll(() => sum(alarmed()), { timeout: 20_000 }).toBe(15_000);
    // Those that wait, and those that are being written.
    expect(ahead).toBeLessThanOrEqual(12_500);
    await state.close();
  });

  it('says that devices are not connected that were when it was killed, but for those that are again', async () => {
    const { state, find, batches, store } = watchMany(0, {});
    const known = { ...(await find(DEVICE)), lastDisconnectTime: 1 };
    find.mockImplementation(async (id) => ({ ...known, lastConnectTime: id === DEVICE ? 2 : Date.now() + MINUTE }));
    store.left = async () => ({ ...leftDevices([], 0), connected: [DEVICE, OTHER] });
    await state.open();
    await state.close();
    expect(batches).toEqual([[{ id: DEVICE, keys: ['lastDisconnectTime'] }]]);
  });

  it('goes on when the database is back', async () => {
    const { state, find, alarmed } = watchMany(600, {});
    await state.open();
    find.mockRejectedValueOnce(Object.assign(new Error('the database is away'), { code: 'ECONNREFUSED' }));
    vi.advanceTimersByTime(MINUTE);
    await expect.poll(() => sum(alarmed()), { timeout: 10_000 }).toBe(600);
    await state.close();
  });
});

it('a device that is deleted while its state is read has none', async () => {
  const { state, find, batches, hear, liveBus } = watchMany(1, {});
  let answer = () => {};
  const stored = await find(DEVICE);
  find.mockImplementationOnce(
    () =>
      new Promise((resolve) => {
        answer = () => resolve(stored);
      }),
  );
  hear(DEVICE, performance.now());
  liveBus.publish({
    kind: 'entity',
    action: 'deleted',
    tenantId: 'large',
    entityId: { entityType: 'DEVICE', id: DEVICE },
  });
  answer();
  await nextTurn();
  await state.close();
  expect(batches.flat()).toEqual([]);
});
