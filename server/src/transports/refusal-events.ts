import { entityId } from '@signalbox/contract/id';
import type { DeviceContext } from '../entities/device-directory.ts';
import type { EventStore } from '../events/event-store.ts';

/** One event of a device in this time, ms. */
const PERIOD = 60_000;
/** Devices whose last event is remembered. */
const MAX_DEVICES = 10_000;

/**
 * Tells the tenant what its devices were refused, since a device of an old protocol cannot be told why: ERROR events,
 * one a minute of each device.
 */
export function createRefusalEvents(events: Pick<EventStore, 'append'>, serviceId: string) {
  /** device id → epoch ms of its last event, the oldest first */
  const last = new Map<string, number>();
  return ({ device }: DeviceContext, messageType: string, error: Error): void => {
    const now = Date.now();
    if (now - (last.get(device.id) ?? 0) < PERIOD) return;
    last.delete(device.id);
    last.set(device.id, now);
    if (last.size > MAX_DEVICES) last.delete(last.keys().next().value as string);
    events.append([
      {
        tenantId: device.tenantId,
        entityId: entityId('DEVICE', device.id),
        type: 'ERROR',
        body: { server: serviceId, method: messageType, error: error.message },
      },
    ]);
  };
}
