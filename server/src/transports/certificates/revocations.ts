import { X509Certificate } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import type { Logger } from 'pino';
import { followFiles } from '../../config/follow-files.ts';
import { atOnce, type InParts, inTurns } from '../../config/in-turns.ts';
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

/** What stands in the blocks of a name in PEM, in DER form. */
function* blocksOf(bytes: Buffer, name: string): InParts<Buffer[]> {
  const blocks: Buffer[] = [];
  const [begin, end] = [`-----BEGIN ${name}-----`, `-----END ${name}-----`];
  for (let at = 0; ; ) {
    const from = bytes.indexOf(begin, at, 'latin1');
    const to = from === -1 ? -1 : bytes.indexOf(end, from, 'latin1');
    if (to === -1) return blocks;
    at = to + end.length;
    blocks.push(yield* base64In(bytes.subarray(from + begin.length, to)));
  }
}

/** Characters of base64 that are read as one part. */
const TEXT_OF_A_PART = 256 * 1024;

function* base64In(text: Buffer): InParts<Buffer> {
  const bytes = Buffer.alloc(Math.ceil((text.length * 3) / 4));
  let length = 0;
  /** Characters that no whole group of four was made of. */
  let rest = '';
  for (let at = 0; at < text.length; at += TEXT_OF_A_PART) {
    const part =
      rest +
      text
        .subarray(at, at + TEXT_OF_A_PART)
        .toString('latin1')
        .replaceAll(/\s/g, '');
    const whole = part.length - (part.length % 4);
    length += bytes.write(part.slice(0, whole), length, 'base64');
    rest = part.slice(whole);
    yield;
  }
  length += bytes.write(rest, length, 'base64');
  return bytes.subarray(0, length);
}

/**
 * Reads what a file holds: PEM with any number of lists, and with certificates of those who have signed them, or one list
 * in DER.
 * @throws when it holds something else, or a list is not signed by who is said to have done so
 */
function* readLists(bytes: Buffer, file: string): InParts<RevocationList[]> {
  const isDer = bytes[0] === 0x30;
  const lists: RevocationList[] = [];
  for (const der of isDer ? [bytes] : yield* blocksOf(bytes, 'X509 CRL')) {
    try {
      lists.push(yield* readRevocationList(der));
    } catch (error) {
      throw new Error(`${file} holds a list of revoked certificates that cannot be read`, { cause: error });
    }
  }
  if (lists.length === 0) throw new Error(`${file} holds no list of revoked certificates`);
  const ders = isDer ? [] : yield* blocksOf(bytes, 'CERTIFICATE');
  const authorities = ders.map((der) => new X509Certificate(der));
  for (const list of lists) {
    const named = authorities.filter((authority) => subjectOf(authority) === list.issuer);
    let isSigned = named.length === 0;
    for (const authority of named) isSigned ||= yield* list.checkSignature(authority);
    if (!isSigned) {
      throw new Error(`${file} holds a list of revoked certificates that ${named[0]?.subject} has not signed`);
    }
  }
  return lists;
}

/** @throws when it is too much */
function requireSize(size: number, file: string): void {
  if (size > MAX_BYTES) throw new Error(`${file} is longer than ${MAX_BYTES} bytes`);
}

/** Reads a file before anybody waits. @throws as readLists, and when the file cannot be read */
function readFirst(file: string): RevocationList[] {
  requireSize(statSync(file).size, file);
  return atOnce(readLists(readFileSync(file), file));
}

/** Reads a file while the server works, which is not held up. */
async function readNext(file: string): Promise<RevocationList[]> {
  requireSize((await stat(file)).size, file);
  return inTurns(readLists(await readFile(file), file));
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** A list in force, and which issuers have signed it, by their fingerprint. */
interface KnownList {
  list: RevocationList;
  signers: Map<string, boolean>;
  /** When it was last said that it is outdated, epoch ms. */
  warnedAt: number;
}

const groupsOf = (lists: RevocationList[]): Map<string, KnownList[]> =>
  Map.groupBy(
    lists.map((list) => ({ list, signers: new Map<string, boolean>(), warnedAt: 0 })),
    ({ list }) => list.issuer,
  );

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
  let byIssuer = groupsOf(readFirst(file));
  const listeners = new Set<() => void>();
  let isClosed = false;
  /** The file has become another one since it was begun to be read. */
  let isChanged = false;
  let isReading = false;

  async function readAgain(): Promise<void> {
    isChanged = true;
    if (isReading) return;
    isReading = true;
    while (isChanged && !isClosed) {
      isChanged = false;
      await adoptNext();
    }
    isReading = false;
  }

  async function adoptNext(): Promise<void> {
    let lists: RevocationList[];
    try {
      lists = await readNext(file);
    } catch (error) {
      log.error({ err: error }, 'the new lists of revoked certificates cannot be used, those before them stay');
      return;
    }
    if (isClosed) return;
    byIssuer = groupsOf(lists);
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

  const stop = followFiles([file], () => void readAgain(), period);
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
      isClosed = true;
      stop();
      clearInterval(timer);
    },
  };
}
