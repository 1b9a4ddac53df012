import { setImmediate as nextTurn } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, expect, it, vi } from 'vitest';
import { createEmbeddedLiveBus } from '../bus/embedded-live-bus.ts';
import { steadyNow } from '../config/steady-clock.ts';
import type { DeviceContext } from '../entities/device-directory.ts';
import { createDeviceState, type DeviceStateParts } from './device-state-service.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const device = { device: { id: 'd' } } as DeviceContext;
afterEach(() => void vi.useRealTimers());

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
      watched: async () => [],
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
      watched: async () => ['d'],
    },
    directory: { find: async () => ({ device: { id: 'd', name: 'D', type: 'd', tenantId: 't' }, profile: {} }) },
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

/** Many devices of one tenant and one of another, which have been silent for an hour when the server starts. */
function watchMany(count: number, onBatch: () => void = () => undefined) {
  const log = pino({ level: 'silent' });
  const ids = Array.from({ length: count }, (_, at) => `silent ${at}`);
  const tenantOf = (deviceId: string) => (deviceId.startsWith('silent') ? 'large' : 'small');
  const batches: { id: string; keys: string[] }[][] = [];
  const state = createDeviceState({
    pool: {
      options: { max: 10 },
      connect: async () => {
        batches.push([]);
        onBatch();
        return { query: async () => ({ rows: [] }), release: () => undefined, on: () => undefined };
      },
    },
    store: {
      find: async (deviceId: string) => ({
        ...{ createdTime: 1, lastConnectTime: 0, lastDisconnectTime: 0, inactivityAlarmTime: 0 },
        ...{
          active: tenantOf(deviceId) === 'large',
          lastActivityTime: Date.now() - HOUR,
          inactivityTimeout: undefined,
          tenantId: tenantOf(deviceId),
        },
      }),
      watched: async () => ids,
    },
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
    liveBus: createEmbeddedLiveBus(log),
    log,
    settings: { activityReportPeriod: 3000, inactivityCheckPeriod: MINUTE, defaultInactivityTimeout: 10 * MINUTE },
  } as unknown as DeviceStateParts);
  return { state, batches };
}

it('a fleet that falls silent is looked through in turns, and keeps neither another tenant waiting nor its own devices', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] });
  const { state, batches } = watchMany(10_000);
  await state.open();
  // Each part of the look takes a millisecond.
  let now = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => now++);
  const hear = (id: string) => state.active({ device: { id } } as DeviceContext, now);
  vi.advanceTimersByTime(MINUTE);
  // Its turn has not come yet.
  hear('silent 9998');
  for (let turn = 0; turn < 20; turn++) await nextTurn();
  // All have been looked at by now, and most of it is not written yet.
  const written = batches.length;
  hear('silent 9999');
  hear('other');
  for (let at = 0; at < 200; at++) await vi.advanceTimersByTimeAsync(20);
  const alarmed = batches.map((batch) => batch.filter(({ keys }) => keys.includes('inactivityAlarmTime')).length);
  expect(alarmed.reduce((sum, count) => sum + count)).toBe(9_999);
  const batchOf = (id: string) => batches.findIndex((batch) => batch.some((one) => one.id === id));
  expect(['other', 'silent 9999'].map(batchOf)).toEqual([written, written]);
  expect(batchOf('silent 9997')).toBeGreaterThan(written + 3);
  vi.restoreAllMocks();
  await state.close();
});

it('reports are written between the states of a fleet that falls silent', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] });
  const { state, batches } = watchMany(20_000, () => vi.advanceTimersByTime(1_000));
  await state.open();
  vi.advanceTimersByTime(MINUTE);
  // Its turn has not come yet: it is not silent, and only when it was heard of is to be written.
  state.active({ device: { id: 'silent 19999' } } as DeviceContext, performance.now());
  for (let turn = 0; turn < 100; turn++) await nextTurn();
  for (let at = 0; at < 300; at++) await vi.advanceTimersByTimeAsync(20);
  const reported = batches.findIndex((batch) => batch.some(({ keys }) => keys.includes('lastActivityTime')));
  expect(reported).toBeGreaterThanOrEqual(0);
  expect(reported).toBeLessThan(batches.length - 3);
  await state.close();
});
