import { X509Certificate } from 'node:crypto';

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

/**
 * The certificates that stand for a client, its own first: those above it count as long as each has signed the one below
 * it and may do so, and none of them is outside its time. A client can send whatever it likes as its chain; only its own
 * key has been proven.
 */
export function provenCertificates(chain: Iterable<X509Certificate>, now = Date.now()): X509Certificate[] {
  const proven: X509Certificate[] = [];
  for (const next of chain) {
    const below = proven.at(-1);
    if (proven.length === MAX_CHAIN) break;
    if (now < Date.parse(next.validFrom) || now > Date.parse(next.validTo)) break;
    if (below && (!next.ca || !below.checkIssued(next) || !below.verify(next.publicKey))) break;
    // One that signs itself is the end of the chain.
    if (below?.fingerprint256 === next.fingerprint256) break;
    proven.push(next);
  }
  return proven;
}

/** Extended key usages (RFC 5280 §4.2.1.12): of clients, and any. */
const CLIENT_AUTHENTICATION = '1.3.6.1.5.5.7.3.2';
const ANY_USAGE = '2.5.29.37.0';

/** Whether a certificate is there to prove who a client is, as far as it says what it is for. */
function isForClients({ keyUsage: usages }: X509Certificate): boolean {
  return !usages || usages.length === 0 || usages.includes(CLIENT_AUTHENTICATION) || usages.includes(ANY_USAGE);
}

/**
 * Whether one of the anchors has signed the certificate of a client, or one of those that stand for it. The anchor itself
 * need not be in the chain; that it is in there means nothing.
 */
export function isIssuedByAny(
  chain: Iterable<X509Certificate>,
  anchors: readonly X509Certificate[],
  now = Date.now(),
): boolean {
  const proven = provenCertificates(chain, now);
  const [own] = proven;
  if (!own || !isForClients(own)) return false;
  return proven.some((last, at) =>
    anchors.some(
      (anchor) =>
        last.checkIssued(anchor) && provenCertificates([...proven.slice(0, at + 1), anchor], now).length === at + 2,
    ),
  );
}

/** The name of the subject of a certificate (CN); undefined: it has none, or several. */
export function commonName(certificate: X509Certificate): string | undefined {
  const name: unknown = certificate.toLegacyObject().subject?.CN;
  return typeof name === 'string' && name !== '' ? name : undefined;
}
