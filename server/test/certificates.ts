import { execFile } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

/** A certificate and its key, PEM. */
export interface TestCertificate {
  cert: string;
  key: string;
}

const EC_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
const RSA_KEY = ['-newkey', 'rsa:2048', '-nodes'];

/** Runs openssl in a folder that is gone afterwards, where it leaves `cert.pem` and `key.pem`. */
async function withOpenSsl(
  make: (openssl: (...args: string[]) => Promise<unknown>, file: (name: string) => string) => Promise<void>,
): Promise<TestCertificate> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'signalbox-certificate-'));
  const file = (name: string): string => path.join(folder, name);
  try {
    await make((...args) => promisify(execFile)('openssl', args), file);
    return { cert: await readFile(file('cert.pem'), 'utf8'), key: await readFile(file('key.pem'), 'utf8') };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Makes a certificate for loopback that signs itself; it is valid for two days. */
export const makeCertificate = (commonName = 'localhost', kind: 'EC' | 'RSA' = 'EC'): Promise<TestCertificate> =>
  withOpenSsl(async (openssl, file) => {
    await openssl(
      ...['req', '-x509', ...(kind === 'RSA' ? RSA_KEY : EC_KEY), '-days', '2', '-subj', `/CN=${commonName}`],
      ...['-addext', `subjectAltName=DNS:${commonName}`, '-keyout', file('key.pem'), '-out', file('cert.pem')],
    );
  });

export interface SignedCertificateOptions {
  /** It may sign others. */
  isAuthority?: boolean;
  /** It was valid for a day, which is over. */
  isExpired?: boolean;
  /** What it is for: `serverAuth`. */
  usage?: string;
}

/** Makes a certificate that `issuer` has signed; it is valid for two days. */
export const makeSignedCertificate = (
  commonName: string,
  issuer: TestCertificate,
  { isAuthority = false, isExpired = false, usage }: SignedCertificateOptions = {},
): Promise<TestCertificate> =>
  withOpenSsl(async (openssl, file) => {
    await writeFile(file('ca.pem'), issuer.cert);
    await writeFile(file('ca.key'), issuer.key);
    const extensions = [
      ...['subjectKeyIdentifier=hash', 'authorityKeyIdentifier=keyid'],
      ...(isAuthority ? ['basicConstraints=critical,CA:TRUE'] : []),
      ...(usage ? [`extendedKeyUsage=${usage}`] : []),
    ];
    await writeFile(file('extensions'), `${extensions.join('\n')}\n`);
    await openssl(
      ...['req', ...EC_KEY, '-subj', `/CN=${commonName}`, '-keyout', file('key.pem'), '-out', file('request.pem')],
    );
    await openssl(
      ...['x509', '-req', '-in', file('request.pem'), '-CA', file('ca.pem'), '-CAkey', file('ca.key')],
      ...['-CAcreateserial', '-days', isExpired ? '-1' : '2', '-out', file('cert.pem')],
      ...['-extfile', file('extensions')],
    );
  });

/** A PKCS #12 store of a certificate, its key and those above it (PEM). */
export async function makePkcs12({ cert, key }: TestCertificate, above: string, password: string): Promise<Buffer> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'signalbox-certificate-'));
  const file = (name: string): string => path.join(folder, name);
  try {
    await writeFile(file('both.pem'), cert + key);
    await writeFile(file('above.pem'), above);
    await promisify(execFile)('openssl', [
      ...['pkcs12', '-export', '-in', file('both.pem'), '-certfile', file('above.pem')],
      ...['-out', file('store.p12'), '-passout', `pass:${password}`],
    ]);
    return await readFile(file('store.p12'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export interface RevocationListOptions {
  /** When the next one is due is over. */
  isOutdated?: boolean;
  /** As OpenSSL names it. */
  reason?: 'keyCompromise';
  form?: 'PEM' | 'DER';
  /** Further lines of the extensions of the list. */
  extensions?: string[];
}

/** A list by which `issuer` revokes certificates, as a file. */
export async function makeRevocationList(
  issuer: TestCertificate,
  revoked: readonly TestCertificate[],
  { isOutdated = false, reason, form = 'PEM', extensions = [] }: RevocationListOptions = {},
): Promise<Buffer> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'signalbox-certificate-'));
  const file = (name: string): string => path.join(folder, name);
  try {
    const lines = revoked.map(({ cert }) => {
      const { serialNumber } = new X509Certificate(cert);
      return `R\t401231235959Z\t261101120000Z${reason ? `,${reason}` : ''}\t${serialNumber}\tunknown\t/CN=revoked\n`;
    });
    await writeFile(file('index.txt'), lines.join(''));
    await writeFile(file('number'), '01\n');
    await writeFile(
      file('settings'),
      [
        ...['[ca]', 'default_ca = own', '[own]', `database = ${file('index.txt')}`, `crlnumber = ${file('number')}`],
        ...['default_md = sha256', 'unique_subject = no', 'crl_extensions = more'],
        ...['[more]', 'authorityKeyIdentifier = keyid', ...extensions],
      ].join('\n'),
    );
    await writeFile(file('ca.pem'), issuer.cert);
    await writeFile(file('ca.key'), issuer.key);
    const times = isOutdated
      ? ['-crl_lastupdate', '20260101000000Z', '-crl_nextupdate', '20260201000000Z']
      : ['-crldays', '2'];
    const run = promisify(execFile);
    await run('openssl', [
      ...['ca', '-gencrl', '-config', file('settings'), '-cert', file('ca.pem'), '-keyfile', file('ca.key')],
      ...[...times, '-out', file('list.pem')],
    ]);
    if (form === 'DER')
      await run('openssl', ['crl', '-in', file('list.pem'), '-outform', 'DER', '-out', file('list.der')]);
    return await readFile(file(form === 'DER' ? 'list.der' : 'list.pem'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
