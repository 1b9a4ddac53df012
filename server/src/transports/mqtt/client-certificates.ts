import type { X509Certificate } from 'node:crypto';

/** Certificates of a chain that are looked at. */
const MAX_CHAIN = 8;

/** The certificate as credentials of devices have it: the base64 text of its DER form. */
export const certificateBody = (certificate: X509Certificate): string => certificate.raw.toString('base64');

/**
 * The certificates that stand for a client, its own first: those above it count as long as each has signed the one below
 * it and may do so, and none of them is outside its time. A client can send whatever it likes as its chain; only its own
 * key has been proven.
 */
export function provenCertificates(own: X509Certificate | undefined, now = Date.now()): X509Certificate[] {
  const proven: X509Certificate[] = [];
  for (let next = own; next && proven.length < MAX_CHAIN; next = next.issuerCertificate) {
    const below = proven.at(-1);
    if (now < Date.parse(next.validFrom) || now > Date.parse(next.validTo)) break;
    if (below && (!next.ca || !below.checkIssued(next) || !below.verify(next.publicKey))) break;
    // One that signs itself is the end of the chain.
    if (below?.fingerprint256 === next.fingerprint256) break;
    proven.push(next);
  }
  return proven;
}
