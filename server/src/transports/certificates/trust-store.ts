import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Logger } from 'pino';
import { followFiles } from '../../config/follow-files.ts';
import { commonName, readChain, trustedUntil } from './client-certificates.ts';
import { NO_REVOCATIONS, type Revocations } from './revocations.ts';

/** Who a client is. */
export interface CertifiedName {
  name: string;
  /** epoch ms */
  until: number;
}

/** Authorities whose word is taken for who a client is. */
export interface TrustStore {
  /**
   * The name in the certificate of a client, and until when it counts.
   * @param chain in DER form, the certificate of the client first; its key has been proven
   * @returns undefined when none of the authorities stands for it now, or it has no name
   */
  nameOf(chain: readonly Buffer[]): CertifiedName | undefined;
  /** Calls `listener` whenever there are other authorities than before. @returns a function that ends this */
  onChange(listener: () => void): () => void;
  close(): void;
}

/** Nobody is trusted. */
export const NO_TRUST: TrustStore = {
  nameOf: () => undefined,
  onChange: () => () => undefined,
  close: () => undefined,
};

/** @throws when the file cannot be read, or holds something else than certificates of authorities */
function readAuthorities(file: string): X509Certificate[] {
  const pems = readFileSync(file, 'latin1').match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  if (pems.length === 0) throw new Error(`${file} holds no certificates`);
  return pems.map((pem) => {
    const certificate = new X509Certificate(pem);
    if (!certificate.ca) throw new Error(`${file} holds a certificate of nobody who may sign: ${certificate.subject}`);
    return certificate;
  });
}

/**
 * The authorities in a file, which is followed: what cannot be used is logged, and those before stay.
 * @param file PEM; empty: nobody is trusted
 * @throws when it cannot be used
 */
export function openTrustStore(
  file: string,
  log: Pick<Logger, 'info' | 'error'>,
  { revocations = NO_REVOCATIONS, period }: { revocations?: Revocations; period?: number } = {},
): TrustStore {
  if (file === '') return NO_TRUST;
  let authorities = readAuthorities(file);
  const listeners = new Set<() => void>();
  const readAgain = (): void => {
    try {
      authorities = readAuthorities(file);
    } catch (error) {
      log.error({ err: error }, 'the new trust store cannot be used, the one before it stays');
      return;
    }
    log.info('the trust store was read again');
    for (const listener of listeners) listener();
  };
  const stop = followFiles([file], readAgain, period);
  return {
    nameOf(chain) {
      const certificates = readChain(chain);
      const [own] = certificates;
      const until = trustedUntil(certificates, authorities, revocations);
      const name = own && until !== undefined ? commonName(own) : undefined;
      return name === undefined || until === undefined ? undefined : { name, until };
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: stop,
  };
}
