import { execFile } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeCertificate } from '../../test/certificates.ts';
import { followServerCertificate, ownCertificate, readServerCertificate } from './server-certificate.ts';

let folder: string;
let own: { cert: string; key: string };
const file = (name: string): string => path.join(folder, name);
const settings = (tlsCertificate: string, tlsKey = '') => ({ tlsCertificate, tlsKey, tlsPassword: '' });
beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'signalbox-tls-'));
  own = await makeCertificate();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the certificate of the server', () => {
  it('is read from one file or two', () => {
    writeFileSync(file('cert.pem'), own.cert);
    writeFileSync(file('key.pem'), own.key);
    writeFileSync(file('both.pem'), own.cert + own.key);
    expect(readServerCertificate(settings(file('cert.pem'), file('key.pem')))).toMatchObject({
      cert: expect.any(Buffer),
    });
    expect(readServerCertificate(settings(file('both.pem')))).toMatchObject({ key: expect.any(Buffer) });
  });

  it('is read from PKCS #12 with its password', async () => {
    writeFileSync(file('both.pem'), own.cert + own.key);
    await promisify(execFile)('openssl', [
      ...['pkcs12', '-export', '-in', file('both.pem'), '-out', file('store.p12'), '-passout', 'pass:secret'],
    ]);
    const store = { tlsCertificate: file('store.p12'), tlsKey: '', tlsPassword: 'secret' };
    expect(readServerCertificate(store)).toMatchObject({ pfx: expect.any(Buffer) });
    expect(() => readServerCertificate({ ...store, tlsPassword: 'guess' })).toThrow();
    const certificate = new X509Certificate(own.cert);
    for (const from of [store, settings(file('both.pem'))]) {
      expect(ownCertificate(readServerCertificate(from))?.raw).toEqual(certificate.raw);
    }
  });

  it('is refused without its key, or when there is none', () => {
    writeFileSync(file('cert.pem'), own.cert);
    expect(() => readServerCertificate(settings(file('cert.pem')))).toThrow();
    expect(() => readServerCertificate(settings(file('nowhere.pem')))).toThrow('nowhere.pem');
  });

  it('is read again when it changes, unless it cannot be used', async () => {
    const pem = file('changing.pem');
    writeFileSync(pem, own.cert + own.key);
    const next = await makeCertificate();
    const use = vi.fn();
    const log = { info: vi.fn(), error: vi.fn() };
    const stop = followServerCertificate(settings(pem), use, log, 20);
    try {
      // Looked at once before it changes.
      await new Promise((resolve) => setTimeout(resolve, 100));
      writeFileSync(pem, 'half of a file');
      await vi.waitFor(() => expect(log.error).toHaveBeenCalled(), 10_000);
      expect(use).not.toHaveBeenCalled();
      writeFileSync(pem, next.cert + next.key);
      await vi.waitFor(() => expect(use).toHaveBeenCalled(), 10_000);
    } finally {
      stop();
    }
  });
});
