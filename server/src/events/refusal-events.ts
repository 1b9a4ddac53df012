import type { EntityId } from '@signalbox/contract/id';
import type { EventStore } from './event-store.ts';

/** One event of a device in this time, ms. */
const PERIOD = 60_000;
/** Devices whose last event is remembered. */
const MAX_DEVICES = 10_000;

/** Tells the tenant that something of a device was refused. */
export type ReportRefusal = (tenantId: string, device: EntityId, messageType: string, error: Error) => void;

/**
 * Tells tenants what their devices were refused, since a device of an old protocol, or one that was acknowledged before,
 * cannot be told: ERROR events, one a minute of each device.
 */
export function createRefusalEvents(events: Pick<EventStore, 'append'>, serviceId: string): ReportRefusal {
  /** device id → epoch ms of its last event, the oldest first */
  const last = new Map<string, number>();
  return (tenantId, device, messageType, error) => {
    const now = Date.now();
    if (now - (last.get(device.id) ?? 0) < PERIOD) return;
    last.delete(device.id);
    last.set(device.id, now);
    if (last.size > MAX_DEVICES) last.delete(last.keys().next().value as string);
    events.append([
      {
        tenantId,
        entityId: device,
        type: 'ERROR',
        body: { server: serviceId, method: messageType, error: error.message },
      },
    ]);
  };
}
