import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createEmbeddedLiveBus } from '../bus/embedded-live-bus.ts';
import { wallTimeOf } from '../config/steady-clock.ts';
import type { DeviceContext } from '../entities/device-directory.ts';
import type { SessionHandler } from './device-session.ts';
import { createDeviceSessions, type DeviceSessionsParts } from './device-sessions.ts';
import { RateLimitError } from './rate-limits.ts';

const HOUR = 3_600_000;
const NO_LIMITS = { messages: '', telemetryMessages: '', telemetryDataPoints: '' };
const context = {
  generation: 0,
  device: { id: 'device', tenantId: 'tenant' },
  profile: {},
  limits: { tenant: NO_LIMITS, device: NO_LIMITS },
} as unknown as DeviceContext;

/** Sessions of one device, and when its state was told of its activity, epoch ms. */
function openSessions() {
  const seen: number[] = [];
  const log = pino({ level: 'silent' });
  const nothing = () => undefined;
  const sessions = createDeviceSessions({
    directory: { isOutdated: () => false },
    deviceCalls: { unsubscribe: nothing },
    clientCalls: { forget: nothing },
    deviceState: {
      connected: nothing,
      disconnected: nothing,
      active: (_: DeviceContext, moment: number) => seen.push(wallTimeOf(moment)),
    },
    usage: { of: () => ({ mayUse: () => true, add: nothing }) },
    events: { append: nothing },
    liveBus: createEmbeddedLiveBus(log),
    log,
    settings: { sessionInactivityTimeout: 300_000, activityReportPeriod: 3_000 },
  } as unknown as DeviceSessionsParts);
  const ended: string[] = [];
  const handler = { ended: (reason: string) => ended.push(reason) } as unknown as SessionHandler;
  return { sessions, seen, ended, handler };
}

beforeEach(() => void vi.useFakeTimers({ now: 1_800_000_000_000 }));
afterEach(() => void vi.useRealTimers());

it.each([HOUR, -HOUR])('a session ends when it was silent for long, whatever is done to the clock (%i)', (jump) => {
  const { sessions, seen, ended, handler } = openSessions();
  const session = sessions.open(context, handler, { kind: 'connection' });
  vi.setSystemTime(Date.now() + jump);
  vi.advanceTimersByTime(200_000);
  session.activity();
  vi.advanceTimersByTime(290_000);
  expect(ended).toEqual([]);
  // Activity is told by the clock as it is.
  expect(seen.at(-1)).toBe(1_800_000_000_000 + jump + 200_000);
  vi.advanceTimersByTime(20_000);
  expect(ended).toEqual(['inactive']);
  sessions.close();
});

it('a device has so many requests under way, and no more', () => {
  const { sessions, handler } = openSessions();
  const open = () => sessions.open(context, handler, { kind: 'request' });
  const first = open();
  for (let at = 1; at < 1000; at++) open();
  expect(open).toThrow(RateLimitError);
  first.close();
  open();
  // What else it does is not theirs to prevent.
  sessions.open(context, handler, { kind: 'connection' });
  sessions.close();
});
