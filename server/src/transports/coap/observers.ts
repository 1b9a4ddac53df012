import type { DeviceContext } from '../../entities/device-directory.ts';
import type { DeviceSession } from '../device-session.ts';
import type { DeviceSessions } from '../device-sessions.ts';
import { retryUntilCurrent } from '../outdated-device.ts';
import { CoapError, Code } from './codes.ts';
import { DeviceObserver, type Observed } from './device-observer.ts';
import type { Asker, Notify } from './message-layer.ts';
import type { CoapRequest, CoapResponse } from './request.ts';

/** Devices that observe something at the same time. */
const MAX_OBSERVERS = 100_000;

export interface ObserversParts {
  sessions: Pick<DeviceSessions, 'open'>;
  notify: Notify;
}

/** Devices that observe their attributes or their calls (RFC 7641). */
export function createObservers({ sessions, notify }: ObserversParts) {
  /** device id → what it observes */
  const observers = new Map<string, DeviceObserver>();
  /** key of an endpoint → devices that observe from there */
  const byEndpoint = new Map<string, Set<DeviceObserver>>();

  const events = {
    notify,
    started(observer: DeviceObserver, endpoint: string): void {
      const there = byEndpoint.get(endpoint);
      if (there) there.add(observer);
      else byEndpoint.set(endpoint, new Set([observer]));
    },
    stopped(observer: DeviceObserver, endpoint: string): void {
      const there = byEndpoint.get(endpoint);
      there?.delete(observer);
      if (there?.size === 0) byEndpoint.delete(endpoint);
    },
    ended(observer: DeviceObserver): void {
      if (observers.get(observer.deviceId) === observer) observers.delete(observer.deviceId);
    },
  };

  async function observerOf(authenticate: () => Promise<DeviceContext>): Promise<DeviceObserver> {
    return retryUntilCurrent(async () => {
      const context = await authenticate();
      const { id } = context.device;
      const known = observers.get(id);
      if (known) return known;
      if (observers.size >= MAX_OBSERVERS) throw new CoapError(Code.unavailable, 'Too many devices observe');
      const observer = new DeviceObserver(id, events);
      observer.session = sessions.open(context, observer, { kind: 'connection' });
      observers.set(id, observer);
      return observer;
    });
  }

  return {
    /** The lasting session of a device, while it observes something. */
    sessionOf: (deviceId: string): DeviceSession | undefined => observers.get(deviceId)?.session,

    /** The device has sent something: it may be awake for a while. */
    heardFrom(deviceId: string): void {
      observers.get(deviceId)?.wake();
    },

    /** @param authenticate finds the device again when it changes meanwhile */
    async register(
      observed: Observed,
      request: CoapRequest,
      asker: Asker,
      authenticate: () => Promise<DeviceContext>,
    ): Promise<CoapResponse> {
      const observer = await observerOf(authenticate);
      return observer.register(observed, request, asker);
    },

    deregister(observed: Observed, deviceId: string): CoapResponse {
      observers.get(deviceId)?.deregister(observed);
      return { code: Code.deleted };
    },

    /** A client resets a notification: it does not observe any more. */
    reset(endpoint: string, messageId: number): void {
      for (const observer of [...(byEndpoint.get(endpoint) ?? [])]) observer.reset(endpoint, messageId);
    },

    /** Nothing reaches the client any more. */
    gone(endpoint: string): void {
      for (const observer of [...(byEndpoint.get(endpoint) ?? [])]) observer.gone(endpoint);
    },

    count: () => observers.size,
  };
}

export type Observers = ReturnType<typeof createObservers>;
