import { sha256 } from '@noble/hashes/sha2.js';
import { AsnConvert } from '@peculiar/asn1-schema';
import { Certificate, type Name } from '@peculiar/asn1-x509';

/** What people know a certificate by. */
export interface CertificateFacts {
  /** Distinguished name, the most particular part first: `CN=pump-1, O=Acme` (RFC 4514). */
  subject: string;
  issuer: string;
  /** Valid from, ms since the epoch. */
  from: number;
  /** Valid until, ms since the epoch. */
  until: number;
  /** SHA-256 of the DER form: upper-case hexadecimal pairs with colons between them. */
  fingerprint: string;
}

/** Key of a text that says why `readCertificate` refused. */
export type CertificateProblem = 'certificate.unreadable' | 'certificate.privateKey' | 'certificate.chain';

export class NotACertificate extends Error {
  readonly problem: CertificateProblem;
  constructor(problem: CertificateProblem, options?: ErrorOptions) {
    super(problem, options);
    this.problem = problem;
  }
}

/** Short names of the parts of a distinguished name, by their object identifiers (RFC 4514, section 3; RFC 2985). */
const SHORT_NAMES: Readonly<Record<string, string>> = {
  '2.5.4.3': 'CN',
  '2.5.4.5': 'serialNumber',
  '2.5.4.6': 'C',
  '2.5.4.7': 'L',
  '2.5.4.8': 'ST',
  '2.5.4.9': 'STREET',
  '2.5.4.10': 'O',
  '2.5.4.11': 'OU',
  '0.9.2342.19200300.100.1.1': 'UID',
  '0.9.2342.19200300.100.1.25': 'DC',
  '1.2.840.113549.1.9.1': 'emailAddress',
};

/**
 * Reads one X.509 certificate.
 * @param text PEM, or its base64 body alone
 * @throws NotACertificate
 */
export function readCertificate(text: string): CertificateFacts {
  if (/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(text)) throw new NotACertificate('certificate.privateKey');
  if ((text.match(/-----BEGIN CERTIFICATE-----/g)?.length ?? 0) > 1) throw new NotACertificate('certificate.chain');
  try {
    const body = atob(text.replace(/-----(BEGIN|END) CERTIFICATE-----/g, ''));
    const der = Uint8Array.from(body, (character) => character.charCodeAt(0));
    const { tbsCertificate } = AsnConvert.parse(der, Certificate);
    const { notBefore, notAfter } = tbsCertificate.validity;
    return {
      subject: nameText(tbsCertificate.subject),
      issuer: nameText(tbsCertificate.issuer),
      from: notBefore.getTime().getTime(),
      until: notAfter.getTime().getTime(),
      fingerprint: Array.from(sha256(der), (byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join(':'),
    };
  } catch (error) {
    throw new NotACertificate('certificate.unreadable', { cause: error });
  }
}

function nameText(name: Name): string {
  return [...name]
    .reverse()
    .map((part) => [...part].map(({ type, value }) => `${SHORT_NAMES[type] ?? type}=${value}`).join('+'))
    .join(', ');
}
