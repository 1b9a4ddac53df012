import type { Logger } from 'pino';
import { SETTINGS } from '../../config/settings.ts';
import type { TlsSettings } from '../../http/server-certificate.ts';
import type { CertificateChecks } from '../certificates/certificate-checks.ts';
import { createUdpChannel } from '../datagrams.ts';
import { openDtls } from '../dtls/dtls-listener.ts';
import { type CertifiedDevicesParts, createCertifiedDevices } from './certified-devices.ts';
import type { CoapListener } from './coap-server.ts';

/** CoAP without encryption. @param settings `coapPort` 0: any free one */
export function plainListener(settings: { bind: string; coapPort: number }, log: Logger): CoapListener {
  return {
    name: 'coap',
    address: { title: 'CoAP', scheme: 'coap' },
    channel: createUdpChannel({ bind: settings.bind, port: settings.coapPort }, log),
  };
}

export interface DtlsListenerParts extends Omit<CertifiedDevicesParts, 'end'> {
  certificates: Pick<CertificateChecks, 'showDer' | 'follow' | 'prove'>;
  settings: TlsSettings & {
    bind: string;
    /** 0: any free one */
    coapDtlsPort: number;
  };
  log: Logger;
}

/**
 * CoAP over DTLS 1.2. Clients may show a certificate: then it says which device they are, and nothing else does.
 * @returns none without a certificate, and where this Node has no DTLS and nobody has asked for a port of it
 * @throws when the certificate of the server cannot be used
 */
export function dtlsListeners({ settings, log, ...parts }: DtlsListenerParts): CoapListener[] {
  if (settings.tlsCertificate === '') return [];
  const { bind, coapDtlsPort: port } = settings;
  const certified = createCertifiedDevices({ ...parts, end: (peer) => channel?.end(peer) });
  const address = { title: 'CoAP over DTLS', scheme: 'coaps' };
  const channel = openDtls(
    { title: address.title, address: { bind, port }, isWanted: port !== SETTINGS.coapDtlsPort.default },
    settings,
    { clientCertificates: 'wanted', verify: certified.verify, certificates: parts.certificates },
    log,
  );
  return channel ? [{ name: 'coaps', address, channel, certified }] : [];
}
