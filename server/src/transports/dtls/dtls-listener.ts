import type { Logger } from 'pino';
import { followServerCertificate, readServerCertificate, type TlsSettings } from '../../http/server-certificate.ts';
import { createUdpChannel, type DatagramAddress } from '../datagrams.ts';
import { createDtlsChannel, type DtlsChannel, type DtlsOptions } from './dtls-channel.ts';
import { DtlsUnavailableError } from './openssl.ts';

export interface DtlsListener {
  /** As people write it: "CoAP over DTLS". */
  title: string;
  address: DatagramAddress;
  /** Somebody has asked for it: then the server does not start without. */
  isWanted: boolean;
}

/**
 * A channel over DTLS with the certificate of the server, which it follows when that changes; without a certificate shared
 * keys are all there is.
 * @returns undefined where this Node has no DTLS and nobody has asked for it
 * @throws when the certificate of the server cannot be used
 */
export function openDtls(
  { title, address, isWanted }: DtlsListener,
  settings: TlsSettings,
  options: Omit<DtlsOptions, 'certificate'>,
  log: Logger,
): DtlsChannel | undefined {
  const hasCertificate = settings.tlsCertificate !== '';
  let channel: DtlsChannel;
  try {
    const udp = createUdpChannel(address, log);
    const certificate = hasCertificate ? { certificate: readServerCertificate(settings) } : {};
    channel = createDtlsChannel(udp, { ...options, ...certificate }, log);
  } catch (error) {
    if (!(error instanceof DtlsUnavailableError) || isWanted) throw error;
    log.warn({ err: error }, `there is no ${title}: this Node cannot do it`);
    return undefined;
  }
  if (!hasCertificate) return channel;
  const stop = followServerCertificate(settings, channel.useCertificate, log);
  return {
    ...channel,
    async close() {
      stop();
      await channel.close();
    },
  };
}
