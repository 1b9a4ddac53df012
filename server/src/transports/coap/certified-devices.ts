import type { CertificateChecks, ShownCertificates } from '../certificates/certificate-checks.ts';
import type { Peer } from '../datagrams.ts';
import type { DeviceAuthenticator } from '../device-credentials.ts';
import type { DeviceSession } from '../device-session.ts';
import type { DeviceSessions } from '../device-sessions.ts';
import type { ExchangeLog } from '../exchanges/exchange-log.ts';
import { retryUntilCurrent } from '../outdated-device.ts';
import { SILENT } from './device-resource.ts';

export interface CertifiedDevicesParts {
  authenticator: Pick<DeviceAuthenticator, 'byCertificates'>;
  sessions: Pick<DeviceSessions, 'open'>;
  certificates: Pick<CertificateChecks, 'showDer'>;
  exchanges: Pick<ExchangeLog, 'begin'>;
  /** Ends what there is with a client. */
  end: (peer: Peer) => void;
}

interface CertifiedDevice {
  shown: ShownCertificates;
  /** Tells when the device or its credentials are gone. */
  session: DeviceSession;
}

/** What a client that shows a certificate is, when none of its certificates is one of a device. */
const NOTHING_SHOWN: ShownCertificates = { bodies: [], refusal: undefined };

/** Devices that have shown their certificate when they agreed on keys: what they send needs no token. */
export function createCertifiedDevices({
  authenticator,
  sessions,
  certificates,
  exchanges,
  end,
}: CertifiedDevicesParts) {
  /** key of a peer → who it is */
  const devices = new Map<string, CertifiedDevice>();

  /** @param reason for which we have ended it, if we have */
  function gone(peer: Peer, reason?: string): void {
    const device = devices.get(peer.key);
    devices.delete(peer.key);
    if (device && reason !== undefined) {
      const { id } = device.session.context.device;
      exchanges.begin(id, { direction: 'OUT', protocol: 'COAP', kind: 'CLOSE', outcome: 'SENT', reason });
    }
    device?.session.close();
  }

  return {
    gone,

    /** Whether a device has the certificate of a client, or one of those above it. */
    async verify(peer: Peer): Promise<boolean> {
      if (peer.identity?.kind !== 'certificate') return false;
      const shown = certificates.showDer(peer.identity.chain, peer.address);
      if (shown.bodies.length === 0 && !shown.refusal) return false;
      const session = await retryUntilCurrent(async () => {
        const context = await authenticator.byCertificates(shown, 'COAP');
        const handler = { ...SILENT, ended: () => end(peer) };
        return context && sessions.open(context, handler, { kind: 'request' });
      });
      if (session) devices.set(peer.key, { shown, session });
      return session !== undefined;
    },

    /** The certificates that stand for a client; undefined when it has shown none. */
    certificatesOf: (peer: Peer): ShownCertificates | undefined =>
      peer.identity?.kind === 'certificate' ? (devices.get(peer.key)?.shown ?? NOTHING_SHOWN) : undefined,
  };
}

export type CertifiedDevices = ReturnType<typeof createCertifiedDevices>;
