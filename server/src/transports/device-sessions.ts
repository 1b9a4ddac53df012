import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { LiveBus } from '../bus/live-bus.ts';
import { steadyNow } from '../config/steady-clock.ts';
import type { DeviceState } from '../device-state/device-state.ts';
import type { DeviceContext, DeviceDirectory } from '../entities/device-directory.ts';
import type { DeviceCalls } from '../rpc/device-calls.ts';
import { COUNTER, type TenantUsage, type UsageMeter } from '../usage/usage-meter.ts';
import { followDeviceChanges } from './device-changes.ts';
import type { DeviceSession, SessionEnd, SessionHandler, SessionOptions } from './device-session.ts';
import { createDeviceUplink, type DeviceUplinkParts } from './device-uplink.ts';
import { OutdatedDeviceError } from './outdated-device.ts';
import { createRateLimiter, RateLimitError } from './rate-limits.ts';
import { createSessionActivity } from './session-activity.ts';
import { createSessionBehaviour, type Session, type SessionBehaviour } from './session-behaviour.ts';

/** Requests of one device that are under way: each long poll is one. */
const MAX_REQUESTS = 1000;

export interface DeviceSessionsParts extends DeviceUplinkParts {
  directory: DeviceDirectory;
  deviceCalls: DeviceCalls;
  deviceState: DeviceState;
  usage: UsageMeter;
  liveBus: LiveBus;
  log: Logger;
  settings: DeviceUplinkParts['settings'] & {
    /** ms */
    sessionInactivityTimeout: number;
    /** ms */
    activityReportPeriod: number;
  };
}

interface OpenDevice {
  context: DeviceContext;
  /** Oldest first. */
  sessions: Set<Session>;
}

/** All sessions of devices on this server, whatever their protocol. */
export function createDeviceSessions(parts: DeviceSessionsParts) {
  const { directory, deviceCalls, clientCalls, deviceState, usage, liveBus, log, settings } = parts;
  const rateLimiter = createRateLimiter();
  const activity = createSessionActivity(deviceState, settings.activityReportPeriod);
  /** device id → its open sessions; only devices that have one */
  const open = new Map<string, OpenDevice>();

  /** @throws RateLimitError when the tenant has used up what it may send this month */
  function requireUsage(tenantId: string): TenantUsage {
    const used = usage.of(tenantId);
    if (!used.mayUse('TRANSPORT')) throw new RateLimitError('The tenant has used up the messages of this month');
    return used;
  }

  function count(session: Session, values: number): void {
    const { device, limits } = session.context;
    const used = requireUsage(device.tenantId);
    rateLimiter.count(limits, device.tenantId, device.id, values);
    used.add(COUNTER.transportMessages);
    used.add(COUNTER.transportDataPoints, values);
    activity.touch(session);
  }
  const behaviour = createSessionBehaviour({
    uplink: createDeviceUplink(parts, count),
    deviceCalls,
    activity,
    count,
    close,
  });

  const inactivityTimer = setInterval(endInactive, Math.min(10_000, settings.sessionInactivityTimeout / 4));
  inactivityTimer.unref();

  function endInactive(): void {
    const before = steadyNow() - settings.sessionInactivityTimeout;
    for (const { sessions } of open.values()) {
      for (const session of sessions) {
        if (session.kind !== 'connection' || session.lastActivity > before) continue;
        if (!session.handler.sleeps?.()) end(session, 'inactive');
      }
    }
  }

  function close(session: Session): void {
    if (session.closed) return;
    session.closed = true;
    const { id } = session.context.device;
    if (session.wantsCalls) deviceCalls.unsubscribe(id, session);
    clientCalls.forget(session.id);
    const entry = open.get(id);
    entry?.sessions.delete(session);
    if (entry?.sessions.size === 0) open.delete(id);
    activity.report(session);
    if (session.kind === 'connection' && !hasConnection(open.get(id))) {
      deviceState.disconnected(session.context, Date.now());
    }
  }

  function end(session: Session, reason: SessionEnd): void {
    close(session);
    try {
      session.handler.ended(reason);
    } catch (error) {
      log.error({ err: error, reason }, 'a device session could not be ended');
    }
  }

  function endAll(deviceId: string, reason: SessionEnd): void {
    for (const session of [...(open.get(deviceId)?.sessions ?? [])]) end(session, reason);
  }

  /** Gives a context to all sessions of its device, unless they have a newer one. */
  function adopt(entry: OpenDevice, context: DeviceContext): void {
    if (context.generation < entry.context.generation) return;
    entry.context = context;
    for (const session of entry.sessions) session.context = context;
  }

  /** Reads the device again for its sessions. */
  function refresh(deviceId: string): void {
    directory.find(deviceId).then(
      (context) => {
        if (!context) return endAll(deviceId, 'deviceDeleted');
        const entry = open.get(deviceId);
        if (entry) adopt(entry, context);
      },
      (error) => log.error({ err: error, deviceId }, 'a changed device could not be read'),
    );
  }

  const stopFollowing = followDeviceChanges(liveBus, { open, endAll, refresh });

  return {
    /**
     * Opens a session for a device that has shown its credentials.
     * @throws OutdatedDeviceError when they may have changed since; see retryUntilCurrent
     * @throws RateLimitError when a new connection is one message too many, or too many requests are under way
     */
    open(context: DeviceContext, handler: SessionHandler, { kind }: SessionOptions): DeviceSession {
      const { id } = context.device;
      const now = Date.now();
      if (directory.isOutdated(context)) throw new OutdatedDeviceError();
      if (kind === 'connection') {
        requireUsage(context.device.tenantId);
        rateLimiter.count(context.limits, context.device.tenantId, id, 0);
      }
      let entry = open.get(id);
      if (!entry) {
        entry = { context, sessions: new Set() };
        open.set(id, entry);
      }
      if (kind === 'request' && entry.sessions.size >= MAX_REQUESTS) {
        throw new RateLimitError(`More than ${MAX_REQUESTS} requests of the device are under way`);
      }
      adopt(entry, context);
      const older = kind === 'connection' ? [...entry.sessions].filter((other) => other.kind === 'connection') : [];
      const session: Session = Object.assign(Object.create(behaviour) as SessionBehaviour, {
        id: randomUUID() as string,
        context: entry.context,
        kind,
        handler,
        lastActivity: steadyNow(),
        unreported: false,
        wantsAttributes: false,
        wantsCalls: false,
        closed: false,
      });
      entry.sessions.add(session);
      // The newest connection wins. It is there already, so the device does not count as disconnected in between.
      for (const other of older) end(other, 'newerSession');
      if (kind === 'connection') deviceState.connected(context, now);
      deviceState.active(context, session.lastActivity);
      return session;
    },

    /** Ends all sessions. */
    close(): void {
      activity.close();
      clearInterval(inactivityTimer);
      stopFollowing();
      for (const id of [...open.keys()]) endAll(id, 'shutdown');
    },
  };
}

function hasConnection(entry: OpenDevice | undefined): boolean {
  for (const session of entry?.sessions ?? []) if (session.kind === 'connection') return true;
  return false;
}

export type DeviceSessions = ReturnType<typeof createDeviceSessions>;
