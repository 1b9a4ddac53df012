import {
  constants,
  createVerify,
  type KeyLike,
  type VerifyKeyObjectInput,
  verify,
  type X509Certificate,
} from 'node:crypto';
import { atOnce, type InParts } from '../../config/in-turns.ts';
import { DerError, type DerValue, integerHex, objectIdentifier, ofTag, readDer, Tag, timeOf, valuesIn } from './der.ts';

/** What a list, or the certificate itself, says of who has issued a certificate. */
export interface CertificateIssue {
  /** The name of the issuer, DER in hexadecimal digits. */
  issuer: string;
  /** Which of its keys has signed, in hexadecimal digits; undefined: it does not say. */
  keyId: string | undefined;
  /** See integerHex. */
  serial: string;
}

export interface Revocation {
  /** epoch ms */
  at: number;
  /** As people write it: "key compromise". */
  reason: string | undefined;
}

/** Certificates that their issuer has revoked (RFC 5280 §5). */
export interface RevocationList extends Omit<CertificateIssue, 'serial'> {
  /** When the next one is due, epoch ms. */
  nextUpdate: number | undefined;
  revocationOf(serial: string): Revocation | undefined;
  /** Whether the holder of a certificate has signed it. */
  isSignedBy(certificate: X509Certificate): boolean;
  checkSignature(certificate: X509Certificate): InParts<boolean>;
}

const EXTENSION = {
  keyIdentifier: '2.5.29.35',
  reason: '2.5.29.21',
  distributionPoint: '2.5.29.28',
} as const;
/** Where a distribution point says that the list has certificates of others, and that it is of attributes. */
const INDIRECT = 0x84;
const KEY_IDENTIFIER = 0x80;
const EXTENSIONS_OF_LIST = 0xa0;
const EXTENSIONS_OF_CERTIFICATE = 0xa3;

/** Codes of reasons (RFC 5280 §5.3.1). */
const REASONS: Readonly<Record<number, string>> = {
  1: 'key compromise',
  2: 'compromise of the authority',
  3: 'affiliation changed',
  4: 'superseded',
  5: 'cessation of operation',
  6: 'on hold',
  9: 'privilege withdrawn',
  10: 'compromise of the attribute authority',
};

/** By what it is signed: the hash, or null where the algorithm has its own. */
const SIGNATURES: Readonly<Record<string, string | null>> = {
  '1.2.840.113549.1.1.11': 'sha256',
  '1.2.840.113549.1.1.12': 'sha384',
  '1.2.840.113549.1.1.13': 'sha512',
  '1.2.840.10045.4.3.2': 'sha256',
  '1.2.840.10045.4.3.3': 'sha384',
  '1.2.840.10045.4.3.4': 'sha512',
  '1.3.101.112': null,
  '1.3.101.113': null,
};
const PSS = '1.2.840.113549.1.1.10';
const HASHES: Readonly<Record<string, string>> = {
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
};

interface Extension {
  id: string;
  isCritical: boolean;
  value: Buffer;
}

function* extensionsIn(list: DerValue | undefined): Generator<Extension> {
  if (!list) return;
  for (const { content } of valuesIn(ofTag(list, Tag.sequence).content)) {
    const [id, ...rest] = valuesIn(content);
    const isCritical = rest[0]?.tag === Tag.boolean && rest[0].content[0] !== 0;
    yield { id: objectIdentifier(id), isCritical, value: ofTag(rest.at(-1), Tag.octetString).content };
  }
}

function keyIdIn(extensions: Iterable<Extension>): string | undefined {
  for (const { id, value } of extensions) {
    if (id !== EXTENSION.keyIdentifier) continue;
    const [first] = valuesIn(ofTag(readDer(value), Tag.sequence).content);
    if (first?.tag === KEY_IDENTIFIER) return first.content.toString('hex');
  }
  return undefined;
}

/** Refuses what would make other certificates revoked than those that the list seems to name. */
function requireUnderstood({ id, isCritical, value }: Extension): void {
  if (id === EXTENSION.distributionPoint) {
    const parts = [...valuesIn(ofTag(readDer(value), Tag.sequence).content)];
    if (parts.some(({ tag, content }) => tag === INDIRECT && content[0] !== 0)) {
      throw new DerError('It has certificates of several issuers, which is not supported');
    }
  } else if (isCritical && id !== EXTENSION.keyIdentifier && id !== EXTENSION.reason) {
    throw new DerError(`It has the critical extension ${id}, which is not supported`);
  }
}

/** How a signature is checked. @throws DerError */
function signatureOf(algorithm: DerValue | undefined): { hash: string | null; isPss: boolean } {
  const [id, parameters] = valuesIn(ofTag(algorithm, Tag.sequence).content);
  const name = objectIdentifier(id);
  if (name === PSS) {
    const [first] = valuesIn(ofTag(parameters, Tag.sequence).content);
    const [hash] = valuesIn(readDer(first?.content ?? Buffer.alloc(0)).content);
    const known = HASHES[objectIdentifier(hash)];
    if (known) return { hash: known, isPss: true };
  }
  const hash = SIGNATURES[name];
  if (hash === undefined) throw new DerError(`It is signed by the algorithm ${name}, which is not supported`);
  return { hash, isPss: false };
}

