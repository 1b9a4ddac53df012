import { certificateBody, provenCertificates, readChain } from '../client-certificates.ts';
import type { Peer } from '../datagrams.ts';
import type { DeviceAuthenticator } from '../device-credentials.ts';
import type { DeviceSession } from '../device-session.ts';
import type { DeviceSessions } from '../device-sessions.ts';
import { retryUntilCurrent } from '../outdated-device.ts';
import { SILENT } from './device-resource.ts';

export interface CertifiedDevicesParts {
  authenticator: Pick<DeviceAuthenticator, 'byCertificates'>;
  sessions: Pick<DeviceSessions, 'open'>;
  /** Ends what there is with a client. */
  end: (peer: Peer) => void;
}

interface CertifiedDevice {
  /** As credentials of devices have them. */
  certificates: readonly string[];
  /** Tells when the device or its credentials are gone. */
  session: DeviceSession;
}

/** Devices that have shown their certificate when they agreed on keys: what they send needs no token. */
export function createCertifiedDevices({ authenticator, sessions, end }: CertifiedDevicesParts) {
  /** key of a peer → who it is */
  const devices = new Map<string, CertifiedDevice>();

  function gone(peer: Peer): void {
    const device = devices.get(peer.key);
    devices.delete(peer.key);
    device?.session.close();
  }

  return {
    gone,

    /** Whether a device has the certificate of a client, or one of those above it. */
    async verify(peer: Peer): Promise<boolean> {
      const certificates = certificatesOf(peer);
      if (certificates.length === 0) return false;
      const session = await retryUntilCurrent(async () => {
        const context = await authenticator.byCertificates(certificates, 'COAP');
        const handler = { ...SILENT, ended: () => end(peer) };
        return context && sessions.open(context, handler, { kind: 'request' });
      });
      if (session) devices.set(peer.key, { certificates, session });
      return session !== undefined;
    },

    /** The certificates that stand for a client; undefined when it has shown none. */
    certificatesOf: (peer: Peer): readonly string[] | undefined =>
      peer.identity?.kind === 'certificate' ? (devices.get(peer.key)?.certificates ?? []) : undefined,
  };
}

export type CertifiedDevices = ReturnType<typeof createCertifiedDevices>;

function certificatesOf({ identity }: Peer): string[] {
  return identity?.kind === 'certificate' ? provenCertificates(readChain(identity.chain)).map(certificateBody) : [];
}
