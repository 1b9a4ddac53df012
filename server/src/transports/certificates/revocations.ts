import { X509Certificate } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import type { Logger } from 'pino';
import { followFiles } from '../../config/follow-files.ts';
import { DerError } from './der.ts';
import {
  type CertificateIssue,
  issueOf,
  type RevocationList,
  readRevocationList,
  subjectOf,
} from './revocation-list.ts';

/** Certificates that count no more although their time is not over. */
export interface Revocations {
  /**
   * Why a certificate counts no more: "was revoked on 2026-11-28 (key compromise)"; undefined: it is not revoked.
   * @param issuer the certificate that has signed it, where that is known
   */
  revocationOf(certificate: X509Certificate, issuer: () => X509Certificate | undefined): string | undefined;
  /** Calls `listener` whenever there are other lists than before. @returns a function that ends this */
  onChange(listener: () => void): () => void;
  close(): void;
}

/** None is. */
export const NO_REVOCATIONS: Revocations = {
  revocationOf: () => undefined,
  onChange: () => () => undefined,
  close: () => undefined,
};

/** Bytes of the file: some 400,000 revoked certificates. */
const MAX_BYTES = 16 * 1024 * 1024;
/** Issuers of whom it is remembered whether they have signed a list. */
const MAX_ISSUERS = 1000;
/** How often it is looked whether a list is outdated, and how often that is said, ms. */
const LOOK_PERIOD = 3_600_000;
const WARN_PERIOD = 86_400_000;

const blocksOf = (text: string, name: string): string[] =>
  text.match(new RegExp(`-----BEGIN ${name}-----[^-]+-----END ${name}-----`, 'g')) ?? [];
const derOf = (pem: string): Buffer => Buffer.from(pem.replace(/-----[^-]+-----|\s/g, ''), 'base64');

/**
 * Reads a file: PEM with any number of lists, and with certificates of those who have signed them, or one list in DER.
 * @throws when it cannot be read, holds something else, or a list is not signed by who is said to have done so
 */
function readLists(file: string): RevocationList[] {
  if (statSync(file).size > MAX_BYTES) throw new Error(`${file} is longer than ${MAX_BYTES} bytes`);
  const bytes = readFileSync(file);
  const isDer = bytes[0] === 0x30;
  const text = isDer ? '' : bytes.toString('latin1');
  const lists = (isDer ? [bytes] : blocksOf(text, 'X509 CRL').map(derOf)).map((der) => {
    try {
      return readRevocationList(der);
    } catch (error) {
      throw new Error(`${file} holds a list of revoked certificates that cannot be read`, { cause: error });
    }
  });
  if (lists.length === 0) throw new Error(`${file} holds no list of revoked certificates`);
  const authorities = blocksOf(text, 'CERTIFICATE').map((pem) => new X509Certificate(pem));
  for (const list of lists) {
    const named = authorities.filter((authority) => subjectOf(authority) === list.issuer);
    if (named.length > 0 && !named.some((authority) => list.isSignedBy(authority))) {
      throw new Error(`${file} holds a list of revoked certificates that ${named[0]?.subject} has not signed`);
    }
  }
  return lists;
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** A list in force, and which issuers have signed it, by their fingerprint. */
interface KnownList {
  list: RevocationList;
  signers: Map<string, boolean>;
  /** When it was last said that it is outdated, epoch ms. */
  warnedAt: number;
}

/**
 * The lists in a file, which is followed: what cannot be used is logged, and those before stay. A list that is outdated
 * counts until there is another one: what it has revoked stays so, and who is not in it still comes in.
 * @param file empty: nothing is revoked
 * @throws when it cannot be used
 */
export function openRevocations(
  file: string,
  log: Pick<Logger, 'info' | 'warn' | 'error'>,
  period?: number,
): Revocations {
  if (file === '') return NO_REVOCATIONS;
  /** name of an issuer → its lists */
  let byIssuer = read();
  const listeners = new Set<() => void>();

  function read(): Map<string, KnownList[]> {
    const lists = readLists(file).map((list) => ({ list, signers: new Map<string, boolean>(), warnedAt: 0 }));
    return Map.groupBy(lists, ({ list }) => list.issuer);
  }

  function readAgain(): void {
    try {
      byIssuer = read();
    } catch (error) {
      log.error({ err: error }, 'the new lists of revoked certificates cannot be used, those before them stay');
      return;
    }
    log.info('the lists of revoked certificates were read again');
    warnOfOutdated();
    for (const listener of listeners) listener();
  }

  function warnOfOutdated(now = Date.now()): void {
    for (const known of [...byIssuer.values()].flat()) {
      const { nextUpdate } = known.list;
      if (nextUpdate === undefined || nextUpdate > now || now - known.warnedAt < WARN_PERIOD) continue;
      known.warnedAt = now;
      log.warn(
        { due: new Date(nextUpdate).toISOString(), file },
        'a list of revoked certificates is outdated: it counts until there is a newer one, which should have come',
      );
    }
  }

  /** Whether a list is of who has signed a certificate: another authority may have the same name. */
  function isOf({ list, signers }: KnownList, keyId: string | undefined, issuer: X509Certificate | undefined): boolean {
    if (!issuer) return keyId === undefined || list.keyId === undefined || keyId === list.keyId;
    const known = signers.get(issuer.fingerprint256);
    if (known !== undefined) return known;
    const isSigned = list.isSignedBy(issuer);
    if (signers.size >= MAX_ISSUERS) signers.clear();
    signers.set(issuer.fingerprint256, isSigned);
    return isSigned;
  }

  function find(
    { issuer, keyId, serial }: CertificateIssue,
    signer: () => X509Certificate | undefined,
  ): string | undefined {
    for (const known of byIssuer.get(issuer) ?? []) {
      const found = known.list.revocationOf(serial);
      if (!found || !isOf(known, keyId, signer())) continue;
      return `was revoked on ${dayOf(found.at)}${found.reason ? ` (${found.reason})` : ''}`;
    }
    return undefined;
  }

  const stop = followFiles([file], readAgain, period);
  const timer = setInterval(() => warnOfOutdated(), LOOK_PERIOD);
  timer.unref();
  warnOfOutdated();
  return {
    revocationOf(certificate, issuer) {
      try {
        return find(issueOf(certificate), issuer);
      } catch (error) {
        if (!(error instanceof DerError)) throw error;
        // OpenSSL is more lenient.
        return 'is not written in DER';
      }
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      stop();
      clearInterval(timer);
    },
  };
}
