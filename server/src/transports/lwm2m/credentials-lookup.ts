import { isStorableText } from '@signalbox/contract/text';
import type { CredentialsRecord, DeviceContext, DeviceDirectory } from '../../entities/device-directory.ts';
import type { CertificateChecks } from '../certificates/certificate-checks.ts';
import { commonName, readChain } from '../certificates/client-certificates.ts';
import type { Peer, PeerIdentity } from '../datagrams.ts';
import { sha3 } from '../device-credentials.ts';
import { type ExchangeLog, NO_EXCHANGES } from '../exchanges/exchange-log.ts';

/** Where the credentials of a device of LwM2M may say that it is bootstrapped. */
export type Lwm2mCredentials = { client: Json; bootstrap: Json };
type Json = Record<string, unknown>;

/** A device that has shown who it is. */
export interface KnownDevice {
  context: DeviceContext;
  credentials: Lwm2mCredentials;
  /** When the certificate ends that it has shown, epoch ms; absent: it has shown none. */
  until?: number | undefined;
}

/** What looking up needs to know of certificates. */
export type CheckedCertificates = Pick<CertificateChecks, 'prove' | 'showDer' | 'nameOf' | 'onChange'>;

interface StoredCredentials {
  deviceId: string;
  credentials: Lwm2mCredentials;
  /** See KnownDevice. */
  until?: number;
}

const MAX_NAME = 255;
/** Names of the modes in credentials. */
const MODES = { none: 'NO_SEC', psk: 'PSK', publicKey: 'RPK', certificate: 'X509' } as const;

function objectIn(value: unknown): Json {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Json) : {};
}

function credentialsIn({ type, value }: CredentialsRecord): Lwm2mCredentials | undefined {
  if (type !== 'LWM2M_CREDENTIALS') return undefined;
  try {
    const parsed = objectIn(JSON.parse(value ?? '') as unknown);
    return { client: objectIn(parsed.client), bootstrap: objectIn(parsed.bootstrap) };
  } catch {
    return undefined;
  }
}

/** Bytes of a key that is stored as hex or as base64. */
export function keyBytes(stored: unknown): Buffer {
  const text = typeof stored === 'string' ? stored.replace(/\s/g, '') : '';
  return /^([0-9a-f]{2})+$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64');
}

