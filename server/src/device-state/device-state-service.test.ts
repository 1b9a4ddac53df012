import { pino } from 'pino';
import { expect, it, vi } from 'vitest';
import { createEmbeddedLiveBus } from '../bus/embedded-live-bus.ts';
import type { DeviceContext } from '../entities/device-directory.ts';
import { createDeviceState, type DeviceStateParts } from './device-state-service.ts';

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
  const device = { device: { id: 'd' } } as DeviceContext;
  for (let at = 0; at < 20; at++) {
    state.connected(device, Date.now());
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(failing).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1500);
  expect(failing.mock.calls.length).toBeGreaterThan(1);
  await state.close();
  vi.useRealTimers();
});
