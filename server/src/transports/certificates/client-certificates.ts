import { X509Certificate } from 'node:crypto';
// First of all: Node 24 has no `tls.createSecureContext` in a process that called `toLegacyObject` before it loaded TLS.
import 'node:tls';
import { NO_REVOCATIONS, type Revocations } from './revocations.ts';

/** Certificates of a chain that are looked at. */
const MAX_CHAIN = 8;

/** The certificate as credentials of devices have it: the base64 text of its DER form. */
export const certificateBody = (certificate: X509Certificate): string => certificate.raw.toString('base64');

/** The chain of a client as Node has it, its own certificate first. */
export function* chainOf(own: X509Certificate): Generator<X509Certificate> {
  for (let next: X509Certificate | undefined = own; next; next = next.issuerCertificate) yield next;
}

/** A chain in DER form, the own certificate of the client first; empty where Node does not take what OpenSSL has taken. */
export function readChain(chain: readonly Buffer[]): X509Certificate[] {
  try {
    return chain.map((der) => new X509Certificate(der));
  } catch {
    return [];
  }
}

/** Why a certificate of a client does not count, in words that people read. */
export interface Refusal {
  /** The certificate; see certificateBody. */
  body: string;
  reason: string;
}

/** The certificates that stand for a client. */
export interface ProvenChain {
  /** Its own first. */
  certificates: X509Certificate[];
  /** When the first of them ends, epoch ms. */
  until: number;
  /** Why the next one above them does not count, if it has signed the one below it. */
  refusal: Refusal | undefined;
}

/** Longest name of a certificate in a reason. */
const MAX_NAME = 100;

function nameOf(certificate: X509Certificate): string {
  const name = commonName(certificate) ?? (certificate.subject ?? '').replaceAll('\n', ', ');
  return name.slice(0, MAX_NAME);
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** What speaks against a certificate; undefined: nothing. */
function objectionTo(
  certificate: X509Certificate,
  issuer: () => X509Certificate | undefined,
  revocations: Revocations,
  now: number,
): string | undefined {
  const [from, until] = [Date.parse(certificate.validFrom), Date.parse(certificate.validTo)];
  if (now < from) return `is valid only from ${dayOf(from)} on`;
  if (now > until) return `was valid until ${dayOf(until)}`;
  return revocations.revocationOf(certificate, issuer);
}

const isSignedBy = (certificate: X509Certificate, issuer: X509Certificate): boolean =>
  certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);

/** Certificates as credentials of devices have them. */
export const readBodies = (bodies: readonly string[]): X509Certificate[] =>
  readChain(bodies.map((body) => Buffer.from(body, 'base64')));

/**
 * The certificates that stand for a client: those above its own count as long as each has signed the one below it and may
 * do so, none of them is outside its time, and none is revoked. A client can send whatever it likes as its chain; only its
 * own key has been proven.
 */
export function proveChain(
  chain: Iterable<X509Certificate>,
  revocations: Revocations = NO_REVOCATIONS,
  now = Date.now(),
): ProvenChain {
  const shown = [...take(chain, MAX_CHAIN + 1)];
  const certificates: X509Certificate[] = [];
  let until = Number.POSITIVE_INFINITY;
  for (const [at, next] of shown.slice(0, MAX_CHAIN).entries()) {
    const below = certificates.at(-1);
    // One that signs itself is the end of the chain.
    if (below && (below.fingerprint256 === next.fingerprint256 || !next.ca || !isSignedBy(below, next))) break;
    const above = (): X509Certificate | undefined => [shown[at + 1], next].find((one) => one && isSignedBy(next, one));
    const objection = objectionTo(next, above, revocations, now);
    if (objection) {
      const reason = `The certificate of ${nameOf(next)} ${objection}`;
      return { certificates, until, refusal: { body: certificateBody(next), reason } };
    }
    certificates.push(next);
    until = Math.min(until, Date.parse(next.validTo));
  }
  return { certificates, until, refusal: undefined };
}

function* take<T>(all: Iterable<T>, count: number): Generator<T> {
  let left = count;
  for (const one of all) {
    if (left-- === 0) return;
    yield one;
  }
}

/** Extended key usages (RFC 5280 §4.2.1.12): of clients, and any. */
const CLIENT_AUTHENTICATION = '1.3.6.1.5.5.7.3.2';
const ANY_USAGE = '2.5.29.37.0';

/** Whether a certificate is there to prove who a client is, as far as it says what it is for. */
function isForClients({ keyUsage: usages }: X509Certificate): boolean {
  return !usages || usages.length === 0 || usages.includes(CLIENT_AUTHENTICATION) || usages.includes(ANY_USAGE);
}

/**
 * Until when the certificate of a client counts by one of the anchors, which has signed it, or one of those that stand for
 * it, epoch ms. The anchor itself need not be in the chain; that it is in there means nothing.
 * @returns undefined when none has, or it does not count
 */
export function trustedUntil(
  chain: Iterable<X509Certificate>,
  anchors: readonly X509Certificate[],
  revocations: Revocations = NO_REVOCATIONS,
  now = Date.now(),
): number | undefined {
  const { certificates } = proveChain(chain, revocations, now);
  const [own] = certificates;
  if (!own || !isForClients(own)) return undefined;
  for (const [at, last] of certificates.entries()) {
    for (const anchor of anchors) {
      if (!last.checkIssued(anchor)) continue;
      const whole = proveChain([...certificates.slice(0, at + 1), anchor], revocations, now);
      if (whole.certificates.length === at + 2) return whole.until;
    }
  }
  return undefined;
}

/** The name of the subject of a certificate (CN); undefined: it has none, or several. */
export function commonName(certificate: X509Certificate): string | undefined {
  const name: unknown = certificate.toLegacyObject().subject?.CN;
  return typeof name === 'string' && name !== '' ? name : undefined;
}
