import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import type { LiveBus } from '../../bus/live-bus.ts';
import { steadyNow } from '../../config/steady-clock.ts';
import type { DeviceDirectory } from '../../entities/device-directory.ts';
import { CoapError, Code } from '../coap/codes.ts';
import type { Endpoint } from '../coap/endpoints.ts';
import type { Requesters } from '../coap/requester.ts';
import type { PeerIdentity } from '../datagrams.ts';
import type { DeviceSessions } from '../device-sessions.ts';
import { retryUntilCurrent } from '../outdated-device.ts';
import type { createClientRoom } from './client-room.ts';
import type { CredentialsLookup } from './credentials-lookup.ts';
import { Lwm2mClient, type Lwm2mClientParts } from './lwm2m-client.ts';
import { type Registration, updatedRegistration } from './registration.ts';
import type { OfferedPackages } from './updates/offered-packages.ts';

export interface RegistrationsParts extends Omit<Lwm2mClientParts, 'onEnded' | 'requester' | 'offered'> {
  requester: Requesters;
  /** Shared by all listeners. */
  offered: OfferedPackages;
  /** Shared by all listeners. */
  room: ReturnType<typeof createClientRoom<Lwm2mClient>>;
  sessions: Pick<DeviceSessions, 'open'>;
  directory: Pick<DeviceDirectory, 'find'>;
  credentials: CredentialsLookup;
  /** Waits for a client to show that it receives what is sent to its address. */
  proof: (endpoint: Endpoint) => Promise<boolean>;
  liveBus: LiveBus;
  log: Logger;
}

const EXPIRY_PERIOD = 1000;
/** Registered clients that receive count as active: their device is told so often, ms. */
const ACTIVITY_PERIOD = 60_000;
const ID_BYTES = 10;

