import type { Logger } from 'pino';
import { SETTINGS } from '../../config/settings.ts';
import type { DeviceDirectory } from '../../entities/device-directory.ts';
import type { TlsSettings } from '../../http/server-certificate.ts';
import type { CertificateChecks } from '../certificates/certificate-checks.ts';
import { createUdpChannel } from '../datagrams.ts';
import { openDtls } from '../dtls/dtls-listener.ts';
import type { ExchangeLog } from '../exchanges/exchange-log.ts';
import { createCredentialsLookup } from './credentials-lookup.ts';
import type { Lwm2mListener } from './lwm2m-server.ts';

export interface Lwm2mListenerParts {
  directory: DeviceDirectory;
  certificates: CertificateChecks;
  exchanges: ExchangeLog;
  /** Ports 0: any free one. */
  settings: TlsSettings & {
    bind: string;
    lwm2mPort: number;
    lwm2mDtlsPort: number;
    lwm2mBootstrapPort: number;
    lwm2mBootstrapDtlsPort: number;
  };
  log: Logger;
}

/** Clients without encryption, and those with: by a shared key, and by their own key or certificate where the server has one. */
function listeners(
  { directory, certificates, exchanges, settings, log }: Lwm2mListenerParts,
  own: { name: string; title: string; port: number; dtls: 'lwm2mDtlsPort' | 'lwm2mBootstrapDtlsPort'; secure: string },
  keyOf: (identity: string) => Promise<Buffer | undefined>,
): Lwm2mListener[] {
  const { bind } = settings;
  const { verify } = createCredentialsLookup(directory, certificates, exchanges);
  const title = `${own.title} over DTLS`;
  const port = settings[own.dtls];
  const channel = openDtls(
    { title, address: { bind, port }, isWanted: port !== SETTINGS[own.dtls].default },
    settings,
    { psk: keyOf, clientCertificates: 'wanted', rawPublicKeys: settings.tlsCertificate !== '', verify, certificates },
    log,
  );
  return [
    {
      name: own.name,
      address: { title: own.title, scheme: 'coap' },
      channel: createUdpChannel({ bind, port: own.port }, log),
    },
    ...(channel ? [{ name: own.secure, address: { title, scheme: 'coaps' }, channel }] : []),
  ];
}

/** Ways in to the LwM2M server. */
export function serverListeners(parts: Lwm2mListenerParts): Lwm2mListener[] {
  const { keyOf } = createCredentialsLookup(parts.directory, parts.certificates);
  const { lwm2mPort: port } = parts.settings;
  return listeners(parts, { name: 'lwm2m', title: 'LwM2M', port, dtls: 'lwm2mDtlsPort', secure: 'lwm2ms' }, keyOf);
}

/** Ways in to the bootstrap server. */
export function bootstrapListeners(parts: Lwm2mListenerParts): Lwm2mListener[] {
  const { keyForBootstrap } = createCredentialsLookup(parts.directory, parts.certificates);
  const { lwm2mBootstrapPort: port } = parts.settings;
  const names = { name: 'lwm2m-bootstrap', title: 'LwM2M bootstrap', secure: 'lwm2ms-bootstrap' };
  return listeners(parts, { ...names, port, dtls: 'lwm2mBootstrapDtlsPort' }, keyForBootstrap);
}
