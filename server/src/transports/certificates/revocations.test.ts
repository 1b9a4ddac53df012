import { X509Certificate } from 'node:crypto';
import { copyFileSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
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

/** A list in DER with so many entries, by nobody: its signature is none. */
function longList(count: number): Buffer {
  const value = (tag: number, ...parts: Buffer[]): Buffer => {
    const content = Buffer.concat(parts);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(content.length);
    return Buffer.concat([Buffer.from([tag, 0x84]), length, content]);
  };
  const algorithm = value(0x30, value(0x06, Buffer.from('2a8648ce3d040302', 'hex')));
  const time = value(0x17, Buffer.from('261101120000Z'));
  const entries = Array.from({ length: count }, (_, at) => {
    const serial = Buffer.alloc(16, 1);
    serial.writeUInt32BE(at, 1);
    return value(0x30, value(0x02, serial), time);
  });
  const signed = value(0x30, algorithm, value(0x30), time, value(0x30, Buffer.concat(entries)));
  return value(0x30, signed, algorithm, value(0x03, Buffer.alloc(65)));
}

/** Processor time of this thread so far, ms. */
function processorTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

it('others have their turns while a long list is read', async () => {
  const text = longList(200_000).toString('base64').replaceAll(/.{64}/g, '$&\n');
  const long = fileOf(`-----BEGIN X509 CRL-----\n${text}\n-----END X509 CRL-----\n`);
  const from = processorTime();
  openRevocations(long, logs()).close();
  const atOnce = processorTime() - from;
  const file = fileOf(await listOf([]));
  const log = logs();
  const changed = vi.fn();
  const revocations = openRevocations(file, log, 20);
  revocations.onChange(changed);
  let longest = 0;
  try {
    for (let turn = 0; changed.mock.calls.length === 0; turn++) {
      // The first look may come after a change: so changes go on until one is seen.
      if (turn % 100_000 === 0) {
        copyFileSync(long, `${file}.next`);
        renameSync(`${file}.next`, file);
      }
      const before = processorTime();
      await nextTurn();
      longest = Math.max(longest, processorTime() - before);
    }
    expect(longest).toBeLessThan(atOnce / 3);
    expect(log.error).not.toHaveBeenCalled();
  } finally {
    revocations.close();
  }
});
