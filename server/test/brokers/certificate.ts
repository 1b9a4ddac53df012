import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

/** Makes a certificate for loopback that signs itself, PEM; it is valid for two days. */
export async function makeCertificate(commonName = 'localhost'): Promise<{ cert: string; key: string }> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'signalbox-certificate-'));
  const [cert, key] = [path.join(folder, 'cert.pem'), path.join(folder, 'key.pem')];
  try {
    await promisify(execFile)('openssl', [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
      ...['-subj', `/CN=${commonName}`, '-addext', `subjectAltName=DNS:${commonName}`, '-keyout', key, '-out', cert],
    ]);
    return { cert: await readFile(cert, 'utf8'), key: await readFile(key, 'utf8') };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