/** Entries, and bytes that are signed, of which one part is. */
const ENTRIES_OF_A_PART = 200;
const BYTES_OF_A_PART = 256 * 1024;

/** Where the entry of each serial number stands. In many small maps: none takes long to grow. */
class Entries {
  readonly #maps = Array.from({ length: 256 }, () => new Map<string, number>());

  #mapOf(serial: string): Map<string, number> {
    return this.#maps[Number.parseInt(serial.slice(-2), 16)] as Map<string, number>;
  }

  add(serial: string, at: number): void {
    this.#mapOf(serial).set(serial, at);
  }

  find(serial: string): number | undefined {
    return this.#mapOf(serial).get(serial);
  }
}

function* entriesIn(list: DerValue | undefined): InParts<Entries> {
  const entries = new Entries();
  if (!list) return entries;
  let at = 0;
  let count = 0;
  for (const { content, whole } of valuesIn(list.content)) {
    const [serial, , extensions] = valuesIn(content);
    for (const extension of extensionsIn(extensions)) requireUnderstood(extension);
    entries.add(integerHex(serial), at);
    at += whole.length;
    if (++count % ENTRIES_OF_A_PART === 0) yield;
  }
  return entries;
}

/** @param hash null: the algorithm has its own, and wants everything at once */
function* isSignature(
  bits: Buffer,
  signed: Buffer,
  hash: string | null,
  key: KeyLike | VerifyKeyObjectInput,
): InParts<boolean> {
  try {
    if (hash === null) return verify(hash, signed, key, bits);
    const check = createVerify(hash);
    for (let at = 0; at < signed.length; at += BYTES_OF_A_PART) {
      check.update(signed.subarray(at, at + BYTES_OF_A_PART));
      yield;
    }
    return check.verify(key, bits);
  } catch {
    // Its key is one for another algorithm.
    return false;
  }
}

function revocationAt(list: Buffer, at: number): Revocation {
  const [, time, extensions] = valuesIn(readDer(list, at).content);
  let reason: string | undefined;
  for (const { id, value } of extensionsIn(extensions)) {
    if (id === EXTENSION.reason) reason = REASONS[ofTag(readDer(value), Tag.enumerated).content[0] ?? 0];
  }
  return { at: timeOf(time), reason };
}

/** Reads a list in DER form. @throws DerError */
export function* readRevocationList(der: Buffer): InParts<RevocationList> {
  const [signed, algorithm, signature] = valuesIn(ofTag(readDer(der), Tag.sequence).content);
  const { hash, isPss } = signatureOf(algorithm);
  const bits = ofTag(signature, Tag.bitString).content.subarray(1);
  const { whole, content } = ofTag(signed, Tag.sequence);
  const parts = [...valuesIn(content)];
  if (parts[0]?.tag === Tag.integer) parts.shift();
  const [, issuer, thisUpdate, ...rest] = parts;
  timeOf(thisUpdate);
  const nextUpdate = rest[0]?.tag === Tag.sequence || rest[0]?.tag === EXTENSIONS_OF_LIST ? undefined : rest.shift();
  const revoked = rest[0]?.tag === Tag.sequence ? rest.shift() : undefined;
  const [tagged] = rest;
  const extensions = [...extensionsIn(tagged && readDer(ofTag(tagged, EXTENSIONS_OF_LIST).content))];
  for (const extension of extensions) requireUnderstood(extension);
  const entries = yield* entriesIn(revoked);
  const checkSignature = ({ publicKey }: X509Certificate): InParts<boolean> =>
    isSignature(bits, whole, hash, isPss ? { key: publicKey, padding: constants.RSA_PKCS1_PSS_PADDING } : publicKey);
  return {
    issuer: ofTag(issuer, Tag.sequence).whole.toString('hex'),
    keyId: keyIdIn(extensions),
    nextUpdate: nextUpdate && timeOf(nextUpdate),
    revocationOf(serial) {
      const at = entries.find(serial);
      return at === undefined || !revoked ? undefined : revocationAt(revoked.content, at);
    },
    isSignedBy: (certificate) => atOnce(checkSignature(certificate)),
    checkSignature,
  };
}

/** The parts of a certificate from its serial number on. @throws DerError */
function partsOf({ raw }: X509Certificate): DerValue[] {
  const [signed] = valuesIn(ofTag(readDer(raw), Tag.sequence).content);
  const parts = [...valuesIn(ofTag(signed, Tag.sequence).content)];
  if (parts[0]?.tag !== Tag.integer) parts.shift();
  return parts;
}

/** Who has issued a certificate, and under which number. @throws DerError */
export function issueOf(certificate: X509Certificate): CertificateIssue {
  const parts = partsOf(certificate);
  const [serial, , issuer] = parts;
  const tagged = parts.find(({ tag }) => tag === EXTENSIONS_OF_CERTIFICATE);
  return {
    issuer: ofTag(issuer, Tag.sequence).whole.toString('hex'),
    keyId: keyIdIn(extensionsIn(tagged && readDer(tagged.content))),
    serial: integerHex(serial),
  };
}

/** The name of who holds a certificate, as `issuer` of those that he signs. @throws DerError */
export function subjectOf(certificate: X509Certificate): string {
  return ofTag(partsOf(certificate)[4], Tag.sequence).whole.toString('hex');
}
