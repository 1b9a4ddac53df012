import { describe, expect, it } from 'vitest';
import { NotACertificate, readCertificate } from './certificate.ts';

/** Made by `openssl req -x509`; what openssl says of it is what the tests expect. */
const PEM = `-----BEGIN CERTIFICATE-----
MIICBDCCAaugAwIBAgIUQdhb5GgO3ipygF26Ur4ptqmG1QowCgYIKoZIzj0EAwIw
VzELMAkGA1UEBhMCTk8xFjAUBgNVBAoMDUFjbWUgUHVtcHMgQVMxDzANBgNVBAMM
BnB1bXAtMTEfMB0GCSqGSIb3DQEJARYQb3BzQGFjbWUuZXhhbXBsZTAgFw0yNjEx
MjIwMDMyMDRaGA8yMTI2MTAyOTAwMzIwNFowVzELMAkGA1UEBhMCTk8xFjAUBgNV
BAoMDUFjbWUgUHVtcHMgQVMxDzANBgNVBAMMBnB1bXAtMTEfMB0GCSqGSIb3DQEJ
ARYQb3BzQGFjbWUuZXhhbXBsZTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABLwa
5u6HtG7R9yCZggMIWQGoSpGHz3ZLNgLR/JbJ289nbaX9BwRaU0N8e/Yh3F4y7O37
fflHT3cAlYL973Aj8zOjUzBRMB0GA1UdDgQWBBTf8ubXwUCHYsKqSlfhmh7gstvB
iTAfBgNVHSMEGDAWgBTf8ubXwUCHYsKqSlfhmh7gstvBiTAPBgNVHRMBAf8EBTAD
AQH/MAoGCCqGSM49BAMCA0cAMEQCIEOwtEljunb9qln6S7IB+xcoIwLN62AiIAWI
WbOvnKdvAiBHZraia5mjpdoSua4ZiTIMYBI29vyuMfU5fj9D854i9w==
-----END CERTIFICATE-----`;
const BODY = PEM.split('\n').slice(1, -1).join('');

function problemOf(text: string): string {
  try {
    readCertificate(text);
  } catch (error) {
    if (error instanceof NotACertificate) return error.problem;
    throw error;
  }
  return '';
}

describe('a certificate', () => {
  const facts = {
    subject: 'emailAddress=ops@acme.example, CN=pump-1, O=Acme Pumps AS, C=NO',
    issuer: 'emailAddress=ops@acme.example, CN=pump-1, O=Acme Pumps AS, C=NO',
    from: Date.UTC(2026, 10, 22, 0, 32, 4),
    until: Date.UTC(2126, 9, 29, 0, 32, 4),
    fingerprint: 'EC:B8:AE:97:91:F8:5C:71:74:E6:B6:06:DA:6C:84:7C:A1:F5:B7:E4:57:2D:27:4F:C6:0A:6E:A7:85:ED:F6:43',
  };

  it.each([
    ['with its lines', PEM],
    ['with other ends of lines', PEM.replaceAll('\n', '\r\n')],
    ['as one line', BODY],
  ])('is read %s', (_form, text) => {
    expect(readCertificate(text)).toEqual(facts);
  });

  it.each([
    ['garbage', 'garbage', 'certificate.unreadable'],
    ['a word that happens to be base64', 'aGVsbG8=', 'certificate.unreadable'],
    ['a certificate that was cut off', BODY.slice(0, 400), 'certificate.unreadable'],
    [
      'a private key',
      '-----BEGIN EC PRIVATE KEY-----\nMHcCAQEE\n-----END EC PRIVATE KEY-----',
      'certificate.privateKey',
    ],
    ['a chain, which no device shows as one', `${PEM}\n${PEM}`, 'certificate.chain'],
  ])('is not %s', (_what, text, problem) => {
    expect(problemOf(text)).toBe(problem);
  });
});
