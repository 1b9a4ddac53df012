import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

/** A certificate and its key, PEM. */
export interface TestCertificate {
  cert: string;
  key: string;
}

/** Makes a certificate that `issuer` has signed; it is valid for two days. */
export async function makeSignedCertificate(commonName: string, issuer: TestCertificate): Promise<TestCertificate> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'signalbox-certificate-'));
  const file = (name: string): string => path.join(folder, name);
  const openssl = (...args: string[]) => promisify(execFile)('openssl', args);
  try {
    await writeFile(file('ca.pem'), issuer.cert);
    await writeFile(file('ca.key'), issuer.key);
    await openssl(
      ...['req', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
      ...['-subj', `/CN=${commonName}`, '-keyout', file('key.pem'), '-out', file('request.pem')],
    );
    await openssl(
      ...['x509', '-req', '-in', file('request.pem'), '-CA', file('ca.pem'), '-CAkey', file('ca.key')],
      ...['-CAcreateserial', '-days', '2', '-out', file('cert.pem')],
    );
    return { cert: await readFile(file('cert.pem'), 'utf8'), key: await readFile(file('key.pem'), 'utf8') };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
