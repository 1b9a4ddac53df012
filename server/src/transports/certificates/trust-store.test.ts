import { X509Certificate } from 'node:crypto';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { makeCertificate, makeSignedCertificate, type TestCertificate } from '../../../test/certificates.ts';
import { NO_TRUST, openTrustStore } from './trust-store.ts';

let folder: string;
let first: TestCertificate;
let second: TestCertificate;
beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'signalbox-trust-'));
  first = await makeCertificate('First');
  second = await makeCertificate('Second');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const file = (name: string): string => path.join(folder, name);
const chainOf = (...certificates: TestCertificate[]): Buffer[] =>
  certificates.map(({ cert }) => new X509Certificate(cert).raw);
const logs = () => ({ info: vi.fn(), error: vi.fn() });

it('names clients of all its authorities, and of no others', async () => {
  writeFileSync(file('two.pem'), `# Ours\n${first.cert}\n${second.cert}`);
  const store = openTrustStore(file('two.pem'), logs());
  try {
    for (const issuer of [first, second]) {
      expect(store.nameOf(chainOf(await makeSignedCertificate('meter', issuer)))?.name).toBe('meter');
    }
    const foreign = await makeSignedCertificate('meter', await makeCertificate('First'));
    expect(store.nameOf(chainOf(foreign, first))).toBeUndefined();
    expect(store.nameOf([])).toBeUndefined();
  } finally {
    store.close();
  }
});

it('is not opened without authorities', async () => {
  writeFileSync(file('empty.pem'), '');
  writeFileSync(file('client.pem'), (await makeSignedCertificate('meter', first)).cert);
  expect(() => openTrustStore(file('empty.pem'), logs())).toThrow('holds no certificates');
  expect(() => openTrustStore(file('client.pem'), logs())).toThrow('CN=meter');
  expect(() => openTrustStore(file('nowhere.pem'), logs())).toThrow('nowhere.pem');
  expect(openTrustStore('', logs())).toBe(NO_TRUST);
});

it('is read again when its file changes, unless that cannot be used', async () => {
  const pem = file('changing.pem');
  writeFileSync(pem, first.cert);
  const log = logs();
  const changed = vi.fn();
  const store = openTrustStore(pem, log, { period: 20 });
  store.onChange(changed);
  const ofFirst = chainOf(await makeSignedCertificate('meter', first));
  const ofSecond = chainOf(await makeSignedCertificate('valve', second));
  const replace = (text: string): void => {
    writeFileSync(file('next.pem'), text);
    renameSync(file('next.pem'), pem);
  };
  try {
    expect([store.nameOf(ofFirst)?.name, store.nameOf(ofSecond)?.name]).toEqual(['meter', undefined]);
    // The first look may come after a change: so changes go on until one is seen.
    await vi.waitFor(() => {
      replace('half of a file');
      expect(log.error).toHaveBeenCalled();
    }, 10_000);
    expect(changed).not.toHaveBeenCalled();
    expect([store.nameOf(ofFirst)?.name, store.nameOf(ofSecond)?.name]).toEqual(['meter', undefined]);
    replace(second.cert);
    await vi.waitFor(() => expect(changed).toHaveBeenCalled(), 10_000);
    expect([store.nameOf(ofFirst)?.name, store.nameOf(ofSecond)?.name]).toEqual([undefined, 'valve']);
  } finally {
    store.close();
  }
});
