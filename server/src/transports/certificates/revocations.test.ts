import { X509Certificate } from 'node:crypto';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import {
  makeCertificate,
  makeRevocationList,
  makeSignedCertificate,
  type RevocationListOptions,
  type TestCertificate,
} from '../../../test/certificates.ts';
import { proveChain } from './client-certificates.ts';
import { NO_REVOCATIONS, openRevocations, type Revocations } from './revocations.ts';

let folder: string;
let issuer: TestCertificate;
let kept: TestCertificate;
let lost: TestCertificate;
let made = 0;
beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'signalbox-revoked-'));
  issuer = await makeCertificate('Issuer');
  [kept, lost] = await Promise.all([makeSignedCertificate('kept', issuer), makeSignedCertificate('lost', issuer)]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const logs = () => ({ info: vi.fn(), warn: vi.fn(), error: vi.fn() });
function fileOf(...parts: (string | Buffer)[]): string {
  const file = path.join(folder, `lists-${++made}.pem`);
  writeFileSync(file, Buffer.concat(parts.map((part) => Buffer.from(part))));
  return file;
}
const listOf = (revoked: TestCertificate[], options?: RevocationListOptions, by = issuer) =>
  makeRevocationList(by, revoked, options);
/** Why the first certificate that does not count is refused; undefined: all of the chain counts. */
const refusalOf = (revocations: Revocations, ...chain: TestCertificate[]): string | undefined =>
  proveChain(
    chain.map(({ cert }) => new X509Certificate(cert)),
    revocations,
  ).refusal?.reason;

it.each(['PEM', 'DER'] as const)(
  'certificates in a list (%s) do not count, whether their issuer is shown or not',
  async (form) => {
    const revocations = openRevocations(fileOf(await listOf([lost], { form, reason: 'keyCompromise' })), logs());
    try {
      for (const chain of [[lost], [lost, issuer]]) {
        expect(refusalOf(revocations, ...chain)).toBe(
          'The certificate of lost was revoked on 2026-11-01 (key compromise)',
        );
      }
      expect(refusalOf(revocations, kept, issuer)).toBeUndefined();
    } finally {
      revocations.close();
    }
  },
);

it('a list without entries revokes nothing, and without a file nothing is revoked', async () => {
  const revocations = openRevocations(fileOf(await listOf([])), logs());
  expect(refusalOf(revocations, lost)).toBeUndefined();
  revocations.close();
  expect(openRevocations('', logs())).toBe(NO_REVOCATIONS);
});

it('an authority in between that is revoked stands for nobody', async () => {
  const between = await makeSignedCertificate('Between', issuer, { isAuthority: true });
  const meter = await makeSignedCertificate('meter', between);
  const revocations = openRevocations(fileOf(await listOf([between])), logs());
  try {
    const { certificates, refusal } = proveChain(
      [meter, between, issuer].map(({ cert }) => new X509Certificate(cert)),
      revocations,
    );
    expect(certificates).toHaveLength(1);
    expect(refusal?.reason).toContain('Between was revoked');
  } finally {
    revocations.close();
  }
});

it('a list counts for those whom its authority has signed, and not for those of another one of that name', async () => {
  const namesake = await makeCertificate('Issuer');
  const theirs = await makeSignedCertificate('lost', namesake);
  const sameNumber = { ...lost, cert: theirs.cert };
  // It revokes the number of the other one's certificate.
  const revocations = openRevocations(fileOf(await listOf([sameNumber])), logs());
  try {
    expect(refusalOf(revocations, theirs, namesake)).toBeUndefined();
    expect(refusalOf(revocations, theirs)).toBeUndefined();
  } finally {
    revocations.close();
  }
});

it('a list whose authority stands in the file has to be signed by it', async () => {
  const list = await listOf([lost]);
  openRevocations(fileOf(list, issuer.cert), logs()).close();
  const forged = await makeRevocationList(await makeCertificate('Issuer'), []);
  expect(() => openRevocations(fileOf(forged, issuer.cert), logs())).toThrow('has not signed');
});

it('a file is refused that holds no list, half of one, or one that says more than is understood', async () => {
  const opened = (...parts: (string | Buffer)[]) => openRevocations(fileOf(...parts), logs());
  expect(() => openRevocations(path.join(folder, 'nowhere.pem'), logs())).toThrow('nowhere.pem');
  expect(() => opened(issuer.cert)).toThrow('holds no list');
  const der = await listOf([lost], { form: 'DER' });
  expect(() => opened(der.subarray(0, -9))).toThrow('cannot be read');
  const half = der.subarray(0, 60).toString('base64');
  expect(() => opened(`-----BEGIN X509 CRL-----\n${half}\n-----END X509 CRL-----\n`)).toThrow('cannot be read');
  for (const extensions of [
    ['issuingDistributionPoint = critical, @point', '[point]', 'indirectCRL = TRUE'],
    ['1.2.3.4 = critical, ASN1:NULL'],
  ]) {
    const list = await listOf([], { extensions });
    expect(() => opened(list)).toThrow('cannot be read');
  }
});

it('an outdated list counts on, and the log says that it is', async () => {
  const log = logs();
  const revocations = openRevocations(fileOf(await listOf([lost], { isOutdated: true })), log);
  try {
    expect(refusalOf(revocations, lost)).toContain('was revoked');
    expect(refusalOf(revocations, kept)).toBeUndefined();
    expect(log.warn).toHaveBeenCalledOnce();
  } finally {
    revocations.close();
  }
});

it('lists are read again when their file changes, unless that cannot be used', async () => {
  const file = fileOf(await listOf([]));
  const log = logs();
  const changed = vi.fn();
  const revocations = openRevocations(file, log, 20);
  revocations.onChange(changed);
  const replace = (content: string | Buffer): void => {
    const next = fileOf(content);
    renameSync(next, file);
  };
  try {
    // The first look may come after a change: so changes go on until one is seen.
    await vi.waitFor(() => {
      replace('half of a file');
      expect(log.error).toHaveBeenCalled();
    }, 10_000);
    expect(changed).not.toHaveBeenCalled();
    expect(refusalOf(revocations, lost)).toBeUndefined();
    replace(await listOf([lost]));
    await vi.waitFor(() => expect(changed).toHaveBeenCalled(), 10_000);
    expect(refusalOf(revocations, lost)).toContain('was revoked');
  } finally {
    revocations.close();
  }
});
