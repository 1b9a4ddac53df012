import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext, type SecureContextOptions } from 'node:tls';
import type { Logger } from 'pino';
import { followFiles } from '../config/follow-files.ts';

/** Paths of the files, and what opens them; without a certificate nothing listens for TLS. */
export interface TlsSettings {
  /** PEM with the chain, or PKCS #12 (`.p12`, `.pfx`) with the key. */
  tlsCertificate: string;
  /** PEM. */
  tlsKey: string;
  tlsPassword: string;
}

/**
 * Reads the certificate and the key of the server.
 * @throws when a file cannot be read, or does not hold what it should
 */
export function readServerCertificate({ tlsCertificate, tlsKey, tlsPassword }: TlsSettings): SecureContextOptions {
  const passphrase = tlsPassword === '' ? {} : { passphrase: tlsPassword };
  const options: SecureContextOptions = /\.(p12|pfx)$/i.test(tlsCertificate)
    ? { pfx: readFileSync(tlsCertificate), ...passphrase }
    : { cert: readFileSync(tlsCertificate), key: readFileSync(tlsKey || tlsCertificate), ...passphrase };
  // Tells what is wrong with it now, and not to the first client.
  createSecureContext(options);
  return options;
}

/** The own certificate of the server, wherever it stands; undefined when Node does not say it. */
export function ownCertificate(options: SecureContextOptions): X509Certificate | undefined {
  if (Buffer.isBuffer(options.cert)) return new X509Certificate(options.cert);
  // Only OpenSSL reads PKCS #12, and this is how Node gives out what is in it.
  const { context } = createSecureContext(options) as { context?: { getCertificate?: () => unknown } };
  const der = context?.getCertificate?.();
  return Buffer.isBuffer(der) ? new X509Certificate(der) : undefined;
}

/**
 * Follows the files of the certificate: connections that begin after a change get the new one. What cannot be used is
 * logged, and the one before it stays.
 * @returns a function that ends this
 */
export function followServerCertificate(
  settings: TlsSettings,
  use: (options: SecureContextOptions) => void,
  log: Pick<Logger, 'info' | 'error'>,
  period?: number,
): () => void {
  const files = [settings.tlsCertificate, settings.tlsKey].filter((file) => file !== '');
  const look = () => {
    try {
      use(readServerCertificate(settings));
      log.info('the certificate of the server was read again');
    } catch (error) {
      log.error({ err: error }, 'the new certificate of the server cannot be used, the one before it stays');
    }
  };
  return followFiles(files, look, period);
}
