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