/** The clients registered by one listener: one of each device, until it deregisters or its lifetime is over. */
export function createRegistrations(parts: RegistrationsParts) {
  const { room, sessions, directory, credentials, proof, liveBus, log } = parts;
  /** id of a registration → its client */
  const clients = new Map<string, Lwm2mClient>();
  /** id of a registration → who may change it */
  const identities = new Map<string, PeerIdentity>();
  /** id of a registration by a certificate → when that ends, epoch ms */
  const certificateEnds = new Map<string, number>();
  /** who sends, as `senderOf` says → the client */
  const senders = new Map<string, Lwm2mClient>();

  function forget(client: Lwm2mClient): void {
    clients.delete(client.id);
    room.leave(client);
    const sender = senderOf(client.endpoint, identities.get(client.id));
    if (senders.get(sender) === client) senders.delete(sender);
    identities.delete(client.id);
    certificateEnds.delete(client.id);
  }

  const expiryTimer = setInterval(() => {
    const now = steadyNow();
    for (const client of clients.values()) {
      if (client.registeredAt + client.registration.lifetime * 1000 > now) continue;
      client.log('Info: The registration has expired');
      client.end();
    }
    for (const [id, end] of certificateEnds) {
      if (end > Date.now()) continue;
      const client = clients.get(id);
      client?.log('Info: The certificate of the client has expired');
      client?.end();
    }
  }, EXPIRY_PERIOD);
  const activityTimer = setInterval(() => {
    for (const client of clients.values()) client.stillThere();
  }, ACTIVITY_PERIOD);
  for (const timer of [expiryTimer, activityTimer]) timer.unref();

  /** Something that governs a device has changed. Its session learns of that by itself, and may be a moment later. */
  async function refresh(client: Lwm2mClient): Promise<void> {
    try {
      const context = await directory.find(client.deviceId);
      if (context && context.profile.transportType !== 'LWM2M') client.end();
      else if (context) client.refresh(context);
    } catch (error) {
      log.error({ err: error }, 'a changed device of LwM2M could not be read');
    }
  }

  const stopListening = liveBus.subscribeKinds(['entity'], (change) => {
    if (change.kind !== 'entity' || change.action === 'created') return;
    const { entityType, id } = change.entityId;
    if (entityType === 'DEVICE') {
      const client = room.ofDevice(id);
      if (client && clients.has(client.id) && change.action === 'updated') void refresh(client);
    } else if (entityType === 'DEVICE_PROFILE') {
      for (const client of clients.values()) {
        if (client.session?.context.device.profileId === id) void refresh(client);
      }
    }
  });

  /** Ends the registrations of those whose certificate counts no more. */
  async function checkCertificates(): Promise<void> {
    for (const client of [...clients.values()]) {
      const identity = identities.get(client.id);
      if (identity?.kind !== 'certificate') continue;
      const known = await credentials.find(client.registration.endpoint, identity);
      if (known?.until !== undefined && clients.has(client.id)) certificateEnds.set(client.id, known.until);
      if (known) continue;
      client.log('Info: The certificate of the client counts no more');
      client.end();
    }
  }
  const stopTrusting = credentials.onTrustChange(() => {
    checkCertificates().catch((error) => log.error({ err: error }, 'certificates could not be checked again'));
  });

  function find(id: string, identity: PeerIdentity): Lwm2mClient {
    const client = clients.get(id);
    if (!client || !isSame(identities.get(id), identity)) throw new CoapError(Code.notFound, '');
    return client;
  }

  /** Whether the client at an address may take the place of the one that its device has: anybody can invent addresses. */
  async function mayReplace(deviceId: string, endpoint: Endpoint): Promise<boolean> {
    const older = room.ofDevice(deviceId);
    return !older || older.endpoint.key === endpoint.key || proof(endpoint);
  }

  return {
    /**
     * Registers a client; an older registration of its device ends.
     * @returns undefined when no device may show itself like that; `later` when the device is registered from elsewhere,
     * and the client has not shown yet that it receives what is sent to its address
     */
    async register(
      registration: Registration,
      endpoint: Endpoint,
      identity: PeerIdentity,
    ): Promise<Lwm2mClient | 'later' | undefined> {
      let until: number | undefined;
      const client = await retryUntilCurrent(async () => {
        const known = await credentials.find(registration.endpoint, identity);
        if (!known) return undefined;
        until = known.until;
        const { id: deviceId, tenantId } = known.context.device;
        if (!(await mayReplace(deviceId, endpoint))) return 'later';
        if (!room.mayEnter(tenantId, deviceId, registration.size)) throw tooMuch();
        const id = randomBytes(ID_BYTES).toString('hex');
        const made = new Lwm2mClient(id, known.context, registration, endpoint, {
          ...parts,
          requester: parts.requester.of(tenantId),
          offered: parts.offered.of(tenantId),
          onEnded: forget,
        });
        made.session = sessions.open(known.context, made, { kind: 'connection' });
        return made;
      });
      if (!client || client === 'later') return client;
      // It may have registered with another listener.
      room.ofDevice(client.deviceId)?.end();
      clients.set(client.id, client);
      room.enter(client);
      identities.set(client.id, identity);
      if (until !== undefined) certificateEnds.set(client.id, until);
      senders.set(senderOf(endpoint, identity), client);
      client.log(`Info: Client registered with registration id: ${client.id}`);
      return client;
    },

    /** Changes a registration, also from another address. @returns the client, and what it is to do when it is answered */
    update(
      id: string,
      query: ReadonlyMap<string, string>,
      body: Buffer,
      endpoint: Endpoint,
      identity: PeerIdentity,
    ): { client: Lwm2mClient; sent: () => void } {
      const client = find(id, identity);
      const { registration } = client;
      const next = updatedRegistration(registration, query, body);
      if (!room.mayGrow(client, next.size)) throw tooMuch();
      client.registration = next;
      room.grown(client, registration.size);
      const hasMoved = client.endpoint.key !== endpoint.key;
      const sender = senderOf(client.endpoint, identity);
      if (senders.get(sender) === client) senders.delete(sender);
      client.endpoint = endpoint;
      senders.set(senderOf(endpoint, identity), client);
      return { client, sent: () => client.updated(hasMoved, body.length > 0) };
    },

    deregister(id: string, identity: PeerIdentity): void {
      const client = find(id, identity);
      client.log(`Info: Client unregistered with registration id: ${id}`);
      client.end();
    },

    /** The registered client that sends from there. @throws CoapError */
    sender(endpoint: Endpoint, identity: PeerIdentity): Lwm2mClient {
      const client = senders.get(senderOf(endpoint, identity));
      if (!client || !isSame(identities.get(client.id), identity)) throw new CoapError(Code.notFound, '');
      return client;
    },

    /** The device of a registration. */
    deviceOf: (id: string): string | undefined => clients.get(id)?.deviceId,

    count: () => clients.size,

    close(): void {
      stopListening();
      stopTrusting();
      clearInterval(expiryTimer);
      clearInterval(activityTimer);
      for (const client of [...clients.values()]) client.end();
    },
  };
}

/** Who a message without the id of a registration is from: whoever has a shared key, wherever he is, or is at a place. */
function senderOf(endpoint: Endpoint, identity: PeerIdentity | undefined): string {
  return identity?.kind === 'psk' ? `psk ${identity.identity}` : `at ${endpoint.key}`;
}

const tooMuch = (): CoapError => new CoapError(Code.unavailable, 'The tenant has too many clients');

function isSame(known: PeerIdentity | undefined, shown: PeerIdentity): boolean {
  if (known?.kind !== shown.kind) return false;
  if (known.kind === 'psk' && shown.kind === 'psk') {
    return known.identity === shown.identity && known.key.equals(shown.key);
  }
  if (known.kind === 'publicKey' && shown.kind === 'publicKey') return known.key.equals(shown.key);
  if (known.kind === 'certificate' && shown.kind === 'certificate') {
    return known.chain[0] !== undefined && shown.chain[0]?.equals(known.chain[0]) === true;
  }
  return true;
}