/** Finds devices by what they show of themselves (device-protocols.md §8.1). */
export function createCredentialsLookup(
  directory: DeviceDirectory,
  certificates: CheckedCertificates,
  exchanges: ExchangeLog = NO_EXCHANGES,
) {
  /** Tells those who look at a device that it did not show what its credentials say. */
  function refused(deviceId: string, reason: string): undefined {
    if (!exchanges.isWatching) return;
    exchanges.begin(deviceId, {
      direction: 'IN',
      protocol: 'LWM2M',
      kind: 'REGISTER',
      address: '/rd',
      outcome: 'REFUSED',
      reason,
    });
  }

  async function stored(id: string): Promise<StoredCredentials | undefined> {
    if (id === '' || id.length > MAX_NAME || !isStorableText(id)) return undefined;
    const record = await directory.findCredentials(id);
    const credentials = record && credentialsIn(record);
    return credentials && record && { deviceId: record.deviceId, credentials };
  }

  /** The credentials that hold the certificate that a client shows. */
  async function withCertificate([own]: readonly Buffer[]) {
    const body = own?.toString('base64') ?? '';
    const found = await stored(sha3(body));
    return found?.credentials.client.cert === body ? found : undefined;
  }

  /** The credentials of an endpoint without a certificate, if somebody who is trusted says that the client is that one. */
  async function certified(chain: readonly Buffer[], endpoint: string) {
    const found = await stored(endpoint);
    const client = found?.credentials.client;
    // Of whom a certificate is stored shows that one.
    if (!found || client?.securityConfigClientMode !== MODES.certificate || client.cert) return undefined;
    const named = certificates.nameOf(chain);
    if (!named) {
      const { refusal } = certificates.prove(chain);
      return refused(found.deviceId, refusal?.reason ?? 'nobody in the trust store has signed the certificate');
    }
    if (named.name !== endpoint) return refused(found.deviceId, 'the certificate names another client');
    return { ...found, until: named.until };
  }

  /** Tells those who look at the device of a certificate, or of its name, why that is refused. */
  async function tellOwner(chain: readonly Buffer[], reason: string): Promise<void> {
    if (!exchanges.isWatching) return;
    const [own] = readChain(chain.slice(0, 1));
    const owner = (await withCertificate(chain)) ?? (await stored((own && commonName(own)) ?? ''));
    if (owner?.credentials.client.securityConfigClientMode === MODES.certificate) refused(owner.deviceId, reason);
  }

  /** The credentials that an identity leads to, if they are for its way of showing it. */
  async function found(identity: PeerIdentity, endpoint: string) {
    if (identity.kind === 'certificate') {
      const pinned = await withCertificate(identity.chain);
      if (!pinned) return certified(identity.chain, endpoint);
      const { refusal, until } = certificates.prove(identity.chain.slice(0, 1));
      return refusal ? refused(pinned.deviceId, refusal.reason) : { ...pinned, until };
    }
    const credentials = await stored(identity.kind === 'psk' ? identity.identity : endpoint);
    if (!credentials || identity.kind === 'none') return credentials;
    // A shared key may have been replaced since the client has proven that it has it.
    return keyBytes(credentials.credentials.client.key).equals(identity.key) ? credentials : undefined;
  }

  /** The server in the credentials that an identity of a shared key leads to, as its part of the credentials has it. */
  async function sharedKey(
    identity: string,
    partOf: (credentials: Lwm2mCredentials) => { mode: unknown; identity: unknown; key: unknown },
  ): Promise<Buffer | undefined> {
    const known = await stored(identity);
    const part = known && partOf(known.credentials);
    return part?.mode === MODES.psk && part.identity === identity ? keyBytes(part.key) : undefined;
  }

  return {
    /** The key that a client is to have that names this identity. */
    keyOf: (identity: string): Promise<Buffer | undefined> =>
      sharedKey(identity, ({ client }) => ({
        mode: client.securityConfigClientMode,
        identity: client.identity,
        key: client.key,
      })),

    /** The same for the bootstrap server. */
    keyForBootstrap: (identity: string): Promise<Buffer | undefined> =>
      sharedKey(identity, ({ bootstrap }) => {
        const server = objectIn(bootstrap.bootstrapServer);
        return { mode: server.securityMode, identity: server.clientPublicKeyOrId, key: server.clientSecretKey };
      }),

    /**
     * Whether a client comes in that has proven its own key or certificate. Which device it is, it says when it registers;
     * until then it is a stranger.
     */
    async verify({ identity, address }: Peer): Promise<'stranger' | false> {
      if (identity?.kind === 'publicKey') return 'stranger';
      if (identity?.kind !== 'certificate') return false;
      const { bodies, refusal } = certificates.showDer(identity.chain.slice(0, 1), address);
      if (bodies.length > 0) return 'stranger';
      if (refusal) await tellOwner(identity.chain, refusal.reason);
      return false;
    },

    /** Calls `listener` when certificates may count no more, or count from now on. @returns a function that ends this */
    onTrustChange: (listener: () => void): (() => void) => certificates.onChange(listener),

    /**
     * The device of an endpoint.
     * @returns undefined when there is none that may show itself in this way
     */
    async find(endpoint: string, identity: PeerIdentity = { kind: 'none' }): Promise<KnownDevice | undefined> {
      const generation = directory.generation();
      const credentials = await found(identity, endpoint);
      const client = credentials?.credentials.client;
      if (!credentials) return undefined;
      if (client?.securityConfigClientMode !== MODES[identity.kind]) {
        return refused(
          credentials.deviceId,
          `the credentials of the device are not for the mode ${MODES[identity.kind]}`,
        );
      }
      if (client.endpoint !== endpoint) {
        return refused(credentials.deviceId, 'the client names another endpoint than the credentials of the device');
      }
      const context = await directory.find(credentials.deviceId, generation);
      if (context?.profile.transportType !== 'LWM2M') return undefined;
      return { context, credentials: credentials.credentials, until: credentials.until };
    },

    /**
     * The device of an endpoint that asks which server it belongs to: it shows itself as its credentials for the
     * bootstrap server say.
     */
    async findForBootstrap(
      endpoint: string,
      identity: PeerIdentity = { kind: 'none' },
    ): Promise<KnownDevice | undefined> {
      const generation = directory.generation();
      const credentials =
        (identity.kind === 'certificate' ? await withCertificate(identity.chain) : undefined) ??
        (await stored(identity.kind === 'psk' ? identity.identity : endpoint));
      const server = objectIn(credentials?.credentials.bootstrap.bootstrapServer);
      if (!credentials || server.securityMode !== MODES[identity.kind]) return undefined;
      if (credentials.credentials.client.endpoint !== endpoint) return undefined;
      const isShown = (key: unknown, shown: Buffer | undefined): boolean => shown?.equals(keyBytes(key)) === true;
      const { clientPublicKeyOrId: shared, clientSecretKey: secret } = server;
      if (identity.kind === 'psk' && !(shared === identity.identity && isShown(secret, identity.key))) return undefined;
      if (identity.kind === 'publicKey' && !isShown(shared, identity.key)) return undefined;
      if (identity.kind === 'certificate' && !isShown(shared, identity.chain[0])) return undefined;
      const context = await directory.find(credentials.deviceId, generation);
      if (context?.profile.transportType !== 'LWM2M') return undefined;
      return { context, credentials: credentials.credentials };
    },
  };
}

export type CredentialsLookup = ReturnType<typeof createCredentialsLookup>;
