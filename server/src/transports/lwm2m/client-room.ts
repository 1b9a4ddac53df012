import { hasFairRoom } from '../fair-room.ts';

/** A client that takes room. */
interface RoomedClient {
  readonly tenantId: string;
  readonly deviceId: string;
  /** Bytes. */
  registration: { size: number };
}

/** Clients that are registered, and what all their registrations take in memory, in bytes. */
export interface ClientBounds {
  clients: number;
  bytes: number;
}
const BOUNDS: ClientBounds = { clients: 50_000, bytes: 256 * 1024 * 1024 };

/** What the clients of a tenant take. */
interface Share {
  clients: number;
  bytes: number;
}

/**
 * Room for registered clients, shared by all listeners: a tenant has a bound of its own, and never takes so much that the
 * next one finds none.
 * @param perTenant clients that one tenant may have
 */
export function createClientRoom<C extends RoomedClient>(perTenant: number, bounds: ClientBounds = BOUNDS) {
  /** device id → its client */
  const ofDevice = new Map<string, C>();
  /** tenant id → what its clients take */
  const shares = new Map<string, Share>();
  const all: Share = { clients: 0, bytes: 0 };

  function count(tenantId: string, clients: number, bytes: number): void {
    const share = shares.get(tenantId) ?? { clients: 0, bytes: 0 };
    for (const one of [share, all]) {
      one.clients += clients;
      one.bytes += bytes;
    }
    if (share.clients > 0) shares.set(tenantId, share);
    else shares.delete(tenantId);
  }

  function mayTake(tenantId: string, bytes: number): boolean {
    const own = shares.get(tenantId)?.bytes ?? 0;
    return bytes <= 0 || hasFairRoom(own + bytes, all.bytes + bytes, bounds.bytes);
  }

  return {
    /** The client of a device. */
    ofDevice: (deviceId: string): C | undefined => ofDevice.get(deviceId),

    /** Whether a device may have a client with a registration of so many bytes; one that has a client takes its place. */
    mayEnter(tenantId: string, deviceId: string, bytes: number): boolean {
      const older = ofDevice.get(deviceId);
      if (!mayTake(tenantId, bytes - (older?.registration.size ?? 0))) return false;
      const own = shares.get(tenantId)?.clients ?? 0;
      return older !== undefined || (own < perTenant && hasFairRoom(own, all.clients, bounds.clients));
    },

    /** Whether the registration of a client may get so long, bytes. */
    mayGrow: ({ tenantId, registration }: C, bytes: number): boolean => mayTake(tenantId, bytes - registration.size),

    /** The device has no other client. */
    enter(client: C): void {
      ofDevice.set(client.deviceId, client);
      count(client.tenantId, 1, client.registration.size);
    },

    /** The client has another registration now, of a size of which it was asked whether it may be. */
    grown: ({ tenantId, registration }: C, before: number): void => count(tenantId, 0, registration.size - before),

    leave(client: C): void {
      if (ofDevice.get(client.deviceId) !== client) return;
      ofDevice.delete(client.deviceId);
      count(client.tenantId, -1, -client.registration.size);
    },
  };
}
